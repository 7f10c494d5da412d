/// The differences between the error rates of two sets of decisions on the same maps, with intervals.
///
///     let difference = PairedDifference(presentations, given: rule, against: server, resampling, confidence: 0.95)
///     print(difference.bpcer.value, difference.bpcer.interval)
///
/// The intervals are percentiles of bootstrap replicates over groups. Each replicate draws the same groups for both
/// sides, so the effect of a hard scene on both cancels. Decisions are fixed: the intervals do not include the
/// variation of thresholds chosen on other data.
package struct PairedDifference: Sendable {
    /// A difference of shares, negative if the given decisions make fewer errors.
    package struct Value: Sendable {
        /// Nil if a side has no rate.
        package let value: Double?
        /// Nil without replicates, or if no replicate has a rate.
        package let interval: ConfidenceInterval?
    }

    package let bpcer: Value
    /// The difference for the worst species, which may differ between the sides.
    package let worstAPCER: Value

    /// - Parameters:
    ///   - given: whether each map is accepted by the first side.
    ///   - against: whether each map is accepted by the other side.
    ///   - resampling: nil for no intervals.
    init(
        _ presentations: Presentations, given: [Bool], against: [Bool], _ resampling: GroupResampling?,
        confidence: Double
    ) {
        let (first, second) = (presentations.rates(accepted: given), presentations.rates(accepted: against))
        var samples: (bpcer: [Double], apcer: [Double]) = ([], [])
        if let resampling {
            let cells = Self.cells(presentations, given, against)
            for replicate in 0..<resampling.replicateCount {
                let drawn = Self.rates(cells, presentations.classCount) { group in
                    Int(resampling.drawCounts[group * resampling.replicateCount + replicate])
                }
                if let first = drawn.given.bpcer, let second = drawn.against.bpcer {
                    samples.bpcer.append(first - second)
                }
                if let first = drawn.given.worstAPCER, let second = drawn.against.worstAPCER {
                    samples.apcer.append(first - second)
                }
            }
        }
        func value(_ rate: (ErrorRates) -> Double?, _ samples: [Double]) -> Value {
            var samples = samples
            let interval = samples.withUnsafeMutableBufferPointer {
                Percentiles.interval($0, confidence: confidence)
            }
            return Value(value: rate(first).flatMap { one in rate(second).map { one - $0 } }, interval: interval)
        }
        bpcer = value({ $0.bpcer.value }, samples.bpcer)
        worstAPCER = value({ $0.worstAPCER }, samples.apcer)
    }

    /// The maps of one class in one group, with the errors of both sides.
    private struct Cell {
        let group: Int
        let kind: Int
        var total = 0
        var given = 0
        var against = 0
    }

    private static func cells(_ presentations: Presentations, _ given: [Bool], _ against: [Bool]) -> [Cell] {
        var cells: [Cell] = []
        var places: [Int: Int] = [:]
        for (index, presentation) in presentations.all.enumerated() where presentation.responded {
            let key = presentation.group * presentations.classCount + presentation.kind
            let place = places[key] ?? cells.count
            if place == cells.count {
                places[key] = place
                cells.append(Cell(group: presentation.group, kind: presentation.kind))
            }
            cells[place].total += 1
            cells[place].given += given[index] == (presentation.kind > 0) ? 1 : 0
            cells[place].against += against[index] == (presentation.kind > 0) ? 1 : 0
        }
        return cells
    }

    private typealias Rates = (bpcer: Double?, worstAPCER: Double?)

    private static func rates(
        _ cells: [Cell], _ classCount: Int, draws: (Int) -> Int
    ) -> (given: Rates, against: Rates) {
        var totals = Array(repeating: 0, count: classCount)
        var (given, against) = (totals, totals)
        for cell in cells {
            let count = draws(cell.group)
            totals[cell.kind] += count * cell.total
            given[cell.kind] += count * cell.given
            against[cell.kind] += count * cell.against
        }
        func rates(_ errors: [Int]) -> Rates {
            let shares = zip(errors, totals).map { $1 == 0 ? nil : Double($0) / Double($1) }
            return (shares[0], shares.dropFirst().compactMap { $0 }.max())
        }
        return (rates(given), rates(against))
    }
}
