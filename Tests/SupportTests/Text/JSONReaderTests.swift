import Testing

@testable import Support

@Suite("JSON of goldens and programs")
struct JSONReaderTests {
    @Test func numbersKeepTheirText() throws {
        for text in [
            "-0", "-0.0", "0.1", "1.7976931348623157e+308", "123456789012345678901234567890", "1E400", "5e-324",
        ] {
            #expect(try JSONReader.read(text) == .number(text))
        }
        #expect(try JSONReader.read("-0.0").real?.sign == .minus)
        #expect(try JSONReader.read("1E400").real == .infinity)
    }

    @Test func nanAndInfinitiesAreNumbersAndNullIsNot() throws {
        #expect(try JSONReader.read("NaN").real?.isNaN == true)
        #expect(try JSONReader.read("\"NaN\"").real?.isNaN == true)
        #expect(try JSONReader.read("[-Infinity, Infinity]").elements?.map(\.real) == [-.infinity, .infinity])
        #expect(try JSONReader.read("\"-Infinity\"").real == -.infinity)
        for text in ["null", "\"nan\"", "\"inf\"", "\"1\"", "true", "[]", "{}"] {
            #expect(try JSONReader.read(text).real == nil, "\(text)")
        }
    }

    @Test func wholeNumbersAreRecognisedInEveryNotation() throws {
        for text in ["7", "7.0", "7e0", "70e-1"] { #expect(try JSONReader.read(text).whole == 7, "\(text)") }
        for text in ["7.5", "\"7\"", "1e300", "NaN", "null"] {
            #expect(try JSONReader.read(text).whole == nil, "\(text)")
        }
    }

    @Test func floatsAreRoundedOnlyOnce() throws {
        // Slightly above the midpoint of two floats: rounding through Double first would round it down, to even.
        let text = "1.00000005960464477540"
        #expect(try JSONReader.read(text).real(as: Float.self) == Float(1).nextUp)
        #expect(Float(Double(text)!) == 1)
    }

    @Test func stringEscapesAndSurrogatePairsAreDecoded() throws {
        #expect(try JSONReader.read(#""a\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00é""#).string == "a\"\\/\u{8}\u{C}\n\r\té😀é")
    }

    @Test func textsKeepBackslashesAndEveryScalar() throws {
        #expect(try JSONReader.read(#""a\\xE9""#).string?.fileBytes == [0x61, 0xE9])
        #expect(try JSONReader.read(#""a\\xE9""#, .texts).string == #"a\xE9"#)
        #expect(try JSONReader.read(#""a\udbff\udfe9""#, .texts).string == "a\u{10FFE9}")
        #expect(try JSONReader.read(#""a\udbff\udfe9""#).string == "a\u{10FFE9}")
        let noncharacters = try JSONReader.read(#""\ufdde\ufde9""#).string
        #expect(noncharacters?.fileBytes == [0xEF, 0xB7, 0x9E, 0xEF, 0xB7, 0xA9])
    }

    @Test("Messages show plain values, and the kind of others")
    func valuesAreShownInMessages() throws {
        let shown = try JSONReader.read(#"[-0.50, "a\n", true, null, [1], {}]"#).elements?.map(\.shownText)
        #expect(shown == ["-0.50", #""a\u{A}""#, "true", "null", "an array", "an object"])
    }

    @Test func membersKeepTheirOrderAndABOMIsSkipped() throws {
        let value = try JSONReader.read("\u{FEFF} {\"b\": [1, {}], \"a\": null}\r\n")
        #expect(value.members?.map(\.key) == ["b", "a"])
    }

    @Test(arguments: [
        "", " ", "{", "[1,]", "{\"a\":1,}", "{\"a\" 1}", "{a:1}", "01", "-", "1.", "1e", ".5", "+1", "nan", "inf",
        "tru",
        "\"", "\"\\x\"", "\"\\u+123\"", "\"\\u-000\"", "\"\\u12\"", "\"\\ud800\"", "\"\t\"", "1 2",
        "{\"a\":1}{\"a\":1}", "{\"a\":1,\"a\":2}", "'a'", "-Inf",
    ])
    func malformedJSONIsRefused(_ text: String) throws {
        #expect(throws: JSONError.self) { try JSONReader.read(text) }
    }

    @Test(arguments: ["{\"a\u{7F}\" 1}", "{\"a\u{7F}\":1,\"a\u{7F}\":2}"])
    func messagesShowKeysInPrintableForm(_ text: String) throws {
        let error = #expect(throws: JSONError.self) { try JSONReader.read(text) }
        #expect(error?.finding.hasSuffix(#"key "a\u{7F}""#) == true)
    }

    /// A few keys are compared pairwise, more are kept in a set.
    @Test func duplicateKeysAreDetectedInAnyObject() throws {
        for count in [2, 15, 16, 17, 18, 40] {
            let keys = (0..<count).map { "\"key \($0)\": \($0)" }
            #expect(try JSONReader.read("{\(keys.joined(separator: ","))}").members?.count == count)
            for again in keys {
                #expect(throws: JSONError.self) { try JSONReader.read("{\((keys + [again]).joined(separator: ","))}") }
            }
        }
        // Different bytes, but equal strings to Swift.
        #expect(try JSONReader.read("{\"\u{E9}\": 1, \"e\u{301}\": 2}").members?.count == 2)
    }

    @Test func deepNestingAndInvalidUTF8AreErrors() throws {
        #expect(throws: JSONError.self) { try JSONReader.read(String(repeating: "[", count: 100_000)) }
        #expect(throws: JSONError.self) { try JSONReader.read([0x22, 0xFF, 0x22]) }
        let error = #expect(throws: JSONError.self) { try JSONReader.read("{\n\n x}") }
        #expect(error?.line == 3)
    }

    @Test func excessValuesAreNotKept() {
        let zeros = { "[" + String(repeating: "0,", count: $0) + "0]" }
        #expect(throws: Never.self) { try JSONReader.read(zeros(999_998)) }
        let error = #expect(throws: JSONError.self) { try JSONReader.read(zeros(999_999)) }
        #expect(error.map { "\($0)".contains("more than 1000000 values") } == true)
    }
}
