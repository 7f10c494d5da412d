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
    var isGrid: Bool {
        MapDimensions(width: width, height: height).fit(sampleCount: samples.count)
    }
}

extension DepthMap {
    /// Calls `body` with a view of the map, which must not be kept.
    func withView<Result, Failure: Error>(_ body: (MapView) throws(Failure) -> Result) throws(Failure) -> Result {
        try samples.withUnsafeBufferPointer { (samples) throws(Failure) in
            try body(MapView(width: width, height: height, samples: samples))
        }
    }
}
