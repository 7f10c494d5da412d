import Captures
import Foundation
import TestSupport
import Testing

@testable import Reports

@Suite struct BurpItemsTests {
    private static let opening =
        "<?xml version=\"1.0\"?>\n<!DOCTYPE items [\n<!ELEMENT items (item*)>\n"
        + "<!ATTLIST items burpVersion CDATA \"\">\n]>\n<items burpVersion=\"2024.1\">\n"

    private func item(_ content: String, isBase64: Bool, zone: String = "UTC") -> String {
        "<item>\n<time>Mon Dec 01 10:00:10 \(zone) 2025</time><url><![CDATA[https://example.com/<request>]]></url>"
            + "<request base64=\"\(isBase64)\">\(content)</request>\n"
            + "<response base64=\"false\"><![CDATA[HTTP/1.1 202 <request>]]></response></item>\n"
    }

    private func base64(_ request: TestExport.Request) -> String {
        "<![CDATA[\(Data(request.http).base64EncodedString())]]>"
    }

    private func section(_ text: String) -> String {
        "<![CDATA[" + text.replacingOccurrences(of: "]]>", with: "]]]]><![CDATA[>") + "]]>"
    }

    @Test func itemsInBase64AndInTextAreRead() {
        let full = TestExport.full
        let characters = String(String.UnicodeScalarView(full.http.map { Unicode.Scalar($0) }))
        let plain = String(decoding: TestExport.hashOnly.http, as: UTF8.self)
        let text =
            Self.opening + item(base64(full), isBase64: true) + item(section(characters), isBase64: false, zone: "CET")
            + item("\n  " + section(plain) + "\n", isBase64: false)
            + item(plain.replacingOccurrences(of: "\"", with: "&quot;"), isBase64: false)
            + item(section("GET / HTTP/1.1\r\n\r\n"), isBase64: false) + "</items>"
        let found = TestExport.inputs(Array(text.utf8))
        #expect(found.map(\.body) == [full.body, full.body, TestExport.hashOnly.body, TestExport.hashOnly.body])
        #expect(found.map(\.origin?.request?.time) == [time, nil, time, time])
        #expect(found[0].origin?.request?.otherCount == 1)
    }

    private let time = CaptureTimestamp("2025-12-01T10:00:10Z")

    @Test func attributesCanHaveSingleQuotes() {
        let item = item(base64(TestExport.full), isBase64: true)
        let text = Self.opening + item.replacingOccurrences(of: "\"", with: "'")
        #expect(TestExport.inputs(Array(text.utf8)).map(\.body) == [TestExport.full.body])
    }

    @Test func damagedTextIsNotJudged() {
        let text = Self.opening + item(section(String(decoding: TestExport.full.http, as: UTF8.self)), isBase64: false)
        let found = TestExport.inputs(Array(text.utf8))
        #expect(found.map(\.code) == ["incomplete_request"])
        #expect(found[0].wording.contains("Base64-encode"), "\(found[0].wording)")
    }

    @Test func aFileOfEndlessItemsIsRefused() {
        let text = Self.opening + String(repeating: "<item/>", count: 100_001)
        let found = TestExport.inputs(Array(text.utf8))
        #expect(found.map(\.code) == ["damaged_export"] && found[0].wording.contains("more than 100000 items"))
    }

    @Test func damagedFilesEndNoProcess() {
        let text = Self.opening + item(base64(TestExport.hashOnly), isBase64: true) + "</items>"
        TestExport.readDamaged(Array(text.utf8))
        #expect(TestExport.inputs(Array((Self.opening + "<item><request>").utf8)).map(\.code) == ["no_capture"])
        #expect(
            TestExport.inputs(Array((Self.opening + "<item><request><![CDATA[").utf8)).map(\.code) == ["damaged_export"]
        )
        #expect(TestExport.inputs(Array("<items".utf8)).map(\.code) == ["no_capture"])
    }
}
