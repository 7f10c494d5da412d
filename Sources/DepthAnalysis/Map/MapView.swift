/// A depth map with borrowed samples, so that measuring copies nothing.
struct MapView {
    let width: Int
    let height: Int
    /// The samples in metres, row by row.
    ///
    /// SAFETY: views are created only inside `withUnsafeBufferPointer` and do not escape it.
    let samples: UnsafeBufferPointer<Float>

    var isGrid: Bool { samples.count.isProduct(width, height) }

    var hasInterior: Bool { isGrid && width >= 3 && height >= 3 }

    var hasQuadrants: Bool { isGrid && width >= 4 && height >= 4 }
}

extension Int {
    /// Whether this is the product of two factors. False if the product exceeds `Int`.
    func isProduct(_ factor: Int, _ other: Int) -> Bool {
        let (product, overflow) = factor.multipliedReportingOverflow(by: other)
        return !overflow && product == self
    }
}
