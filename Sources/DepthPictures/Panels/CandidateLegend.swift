import DepthAnalysis
import PlanarityMeasurements

extension Legend {
    /// The legend of the overlays of candidates, with their numbers or the reason for their absence.
    init(_ cells: CandidateCells?, of map: DepthMap, _ overlays: Overlays) {
        guard !overlays.isDisjoint(with: .ofCandidates) else {
            self.init(entries: [])
            return
        }
        let trace = cells?.trace
        let words = CandidateWording(map: map, trace: trace)
        var entries: [Entry] = []
        func add(_ sign: Sign, _ text: String) { entries.append(Entry(sign: sign, text: text)) }
        if overlays.contains(.plane) {
            add(.nothing, words.plane)
            if let distances = cells?.planeDistances, !distances.isEmpty {
                let marks = distances.compactMap { $0.map(PlaneMark.init(distance:)) }
                for mark in PlaneMark.allCases {
                    add(.mark(mark), words.mark(mark, count: marks.count { $0 == mark }))
                }
                if marks.count < distances.count { add(.nothing, words.holes(distances.count - marks.count)) }
            }
        }
        if overlays.contains(.regions) {
            let isAny = trace?.regions.all.isEmpty == false
            add(isAny ? .doubleOutline : .nothing, words.largestRegion)
            if let trace {
                if let others = words.otherRegions { add(.outline(Ink.regionLine.paint), others) }
                let outside = trace.lattice.validCount - trace.regions.all.reduce(0) { $0 + $1.cells.count }
                if outside > 0 { add(.area(Ink.noRegionFill, on: Ink.dimText.paint), words.outsideRegions(outside)) }
            }
        }
        self.init(entries: entries)
    }
}
