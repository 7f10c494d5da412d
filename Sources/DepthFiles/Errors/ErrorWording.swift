import DepthAnalysis

// Shared wording of errors. Options are named through `ReadingOptionNames`, because a library does not know the
// options of a command.

package typealias ErrorParts = (finding: String, expectation: String, remedy: String)

func lackOfMemory(_ byteCount: Int) -> ErrorParts {
    (
        "too little memory for the \(byteText(byteCount)) needed", "that much free memory",
        "free memory, raise the limit of the process, or process the file on another machine"
    )
}

package func sentence(_ words: ErrorParts) -> String {
    "found \(words.finding); expected \(words.expectation); \(words.remedy)"
}

extension ReadingOptionNames {
    /// For example " (2 files skipped)"; empty for none.
    func remark(_ skippedCount: Int, _ noun: String) -> String {
        switch skippedCount {
        case 0: ""
        case 1: " (1 \(noun) skipped)"
        default: " (\(skippedCount) \(noun)s skipped)"
        }
    }

    var raise: String {
        maximumByteCount.map { "raise it with \($0) if the file is a depth map" } ?? "name a smaller file"
    }
}

extension DepthContainer {
    var stream: String {
        compression.map { "\(self == .lzfse ? "an" : "a") \($0) stream" } ?? "an uncompressed file"
    }

    /// A further remedy for containers that uncompressed samples can resemble by chance.
    func hint(_ names: ReadingOptionNames) -> String {
        self == .zlib || self == .deflate ? ", or give \(names.dimensions) if it is uncompressed" : ""
    }
}

extension MapDimensions {
    var text: String { "\(width)x\(height)" }
}

/// Omits `.0` from whole numbers.
func integerText(_ number: Float) -> String { Int(exactly: number)?.description ?? number.description }

package func byteText(_ count: Int) -> String { count == 1 ? "1 byte" : "\(count) bytes" }
func sampleText(_ count: Int) -> String { count == 1 ? "1 sample" : "\(count) samples" }
