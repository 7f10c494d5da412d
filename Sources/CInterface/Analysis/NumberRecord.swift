package import DepthAnalysis

/// An analysis as numbers only, one field after the other in the order of `SceneAnalysis.Field`.
///
/// Words are their numbers among all words of their kind; a list is its count and its elements; a quadrant is its two
/// numbers, NaN for none; a check is its number, value, threshold, margin and whether it holds. Text would double the
/// size of what a page loads: whoever calls has the words, from the description that the same sources make.
package struct NumberRecord {
    private(set) var numbers: [Double] = []

    package init(of analysis: SceneAnalysis) {
        numbers.reserveCapacity(256)
        for field in SceneAnalysis.Field.allCases { append(field, of: analysis) }
    }

    /// A record of numbers of another kind.
    package init(_ numbers: [Double]) { self.numbers = numbers }

    /// The numbers as they are returned, their count first; to be given back with `depthcheck_free`.
    package var returned: UnsafeMutablePointer<Double> {
        let buffer = UnsafeMutableBufferPointer<Double>.allocate(capacity: numbers.count + 1)
        _ = buffer.initialize(from: CollectionOfOne(Double(numbers.count)))
        for (place, number) in numbers.enumerated() { buffer.initializeElement(at: place + 1, to: number) }
        // SAFETY: the buffer has room for the count at least.
        return buffer.baseAddress!
    }

    /// Appends the numbers of a trace: whether there is a histogram (1 or 0), and if there is, its two ends, the
    /// prominence and the list of smoothed counts; the list of the quadrants' first column, first row, width, height.
    mutating func append(_ trace: AnalysisTrace) {
        append(trace.histogram != nil)
        if let histogram = trace.histogram {
            numbers += [histogram.minimum, histogram.maximum, histogram.prominence]
            appendList(histogram.smoothedCounts) { $0.numbers.append($1) }
        }
        appendList(trace.quadrants) { record, area in
            let sides = [area.columns.lowerBound, area.rows.lowerBound, area.columns.count, area.rows.count]
            record.numbers += sides.map { Double($0) }
        }
    }

    private mutating func append(_ field: SceneAnalysis.Field, of analysis: SceneAnalysis) {
        switch field {
        case .status: append(analysis.status)
        case .profile: append(analysis.profile)
        // It follows from the sources, and is described.
        case .algorithmVersion: break
        case .reasons: appendList(analysis.reasons) { $0.append($1) }
        default: append(field.value(in: analysis))
        }
    }

    private mutating func append(_ value: FieldValue) {
        switch value {
        case .text, .texts: preconditionFailure("a field of words has no number")
        case .flag(let flag): append(flag)
        case .whole(let number): numbers.append(Double(number))
        case .wholes(let wholes): appendList(wholes) { $0.numbers.append(Double($1)) }
        case .real(let number): numbers.append(number)
        case .reals(let reals): appendList(reals) { $0.numbers.append($1) }
        case .quadrants(let quadrants):
            appendList(quadrants) { record, quadrant in
                record.numbers.append(Double(quadrant.validCount))
                record.numbers.append(quadrant.standardDeviation ?? .nan)
            }
        case .checks(let checks):
            appendList(checks) { record, outcome in
                record.append(outcome.check)
                record.numbers += [outcome.value, outcome.threshold, outcome.margin]
                record.append(outcome.holds)
            }
        }
    }

    private mutating func append(_ flag: Bool) { numbers.append(flag ? 1 : 0) }

    private mutating func append<Word: CaseIterable & Equatable>(_ word: Word) {
        for (number, other) in Word.allCases.enumerated() where other == word { numbers.append(Double(number)) }
    }

    private mutating func appendList<Element>(
        _ elements: [Element], _ append: (inout NumberRecord, Element) -> Void
    ) {
        numbers.append(Double(elements.count))
        for element in elements { append(&self, element) }
    }
}
