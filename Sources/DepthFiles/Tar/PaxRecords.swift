import GzipReader

/// The pax header records that describe the following members, in the form `LENGTH KEY=VALUE\n`.
///
///     var records = PaxRecords()
///     if records.add(contents), let path = records.path { name = path }
///
/// Only records needed to find contents are kept.
struct PaxRecords: Equatable {
    /// The full name.
    var path: [UInt8]?
    /// The name of a sparse file; its ``path`` is synthetic.
    var sparseName: [UInt8]?
    /// The size, which overrides that of the header.
    var byteCount: Int?
    /// Whether holes are omitted from the contents.
    var isSparse = false

    /// Adds the contents of a header; later values replace earlier ones.
    ///
    /// - Returns: false for malformed records, after which nothing is certain about the next member.
    mutating func add(_ contents: [UInt8]) -> Bool {
        var rest = contents[...]
        // Some programs pad with zeros.
        while let first = rest.first, first != 0 {
            guard let space = rest.prefix(20).firstIndex(of: UInt8(ascii: " ")),
                let length = FileSize(decimal: rest[..<space])?.int(atMost: rest.count),
                rest.startIndex + length > space + 1
            else { return false }
            let end = rest.startIndex + length
            guard rest[end - 1] == UInt8(ascii: "\n") else { return false }
            let record = rest[(space + 1)..<(end - 1)]
            guard let equals = record.firstIndex(of: UInt8(ascii: "=")),
                store(key: record[..<equals], value: record[(equals + 1)...])
            else { return false }
            rest = rest[end...]
        }
        return true
    }

    private mutating func store(key: ArraySlice<UInt8>, value: ArraySlice<UInt8>) -> Bool {
        switch String(decoding: key, as: UTF8.self) {
        case "path":
            guard !value.contains(0) else { return false }
            path = value.isEmpty ? nil : Array(value)
        case "size":
            guard !value.isEmpty else {
                byteCount = nil
                return true
            }
            guard let number = FileSize(decimal: value)?.int(atMost: FileSize.largestFile) else { return false }
            byteCount = number
        case "GNU.sparse.name":
            guard !value.contains(0) else { return false }
            (sparseName, isSparse) = (Array(value), true)
        case let key where key.hasPrefix("GNU.sparse."): isSparse = true
        default: break
        }
        return true
    }

    /// These records, with missing ones taken from `others`.
    func over(_ others: PaxRecords) -> PaxRecords {
        PaxRecords(
            path: path ?? others.path, sparseName: sparseName ?? others.sparseName,
            byteCount: byteCount ?? others.byteCount, isSparse: isSparse || others.isSparse)
    }
}
