/// The results of all passes that the workspace does not keep.
struct KernelMeasurements {
    let extent: KernelExtent
    let moments: KernelMoments
    /// The bits of the upper median.
    let median: Int32
    let uniformCount: Int
}

/// The results of passes 1 and 2.
struct KernelExtent {
    let validCount: Int
    let sum: Double
    let nearest: Int32
    let farthest: Int32
    let interiorCount: Int
    let edgeCount: Int

    var minimum: Double { Double(Float(bitPattern: UInt32(bitPattern: nearest))) }
    var maximum: Double { Double(Float(bitPattern: UInt32(bitPattern: farthest))) }
}

/// The results of pass 3.
struct KernelMoments {
    let mean: Double
    let squaredDeviations: Double
    /// Nil for a flat map; otherwise the workspace has the bins.
    let binWidth: Double?
    let hasQuadrants: Bool
}
