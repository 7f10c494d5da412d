import Testing

@testable import Support

@Suite struct PrintableTests {
    @Test(arguments: [
        ("room/1.bin", "room/1.bin"), ("Größe 日本 🦊", "Größe 日本 🦊"), ("e\u{301}", "e\u{301}"),
        ("a\u{1B}[31m\n", #"a\u{1B}[31m\u{A}"#), ("\u{202E}nib.a", #"\u{202E}nib.a"#), ("\u{9F}", #"\u{9F}"#),
        ("\u{2028}", #"\u{2028}"#), ("\u{200B}\u{FEFF}\u{AD}", #"\u{200B}\u{FEFF}\u{AD}"#), ("\u{A0}", #"\u{A0}"#),
        ("\u{E000}", #"\u{E000}"#), ("\u{10FFE9}", #"\u{10FFE9}"#), (#"C:\x.bin"#, #"C:\x.bin"#), (#"a\"#, #"a\"#),
        (#"a\u{1B}"#, #"a\\u{1B}"#),
        (#"a\xFF"#, #"a\\xFF"#), ("\\\u{1B}", #"\\\u{1B}"#),
    ])
    func unprintableCharactersAreEscaped(text: String, printed: String) {
        #expect(Printable.form(of: text).isExactly(printed))
        #expect(Printable.text(of: printed).isExactly(text))
    }

    @Test func bytesThatAreNotUTF8AreEscaped() {
        let name = String(fileBytes: [0x61, 0xFF, 0xE9, 0x2E])
        #expect(Printable.form(of: name) == #"a\xFF\xE9."#)
        #expect(Printable.text(of: #"a\xFF\xE9."#).fileBytes == [0x61, 0xFF, 0xE9, 0x2E])
    }

    @Test func theEscapedFormIsUnambiguous() {
        let pieces = [
            "\\", "x", "F", "8", "u", "{", "1B", "}", "\u{1B}", String(fileBytes: [0xFF]), "\u{10FFFF}",
        ]
        var forms: [ExactText: String] = [:]
        var texts = [""]
        for _ in 0..<4 {
            texts = texts.flatMap { text in pieces.map { text + $0 } }
            for text in texts {
                let form = Printable.form(of: text)
                #expect(Printable.text(of: form).isExactly(text))
                let other = forms.updateValue(text, forKey: ExactText(form)) ?? text
                #expect(other.isExactly(text), "\(form)")
            }
        }
        #expect(forms.count > 10_000)
    }

    @Test func invalidEscapesAreKeptVerbatim() {
        for text in [#"\u{}"#, #"\u{110000}"#, #"\u{D800}"#, #"\u{41}"#, #"\u{1b}"#, #"\xC3\xA9"#, #"\u{1B"#, #"\\"#] {
            #expect(Printable.text(of: text).isExactly(text), "\(text)")
        }
    }

    @Test func composedTextKeepsItsLinesAndStyles() {
        let text = "\(TextStyle.bold.sequence)a\(TextStyle.reset.sequence)\n\u{1B}[2Jb\u{202E}"
        let harmless = Printable.sanitised(text, isColored: true)
        #expect(harmless == "\u{1B}[1ma\u{1B}[0m\n\\u{1B}[2Jb\\u{202E}")
        #expect(Printable.sanitised(harmless, isColored: true) == harmless)
        #expect(!Printable.sanitised(text).unicodeScalars.contains("\u{1B}"))
        #expect(Printable.sanitisedLine("a\n\u{1B}[1mb") == #"a\u{A}\u{1B}[1mb"#)
        let form = Printable.form(of: "a\u{1B}\n")
        #expect(Printable.sanitised(form) == form)
    }
}
