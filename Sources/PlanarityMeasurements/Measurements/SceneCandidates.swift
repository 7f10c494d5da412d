public import DepthAnalysis

/// What other measurements say of a depth map, beside the server's and never in its verdict.
///
///     let candidates = SceneCandidates(of: map)
///     print(candidates[.planeDistanceMedian] ?? .nan)
///
/// All are measured on at most 3072 samples that lie evenly over the map (``SampleLattice``), so that a map of any size
/// costs the same. The arithmetic is f64 in a fixed order: the same map has the same bits everywhere. Nothing is drawn
/// at random.
///
/// Values are nil where a map says nothing: it is no grid, has fewer than three rows or columns, or fewer than 64 valid
/// samples on the lattice.
///
/// Source: `docs/CANDIDATES.md`.
public struct SceneCandidates: Sendable, Hashable {
    /// Median distance of the samples from the best plane, along the camera's axis, in metres.
    public var planeDistanceMedian: Double?
    /// The 90th percentile of these distances in metres.
    public var planeDistance90: Double?
    /// Share of the samples that lie within 1 % of their depth from the best plane.
    public var planeShare1: Double?
    /// Share within 2 %.
    public var planeShare2: Double?
    /// Share of the samples in the largest connected region that one plane explains; 0 if there is none.
    public var regionShare: Double?
    /// Share of the frame that the bounds of that region take, rows by columns; 0 if there is none.
    public var regionExtent: Double?
    /// Its area divided by that of the smallest rectangle around it, however turned: 1 for a rectangle; 0 if there is
    /// none.
    public var regionRectangularity: Double?
    /// Of all planar regions the largest product of its share and the part of its outline that lies in front.
    public var enclosedPlaneShare: Double?
    /// Planar regions, the largest first, that hold 90 % of the samples. Samples in none count as regions of the least
    /// size.
    public var planeCount: Double?
    /// Median distance of the samples from the best quadric in inverse depth, in metres.
    public var quadricDistanceMedian: Double?
    /// Share of the places on the lattice where inverse depth leaves the line between its neighbours by 5 % and more.
    public var discontinuityShare: Double?
    /// How many times larger noise is in the farther half of the samples than in the nearer one.
    public var noiseGrowth: Double?

    /// Of these definitions: values of two versions do not compare.
    public static let version = "1"

    /// What is known of nothing.
    public static let unavailable = SceneCandidates()

    private init() {}

    /// Measures a map.
    ///
    /// - Parameters:
    ///   - map: as it was read.
    ///   - validRange: which samples count, as for the analysis.
    ///   - wanted: which to measure; others stay nil. One of a plane costs about as much as all four of them, and so do
    ///     those of the regions.
    public init(of map: DepthMap, validRange: ValidRange = .standard, _ wanted: [Candidate] = Candidate.allCases) {
        self = .unavailable
        if let lattice = SampleLattice(map, validRange: validRange) {
            var shapes = CandidateShapes(map, lattice, validRange)
            self = SceneCandidates(&shapes, wanted)
        }
    }

    fileprivate init(_ shapes: inout CandidateShapes, _ wanted: [Candidate]) {
        var measured = SceneCandidates.unavailable
        func wants(_ part: Candidate.Part) -> Bool { wanted.contains { $0.part == part } }
        if wants(.plane), let distances = shapes.planeDistances() { measured.set(distances) }
        if wants(.regions) { measured.set(shapes.regions, in: shapes.lattice) }
        if wants(.quadric) { measured.quadricDistanceMedian = shapes.quadricDistance() }
        if wants(.discontinuities) { measured.discontinuityShare = shapes.lattice.discontinuityShare(above: 0.05) }
        if wants(.noise) { measured.noiseGrowth = shapes.noiseGrowth() }
        for candidate in wanted { self[candidate] = measured[candidate] }
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

    /// A value by its name.
    public subscript(candidate: Candidate) -> Double? {
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

extension Candidate {
    /// What is measured at once.
    fileprivate enum Part { case plane, regions, quadric, discontinuities, noise }

    fileprivate var part: Part {
        switch self {
        case .planeDistanceMedian, .planeDistance90, .planeShare1, .planeShare2: .plane
        case .regionShare, .regionExtent, .regionRectangularity, .enclosedPlaneShare, .planeCount: .regions
        case .quadricDistanceMedian: .quadric
        case .discontinuityShare: .discontinuities
        case .noiseGrowth: .noise
        }
    }
}

/// What candidates are made of, each made when it is first asked for.
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

/// The candidates of a map and the shapes behind them, for whoever draws them.
///
///     if let trace = CandidateTrace(of: map) { draw(trace.plane, trace.regions.largest) }
public struct CandidateTrace: Sendable {
    /// Where the map was looked at.
    public let lattice: SampleLattice
    /// The plane most samples lie on; nil where none could be fitted.
    public let plane: InversePlane?
    /// The connected regions that planes explain.
    public let regions: PlanarRegions
    /// The measurements.
    public let candidates: SceneCandidates

    /// Measures a map; nil for one that says nothing, see ``SceneCandidates``.
    public init?(of map: DepthMap, validRange: ValidRange = .standard) {
        guard let lattice = SampleLattice(map, validRange: validRange) else { return nil }
        self.lattice = lattice
        var shapes = CandidateShapes(map, lattice, validRange)
        candidates = SceneCandidates(&shapes, Candidate.allCases)
        plane = shapes.plane
        regions = shapes.regions
    }
}
