/// What the passes found out about a map, beside what the workspace keeps until the next.
struct KernelMeasurements {
    let extent: KernelExtent
    let moments: KernelMoments
    /// The bits of the upper median.
    let median: Int32
    /// Samples in the screen band around it.
    let uniformCount: Int
}

/// What the first two passes find out.
struct KernelExtent {
    let validCount: Int
    /// The sum of the valid samples in metres.
    let sum: Double
    /// The bits of the nearest and of the farthest valid sample.
    let nearest: Int32
    let farthest: Int32
    let interiorCount: Int
    let edgeCount: Int

    var minimum: Double { Double(Float(bitPattern: UInt32(bitPattern: nearest))) }
    var maximum: Double { Double(Float(bitPattern: UInt32(bitPattern: farthest))) }
}

/// What the third pass finds out.
struct KernelMoments {
    let mean: Double
    let squaredDeviations: Double
    /// Nil for a flat map; else the workspace has the bins.
    let binWidth: Double?
    /// Whether the workspace has quadrants.
    let hasQuadrants: Bool
}
