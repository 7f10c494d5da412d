import Foundation
import Support
import Testing

@Suite struct JSONWriterTests {
    @Test func indentedDocumentsHaveOneKeyPerLine() {
        var writer = JSONWriter(.indented)
        writer.object { writer in
            writer.key("a")
            writer.value(1)
            writer.key("list")
            writer.array { writer in
                writer.value(0.5)
                writer.value(2)
            }
            writer.key("objects")
            writer.array(isInline: false) { writer in
                writer.object { writer in
                    writer.key("b")
                    writer.value(true)
                }
                writer.object { _ in }
            }
            writer.key("none")
            writer.array(isInline: false) { _ in }
            writer.key("nothing")
            writer.null()
        }
        #expect(
            writer.text == """
                {
                  "a": 1,
                  "list": [0.5, 2],
                  "objects": [
                    {
                      "b": true
                    },
                    {}
                  ],
                  "none": [],
                  "nothing": null
                }
                """)
    }

    @Test func compactDocumentsAreOneLineWithoutSpaces() {
        var writer = JSONWriter(.compact)
        writer.array(isInline: false) { writer in
            writer.object { writer in
                writer.key("a")
                writer.value("b c")
                writer.key("d")
                writer.array { writer in
                    writer.value(1)
                    writer.value(2)
                }
            }
            writer.value(3)
        }
        #expect(writer.text == #"[{"a":"b c","d":[1,2]},3]"#)
    }

    @Test func anyStringRoundTrips() throws {
        let strings = [
            "", "plain", "quote \" and \\", "line\nfeed\r\ttab", "null \u{0} bell \u{7} unit \u{1F}", "ü 中 🙂", "a/b",
            String((1..<128).map { Character(Unicode.Scalar(UInt8($0))) }),
        ]
        for string in strings {
            var writer = JSONWriter(.compact)
            writer.array { $0.value(string) }
            let read = try JSONSerialization.jsonObject(with: Data(writer.text.utf8)) as? [String]
            #expect(read == [string])
        }
    }

    @Test func numbersRoundTripBitForBit() throws {
        let numbers: [Double] = [
            0, -0.0, 0.1, 1 / 3, 1e-300, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 123_456_789.123, -2.5, 1e22,
            0.1 + 0.2,
        ]
        for number in numbers {
            var writer = JSONWriter(.compact)
            writer.value(number)
            #expect(Double(writer.text)?.bitPattern == number.bitPattern)
            #expect(try JSONDecoder().decode([Double].self, from: Data("[\(writer.text)]".utf8)) == [number])
        }
    }

    @Test func nonFiniteNumbersAreWrittenAsNull() {
        for number in [Double.nan, .infinity, -.infinity] {
            var writer = JSONWriter(.compact)
            writer.value(number)
            #expect(writer.text == "null")
        }
    }
}
