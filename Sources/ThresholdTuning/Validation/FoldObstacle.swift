internal import Support

/// The reason why there is no cross-validation.
package enum FoldObstacle: Error, Hashable, Sendable {
    /// Folds over groups need at least two groups of each class.
    case tooFewGroups
    /// There are fewer than two values to leave out: only this value, or none.
    case onlyValue(String?, of: TuningOptions.LeftOut)
    /// Without this value, the training part lacks one class or both.
    case untrained(without: String, of: TuningOptions.LeftOut, lacks: Lack)

    /// The class without a verdict in the training part of a fold, in words.
    package enum Lack: String, Sendable {
        case realScenes = "no real scene with a verdict is left"
        case attacks = "no attack with a verdict is left"
        case both = "neither a real scene nor an attack with a verdict is left"
    }

    /// The obstacle of these presentations and options; nil if folds can be formed.
    package init?(_ presentations: LabelledPresentations, _ options: TuningOptions) {
        do throws(FoldObstacle) { _ = try GroupFolds(presentations, options) } catch {
            self = error
            return
        }
        return nil
    }

    /// The clause as the first sentence of a report.
    package var sentence: String { "No folds for this cross-validation: \(clause)." }

    /// One clause: what was found and, if a species or value cannot be left out, what was expected and what to do.
    package var clause: String {
        switch self {
        case .tooFewGroups: "fewer than two groups of real scenes or of attacks"
        case .onlyValue(let value, .species):
            "found \(value.map { "only the species \($0.printable)" } ?? "no species of attack"); expected at least "
                + "two; label the species of the attacks, or capture another"
        case .onlyValue(let value, let leftOut):
            "found \(value.map { "only the value \($0.printable)" } ?? "no value") in the column "
                + "\(leftOut.column?.printable ?? ""); expected at least two; name a column with more values"
        case .untrained(let value, .species, let lack):
            "without the species \(value.printable), its part of the real scenes and their groups, \(lack.rawValue) to "
                + "tune on; expected both; capture more groups, or give different scenes different groups"
        case .untrained(let value, let leftOut, let lack):
            "without the value \(value.printable) of the column \(leftOut.column?.printable ?? "") and its groups, "
                + "\(lack.rawValue) to tune on; expected both; capture real scenes and attacks of other groups with "
                + "another value, or name another column"
        }
    }
}

extension LabelledPresentations {
    /// The classes without any verdict; nil if thresholds can be chosen.
    var lack: FoldObstacle.Lack? {
        let responses = counts { $0.responded }
        let (noReal, noAttack) = (responses[0] == 0, responses.dropFirst().allSatisfy { $0 == 0 })
        if noReal { return noAttack ? .both : .realScenes }
        return noAttack ? .attacks : nil
    }
}
