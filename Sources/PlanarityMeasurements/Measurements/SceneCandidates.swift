public import DepthAnalysis

/// Further measurements of a depth map, which never affect the server's verdict.
///
///     let candidates = SceneCandidates(of: map)
///     print(candidates[.planeDistanceMedian] ?? .nan)
///
/// All are measured on at most 3072 evenly spread samples (``SampleLattice``), so every map costs the same. The
/// arithmetic is f64 in a fixed order and uses no random numbers: a map gives the same bits everywhere.
///
/// Values are nil if the map is not a grid, has fewer than three rows or columns, or has fewer than 64 valid samples
/// on the lattice.
///
/// Source: `docs/CANDIDATES.md`.
public struct SceneCandidates: Sendable, Hashable {
    /// Median distance of the samples from the best plane, along the camera's axis, in metres.
    public var planeDistanceMedian: Double?
    /// The 90th percentile of the distances of the samples from the best plane, in metres.
    public var planeDistance90: Double?
    /// Share of the samples whose distance from the best plane is at most 1 % of their depth.
    public var planeShare1: Double?
    /// Share of the samples whose distance from the best plane is at most 2 % of their depth.
    public var planeShare2: Double?
    /// Share of the samples in the largest connected region explained by one plane; 0 if there is none.
    public var regionShare: Double?
    /// Share of the frame covered by the bounding box of the largest region; 0 if there is none.
    public var regionExtent: Double?
    /// Area of the largest region divided by that of its smallest enclosing rectangle of any orientation: 1 for a
    /// rectangle, 0 if there is no region.
    public var regionRectangularity: Double?
    /// The largest product, among all planar regions, of the region's share of the samples and the share of its outline
    /// that is in front of the neighbouring cells or at the edge of the frame.
    public var enclosedPlaneShare: Double?
    /// Number of the largest planar regions that together hold 90 % of the samples. Samples in no region count as
    /// regions of the minimum size.
    public var planeCount: Double?
    /// Median distance of the samples from the best quadric in inverse depth, in metres.
    public var quadricDistanceMedian: Double?
    /// Share of the lattice places where inverse depth deviates by at least 5 % from the line between its neighbours.
    public var discontinuityShare: Double?
    /// Ratio of the noise in the farther half of the samples to that in the nearer half.
    public var noiseGrowth: Double?

    /// The version of these definitions; values of different versions are not comparable.
    public static let version = "1"

    /// The candidates of a map that could not be measured: all nil.
    public static let unavailable = SceneCandidates()

    private init() {}

    /// Measures a map.
    ///
    /// - Parameters:
    ///   - map: the depth map.
    ///   - validRange: the range of valid samples, as for the analysis.
    public init(of map: DepthMap, validRange: ValidRange = .standard) {
        self = .unavailable
        if let lattice = SampleLattice(map, validRange: validRange) {
            var shapes = CandidateShapes(map, lattice, validRange)
            self = SceneCandidates(&shapes)
        }
    }

    fileprivate init(_ shapes: inout CandidateShapes) {
        if let distances = shapes.planeDistances() { set(distances) }
        set(shapes.regions, in: shapes.lattice)
        quadricDistanceMedian = shapes.quadricDistance()
        discontinuityShare = shapes.lattice.discontinuityShare(above: 0.05)
        noiseGrowth = shapes.noiseGrowth()
    }

    fileprivate mutating func set(_ distances: PlaneDistances) {
        planeDistanceMedian = distances.median
        planeDistance90 = distances.percentile90
        planeShare1 = distances.share1
        planeShare2 = distances.share2
    }

    fileprivate mutating func set(_ regions: PlanarRegions, in lattice: SampleLattice) {
        regionShare = regions.largest.map { lattice.share(ofCells: $0.count) } ?? 0
        regionExtent = regions.largest.map { $0.extent(in: lattice) } ?? 0
        regionRectangularity = regions.largest.map { $0.rectangularity } ?? 0
        enclosedPlaneShare = regions.enclosedShare(in: lattice)
        planeCount = Double(regions.count(explaining: 0.9, of: lattice))
    }

    /// The value of a candidate.
    public subscript(candidate: CandidateMeasurement) -> Double? {
        get {
            switch candidate {
            case .planeDistanceMedian: planeDistanceMedian
            case .planeDistance90: planeDistance90
            case .planeShare1: planeShare1
            case .planeShare2: planeShare2
            case .regionShare: regionShare
            case .regionExtent: regionExtent
            case .regionRectangularity: regionRectangularity
            case .enclosedPlaneShare: enclosedPlaneShare
            case .planeCount: planeCount
            case .quadricDistanceMedian: quadricDistanceMedian
            case .discontinuityShare: discontinuityShare
            case .noiseGrowth: noiseGrowth
            }
        }
        set {
            switch candidate {
            case .planeDistanceMedian: planeDistanceMedian = newValue
            case .planeDistance90: planeDistance90 = newValue
            case .planeShare1: planeShare1 = newValue
            case .planeShare2: planeShare2 = newValue
            case .regionShare: regionShare = newValue
            case .regionExtent: regionExtent = newValue
            case .regionRectangularity: regionRectangularity = newValue
            case .enclosedPlaneShare: enclosedPlaneShare = newValue
            case .planeCount: planeCount = newValue
            case .quadricDistanceMedian: quadricDistanceMedian = newValue
            case .discontinuityShare: discontinuityShare = newValue
            case .noiseGrowth: noiseGrowth = newValue
            }
        }
    }
}

/// The shapes behind the candidates, each computed on first use.
private struct CandidateShapes {
    let lattice: SampleLattice
    private let map: DepthMap
    private let validRange: ValidRange
    private lazy var blocks = LatticeBlocks(lattice.cells)
    private(set) lazy var plane = InversePlane(best: lattice, blocks, &values)
    private(set) lazy var regions = PlanarRegions(lattice, blocks)
    private var values: ValueList

    init(_ map: DepthMap, _ lattice: SampleLattice, _ validRange: ValidRange) {
        self.map = map
        self.lattice = lattice
        self.validRange = validRange
        values = ValueList(capacity: lattice.validCount)
    }

    mutating func planeDistances() -> PlaneDistances? {
        guard let plane else { return nil }
        return PlaneDistances(lattice, plane, &values)
    }

    mutating func quadricDistance() -> Double? { InverseQuadric(best: lattice, &values)?.medianDistance }

    mutating func noiseGrowth() -> Double? { SensorNoise(map, lattice, validRange: validRange, &values).growth }
}

/// The candidates of a map with the shapes behind them, for pictures.
///
///     if let trace = CandidateTrace(of: map) { draw(trace.plane, trace.regions.largest) }
public struct CandidateTrace: Sendable {
    /// The cells that were measured.
    public let lattice: SampleLattice
    /// The plane that most samples lie on; nil if none could be fitted.
    public let plane: InversePlane?
    /// The planar regions.
    public let regions: PlanarRegions
    /// The measurements.
    public let candidates: SceneCandidates

    /// Measures a map. Returns nil if the map cannot be measured; see ``SceneCandidates``.
    public init?(of map: DepthMap, validRange: ValidRange = .standard) {
        guard let lattice = SampleLattice(map, validRange: validRange) else { return nil }
        self.lattice = lattice
        var shapes = CandidateShapes(map, lattice, validRange)
        candidates = SceneCandidates(&shapes)
        plane = shapes.plane
        regions = shapes.regions
    }
}
