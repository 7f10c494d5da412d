internal import DepthAnalysis
internal import ThresholdTuning

/// Chooses the maps to show as pictures if a report has too many to show all.
extension ExplorerReport {
    /// Rows in order of priority for pictures.
    ///
    /// With labels, each class has two lists for each set of compared parameters: its worst errors, and its maps
    /// nearest to the opposite verdict. Rows are taken from all lists in turn. Without labels, the rows are evenly
    /// spaced in the order of their margins, from the most clearly rejected map to the most clearly accepted one.
    package func rowsToPicture(atMost count: Int) -> [Int] {
        guard count > 0 else { return [] }
        let columns = DecisionColumn.all(of: rows)
        guard let presentations else { return spread(columns, atMost: count) }
        var queues: [[Int]] = []
        for compared in comparedParameters {
            let margins = DecisionMargins(rows, columns, compared.parameters).margins
            for kind in 0...presentations.species.count {
                let members = rows.indices.filter { presentations.all[$0].kind == kind && margins[$0] != nil }
                let memberMargins = members.map { (row: $0, margin: margins[$0] ?? 0) }
                let nearest = memberMargins.sorted { (abs($0.margin), $0.row) < (abs($1.margin), $1.row) }
                let errors = memberMargins.filter { ($0.margin > 0) == (kind > 0) }
                    .sorted { (-abs($0.margin), $0.row) < (-abs($1.margin), $1.row) }
                queues.append(errors.prefix(count).map(\.row))
                queues.append(nearest.prefix(count).map(\.row))
            }
        }
        return Self.inTurn(queues, atMost: count)
    }

    private func spread(_ columns: [DecisionColumn], atMost count: Int) -> [Int] {
        let margins = DecisionMargins(rows, columns, comparedParameters[0].parameters).margins
        let sorted = rows.indices.filter { margins[$0] != nil }
            .sorted { (margins[$0] ?? 0, $0) < (margins[$1] ?? 0, $1) }
        guard sorted.count > count, count > 1 else { return Array(sorted.prefix(count)) }
        return (0..<count).map { sorted[$0 * (sorted.count - 1) / (count - 1)] }
    }

    /// Takes elements from the queues in turn, without duplicates.
    private static func inTurn(_ queues: [[Int]], atMost count: Int) -> [Int] {
        var taken: [Int] = []
        var known: Set<Int> = []
        for place in 0..<(queues.map(\.count).max() ?? 0) {
            for queue in queues where place < queue.count && known.insert(queue[place]).inserted {
                taken.append(queue[place])
                if taken.count == count { return taken }
            }
        }
        return taken
    }
}
