package import DepthAnalysis

/// An analysis encoded as numbers, field by field in the order of `SceneAnalysis.Field`.
///
/// A word is encoded as its index; a list as its count, followed by its elements; a quadrant as its valid count and its
/// standard deviation, NaN if it has none; a check as its index, value, threshold, margin and outcome. Text would
/// double the size of a web page's module; callers get the words from the description instead.
package struct NumberRecord {
    private(set) var numbers: [Double] = []

    package init(of analysis: SceneAnalysis) {
        numbers.reserveCapacity(256)
        for field in SceneAnalysis.Field.allCases { append(field, of: analysis) }
    }

    package init(_ numbers: [Double]) { self.numbers = numbers }

    /// The numbers to return, preceded by their count; freed with `depthcheck_free`.
    package var allocatedCopy: UnsafeMutablePointer<Double> {
        let buffer = UnsafeMutableBufferPointer<Double>.allocate(capacity: numbers.count + 1)
        _ = buffer.initialize(from: CollectionOfOne(Double(numbers.count)))
        for (place, number) in numbers.enumerated() { buffer.initializeElement(at: place + 1, to: number) }
        // SAFETY: the buffer holds at least the count.
        return buffer.baseAddress!
    }

    /// Appends a trace: whether there is a histogram (1 or 0), and if so its minimum and maximum, the prominence and
    /// the list of smoothed counts; then the list of quadrants with first column, first row, width and height.
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
        // Constant, so the description has it instead.
        case .algorithmVersion: break
        case .reasons: appendList(analysis.reasons) { $0.append($1) }
        default: append(field.value(in: analysis))
        }
    }

    private mutating func append(_ value: AnalysisFieldValue) {
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
