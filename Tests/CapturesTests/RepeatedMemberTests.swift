import Captures
import Testing

@Suite struct RepeatedMemberTests {
    private func text(_ text: String) -> [UInt8] { [0x60 + UInt8(text.utf8.count)] + Array(text.utf8) }

    private func map(_ members: [([UInt8], [UInt8])]) -> [UInt8] {
        [0xA0 + UInt8(members.count)] + members.flatMap { $0.0 + $0.1 }
    }

    @Test func eachMemberThatOccursTwiceIsFound() {
        let assertion = map([
            (text("signature"), [0x40]), (text("x"), [1]), (text("authenticatorData"), [0x40]),
            (text("signature"), [0x41, 1]), (text("x"), [2]), (text("x"), [3]),
        ])
        let found = RepeatedMember.all(inAssertion: assertion)
        #expect(found.map(\.name) == ["signature", "x"] && found.map(\.count) == [2, 3])
        #expect(found.map(\.isRead) == [true, false])
        #expect(RepeatedMember.all(inAssertion: map([(text("signature"), [0x40])])).isEmpty)
        #expect(RepeatedMember.all(inAssertion: [0x01]).isEmpty)
    }

    /// Members before a fault and in maps of indefinite length count.
    @Test func incompleteMapsAreSearched() {
        let member = text("signature") + [0x40]
        #expect(RepeatedMember.all(inAssertion: [0xBF] + member + member + [0xFF]).map(\.name) == ["signature"])
        #expect(RepeatedMember.all(inAssertion: [0xA9] + member + member).map(\.name) == ["signature"])
    }

    @Test func nestedMapsAreSearched() {
        let key = map([([0x01], [0x02]), ([0x20], [0x01]), ([0x20], [0x01])])
        let data = [UInt8](repeating: 0, count: 55) + key
        let statement = map([(text("x5c"), [0x80]), (text("x5c"), [0x80]), (text("receipt"), [0x40])])
        let object = map([
            (text("fmt"), text("a")), (text("authData"), [0x58, UInt8(data.count)] + data), (text("fmt"), text("b")),
            (text("attStmt"), statement), (text("authData"), [0x40]),
        ])
        let found = RepeatedMember.all(inAttestation: object)
        #expect(found.map(\.map) == [.attestation, .attestation, .statement, .key])
        #expect(found.map(\.name) == ["fmt", "authData", "x5c", "-1"])
    }
}
