internal import Support

/// A partition of the presentations into folds. The training part of a fold has none of the fold's groups, so training
/// never uses a scene of the test part. It also lacks the species or domain that the fold leaves out.
package struct GroupFolds: Sendable {
    package let folds: [[Int]]
    /// The species, or the value of a column, that each fold leaves out; nil if it leaves out groups only.
    package let leftOut: [String?]
    private let presentations: LabelledPresentations
    /// Whether a presentation may be in the training part of a fold, as far as its class and domain decide.
    private let mayTrain: @Sendable (Presentation, _ fold: Int) -> Bool

    /// Folds by the protocol of the options.
    package init(_ presentations: LabelledPresentations, _ options: TuningOptions) throws(FoldObstacle) {
        switch options.leftOut {
        case .groups:
            guard let folds = GroupFolds(presentations, most: options.folds, seed: options.seed) else {
                throw .tooFewGroups
            }
            self = folds
        case .species: try self.init(leavingOutSpeciesOf: presentations, seed: options.seed)
        case .domain: try self.init(leavingOutDomainsOf: presentations, options.leftOut)
        }
    }

    /// Deals shuffled groups into folds, one stratum (bona fide, attacks, both) after another, so that folds
    /// resemble each other.
    ///
    /// Nil with fewer than two groups of bona fide maps or of attacks, because some training part would have none.
    package init?(_ presentations: LabelledPresentations, most: Int, seed: UInt64) {
        let strata = GroupResampling.strata(presentations)
        let count = min(most, strata[0].count + strata[2].count, strata[1].count + strata[2].count)
        guard count >= 2 else { return nil }
        let foldOfGroup = Self.dealt(strata, count, of: presentations, seed: seed)
        self.presentations = presentations
        folds = (0..<count).map { fold in
            presentations.all.indices.filter { foldOfGroup[presentations.all[$0].group] == fold }
        }
        leftOut = folds.map { _ in nil }
        mayTrain = { _, _ in true }
    }

    /// One fold for each species, with its attacks and a part of the groups with bona fide maps, which are dealt as in
    /// ``init(_:most:seed:)``. Each map is in exactly one fold.
    private init(leavingOutSpeciesOf presentations: LabelledPresentations, seed: UInt64) throws(FoldObstacle) {
        let counts = presentations.counts { _ in true }
        let kinds = counts.indices.dropFirst().filter { counts[$0] > 0 }
        guard kinds.count >= 2 else {
            throw .onlyValue(kinds.first.map { presentations.species[$0 - 1] }, of: .species)
        }
        let strata = GroupResampling.strata(presentations)
        let foldOfGroup = Self.dealt([strata[0] + strata[2]], kinds.count, of: presentations, seed: seed)
        self.presentations = presentations
        folds = kinds.enumerated().map { fold, kind in
            presentations.all.indices.filter { index in
                let presentation = presentations.all[index]
                return presentation.kind == 0 ? foldOfGroup[presentation.group] == fold : presentation.kind == kind
            }
        }
        leftOut = kinds.map { presentations.species[$0 - 1] }
        mayTrain = { presentation, fold in presentation.kind != kinds[fold] }
        try requireTraining(.species)
    }

    /// One fold for each value of the named column of the labels.
    private init(
        leavingOutDomainsOf presentations: LabelledPresentations, _ kind: TuningOptions.LeftOut
    ) throws(FoldObstacle) {
        self.presentations = presentations
        folds = presentations.domainNames.indices.map { domain in
            presentations.all.indices.filter { presentations.all[$0].domain == domain }
        }
        leftOut = presentations.domainNames
        mayTrain = { presentation, fold in presentation.domain != fold }
        guard folds.count >= 2 else { throw .onlyValue(presentations.domainNames.first, of: kind) }
        try requireTraining(kind)
    }

    /// Throws for the first fold without a bona fide map or an attack to train on.
    private func requireTraining(_ kind: TuningOptions.LeftOut) throws(FoldObstacle) {
        for fold in folds.indices {
            guard let lack = presentations.subset(training(without: fold)).lack else { continue }
            throw .untrained(without: leftOut[fold] ?? "", of: kind, lacks: lack)
        }
    }

    /// The fold of each group: the groups of each stratum are shuffled and dealt in turn.
    private static func dealt(
        _ strata: [[Int]], _ count: Int, of presentations: LabelledPresentations, seed: UInt64
    ) -> [Int] {
        var random = SplitMix64(seed: seed)
        var foldOfGroup = Array(repeating: 0, count: presentations.groupNames.count)
        var next = 0
        for var groups in strata {
            // Fisher-Yates shuffle.
            for place in groups.indices.reversed() where place > 0 { groups.swapAt(place, random.below(place + 1)) }
            for group in groups {
                foldOfGroup[group] = next % count
                next += 1
            }
        }
        return foldOfGroup
    }

    /// The presentations to train on for a fold, in order: without its groups, and without what it leaves out.
    package func training(without fold: Int) -> [Int] {
        let groups = Set(folds[fold].map { presentations.all[$0].group })
        return presentations.all.indices.filter { index in
            let presentation = presentations.all[index]
            return mayTrain(presentation, fold) && !groups.contains(presentation.group)
        }
    }
}

extension GroupFolds {
    /// The groups of each fold as CSV: `group`, `fold` and `left_out`, the species or value that only the fold has.
    /// Without folds, only the header. If species are left out, a group with several species is in several folds.
    package static func table(_ presentations: LabelledPresentations, _ options: TuningOptions) -> String {
        guard let folds = try? GroupFolds(presentations, options) else { return header }
        let rows = zip(folds.folds, folds.leftOut).enumerated().flatMap { number, fold in
            presentations.groups(at: fold.0).map { CSV.row([$0, "\(number + 1)", fold.1 ?? ""]) + "\n" }
        }
        return header + rows.joined()
    }

    private static let header = "group,fold,left_out\n"
}
