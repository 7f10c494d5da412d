/// A report of any number of results: ``opening``, each ``entry(_:)``, then ``closing``.
package struct ResultStream<Result> {
    private let format: ResultFormat
    private var isList: Bool
    private let isTight: Bool
    private let layout: JSONWriter.Layout
    private let strings: JSONStrings
    private let names: OptionNaming
    private let text: (Result) -> String
    private let shape: Shape<Result>
    package private(set) var isEmpty = true

    package init(
        _ format: ResultFormat, isList: Bool, isTight: Bool = false, _ names: OptionNaming,
        _ layout: JSONWriter.Layout = .indented, _ strings: JSONStrings = .names, shape: Shape<Result>,
        text: @escaping (Result) -> String
    ) {
        (self.format, self.isList, self.isTight, self.layout) = (format, isList, isTight, layout)
        (self.strings, self.names, self.shape, self.text) = (strings, names, shape, text)
    }

    package var opening: String { format == .json && isList ? "[" : "" }

    package mutating func entry(_ result: Result) -> [UInt8] {
        defer { isEmpty = false }
        switch format {
        case .text: return Array(((isEmpty || isTight ? "" : "\n") + text(result) + "\n").utf8)
        case .json:
            let separator = isList ? (isEmpty ? "\n  " : ",\n  ") : ""
            return Array(separator.utf8) + json(result, layout, outerDepth: isList ? 1 : 0)
        case .ndjson: return json(result, .compact) + Array("\n".utf8)
        }
    }

    /// The entries of one input's results. If there are several, the JSON is an array.
    package mutating func entries(_ results: [Result], areList: Bool) -> [UInt8] {
        isList = isList || areList || results.count > 1
        let start = isEmpty ? Array(opening.utf8) : []
        return results.reduce(into: start) { $0 += entry($1) }
    }

    package var closing: String {
        guard format == .json else { return "" }
        return isList ? (isEmpty ? "]\n" : "\n]\n") : "\n"
    }

    private func json(_ result: Result, _ layout: JSONWriter.Layout, outerDepth: Int = 0) -> [UInt8] {
        var writer = JSONWriter(layout, outerDepth: outerDepth, strings, names)
        shape.write(result, to: &writer)
        return writer.bytes
    }
}

package enum ResultFormat: String, Sendable, CaseIterable { case text, json, ndjson }
