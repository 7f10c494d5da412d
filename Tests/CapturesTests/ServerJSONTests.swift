import Captures
import TestSupport
import Testing

@Suite struct ServerJSONTests {
    private static let valid =
        #"{"captured_at":"t","device_model":"m","photo_hash":"h","depth_map_dimensions":{"width":1,"height":2}}"#

    private func code(_ json: [UInt8]) -> String? {
        do throws(ServerJSONError) {
            _ = try CaptureMetadata(json: json)
            return nil
        } catch {
            return error.code
        }
    }

    private func code(_ json: String) -> String? { code(Array(json.utf8)) }

    @Test(
        arguments: [
            // A wrong type is found before a syntax error after it, and a syntax error inside a value before its type.
            (#"{"captured_at":5"#, "expected string"), (#"{"captured_at":nul}"#, "syntax"),
            (#"{"captured_at":1e999}"#, "syntax"), (#"{"captured_at":"\ud800"}"#, "syntax"),
            (#"{"captured_at":["#, "expected string"), (#"{"captured_at":{"a":nul"#, "expected string"),
            (#"{"captured_at":01"#, "syntax"), (#"{"captured_at":-"#, "syntax"), (#"{"captured_at":NaN"#, "syntax"),
            // A repeated name is found before its colon, a missing one at the closing brace.
            (#"{"captured_at":"t","captured_at""#, "duplicate field `captured_at`"),
            (#"{"other":1,"other":2}"#, "missing field `captured_at`"), (#"{"other":1"#, "syntax"), ("{", "syntax"),
            (#"{"captured_at":"t","photo_hash":"h"}"#, "missing field `device_model`"),
            // Unknown names are parsed in full.
            (#"{"\ud800":1}"#, "syntax"), (#"{5:1}"#, "syntax"), (#"{"a" 1}"#, "syntax"), (#"{"a":1,}"#, "syntax"),
            (#"{"a":1 "b":2}"#, "syntax"), (#"{"a":tru}"#, "syntax"), ("{]", "syntax"), (#"{"a":[1,]}"#, "syntax"),
            (#"{"a":[1 2]}"#, "syntax"), (#"{"a":{"b":1,}}"#, "syntax"), (#"{"a":{"b" 1}}"#, "syntax"),
            (#"{"a":{5:1}}"#, "syntax"), (#"{"a":[}]"#, "syntax"), (#"{"a":[,1]}"#, "syntax"), (#"{"a":01}"#, "syntax"),
            (#"{"a":1.}"#, "syntax"), (#"{"a":1e}"#, "syntax"), (#"{"a":"\x"}"#, "syntax"),
            (#"{"a":"\u12"}"#, "syntax"),
            ("{\"a\":\"\n\"}", "syntax"),
            // Arrays instead of objects.
            (#"["t"]"#, "invalid length"), ("[]", "invalid length"),
            (#"["t","m","h",[1],null,null]"#, "invalid length"),
            (#"["t","m","h",[1,2,3],null,null]"#, "syntax"), (#"["t","m","h",[1,2],null,null,1]"#, "syntax"),
            (#"["t","m","h",[1,2,],null,null]"#, "syntax"),
            (#"["t","m","h",[1,2],null,[1]]"#, "invalid length"),
            // Integers have neither fraction nor sign.
            (#"["t","m","h",[1.0,2],null,null]"#, "expected integer 0...4294967295"),
            (#"["t","m","h",[-0,2],null,null]"#, "expected integer 0...4294967295"),
            (#"["t","m","h",[-1,2],null,null]"#, "expected integer 0...4294967295"),
            (#"["t","m","h",[4294967296,2],null,null]"#, "expected integer 0...4294967295"),
            (#"["t","m","h",[99999999999999999999,2],null,null]"#, "expected integer 0...4294967295"),
            (#"["t","m","h",["1",2],null,null]"#, "expected number"),
            (#"["t","m","h",[true,2],null,null]"#, "expected number"),
            (#"["t","m","h",7,null,null]"#, "expected object"), (#"["t","m","h",null,null,null]"#, "expected object"),
            // Nothing may surround the value.
            ("", "syntax"), (" ", "syntax"), ("null", "expected object"), (valid + "x", "syntax"),
            ("\u{FEFF}" + valid, "syntax"),
            (valid + valid, "syntax"),
        ] as [(String, String)])
    func theFirstProblemInReadingOrderIsReported(_ row: (json: String, code: String)) {
        #expect(code(row.json) == row.code)
    }

    @Test(arguments: [
        valid, " \t\r\n" + valid + "\n ", #"["t","m","h",[4294967295,0],null,null]"#,
        #"["t","m","h",{"height":1,"width":2},"a",[1,2,null,null]]"#,
        #"["t","m","h",[1,2],"a",[1,2]]"#, #"["t","m","h",[1,2],null,[1,2,3]]"#,
        // Unknown members need only valid syntax.
        #"{"a":1e999,"b":"\ud800\udfff\ud800","c":[[],{},{"d":[1e-999]}],"e":-0.0e+5,"#
            + String(ServerJSONTests.valid.dropFirst()),
    ])
    func payloadsOfTheExpectedShapeAreAccepted(_ json: String) { #expect(code(json) == nil) }

    @Test func invalidUTF8IsSkippedOnlyInUnknownMembers() {
        func json(_ prefix: String, _ suffix: String) -> [UInt8] { Array(prefix.utf8) + [0xFF] + Array(suffix.utf8) }
        #expect(code(json(#"{"a":""#, #"","# + String(Self.valid.dropFirst()))) == nil)
        #expect(code(json(#"{"captured_at":""#, #""}"#)) == "syntax")
        #expect(code(json(#"{""#, #"":1}"#)) == "syntax")
    }

    @Test func skippedValuesNestAMillionDeep() {
        let depth = 1_000_000
        let inner = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        #expect(code(#"{"a":\#(inner),"# + Self.valid.dropFirst()) == nil)
        #expect(code(#"{"a":\#(inner)],"# + Self.valid.dropFirst()) == "syntax")
        #expect(code(#"{"a":"# + String(repeating: #"{"a":"#, count: depth)) == "syntax")
    }

    @Test func stringsAreReadWithTheirEscapes() throws {
        var reader = ServerJSONReader(Array(#""\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00é\u0000""#.utf8))
        #expect(try reader.string() == "\"\\/\u{8}\u{C}\n\r\té😀é\u{0}")
        try reader.end()
    }

    /// In a significand over 64 bits, excess digits before the point count towards the exponent; excess digits
    /// after it are dropped.
    @Test(
        arguments: [
            ("18446744073709551615", 18_446_744_073_709_551_615.0), ("184467440737095516159", 1.8446744073709552e20),
            ("18446744073709551619.3", 1.8446744073709552e19), ("0.00000000000000000000000000000000001", 1e-35),
            ("-9223372036854775808", -9.223372036854775808e18), ("-9223372036854775809", -9.223372036854775808e18),
            ("1e-2147483649", 0), ("0e2147483648", 0), ("0.1e-400", 0),
        ] as [(String, Double)])
    func numbersOfAnySizeAreRead(_ row: (text: String, value: Double)) throws {
        var reader = ServerJSONReader(Array(row.text.utf8))
        #expect(try reader.binary64() == row.value)
        try reader.end()
    }

    @Test func numbersReadInexactlyAreReported() throws {
        var payload = try HashOnlyPayload(json: TestCapture.payload())
        #expect(payload.numbers.filter { !$0.isNearest }.isEmpty)
        payload = try HashOnlyPayload(
            json: TestCapture.payload(["\"metadata\":{}": #""metadata":{"location":[-122.41941550000001,1,null,null]}"#]
            ))
        let inexact = payload.numbers.filter { !$0.isNearest }
        #expect(inexact.map(\.path) == ["metadata.location.latitude"])
        #expect(inexact.map(\.text) == ["-122.41941550000001"])
        #expect(inexact.map(\.read) == ["-122.4194155"])
    }

    @Test(
        arguments: [
            (5.0, "5.0"), (-0.0, "-0.0"), (1e15, "1000000000000000.0"), (1e16, "1e16"),
            (123456789012345680.0, "1.2345678901234568e17"),
            (0.00001, "0.00001"), (9.99e-6, "9.99e-6"), (1e-5, "0.00001"), (1e-6, "1e-6"), (0.1, "0.1"),
            (.leastNonzeroMagnitude, "5e-324"),
            (1.7976931348623157e308, "1.7976931348623157e308"), (1234567890123456.7, "1234567890123456.8"),
            (.infinity, "null"),
            (-.infinity, "null"), (.nan, "null"), (-122.4194, "-122.4194"), (100, "100.0"), (12e15, "1.2e16"),
            (9.5e15, "9500000000000000.0"),
        ] as [(Double, String)])
    func numbersAreWrittenInTheFewestDigits(_ row: (value: Double, text: String)) {
        #expect(ServerJSONWriter.text(of: row.value) == row.text)
    }

    @Test func floatsAreWidenedBeforeWriting() {
        #expect(ServerJSONWriter.text(of: Float(0.8)) == "0.800000011920929")
        #expect(ServerJSONWriter.text(of: Float(0.87)) == "0.8700000047683716")
        #expect(ServerJSONWriter.text(of: Float.infinity) == "null")
    }

    @Test func textIsEscapedAsTheServerDoes() {
        var writer = ServerJSONWriter()
        writer.object { $0.member("a", "\"\\\u{8}\t\n\u{C}\r\u{1}\u{1F}/\u{7F}\u{2028}é😀") }
        #expect(
            String(decoding: writer.bytes, as: UTF8.self)
                == #"{"a":"\"\\\b\t\n\f\r\u0001\u001f/"# + "\u{7F}\u{2028}é😀\"}")
    }

    /// The exact value is rounded, with ties to even.
    @Test(
        arguments: [
            (0.25, 1, "0.2"), (0.75, 1, "0.8"), (0.35, 1, "0.3"), (0.03125, 4, "0.0312"), (0.09375, 4, "0.0938"),
            (-0.04, 1, "-0.0"), (-0.0, 4, "-0.0000"), (0, 1, "0.0"), (9.96, 1, "10.0"), (99.99999, 4, "100.0000"),
            (1e22, 1, "10000000000000000000000.0"),
            (.leastNonzeroMagnitude, 4, "0.0000"), (-540, 4, "-540.0000"), (91.5, 4, "91.5000"), (0.99996, 4, "1.0000"),
            (37.7749, 1, "37.8"),
            (.infinity, 1, "inf"),
        ] as [(Double, Int, String)])
    func fixedDecimalsRoundTheExactValue(_ row: (value: Double, decimals: Int, text: String)) {
        #expect(FixedDecimals.text(of: row.value, decimals: row.decimals) == row.text)
    }
}
