import Testing

@testable import Support

@Suite struct DocumentTextTests {
    @Test(arguments: [
        ("plain", "plain"), ("two\nlines\r\n\tand\u{2028}more", "two lines   and more"),
        // A family of emoji, Persian with a non-joiner, a no-break space.
        ("\u{1F468}\u{200D}\u{1F469}\u{FE0F}", "\u{1F468}\u{200D}\u{1F469}\u{FE0F}"),
        ("می\u{200C}خواهم 1\u{A0}m", "می\u{200C}خواهم 1\u{A0}m"),
        ("a\u{1B}[31m\u{202E}b\u{0}", "a\\u{1B}[31m\\u{202E}b\\u{0}"),
        ("\\u{1B}", "\\\\u{1B}"), ("back\\slash", "back\\slash"),
    ])
    func documentsShowNamesOnOneLine(name: String, shown: String) {
        #expect(name.documentLine == shown)
    }

    @Test func bytesThatAreNotUTF8AreEscaped() {
        #expect(String(fileBytes: [0x61, 0xFF, 0x62]).documentLine == "a\\xFFb")
        #expect(CSV.row([String(fileBytes: [0x61, 0xFF]), "b\nc", "d,e"]) == "a\\xFF,b\\u{A}c,\"d,e\"")
    }
}
