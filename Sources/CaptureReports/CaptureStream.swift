internal import Support

/// A report of any number of results, written incrementally: ``opening``, each ``entry(_:)``, then ``closing``,
/// without separators between them.
package struct CaptureStream<Result> {
    private let format: CaptureFormat
    private let isList: Bool
    private let isTight: Bool
    private let text: (Result) -> String
    private let shape: Shape<Result>
    private var isFirst = true

    /// - Parameters:
    ///   - isList: Whether JSON is an array, even for a single result.
    ///   - isTight: Whether to omit the empty line between text entries.
    private init(
        _ format: CaptureFormat, isList: Bool, isTight: Bool, text: @escaping (Result) -> String,
        shape: Shape<Result>
    ) {
        self.format = format
        self.isList = isList
        self.isTight = isTight
        self.text = text
        self.shape = shape
    }

    package var opening: String { format == .json && isList ? "[" : "" }

    package mutating func entry(_ result: Result) -> [UInt8] {
        defer { isFirst = false }
        switch format {
        case .text: return Array(((isFirst || isTight ? "" : "\n") + text(result) + "\n").utf8)
        case .json:
            let separator = isList ? (isFirst ? "\n  " : ",\n  ") : ""
            return Array(separator.utf8) + bytes(of: result, .rows, outerDepth: isList ? 1 : 0)
        case .ndjson: return bytes(of: result, .compact) + [0x0A]
        }
    }

    package var closing: String {
        guard format == .json else { return "" }
        return isList ? (isFirst ? "]\n" : "\n]\n") : "\n"
    }

    private func bytes(of result: Result, _ layout: JSONWriter.Layout, outerDepth: Int = 0) -> [UInt8] {
        var writer = JSONWriter(layout, outerDepth: outerDepth, .texts)
        shape.write(result, to: &writer)
        return writer.bytes
    }
}

package enum CaptureFormat: String, Sendable, CaseIterable {
    case text, json, ndjson
}

extension CaptureStream<JudgedInput> {
    /// - Parameter isBrief: Whether text has one line per result.
    package init(_ format: CaptureFormat, isList: Bool, isBrief: Bool, text: JudgementText) {
        self.init(
            format, isList: isList, isTight: isBrief, text: { isBrief ? text.line($0) : text.page($0) },
            shape: JudgedInput.shape)
    }
}

extension CaptureStream<CaptureInspection> {
    package init(_ format: CaptureFormat, isList: Bool, text: InspectionText) {
        self.init(format, isList: isList, isTight: false, text: text.page, shape: CaptureInspection.shape)
    }
}
