import Support
import Testing

@Suite struct StringLayoutTests {
    @Test func longTextIsWrapped() {
        #expect("one two three".wrapped(width: 7, indent: 2) == ["one two", "  three"])
        #expect("one two three".wrapped(width: 7, indent: 2, firstIndent: 1) == [" one", "  two", "  three"])
    }

    @Test func columnsAreFilledUpAndKeptApart() {
        #expect("ab".padded(to: 4) == "ab  " && "abcd".padded(to: 4) == "abcd ")
    }

    @Test func controlCharactersAreWrittenOut() {
        #expect("a\u{1B}[31m\nb\u{9F}ü".printable == "a\\u{1B}[31m\\u{A}b\\u{9F}ü")
    }

    @Test(arguments: [[], [""], ["a"], ["a", "b"], ["", "", "c"], ["ä", "b\u{301}", ""]])
    func textsAreJoinedAsByTheStandardLibrary(texts: [String]) {
        for separator in ["", ", ", "\u{301}"] {
            #expect(Array(texts.joined(by: separator).utf8) == Array(texts.joined(separator: separator).utf8))
        }
    }
}
