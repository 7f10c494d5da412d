package import DepthAnalysis

/// The reason why a map has no candidates, i.e. no ``SampleLattice``.
///
///     guard let trace = CandidateTrace(of: map) else {
///         return print("not measured: \(CandidateAbsence(of: map).words)")
///     }
package enum CandidateAbsence: Int, CaseIterable, Sendable {
    case noGrid, sideTooShort, tooFewValid

    package init(of map: DepthMap) {
        let least = SampleLattice.minimumSide
        self = !map.isGrid ? .noGrid : min(map.width, map.height) < least ? .sideTooShort : .tooFewValid
    }

    package var words: String {
        switch self {
        case .noGrid: "the map is not a grid"
        case .sideTooShort: "the map has fewer than \(SampleLattice.minimumSide) rows or columns"
        case .tooFewValid: "fewer than \(SampleLattice.minimumValidCount) of the samples examined are valid"
        }
    }
}
