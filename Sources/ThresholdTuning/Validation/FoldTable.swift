internal import Support

extension GroupFolds {
    /// The groups of each fold as CSV: `group`, `fold` and `left_out`, the species or value that only the fold has.
    /// Without folds, it has only the header. If species are left out, a group with several is in several folds.
    package static func table(_ presentations: Presentations, _ options: TuningOptions) -> String {
        let folds = try? GroupFolds(presentations, options)
        let rows = (folds?.folds ?? []).enumerated().flatMap { number, fold in
            presentations.groups(at: fold).map { CSV.row([$0, "\(number + 1)", folds?.leftOut[number] ?? ""]) + "\n" }
        }
        return "group,fold,left_out\n" + rows.joined()
    }
}
