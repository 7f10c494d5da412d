import Support

extension FuzzTarget {
    /// JSON: values are written and read back unchanged.
    static let json = FuzzTarget(
        name: "json", words: numberWords + ["\\u0000", "\\uD83D\\uDE00", "{\"\":", "[[[[", "\u{FEFF}", "false"]
    ) { bytes in
        guard let value = try? JSONReader.read(bytes) else { return }
        let text = compactText(of: value)
        promise(compactText(of: promiseJSON(text)) == text, "written JSON is read back unchanged: \(text)")
        var writer = JSONWriter(.indented)
        writer.value(value)
        promise(
            compactText(of: promiseJSON(writer.text)) == text, "the layout does not change the JSON: \(writer.text)")
        if !hasNonFiniteWord(value) {
            promise(isJSONElsewhere(String(decoding: bytes, as: UTF8.self)), "text recognised as JSON is JSON")
        }
    }

    /// CSV: rows are written and read back unchanged.
    static let csv = FuzzTarget(name: "csv", words: ["\"\"", "\r\n", "\",\"", "\u{FEFF}"]) { bytes in
        let records = Array(CSVRecords(bytes))
        let text = records.map { CSV.row($0) + "\n" }.joined()
        let again = Array(CSVRecords(Array(text.utf8)))
        promise(again == records, "written CSV is read back unchanged: \(records) became \(again)")
    }
}

private func compactText(of value: JSONValue) -> String {
    var writer = JSONWriter(.compact)
    writer.value(value)
    return writer.text
}

/// Whether a value contains one of the non-finite numbers that JSON does not have.
private func hasNonFiniteWord(_ value: JSONValue) -> Bool {
    switch value {
    case .number(let text): text.hasSuffix("N") || text.hasSuffix("y")
    case .array(let elements): elements.contains(where: hasNonFiniteWord)
    case .object(let members): members.contains { hasNonFiniteWord($0.value) }
    case .null, .flag, .string: false
    }
}
