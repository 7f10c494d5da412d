internal import Captures
internal import Support

/// A recognised file that is not a capture and contains no requests.
package struct ForeignFile: Error, Hashable, Sendable {
    package let noun: String
    package var advice = ForeignFile.standardAdvice

    private static let standardAdvice = "name a capture, or check the path"

    /// Recognises files that are not JSON objects or arrays.
    static func other(_ file: ExportFile) -> ForeignFile? {
        let bytes = file.bytes
        if let known = signatures.first(where: { signature in signature.starts.contains { bytes.starts(with: $0) } }) {
            return known.file
        }
        if bytes.dropFirst(4).starts(with: "ftyp".utf8) {
            return ForeignFile(noun: "a HEIC image or another file of ISO media", advice: part)
        }
        let start = String(decoding: file.text.prefix(1024), as: UTF8.self).lowercased()
        if let known = texts.first(where: { text in text.starts.contains { start.hasPrefix($0) } }) {
            return known.file
        }
        if start.contains("\n> post /") || start.contains("\n> host: ") { return verboseCurl }
        guard bytes.count <= parsedByteCount, let json = try? JSONReader.read(bytes, .texts) else { return nil }
        return ForeignFile(
            noun: "JSON with \(json.kindName) only",
            advice: json.string == nil ? standardAdvice : "name a file with the text itself, without quotation marks")
    }

    /// Whether a file is a result of this program: a result begins with its path and its form or outcome.
    static func isResult(_ file: ExportFile) -> Bool {
        file.names.contains("input") && !file.names.isDisjoint(with: ["outcome", "form"])
    }

    /// The size up to which JSON is parsed to name it. No capture is larger.
    private static let parsedByteCount = 8 << 20

    /// Recognises JSON that is neither a capture nor a registration: an object with at most one member of a hash-only
    /// capture, and with none that only such a capture has; or an array that does not begin with a text.
    ///
    /// Malformed JSON that mentions members of a capture is not recognised, so that the server's rules apply to it.
    static func json(_ file: ExportFile) -> ForeignFile? {
        guard !file.bytes.isEmpty else { return nil }
        guard !file.text.isEmpty else { return ForeignFile(noun: "a file of blanks") }
        if isResult(file) { return ForeignFile(noun: "a result of depthcheck") }
        let names = Set(file.names.map(plainName))
        guard names.isDisjoint(with: ownMembers),
            names.isEmpty || names == ["metadata"] || !names.isSubset(of: members)
        else { return nil }
        guard file.bytes.count <= parsedByteCount,
            let json = try? JSONReader.read(file.bytes, .texts, isRepairing: true)
        else {
            let start = plainName(String(decoding: file.text.prefix(1 << 16), as: UTF8.self))
            let isCapture = ownMembers.union(["hashonly"]).contains { start.contains($0) }
            return isCapture ? nil : ForeignFile(noun: "JSON without members of a capture")
        }
        if let elements = json.elements { return array(elements) }
        guard let found = json.members else { return nil }
        if let kind = kinds.first(where: { $0.members.allSatisfy { json[$0] != nil } }) { return kind.file }
        guard names.intersection(members).count < 2 else { return nil }
        guard !found.isEmpty else { return ForeignFile(noun: "a JSON object without members") }
        let list = found.prefix(4).map(\.key.printable).joined(separator: ", ")
        return ForeignFile(
            noun: "a JSON object with " + (found.count == 1 ? "the member \(list)" : "the members \(list)")
                + (found.count > 4 ? " and \(found.count - 4) more" : ""))
    }

    private static func array(_ elements: [JSONValue]) -> ForeignFile? {
        // The server reads an array as the values of the members in order.
        if elements.first?.string != nil { return nil }
        if elements.first?["protocolVersion"] != nil, elements.first?["host"] != nil {
            return ForeignFile(noun: "a session of Charles in JSON", advice: charles)
        }
        guard !elements.isEmpty else { return ForeignFile(noun: "an empty JSON array") }
        let isOfObjects = elements.allSatisfy { $0.members != nil }
        return ForeignFile(
            noun: "a JSON array of " + NumberText.count(elements.count, isOfObjects ? "object" : "value"))
    }

    /// A member name in any style of writing.
    private static func plainName(_ name: String) -> String {
        String(name.lowercased().filter { $0 != "_" && $0 != "-" })
    }

    private static let members = Set(HashOnlyPayload.memberNames.map(plainName))

    /// The members that only a hash-only capture has.
    private static let ownMembers = Set(
        ["capture_mode", "media_hash", "depth_analysis", "metadata_flags", "temporal_depth_analysis"].map(plainName))
}

extension ForeignFile {
    private static let charles = "export the session as HAR (File > Export Session) and name that"
    private static let proxy = "send the requests through mitmproxy, and name the flows that mitmdump -w writes"
    private static let postman = ForeignFile(noun: "a collection or environment of Postman", advice: proxy)
    private static let proxyman = "export the flows as HAR (File > Export) and name that"
    private static let wireshark =
        "a proxy such as mitmproxy sees the requests, which are encrypted in a capture of packets"

    private static let signatures: [(starts: [[UInt8]], file: ForeignFile)] = [
        (
            [
                [0xD4, 0xC3, 0xB2, 0xA1], [0xA1, 0xB2, 0xC3, 0xD4], [0x4D, 0x3C, 0xB2, 0xA1],
                [0x0A, 0x0D, 0x0D, 0x0A],
            ],
            ForeignFile(noun: "a capture of network packets (pcap)", advice: wireshark)
        ),
        (
            [Array("PK\u{3}\u{4}".utf8), Array("PK\u{5}\u{6}".utf8)],
            ForeignFile(
                noun: "a zip archive, such as a SAZ of Fiddler or a session of Charles or Proxyman",
                advice: "export the session as HAR and name that, or unpack the archive")
        ),
        ([[0xAC, 0xED, 0x00, 0x05]], ForeignFile(noun: "a session of Charles", advice: charles)),
        (
            [Array("<?xml version='1.0' encoding='UTF-8' ?>\n<charles-session".utf8)],
            ForeignFile(noun: "a session of Charles in XML", advice: charles)
        ),
        (
            [Array("bplist0".utf8)],
            ForeignFile(noun: "a binary property list, such as a log of Proxyman", advice: proxyman)
        ),
        ([Array("SQLite format 3".utf8)], ForeignFile(noun: "a database of SQLite")),
        ([[0x1F, 0x8B]], ForeignFile(noun: "gzip data without a readable capture, such as a depth map", advice: part)),
        ([[0xFF, 0xD8, 0xFF]], ForeignFile(noun: "a JPEG", advice: part)),
        ([[0x89, 0x50, 0x4E, 0x47]], ForeignFile(noun: "a PNG", advice: part)),
        ([Array("%PDF".utf8)], ForeignFile(noun: "a PDF")),
        (
            [[0xFF, 0xFE], [0xFE, 0xFF]],
            ForeignFile(noun: "text in UTF-16", advice: "save it in UTF-8 and name that")
        ),
        ([[0x30, 0x82]], ForeignFile(noun: "DER, such as a certificate or key")),
    ]

    /// Files of text, recognised by their beginning in lower case.
    private static let texts: [(starts: [String], file: ForeignFile)] = [
        (["-----begin "], ForeignFile(noun: "a PEM file, such as a key or certificate")),
        (["<?xml", "<items"], ForeignFile(noun: "XML, such as items of Burp Suite", advice: proxy)),
        (["<!doctype html", "<html"], ForeignFile(noun: "an HTML page")),
        (["http/1.", "http/2"], ForeignFile(noun: "an answer of a server", advice: request)),
        (["curl "], ForeignFile(noun: "a command of curl", advice: traceOfCurl)),
        (["> post ", "* trying ", "* host ", "* connected "], verboseCurl),
        (["diff ", "--- "], ForeignFile(noun: "text, such as a patch")),
        (["00000000: ", "00000000  "], ForeignFile(noun: "a dump in hexadecimal digits", advice: "name its bytes")),
    ]

    private static let verboseCurl = ForeignFile(
        noun: "the output of curl -v, which has no bodies", advice: traceOfCurl)

    private static let traceOfCurl = "let curl record a trace in hexadecimal digits, and name that"

    private static let part = "name the body, or a folder with photo.jpg, depth.bin and metadata.json"

    /// JSON objects, recognised by the members that they have.
    private static let kinds: [(members: [String], file: ForeignFile)] = [
        (["photo_hash", "depth_map_dimensions"], metadata), (["photo_hash", "captured_at"], metadata),
        (["depth_map_dimensions", "captured_at"], metadata),
        (
            ["computed_at", "aggregated_confidence"],
            ForeignFile(noun: "the detection of a full capture", advice: part)
        ),
        (["public_key", "counter"], device), (["level", "counter"], device), (["public_key_hex"], device),
        (["assertion_counter"], device), (["attestation_level"], device),
        (["captures", "outcome"], ForeignFile(noun: "a summary of depthcheck")),
        (["answer"], ForeignFile(noun: "an expected answer")), (["data", "meta"], answer),
        (["error", "meta"], answer), (["info", "item"], postman), (["_postman_variable_scope"], postman),
    ]

    private static let metadata = ForeignFile(noun: "the metadata of a full capture", advice: part)
    private static let answer = ForeignFile(noun: "an answer of the server", advice: request)
    private static let device = ForeignFile(noun: "a device file", advice: "give it as the device, and name a capture")
    private static let request = "name the request that it answers"
}
