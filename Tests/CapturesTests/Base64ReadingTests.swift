import Captures
import Support
import Testing

@Suite struct Base64ReadingTests {
    /// 32 bytes whose base64 has both characters that the alphabets write differently.
    private static let bytes: [UInt8] = [1, 2, 3, 0xFB, 0xEF, 0xBE, 0xFF, 0xFF] + Array(1...24)
    private static let text = StrictBase64.text(of: bytes)
    private static let url = text.replacing("+", with: "-").replacing("/", with: "_")
    private static let hexadecimal = Hexadecimal.text(of: bytes)

    private static func isExpected(_ bytes: [UInt8]) -> Bool { bytes.count == 32 }

    @Test func strictBase64HasNoDifference() throws {
        let reading = try #require(Base64Reading(of: Self.text, where: Self.isExpected))
        #expect(reading.bytes == Self.bytes && reading.isStrict)
        #expect(Base64Reading.explanation(of: Self.text, where: Self.isExpected) == nil)
    }

    @Test(
        arguments: [
            (url, "base64url"), (String(url.dropLast()), "base64url without padding"),
            (String(text.dropLast()), "base64 without padding"), (text + "=", "base64 with the wrong padding"),
            (text.prefix(20) + "\r\n" + text.dropFirst(20), "base64 with line breaks"),
            (text + "\n", "base64 with line breaks"),
            (text.prefix(20) + "\n" + text.dropFirst(20) + "\n", "base64 with line breaks"),
            (" " + text, "base64 with blanks"),
            (text.replacing("+", with: " "), "base64 with blanks in place of +"),
            ("\"\(text)\"", "base64 in quotation marks"), ("b'\(text)'", "base64 in quotation marks"),
            // The value of the last character is a multiple of 4.
            (text.dropLast(2) + "h=", "base64 with unused bits set in the last character"),
            (hexadecimal, "hexadecimal digits"), (hexadecimal.uppercased(), "hexadecimal digits"),
            ("0x" + hexadecimal, "hexadecimal digits"), ("<\(hexadecimal)>", "hexadecimal digits"),
            (bytes.map { Hexadecimal.text(of: [$0]) }.joined(separator: ":"), "hexadecimal digits"),
            (StrictBase64.text(of: Array(hexadecimal.utf8)), "base64 of hexadecimal digits"),
            (StrictBase64.text(of: Array(text.utf8)), "base64 of base64"),
            (StrictBase64.text(of: Array(url.dropLast().utf8)), "base64 of base64url without padding"),
        ] as [(String, String)])
    func eachFormIsNamedWithTheRightText(text: String, name: String) throws {
        let reading = try #require(Base64Reading(of: text, where: Self.isExpected), "\(text)")
        #expect(reading.bytes == Self.bytes && reading.name == name)
        #expect(reading.explanation == "\(name): the same 32 bytes are \(Self.text)")
    }

    /// Without a character of either alphabet, the missing padding is the sign of base64url.
    @Test func textWithoutPaddingIsBase64URL() throws {
        let reading = try #require(Base64Reading(of: "AAECAw") { $0.count == 4 })
        #expect(reading.explanation == "base64url without padding: the same 4 bytes are AAECAw==")
    }

    @Test func textsThatAreCutOffAreNamed() throws {
        let cut = String(Self.text.prefix(41))
        let text = try #require(Base64Reading.explanation(of: cut, where: Self.isExpected))
        #expect(text == "base64 with an incomplete last group: the text is cut off after 30 bytes")
    }

    @Test(arguments: [
        ("", "an empty text"), (" ", "an empty text"),
        ("32 bytes", "the description of a Data value, which does not contain its bytes"),
        ("AAEC!w==", "a text whose character 5, \"!\", does not occur in base64"),
        ("x", "a text that is too short for base64"), ("AA==AA==", "a text with padding in the middle"),
    ])
    func unreadableTextsAreExplained(text: String, explanation: String) {
        #expect(Base64Reading.explanation(of: text, where: Self.isExpected) == explanation)
    }

    /// 64 hexadecimal digits are also base64 of 48 bytes.
    @Test func theExpectedReadingIsPreferred() throws {
        let digits = Hexadecimal.text(of: Array(0..<32))
        #expect(Base64Reading(of: digits) { $0.count == 32 }?.bytes == Array(0..<32))
        let other = try #require(Base64Reading(of: digits) { $0.count == 48 })
        #expect(other.isStrict && other.bytes.count == 48)
    }

    @Test func longBytesAreNotPrintedInFull() throws {
        let text = StrictBase64.text(of: Array(repeating: 7, count: 66))
        let explanation = try #require(Base64Reading.explanation(of: text + "\n") { $0.count == 66 })
        #expect(explanation == "base64 with line breaks: the same 66 bytes are in strict base64 BwcHBwcHBwcH…")
    }
}
