import Captures
import TestSupport
import Testing

@testable import Reports

@Suite struct MitmproxyFlowsTests {
    private func value(_ content: [UInt8], _ type: Character) -> [UInt8] {
        Array("\(content.count):".utf8) + content + Array(String(type).utf8)
    }

    private func text(_ text: String, _ type: Character = ";") -> [UInt8] { value(Array(text.utf8), type) }

    private func dictionary(_ members: [(String, [UInt8])]) -> [UInt8] {
        value(members.flatMap { text($0.0) + $0.1 }, "}")
    }

    private func flow(_ request: TestExport.Request, content: [UInt8]? = nil) -> [UInt8] {
        let headers = request.headers.flatMap { value(text($0.name, ",") + text($0.value, ","), "]") }
        return dictionary([
            ("version", text("20", "#")), ("type", text("http")), ("response", text("", "~")),
            (
                "request",
                dictionary([
                    ("method", text("POST", ",")), ("path", text(request.path + "?a=b", ",")),
                    ("headers", value(headers, "]")), ("content", content ?? value(request.body, ",")),
                    ("timestamp_start", text("1764583210.5", "^")),
                ])
            ),
        ])
    }

    @Test func everyHTTPFlowIsReadAndOthersArePassedOver() throws {
        let socket = dictionary([("type", text("tcp")), ("messages", value(value([1], ","), "]"))])
        let found = TestExport.inputs(flow(TestExport.full) + socket + flow(TestExport.hashOnly), "session.flow")
        #expect(
            found.map(\.name) == [
                "session.flow#1 POST /api/v1/captures", "session.flow#2 POST /api/v1/captures/hash-only",
            ])
        #expect(found.map(\.body) == [TestExport.full.body, TestExport.hashOnly.body])
        #expect(found[0].origin?.request?.time == CaptureTimestamp("2025-12-01T10:00:10.5Z"))
    }

    @Test func flowsWithoutTheirBodyAreNotJudged() {
        for content in [text("", "~"), value([1, 2], ",")] {
            #expect(TestExport.inputs(flow(TestExport.full, content: content)).map(\.code) == ["incomplete_request"])
        }
    }

    @Test func theFlowsBeforeADamagedOneAreRead() {
        let bytes = flow(TestExport.full)
        let found = TestExport.inputs(bytes + bytes.prefix(bytes.count / 2))
        #expect(found.map(\.code) == [nil, "damaged_export"])
        #expect(found[1].wording.contains("no flow at byte \(bytes.count)"))
    }

    @Test func damagedFilesEndNoProcess() {
        TestExport.readDamaged(flow(TestExport.hashOnly))
        var nested: [UInt8] = []
        for _ in 0..<2000 { nested = value(nested, "]") }
        let request = dictionary([("method", text("POST")), ("path", text("/api/v1/captures")), ("headers", nested)])
        #expect(TestExport.inputs(dictionary([("request", request)])).map(\.code) == ["incomplete_request"])
        _ = TestExport.inputs(Array("999999999999:4:type;".utf8))
    }
}
