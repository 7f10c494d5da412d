import Captures
import Support
import TestSupport
import Testing

@testable import Reports

@Suite struct CurlTraceTests {
    /// Blocks as curl writes them.
    private func block(_ title: String, _ bytes: [UInt8], isASCII: Bool, prefix: String = "") -> String {
        var lines = ["\(prefix)\(title), \(bytes.count) bytes (0x\(String(bytes.count, radix: 16)))"]
        func shown(_ bytes: some Sequence<UInt8>) -> String {
            String(decoding: bytes.map { (0x20..<0x7F).contains($0) ? $0 : UInt8(ascii: ".") }, as: UTF8.self)
        }
        func offset(_ place: Int) -> String { String(place, radix: 16).zeroPadded(to: 4) + ": " }
        var place = 0
        while place < bytes.count {
            let rest = bytes[place...]
            if isASCII {
                let breaks = rest.prefix(65).indices.first { rest[$0] == 0x0D && bytes.dropFirst($0 + 1).first == 0x0A }
                let end = min(breaks ?? bytes.count, place + 64)
                lines.append(offset(place) + shown(bytes[place..<end]))
                place = end == breaks ? end + 2 : end
            } else {
                let row = rest.prefix(16)
                let digits = row.map { Hexadecimal.text(of: [$0]) + " " }.joined()
                lines.append(offset(place) + digits + String(repeating: "   ", count: 16 - row.count) + shown(row))
                place += row.count
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func trace(_ request: TestExport.Request, isASCII: Bool = false, prefix: String = "") -> String {
        let head = Array(request.http.dropLast(request.body.count))
        let half = request.body.count / 2
        return "\(prefix)== Info:   Trying 127.0.0.1:8080...\n"
            + block("=> Send header", head, isASCII: isASCII, prefix: prefix)
            + block("=> Send data", Array(request.body[..<half]), isASCII: isASCII, prefix: prefix)
            + block("<= Recv header", Array("HTTP/1.1 100 Continue\r\n".utf8), isASCII: isASCII, prefix: prefix)
            + block("=> Send SSL data", [1, 2], isASCII: isASCII, prefix: prefix)
            + block("=> Send data", Array(request.body[half...]), isASCII: isASCII, prefix: prefix)
    }

    @Test(arguments: ["", "10:00:10.123456 ", "[0-0] ", "10:00:10.123456 [12-x] "])
    func blocksOfBytesAreJoined(prefix: String) {
        let text = trace(TestExport.full, prefix: prefix) + trace(TestExport.hashOnly, prefix: prefix)
        let found = TestExport.inputs(Array(text.utf8), "t")
        #expect(found.map(\.name) == ["t#1 POST /api/v1/captures", "t#2 POST /api/v1/captures/hash-only"])
        #expect(found.map(\.body) == [TestExport.full.body, TestExport.hashOnly.body])
    }

    @Test func transfersAtTheSameTimeAreSeparate() {
        let texts = [TestExport.full, TestExport.hashOnly].map { request in
            let (head, prefix) = (Array(request.http.dropLast(request.body.count)), "[\(request.path.count)-0] ")
            return (
                block("=> Send header", head, isASCII: false, prefix: prefix),
                block("=> Send data", request.body, isASCII: false, prefix: prefix)
            )
        }
        let text = texts[0].0 + texts[1].0 + texts[0].1 + texts[1].1
        #expect(
            TestExport.inputs(Array(text.utf8)).map(\.body) == [TestExport.full.body, TestExport.hashOnly.body])
    }

    @Test func aTraceInASCIIHoldsJSONOnly() {
        let found = TestExport.inputs(
            Array((trace(TestExport.hashOnly, isASCII: true) + trace(TestExport.full, isASCII: true)).utf8))
        #expect(found.map(\.body) == [TestExport.hashOnly.body, nil])
        #expect(found[1].code == "incomplete_request" && found[1].wording.contains("periods replace bytes"))
        let request = TestExport.Request(
            TestExport.hashOnly.path, contentType: "application/json", Array(#"{"a": "é"}"#.utf8))
        let damaged = TestExport.inputs(Array(trace(request, isASCII: true).utf8))
        #expect(damaged.map(\.code) == ["incomplete_request"])
    }

    @Test func blocksThatAreCutOffAreNamed() {
        let text = trace(TestExport.hashOnly) + trace(TestExport.full)
        let found = TestExport.inputs(Array(text.utf8.dropLast(400)))
        #expect(found.last?.code == "damaged_export")
        TestExport.readDamaged(Array(trace(TestExport.hashOnly).utf8))
        TestExport.readDamaged(Array(trace(TestExport.hashOnly, isASCII: true).utf8))
    }
}
