import Support
import Testing

@Suite struct NumberTextTests {
    @Test func groupsOfThreeDigitsAreSeparated() {
        #expect(
            [0, 7, 999, 1000, 1143, 65_536, 1_000_000, -1000].map(NumberText.grouped) == [
                "0", "7", "999", "1,000", "1,143", "65,536", "1,000,000", "-1,000",
            ])
    }

    @Test func fixedDigitsAreRounded() {
        #expect(NumberText.fixed(1.23456, digits: 2) == "1.23")
        #expect(NumberText.fixed(-0.5, digits: 0) == "-0")
        #expect(NumberText.fixed(.greatestFiniteMagnitude, digits: 4).count == 314)
    }

    @Test func scientificNotationIsUsedWhereShorter() {
        #expect(NumberText.significant(0.5, digits: 6) == "0.5")
        #expect(NumberText.signed(1e-9, digits: 4) == "+1e-09")
        #expect(NumberText.signed(-2, digits: 4) == "-2")
    }
}
