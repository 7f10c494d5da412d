internal import Support

extension GroupFolds {
    /// The groups of each fold as CSV: `group`, `fold` and `left_out`, the species or value that only the fold has.
    /// Without folds, it has only the header. If species are left out, a group with several is in several folds.
    package static func table(_ presentations: Presentations, _ options: TuningOptions) -> String {
        guard let folds = try? GroupFolds(presentations, options) else { return header }
        let rows = zip(folds.folds, folds.leftOut).enumerated().flatMap { number, fold in
            presentations.groups(at: fold.0).map { CSV.row([$0, "\(number + 1)", fold.1 ?? ""]) + "\n" }
        }
        return header + rows.joined()
    }

    private static let header = "group,fold,left_out\n"
}
