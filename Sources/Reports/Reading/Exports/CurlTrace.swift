internal import Captures
internal import Support

/// The output of `curl --trace` and `--trace-ascii`: blocks of bytes that were sent or received.
///
///     => Send header, 134 bytes (0x86)
///     0000: 50 4f 53 54 20 2f 61 70 69 2f 76 31 2f 63 61 70 POST /api/v1/cap
///
/// Times (`--trace-time`) and the numbers of transfers (`--trace-ids`) can precede the arrows.
///
/// Source: curl, src/tool_cb_dbg.c.
extension RequestExport {
    static let curlTrace = RequestExport(
        name: "curl_trace", noun: "a trace of curl",
        recognises: { file in
            var rest = file.text.prefix(200)
            return CurlTraceLine.next(&rest).flatMap(CurlTraceLine.init) != nil
        }
    ) { (file, requests) throws(ExportDamage) in
        var transfers = CurlTransfers()
        var rest = file.text
        while let line = CurlTraceLine.next(&rest) {
            guard let line = CurlTraceLine(line), let block = line.block else { continue }
            let (bytes, isASCII) = try CurlTraceLine.content(block.count, &rest)
            guard block.isSent else { continue }
            transfers.append(bytes, isASCII: isASCII, isHeader: block.isHeader, line.transfer)
        }
        try transfers.add(to: &requests)
    }
}

/// The requests of all transfers, in the order of their headers. curl can make transfers at the same time.
private struct CurlTransfers {
    private struct Request {
        var bytes: [UInt8] = []
        var isASCII = false
    }

    private var requests: [Request] = []
    private var last: [[UInt8]: Int] = [:]

    /// Appends bytes to a request. Data without a header before it is ignored.
    mutating func append(_ bytes: [UInt8], isASCII: Bool, isHeader: Bool, _ transfer: [UInt8]) {
        if isHeader {
            last[transfer] = requests.count
            requests.append(Request())
        }
        guard let index = last[transfer] else { return }
        requests[index].bytes += bytes
        requests[index].isASCII = requests[index].isASCII || isASCII
    }

    func add(to exported: inout ExportedRequests) throws(ExportDamage) {
        for request in requests {
            try exported.add(http: request.bytes) { body in
                guard request.isASCII, body.contains(UInt8(ascii: ".")) else { return nil }
                // A period for a control character makes JSON malformed; a character beyond ASCII becomes two or more.
                let isSure = body[...].range(of: "..") == nil && (try? JSONReader.read(body, .texts)) != nil
                return isSure ? nil : .asciiTrace
            }
        }
    }
}

/// A line of a trace that is a remark or begins a block.
private struct CurlTraceLine {
    struct Block {
        let isSent: Bool
        let isHeader: Bool
        let count: Int
    }

    /// The numbers of the transfer and its connection; empty if the trace does not have them.
    let transfer: [UInt8]
    /// Nil for a remark, and for the bytes of TLS.
    let block: Block?

    init?(_ line: ArraySlice<UInt8>) {
        var rest = line
        if let time = rest.firstIndex(of: 0x20), time - rest.startIndex == 15, rest[rest.startIndex + 2] == Self.colon {
            rest = rest[(time + 1)...]
        }
        var transfer: [UInt8] = []
        if rest.first == UInt8(ascii: "["), let end = rest.prefix(50).firstIndex(of: UInt8(ascii: "]")) {
            transfer = Array(rest[...end])
            rest = rest[(end + 1)...].drop { $0 == 0x20 }
        }
        self.transfer = transfer
        let text = String(decoding: rest.prefix(80), as: UTF8.self)
        if text.hasPrefix("== Info: ") || text.hasPrefix("Warning: ") {
            block = nil
            return
        }
        guard text.hasPrefix("=> Send ") || text.hasPrefix("<= Recv "),
            let count = text.split(separator: ", ").last?.split(separator: " ").first.flatMap({ Int($0) }), count >= 0
        else { return nil }
        let kind = text.dropFirst("=> Send ".count)
        let isHeader = kind.hasPrefix("header,")
        block =
            isHeader || kind.hasPrefix("data,")
            ? Block(isSent: text.hasPrefix("=>"), isHeader: isHeader, count: count) : nil
    }

    private static let colon = UInt8(ascii: ":")

    /// The next line without its line break.
    static func next(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard !rest.isEmpty else { return nil }
        var line = rest.prefix { $0 != 0x0A }
        rest = rest.dropFirst(line.count + 1)
        if line.last == 0x0D { line.removeLast() }
        return line
    }

    /// The bytes of a block, from its lines.
    static func content(
        _ count: Int, _ rest: inout ArraySlice<UInt8>
    ) throws(ExportDamage) -> (bytes: [UInt8], isASCII: Bool) {
        var bytes: [UInt8] = []
        var isASCII = false
        while bytes.count < count {
            guard let line = next(&rest), let row = row(line), [0, 2].contains(row.offset - bytes.count),
                row.offset <= count
            else {
                throw ExportDamage(finding: "\(bytes.count) of the \(count) bytes of a block")
            }
            // In a trace in ASCII, a line break in the data begins a new line of the trace and is not shown.
            if row.offset > bytes.count {
                bytes += [0x0D, 0x0A]
                isASCII = true
            }
            let length = min(16, count - row.offset)
            if !isASCII, let values = hexadecimal(row.text, length) {
                bytes += values
                continue
            }
            isASCII = true
            bytes += row.text
            if count - bytes.count == 2, !startsRow(rest) { bytes += [0x0D, 0x0A] }
            guard bytes.count <= count else { throw ExportDamage(finding: "a line with too many bytes") }
        }
        return (bytes, isASCII)
    }

    /// An offset in hexadecimal digits, a colon and a space; then the bytes.
    private static func row(_ line: ArraySlice<UInt8>) -> (offset: Int, text: ArraySlice<UInt8>)? {
        let digits = line.prefix(12).prefix { Hexadecimal.digit($0) != nil }
        guard digits.count >= 4, line.dropFirst(digits.count).starts(with: ": ".utf8),
            let offset = Int(String(decoding: digits, as: UTF8.self), radix: 16)
        else { return nil }
        return (offset, line.dropFirst(digits.count + 2))
    }

    private static func startsRow(_ rest: ArraySlice<UInt8>) -> Bool {
        var rest = rest
        return next(&rest).flatMap(row) != nil
    }

    /// The bytes in the 16 columns of digits; nil for a line of text.
    private static func hexadecimal(_ text: ArraySlice<UInt8>, _ count: Int) -> [UInt8]? {
        // Editors remove spaces at the ends of lines.
        guard (3 * count - 1...48 + count).contains(text.count) else { return nil }
        var bytes: [UInt8] = []
        for column in 0..<count {
            let digits = text.dropFirst(3 * column).prefix(3)
            guard let high = digits.first.flatMap(Hexadecimal.digit),
                let low = digits.dropFirst().first.flatMap(Hexadecimal.digit),
                digits.count == 2 || digits.last == 0x20
            else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }
}
