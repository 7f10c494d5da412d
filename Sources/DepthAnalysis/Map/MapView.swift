/// A depth map whose samples somebody else holds: what every measurement looks at, so that nobody copies them.
struct MapView {
    /// Samples in a row. At least 1.
    let width: Int
    /// Rows. At least 1.
    let height: Int
    /// The samples in metres, row by row.
    ///
    /// SAFETY: views are made only inside a `withUnsafeBufferPointer` and are not kept beyond it.
    let samples: UnsafeBufferPointer<Float>

    /// See ``DepthMap/isGrid``.
    var isGrid: Bool { samples.count.isProduct(width, height) }

    /// Whether there are pixels with four neighbours.
    var hasInterior: Bool { isGrid && width >= 3 && height >= 3 }

    /// Whether it is large enough to be quartered.
    var hasQuadrants: Bool { isGrid && width >= 4 && height >= 4 }
}

extension Int {
    /// Whether it is the product of two others. Products beyond `Int` are none.
    func isProduct(_ factor: Int, _ other: Int) -> Bool {
        let (product, overflow) = factor.multipliedReportingOverflow(by: other)
        return !overflow && product == self
    }
}
