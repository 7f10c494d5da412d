import Testing

@testable import Support

@Suite("CSV")
struct CSVTests {
    private func records(_ text: String) -> [[String]] { Array(CSVRecords(Array(text.utf8))) }

    @Test func quotedFieldsMayContainCommasQuotesAndLineEnds() {
        #expect(records("a,\"b,\"\"c\"\"\nd\"\r\n\n\"\"") == [["a", "b,\"c\"\nd"], [""], [""]])
    }

    @Test(arguments: ["\r", "a\r", "\r\r", "a\r\n", "\u{FEFF}a", "\u{FEFF}\u{FEFF}", "\"", ",", ""])
    func fieldsRoundTrip(_ field: String) {
        for fields in [[field], [field, "b"], ["b", field]] {
            #expect(records(CSV.row(fields) + "\n") == [fields], "\(field.debugDescription)")
        }
    }

    @Test func carriageReturnsOfLineEndsAreNotInFields() {
        #expect(records("a,b\r\n\"c\",\"d\"\r\ne\r\r\n") == [["a", "b"], ["c", "d"], ["e\r"]])
    }

    @Test func excessFieldsAreNotKept() {
        let commas = String(repeating: ",", count: 100_000)
        #expect(records(commas + "\na,b").map(\.count) == [CSVRecords.maximumFieldCount + 1, 2])
    }
}
