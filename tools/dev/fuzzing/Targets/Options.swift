import DepthAnalysis
import Support

@testable import Conformance
@testable import DepthFiles
@testable import ThresholdTuning

extension FuzzTarget {
    /// The value of an option, parsed by each grammar of option values.
    static let options = FuzzTarget(
        name: "options",
        words: AnalysisParameters.Key.allCases.map { $0.rawValue + "=" }
            + CommandTemplate.Placeholder.allCases.map { "{\($0.rawValue)}" } + numberWords
            + [
                "dimensions=", "row_bytes=", "units_per_metre=", "invalid=", "strict", "0.05:0.3:0.05", "1e15:", "**",
                "*?",
            ]
    ) { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        promiseSweep(text)
        promiseCommand(text)
        if let options = ReadingOptions(canonicalText: text) {
            promise(options.canonicalText == text, "a text that was read is written unchanged: \(text)")
            _ = DepthFileReader(options: options).read([0, 0, 128, 63, 0, 0, 128, 63])
        }
        let half = text.utf8.count / 2
        _ = Pattern.matches(text[...], String(decoding: bytes.suffix(half), as: UTF8.self)[...])
        promisePrintable(text.printable)
        promise(text.wrapped(width: 20, indent: 2).allSatisfy { !$0.isEmpty }, "no line is empty")
    }
}

private func promiseSweep(_ text: String) {
    guard let dimension = try? SweepDimension(text) else { return }
    promise(!dimension.values.isEmpty, "a dimension has values")
    guard var sweep = try? Sweep([dimension], of: .standard, refinements: 1) else { return }
    for way in sweep.ways {
        promise((try? way.parameters.validate()) != nil, "each way has valid parameters")
    }
    _ = sweep.refine(around: sweep.ways.count - 1)
}

private func promiseCommand(_ text: String) {
    if let template = try? CommandTemplate(text) {
        let words = template.words([.input: "{width}", .width: "3"])
        promise(words.count == template.words.count, "inserted values add no words")
    }
    _ = try? SessionCommand(text)
}
