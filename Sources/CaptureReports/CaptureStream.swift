internal import Support

/// A report of any number of results, written incrementally: ``opening``, each ``entry(_:)``, then ``closing``,
/// without separators between them.
package struct CaptureStream<Result> {
    private let format: CaptureFormat
    private let isList: Bool
    private let isTight: Bool
    private let text: (Result) -> String
    private let json: (Result) -> JSONValue
    private var isFirst = true

    /// - Parameters:
    ///   - isList: Whether JSON is an array, even for a single result.
    ///   - isTight: Whether to omit the empty line between text entries.
    private init(
        _ format: CaptureFormat, isList: Bool, isTight: Bool, text: @escaping (Result) -> String,
        json: @escaping (Result) -> JSONValue
    ) {
        self.format = format
        self.isList = isList
        self.isTight = isTight
        self.text = text
        self.json = json
    }

    package var opening: String { format == .json && isList ? "[" : "" }

    package mutating func entry(_ result: Result) -> [UInt8] {
        defer { isFirst = false }
        switch format {
        case .text: return Array(((isFirst || isTight ? "" : "\n") + text(result) + "\n").utf8)
        case .json:
            let separator = isList ? (isFirst ? "\n  " : ",\n  ") : ""
            return Array(separator.utf8) + bytes(of: result, .indented, outerDepth: isList ? 1 : 0)
        case .ndjson: return bytes(of: result, .compact) + [0x0A]
        }
    }

    package var closing: String {
        guard format == .json else { return "" }
        return isList ? (isFirst ? "]\n" : "\n]\n") : "\n"
    }

    private func bytes(of result: Result, _ layout: JSONWriter.Layout, outerDepth: Int = 0) -> [UInt8] {
        var writer = JSONWriter(layout, outerDepth: outerDepth, .texts)
        writer.object { writer in
            for member in json(result).members ?? [] { writer.member(member.key) { $0.valueOrRows(member.value) } }
        }
        return writer.bytes
    }
}

extension JSONWriter {
    /// Writes a value. In a list, each object takes one line.
    fileprivate mutating func valueOrRows(_ value: JSONValue) {
        guard let elements = value.elements, elements.contains(where: { $0.members != nil }) else {
            self.value(value)
            return
        }
        array(isInline: false) { writer in
            for element in elements {
                writer.object(isInline: true) { writer in
                    for member in element.members ?? [] { writer.member(member.key) { $0.value(member.value) } }
                }
            }
        }
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
            json: \.json)
    }
}

extension CaptureStream<CaptureInspection> {
    package init(_ format: CaptureFormat, isList: Bool, text: InspectionText) {
        self.init(format, isList: isList, isTight: false, text: text.page, json: InspectionField.object)
    }
}
