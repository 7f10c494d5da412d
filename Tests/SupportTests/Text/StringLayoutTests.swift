import Support
import Testing

@Suite struct StringLayoutTests {
    @Test func longTextIsWrapped() {
        #expect("one two three".wrapped(width: 7, indent: 2) == ["one two", "  three"])
        #expect("one two three".wrapped(width: 7, indent: 2, firstIndent: 1) == [" one", "  two", "  three"])
    }

    @Test func columnsArePaddedAndSeparated() {
        #expect("ab".padded(to: 4) == "ab  " && "abcd".padded(to: 4) == "abcd ")
    }

    @Test func controlCharactersAreEscaped() {
        #expect("a\u{1B}[31m\nb\u{9F}ü".printable == "a\\u{1B}[31m\\u{A}b\\u{9F}ü")
    }
}
