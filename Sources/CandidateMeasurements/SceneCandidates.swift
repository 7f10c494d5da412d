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
    public init(of map: DepthMap, validRange: ValidRange = .standard) {
        self = CandidateTrace(of: map, validRange: validRange)?.candidates ?? .unavailable
    }

    /// A value by its name.
    public subscript(candidate: Candidate) -> Double? {
        get { self[keyPath: candidate.property] }
        set { self[keyPath: candidate.property] = newValue }
    }
}

extension Candidate {
    fileprivate var property: any Sendable & WritableKeyPath<SceneCandidates, Double?> {
        switch self {
        case .planeDistanceMedian: \.planeDistanceMedian
        case .planeDistance90: \.planeDistance90
        case .planeShare1: \.planeShare1
        case .planeShare2: \.planeShare2
        case .regionShare: \.regionShare
        case .regionExtent: \.regionExtent
        case .regionRectangularity: \.regionRectangularity
        case .enclosedPlaneShare: \.enclosedPlaneShare
        case .planeCount: \.planeCount
        case .quadricDistanceMedian: \.quadricDistanceMedian
        case .discontinuityShare: \.discontinuityShare
        case .noiseGrowth: \.noiseGrowth
        }
    }
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
        let blocks = LatticeBlocks(lattice)
        var candidates = SceneCandidates.unavailable
        plane = InversePlane(best: lattice, blocks)
        if let plane {
            let distances = PlaneDistances(lattice, plane)
            candidates.planeDistanceMedian = distances.median
            candidates.planeDistance90 = distances.percentile90
            candidates.planeShare1 = distances.share(within: 0.01)
            candidates.planeShare2 = distances.share(within: 0.02)
        }
        regions = PlanarRegions(lattice, blocks)
        candidates.regionShare = regions.largest.map { lattice.share(ofCells: $0.cells.count) } ?? 0
        candidates.regionExtent = regions.largest.map { $0.extent(in: lattice) } ?? 0
        candidates.regionRectangularity = regions.largest.map { $0.rectangularity(in: lattice) } ?? 0
        candidates.enclosedPlaneShare = regions.enclosedShare(in: lattice)
        candidates.planeCount = Double(regions.count(explaining: 0.9, of: lattice))
        candidates.quadricDistanceMedian = InverseQuadric(best: lattice)?.medianDistance(in: lattice)
        candidates.discontinuityShare = lattice.discontinuityShare(above: 0.05)
        candidates.noiseGrowth = SensorNoise(map, lattice, validRange: validRange).growth
        self.candidates = candidates
    }
}
