internal import Support

extension GroupFolds {
    /// The groups and their folds as CSV with the columns `group` and `fold`; only the header without folds.
    package static func table(_ presentations: Presentations, _ options: TuningOptions) -> String {
        let folds = GroupFolds(presentations, options)?.folds ?? []
        let rows = folds.enumerated().flatMap { number, fold in
            presentations.groups(at: fold).map { CSV.row([$0, "\(number + 1)"]) + "\n" }
        }
        return "group,fold\n" + rows.joined()
    }
}
