/// A depth map: distances from the sensor in metres, as one rectangle of samples.
///
///     let map = try DepthMap(width: 256, height: 192, samples: samples)
///
/// Samples are row-major, top row first, left to right. Any `Float` may stand in it, NaN and the infinities included:
/// which of them count is decided by ``ValidRange``, when the map is measured.
///
/// A map made with ``init(width:height:samples:)`` is always a full grid. A map whose dimensions had to be inferred
/// need not be one (see ``isGrid``): the capture server analyses such maps all the same, without the measurements that
/// need neighbours.
public struct DepthMap: Sendable {
    /// Samples in a row. At least 1.
    public let width: Int
    /// Rows. At least 1.
    public let height: Int
    /// The samples in metres, row by row.
    public let samples: [Float]

    /// Makes a full grid.
    ///
    /// - Parameters:
    ///   - width: samples in a row, at least 1.
    ///   - height: rows, at least 1.
    ///   - samples: exactly `width * height` distances in metres, row-major.
    /// - Throws: ``DepthMapError/dimensionsNotPositive(width:height:)`` or
    ///   ``DepthMapError/sampleCountMismatch(width:height:sampleCount:)``.
    public init(width: Int, height: Int, samples: [Float]) throws(DepthMapError) {
        try MapDimensions(width: width, height: height).require(sampleCount: samples.count)
        self.width = width
        self.height = height
        self.samples = samples
    }

    /// Makes a map of samples whose dimensions are not known, with those the capture server would assume.
    ///
    /// The result need not be a grid: 1000 samples become 37 × 27. No samples at all become 1 × 1, which every
    /// profile answers with `unavailable`.
    ///
    /// Source: specification §10.
    public init(inferringDimensionsOf samples: [Float]) {
        let dimensions = MapDimensions(inferredFromSampleCount: samples.count)
        self.width = dimensions.width
        self.height = dimensions.height
        self.samples = samples
    }

    /// Whether `width * height` is the number of samples, so that every sample has a row and a column.
    public var isGrid: Bool {
        MapDimensions(width: width, height: height).fit(sampleCount: samples.count)
    }
}

extension DepthMap: Equatable {
    /// Equal dimensions and equal bits: NaN equals the same NaN, and -0 differs from 0.
    public static func == (left: DepthMap, right: DepthMap) -> Bool {
        left.width == right.width && left.height == right.height
            && left.samples.elementsEqual(right.samples) { $0.bitPattern == $1.bitPattern }
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

/// Width and height of a depth map, in samples.
///
///     let options = ReadingOptions(dimensions: MapDimensions(width: 256, height: 192))
public struct MapDimensions: Sendable, Hashable {
    /// Samples in a row.
    public let width: Int
    /// Rows.
    public let height: Int

    /// Takes dimensions as they are; nothing is checked.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// The dimensions the capture server assumes for a map of which it knows only the number of samples.
    ///
    /// Three well-known sizes are recognised; else a 4:3 picture is assumed, rounded down, each side at least 1. The
    /// result need not multiply to `sampleCount`.
    ///
    /// Source: specification §10.
    public init(inferredFromSampleCount sampleCount: Int) {
        switch sampleCount {
        case 256 * 192: self.init(width: 256, height: 192)
        case 320 * 240: self.init(width: 320, height: 240)
        case 640 * 480: self.init(width: 640, height: 480)
        default:
            let height = max(1, Int((Double(sampleCount) / (4.0 / 3.0)).squareRoot()))
            self.init(width: max(1, sampleCount / height), height: height)
        }
    }

    /// Whether `width * height` is `sampleCount`. Products beyond `Int` fit nothing.
    public func fit(sampleCount: Int) -> Bool {
        sampleCount.isProduct(width, height)
    }

    /// Makes sure that these are the dimensions of a full grid of that many samples.
    func require(sampleCount: Int) throws(DepthMapError) {
        guard width > 0, height > 0 else { throw .dimensionsNotPositive(width: width, height: height) }
        guard fit(sampleCount: sampleCount) else {
            throw .sampleCountMismatch(width: width, height: height, sampleCount: sampleCount)
        }
    }
}

/// Why samples and dimensions do not make a ``DepthMap``.
public enum DepthMapError: Error, Hashable, CustomStringConvertible {
    /// Width or height is 0 or negative.
    case dimensionsNotPositive(width: Int, height: Int)
    /// There are more or fewer samples than `width * height`.
    case sampleCountMismatch(width: Int, height: Int, sampleCount: Int)
    /// Rows of `bytesPerRow` bytes cannot hold `width` samples of `bytesPerSample` bytes.
    case rowTooShort(width: Int, bytesPerSample: Int, bytesPerRow: Int)
    /// The rows need `expected` bytes and `found` were given.
    case byteCountMismatch(expected: Int, found: Int)

    /// What was found and what was expected.
    public var description: String {
        switch self {
        case .dimensionsNotPositive(let width, let height):
            "found the dimensions \(width)x\(height); expected at least 1 sample and 1 row"
        case .sampleCountMismatch(let width, let height, let sampleCount):
            "found \(Self.count(sampleCount, "sample")); expected \(Self.product(width, height))"
        case .rowTooShort(let width, let bytesPerSample, let bytesPerRow):
            "found rows of \(Self.count(bytesPerRow, "byte")); "
                + "expected at least \(Self.product(width, bytesPerSample))"
        case .byteCountMismatch(let expected, let found):
            "found \(Self.count(found, "byte")); expected \(expected)"
        }
    }

    private static func count(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

    /// A product with what it comes to, unless that is beyond `Int`.
    private static func product(_ factor: Int, _ other: Int) -> String {
        let (product, overflow) = factor.multipliedReportingOverflow(by: other)
        return "\(factor) × \(other)" + (overflow ? "" : " = \(product)")
    }
}
