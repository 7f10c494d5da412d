import Support
import Testing

@testable import Captures

/// Bytes in several encodings with their text according to the Encoding Standard.
@Suite struct CharsetTests {
    private typealias Row = (label: String, bytes: [UInt8], text: String)

    private static let wellFormed: [Row] = [
        ("shift_jis", [0x83, 0x41, 0x83, 0x5C, 0xB1, 0x80], "アソｱ\u{80}"), ("windows-31j", [0x87, 0x40], "①"),
        ("Shift_JIS", [0xF0, 0x40], "\u{E000}"), ("euc-jp", [0xC6, 0xFC, 0x8E, 0xB1, 0x8F, 0xB0, 0xA1], "日ｱ丂"),
        ("gbk", [0xD6, 0xD0, 0x80], "中€"), ("gb18030", [0x81, 0x30, 0x81, 0x30], "\u{80}"),
        ("gb18030", [0x94, 0x39, 0xFC, 0x36], "😀"), ("gb18030", [0x81, 0x35, 0xF4, 0x37], "\u{E7C7}"),
        ("gb18030", [0xE3, 0x32, 0x9A, 0x35], "\u{10FFFF}"), ("big5", [0xA4, 0xA4], "中"),
        ("big5-hkscs", [0x88, 0x62, 0x88, 0x64], "\u{CA}\u{304}\u{CA}\u{30C}"),
        ("big5-hkscs", [0x88, 0xA3, 0x88, 0xA5], "\u{EA}\u{304}\u{EA}\u{30C}"), ("big5", [0x87, 0x40], "䏰"),
        ("euc-kr", [0xC7, 0xD1, 0x8C, 0x63], "한똠"), ("ibm866", [0x86, 0xB0], "Ж░"),
        ("iso-2022-jp", Array("\u{1B}$BF|\u{1B}(Ja\\~".utf8), "日a¥\u{203E}"),
        ("iso-2022-jp", Array("\u{1B}(I1\u{1B}(B1".utf8), "ｱ1"),
        ("windows-1255", [0xE0, 0xD9], "א\u{FFFD}"), ("x-user-defined", [0x7F, 0x80, 0xFF], "\u{7F}\u{F780}\u{F7FF}"),
    ]

    /// An ASCII second byte that completes no character is read again by itself; an incomplete end is one error.
    private static let illFormed: [Row] = [
        ("shift_jis", [0x83, 0x22], "\u{FFFD}\""), ("shift_jis", [0x83, 0xFF], "\u{FFFD}"),
        ("shift_jis", [0xA0], "\u{FFFD}"),
        ("shift_jis", [0x83], "\u{FFFD}"), ("euc-kr", [0xC7, 0x22], "\u{FFFD}\""),
        ("big5", [0xA4, 0x22], "\u{FFFD}\""),
        ("euc-jp", [0xC6, 0x22, 0x8E, 0xE0], "\u{FFFD}\"\u{FFFD}"), ("euc-jp", [0x8F, 0xB0, 0x22], "\u{FFFD}\""),
        ("euc-jp", [0x8F, 0xFE, 0x41, 0xE8, 0xAF], "\u{FFFD}A莚"),
        ("iso-2022-jp", Array("\u{1B}$@\u{1B}$\u{1B}(BA".utf8), "\u{FFFD}\u{FFFD}A"),
        ("euc-jp", [0x8F, 0xB0, 0x80, 0xC6, 0xFC], "\u{FFFD}日"), ("euc-jp", [0x8F, 0xB0], "\u{FFFD}"),
        ("gbk", [0xD6, 0x22], "\u{FFFD}\""), ("gb18030", [0x81, 0x30, 0x22], "\u{FFFD}0\""),
        ("gb18030", [0x81, 0x30, 0x81, 0x22], "\u{FFFD}0\u{FFFD}\""), ("gb18030", [0x81, 0x30, 0x81], "\u{FFFD}"),
        ("gb18030", [0x81, 0x30], "\u{FFFD}"), ("gb18030", [0xFE, 0x39, 0xFE, 0x39, 0x61], "\u{FFFD}a"),
        ("gb18030", [0x84, 0x31, 0xA5, 0x30, 0x61], "\u{FFFD}a"), ("gb18030", [0xFF], "\u{FFFD}"),
        ("iso-2022-jp", [0x80, 0x0E], "\u{FFFD}\u{FFFD}"), ("iso-2022-jp", Array("\u{1B}(Xa".utf8), "\u{FFFD}(Xa"),
        ("iso-2022-jp", Array("\u{1B}(J\u{1B}(Ba".utf8), "\u{FFFD}a"), ("iso-2022-jp", [0x1B], "\u{FFFD}"),
        ("iso-2022-jp", Array("\u{1B}$BF\u{1B}(Ba".utf8), "\u{FFFD}a"),
        ("iso-2022-jp", Array("\u{1B}$BF".utf8), "\u{FFFD}"),
        ("utf-16le", [0x3D, 0xD8, 0x61], "\u{FFFD}"), ("utf-16be", [0xDE, 0, 0, 0x61, 0x61], "\u{FFFD}a\u{FFFD}"),
    ]

    @Test(arguments: wellFormed.indices)
    func wellFormedTextIsDecoded(_ index: Int) throws { try expectText(Self.wellFormed[index]) }

    @Test(arguments: illFormed.indices)
    func malformedSequencesBecomeOneReplacementCharacter(_ index: Int) throws { try expectText(Self.illFormed[index]) }

    private func expectText(_ row: Row) throws {
        let charset = try #require(Charset(label: row.label))
        let text = String(decoding: charset.decoded(row.bytes[...]), as: UTF8.self)
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

    @Test func everyTableMapsEachByteToItsOwnCharacter() {
        for (index, name) in CharsetTable.singleByteNames.enumerated() {
            #expect(Charset(label: name) == .singleByte(table: index))
            let characters = (0..<128).compactMap { CharsetTable.singleByte[index * 128 + $0] }
            #expect(characters.count >= 72 && Set(characters).count == characters.count, "\(name)")
        }
    }

    @Test func anyBytesDecodeToValidUTF8() throws {
        var random = SplitMix64(seed: 9)
        for label in ["shift_jis", "euc-jp", "iso-2022-jp", "gb18030", "big5", "euc-kr", "koi8-r", "utf-16", "latin1"] {
            let charset = try #require(Charset(label: label))
            for _ in 0..<300 {
                let bytes = (0..<random.below(12)).map { _ in UInt8(random.below(256)) }
                let text = charset.decoded(bytes[...])
                #expect(String(validating: text, as: UTF8.self) != nil)
            }
        }
    }
}
