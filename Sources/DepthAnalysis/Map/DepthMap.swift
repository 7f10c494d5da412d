/// A depth map: distances from the sensor in metres, as a rectangle of samples.
///
///     let map = try DepthMap(width: 256, height: 192, samples: samples)
///
/// Samples are row-major, top row first, left to right. Any `Float` is allowed, including NaN and the infinities;
/// ``ValidRange`` decides which samples are valid when the map is measured.
///
/// A map made with ``init(width:height:samples:)`` is always a full grid. A map with inferred dimensions may not be
/// (see ``isGrid``): the capture server analyses such maps without the measurements that need neighbours.
public struct DepthMap: Sendable {
    /// Samples per row. At least 1.
    public let width: Int
    /// Rows. At least 1.
    public let height: Int
    /// The samples in metres, row by row.
    public let samples: [Float]

    /// Creates a full grid.
    ///
    /// - Parameters:
    ///   - width: samples per row, at least 1.
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

    /// Creates a map from samples of unknown dimensions, using those that the capture server infers.
    ///
    /// The result need not be a grid: 1000 samples become 37 × 27. An empty array becomes 1 × 1, which every profile
    /// reports as `unavailable`.
    ///
    /// Source: specification §10.
    public init(inferringDimensionsOf samples: [Float]) {
        let dimensions = MapDimensions(inferredFromSampleCount: samples.count)
        self.width = dimensions.width
        self.height = dimensions.height
        self.samples = samples
    }

    /// Whether the number of samples is `width * height`, so that every sample has a row and a column.
    public var isGrid: Bool {
        MapDimensions(width: width, height: height).fit(sampleCount: samples.count)
    }
}

extension DepthMap: Equatable {
    /// Compares dimensions and bits: NaN equals the same NaN, and -0 differs from 0.
    public static func == (left: DepthMap, right: DepthMap) -> Bool {
        left.width == right.width && left.height == right.height
            && left.samples.elementsEqual(right.samples) { $0.bitPattern == $1.bitPattern }
    }
}

extension DepthMap {
    /// Calls `body` with a view that must not escape.
    func withView<Result, Failure: Error>(_ body: (MapView) throws(Failure) -> Result) throws(Failure) -> Result {
        try samples.withUnsafeBufferPointer { (samples) throws(Failure) in
            try body(MapView(width: width, height: height, samples: samples))
        }
    }
}

/// The width and height of a depth map, in samples.
///
///     let options = ReadingOptions(dimensions: MapDimensions(width: 256, height: 192))
public struct MapDimensions: Sendable, Hashable {
    /// Samples per row.
    public let width: Int
    /// Rows.
    public let height: Int

    /// Creates dimensions without checking them.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// The dimensions that the capture server infers from the number of samples.
    ///
    /// The number of samples of a recognised size, such as 256 × 192, gives that size. Otherwise a 4:3 picture is
    /// assumed, rounded down, with sides of at least 1. The product need not equal `sampleCount`.
    ///
    /// Source: specification §10.
    public init(inferredFromSampleCount sampleCount: Int) {
        if let size = Self.recognised.first(where: { $0.fit(sampleCount: sampleCount) }) {
            self = size
        } else {
            let height = max(1, Int((Double(sampleCount) / (4.0 / 3.0)).squareRoot()))
            self.init(width: max(1, sampleCount / height), height: height)
        }
    }

    package static let lidar = MapDimensions(width: 256, height: 192)

    /// The sizes that the capture server recognises by their number of samples.
    package static let recognised = [
        lidar, MapDimensions(width: 320, height: 240), MapDimensions(width: 640, height: 480),
    ]

    /// Whether `width * height` is `sampleCount`. False if the product exceeds `Int`.
    public func fit(sampleCount: Int) -> Bool {
        sampleCount.isProduct(width, height)
    }

    /// Throws unless these are the dimensions of a full grid of `sampleCount` samples.
    func require(sampleCount: Int) throws(DepthMapError) {
        guard width > 0, height > 0 else { throw .dimensionsNotPositive(width: width, height: height) }
        guard fit(sampleCount: sampleCount) else {
            throw .sampleCountMismatch(width: width, height: height, sampleCount: sampleCount)
        }
    }
}

/// A reason why samples and dimensions do not form a ``DepthMap``.
public enum DepthMapError: Error, Hashable, CustomStringConvertible {
    /// Width or height is 0 or negative.
    case dimensionsNotPositive(width: Int, height: Int)
    /// The number of samples is not `width * height`.
    case sampleCountMismatch(width: Int, height: Int, sampleCount: Int)
    /// Rows of `bytesPerRow` bytes cannot hold `width` samples of `bytesPerSample` bytes.
    case rowTooShort(width: Int, bytesPerSample: Int, bytesPerRow: Int)
    /// The number of bytes does not match the rows.
    case byteCountMismatch(expected: Int, found: Int)

    /// Describes what was found, what was expected and what to do.
    public var description: String {
        switch self {
        case .dimensionsNotPositive(let width, let height):
            "found the dimensions \(width)x\(height); expected at least 1 sample and 1 row; correct them"
        case .sampleCountMismatch(let width, let height, let sampleCount):
            "found \(Self.count(sampleCount, "sample")); expected \(Self.product(width, height)); "
                + "give the width and height of these samples"
        case .rowTooShort(let width, let bytesPerSample, let bytesPerRow):
            "found rows of \(Self.count(bytesPerRow, "byte")); "
                + "expected at least \(Self.product(width, bytesPerSample)); correct bytesPerRow or width"
        case .byteCountMismatch(let expected, let found):
            "found \(Self.count(found, "byte")); expected \(expected); correct height or bytesPerRow"
        }
    }

    private static func count(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

    /// The product written out with its result, if that fits in `Int`.
    private static func product(_ factor: Int, _ other: Int) -> String {
        let (product, overflow) = factor.multipliedReportingOverflow(by: other)
        return "\(factor) × \(other)" + (overflow ? "" : " = \(product)")
    }
}
