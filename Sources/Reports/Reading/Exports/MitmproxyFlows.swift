internal import Captures
internal import Support

/// Flows that mitmproxy saves (`mitmdump -w`): one dictionary after another. Flows of other protocols than HTTP are
/// skipped.
///
/// The reader needs `request` with `method`, `path`, `headers` (pairs) and `content`, which versions 1 to 12 write. It
/// also uses `timestamp_start`.
///
/// Source: mitmproxy/io/io.py, mitmproxy/io/tnetstring.py, mitmproxy/http.py.
extension RequestExport {
    static let mitmproxy = RequestExport(
        name: "mitmproxy", noun: "flows of mitmproxy",
        recognises: { file in
            // The first key of a flow follows the length of the dictionary.
            let digits = file.bytes.prefix { (0x30...0x39).contains($0) }
            guard (1...12).contains(digits.count), file.bytes.dropFirst(digits.count).first == UInt8(ascii: ":") else {
                return false
            }
            var rest = file.bytes.dropFirst(digits.count + 1)
            return TaggedNetstring(&rest)?.text != nil
        }
    ) { (file, requests) throws(ExportDamage) in
        var rest = file.bytes[...]
        while !rest.isEmpty {
            guard let flow = TaggedNetstring(&rest), flow.type == .dictionary else {
                throw ExportDamage(finding: "no flow at byte \(rest.startIndex), where the file is cut off or damaged")
            }
            guard let request = flow["request"], let method = request["method"]?.text else { continue }
            let seconds = request["timestamp_start"]?.number
            try requests.add(
                method: method, target: request["path"]?.text ?? "",
                time: seconds.flatMap { CaptureTimestamp(unixSeconds: $0) },
                headers: {
                    (request["headers"]?.elements ?? []).compactMap { pair in
                        let parts = Array(pair.elements.prefix(2))
                        guard parts.count == 2, let name = parts[0].text else { return nil }
                        let value = parts[1]
                        return RequestHeaders.Field(name: name, value: Array(value.content))
                    }
                },
                body: { (headers) throws(ExportFault) in
                    guard let content = request["content"], content.type != .null else { throw .noBody }
                    if let stated = headers.contentLength, stated != content.content.count {
                        throw .size(found: content.content.count, stated: stated)
                    }
                    return Array(content.content)
                })
        }
    }
}

/// A value with its length before it and its type after it: `5:hello,`. Nested values are read only when needed, so
/// that deep nesting needs no stack.
private struct TaggedNetstring {
    enum Kind: UInt8 {
        case bytes = 0x2C
        case text = 0x3B
        case integer = 0x23
        case float = 0x5E
        case flag = 0x21
        case null = 0x7E
        case list = 0x5D
        case dictionary = 0x7D
    }

    let type: Kind
    let content: ArraySlice<UInt8>

    /// Reads the value at the start of `rest`; nil if it is malformed or cut off.
    init?(_ rest: inout ArraySlice<UInt8>) {
        var (index, count) = (rest.startIndex, 0)
        while index < rest.endIndex, (0x30...0x39).contains(rest[index]), index - rest.startIndex < 12 {
            count = count * 10 + Int(rest[index] - 0x30)
            index += 1
        }
        guard index > rest.startIndex, index < rest.endIndex, rest[index] == UInt8(ascii: ":"),
            count < rest.endIndex - index - 1, let type = Kind(rawValue: rest[index + 1 + count])
        else { return nil }
        self.type = type
        content = rest[(index + 1)..<(index + 1 + count)]
        rest = rest[(index + 2 + count)...]
    }

    /// The values of a list, up to a malformed one; empty for other types.
    var elements: [TaggedNetstring] {
        guard type == .list else { return [] }
        return Array(sequence(state: content) { TaggedNetstring(&$0) }.prefix(Self.elementLimit))
    }

    /// More than the hundred headers that a server accepts.
    private static let elementLimit = 1000

    subscript(key: String) -> TaggedNetstring? {
        guard type == .dictionary else { return nil }
        var rest = content
        while let name = TaggedNetstring(&rest), let value = TaggedNetstring(&rest) {
            if name.content.elementsEqual(key.utf8) { return value.type == .null ? nil : value }
        }
        return nil
    }

    var text: String? { type == .bytes || type == .text ? String(decoding: content, as: UTF8.self) : nil }

    var number: Double? { type == .float || type == .integer ? Double(String(decoding: content, as: UTF8.self)) : nil }
}

extension CaptureTimestamp {
    /// Nil for a time outside the years 1 to 9999.
    fileprivate init?(unixSeconds seconds: Double) {
        guard abs(seconds) < 2.5e11 else { return nil }
        self.init(milliseconds: Int64((seconds * 1000).rounded(.down)))
    }
}
