import DepthAnalysis
import PlanarityMeasurements

/// The wording of candidates in a picture's legend.
struct CandidateWording {
    let map: DepthMap
    /// Nil if the map has no lattice.
    let trace: CandidateTrace?

    private var candidates: SceneCandidates { trace?.candidates ?? .unavailable }

    private var notMeasured: String { "not measured: " + CandidateAbsence(of: map).words }

    private static func percent(_ share: Double) -> String { TextLines.decimal(100 * share, digits: 1) + " %" }

    /// For example `12 of 2861 cells, 0.4 %`.
    private func cells(_ count: Int) -> String {
        let all = trace?.lattice.validCount ?? 0
        return "\(count) of \(all) cells, \(Self.percent(Double(count) / Double(max(all, 1))))"
    }

    var plane: String {
        let name = "best plane (not part of the verdict): "
        guard let median = candidates.planeDistanceMedian, let percentile = candidates.planeDistance90 else {
            return name + (trace == nil ? notMeasured : "none fits")
        }
        return name + "half of the cells lie within \(PictureWording.metres(median)), "
            + "90 % within \(PictureWording.metres(percentile))"
    }

    func mark(_ mark: PlaneMark, count: Int) -> String {
        switch mark {
        case .on: "at most 1 % of its depth from the plane: " + cells(count)
        case .near: "at most 2 %: " + cells(count)
        case .off: "farther: " + cells(count)
        }
    }

    func holes(_ count: Int) -> String {
        count == 1 ? "no mark: 1 cell without a depth" : "no mark: \(count) cells without a depth"
    }

    var largestRegion: String {
        let name = "largest planar region (not part of the verdict): "
        guard let trace, let share = candidates.regionShare, let extent = candidates.regionExtent,
            let rectangularity = candidates.regionRectangularity, !trace.regions.all.isEmpty
        else { return name + (trace == nil ? notMeasured : "none") }
        return name + "\(Self.percent(share)) of \(trace.lattice.validCount) cells; its bounds "
            + "\(Self.percent(extent)) of the frame; rectangularity \(TextLines.decimal(rectangularity, digits: 3))"
    }

    /// The regions other than the largest; nil if there are none.
    var otherRegions: String? {
        guard let trace, trace.regions.all.count > 1, let count = candidates.planeCount else { return nil }
        let others = trace.regions.all.count - 1
        return (others == 1 ? "1 other region" : "\(others) other regions")
            + "; planes for 90 % of the cells: \(TextLines.shortest(count, digits: 0))"
    }

    func outsideRegions(_ count: Int) -> String { "in no region: " + cells(count) }
}
