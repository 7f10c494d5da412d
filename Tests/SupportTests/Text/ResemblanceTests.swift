import Testing

@testable import Support

@Suite struct ResemblanceTests {
    @Test(arguments: [
        ("", "", 0), ("a", "", 1), ("species", "speceis", 1), ("species", "specis", 1), ("kitten", "sitting", 3),
        ("label", "lable", 1), ("ca", "abc", 3),
    ])
    func distanceCountsEdits(first: String, second: String, expected: Int) {
        #expect(Resemblance.distance(first, second) == expected)
        #expect(Resemblance.distance(second, first) == expected)
    }

    @Test func namesFoldToLowercaseLettersAndDigits() {
        #expect(Resemblance.folded("PAI species-2") == "paispecies2")
    }
}
