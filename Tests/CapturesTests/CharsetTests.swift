import Support
import Testing

@testable import Captures

/// Bytes in several encodings with their text according to the Encoding Standard.
@Suite struct CharsetTests {
    @Test(
        arguments: [
            ("windows-1252", [0x41, 0x80, 0x81, 0x9F, 0xA0, 0xFF], "A€\u{81}Ÿ\u{A0}ÿ"),
            ("utf-16le", [0x3D, 0xD8, 0x61], "\u{FFFD}"), ("utf-16be", [0xDE, 0, 0, 0x61, 0x61], "\u{FFFD}a\u{FFFD}"),
        ] as [(String, [UInt8], String)])
    func malformedSequencesBecomeOneReplacementCharacter(_ row: (label: String, bytes: [UInt8], text: String)) throws {
        let charset = try #require(Charset(label: row.label))
        let text = String(decoding: try charset.decoded(row.bytes[...]), as: UTF8.self)
        #expect(text.unicodeScalars.elementsEqual(row.text.unicodeScalars), "\(row.label): \(text)")
    }

    @Test func labelsFollowTheStandardInAnyCase() {
        for (label, other) in [
            ("ISO-8859-1", "windows-1252"), ("GB2312", "gb18030"), ("sjis", "shift_jis"), ("korean", "euc-kr"),
            (" \tLatin2\n", "iso-8859-2"), ("visual", "logical"), ("UTF8", "unicode-1-1-utf-8"), ("ucs-2", "utf-16"),
            ("hz-gb-2312", "iso-2022-cn-ext"), ("x-x-big5", "cn-big5"), ("x-mac-roman", "macintosh"),
        ] {
            #expect(Charset(label: label) != nil && Charset(label: label) == Charset(label: other), "\(label)")
        }
        for label in ["", "utf-7", "iso-8859-9-i", "utf_8", "\u{A0}utf-8", "utf-32"] {
            #expect(Charset(label: label) == nil, "\(label)")
        }
    }

    @Test(arguments: [("KOI8-R", "koi8-r"), ("ms_kanji", "shift_jis"), ("csiso2022kr", "replacement")])
    func otherCharsetsAreRecognisedByName(_ row: (label: String, name: String)) {
        #expect(Charset(label: row.label) == .other(row.name))
        let part = BodyPart(name: "metadata", contentType: "application/json; charset=\(row.label)", content: [0x7B])
        #expect(part.metadata == .failure(.notModelled(.charset(row.name))))
    }

    @Test func anyBytesDecodeToValidUTF8() throws {
        var random = SplitMix64(seed: 9)
        for label in ["utf-8", "utf-16", "utf-16be", "latin1"] {
            let charset = try #require(Charset(label: label))
            for _ in 0..<300 {
                let bytes = (0..<random.below(12)).map { _ in UInt8(random.below(256)) }
                #expect(String(validating: try charset.decoded(bytes[...]), as: UTF8.self) != nil)
            }
        }
    }
}
