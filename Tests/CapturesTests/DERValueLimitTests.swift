import Testing

@testable import Captures

@Suite struct DERValueLimitTests {
    @Test func aDefiniteLengthGivesTheEnd() throws {
        let header = try #require(DERHeader([0x30, 0x03, 0x02, 0x01, 0x05, 0xFF]))
        #expect(header.contentStart == 2 && header.contentEnd == 5)
    }

    @Test func anIndefiniteLengthHasNoEnd() throws {
        let header = try #require(DERHeader([0x30, 0x80] + Array(repeating: 0, count: 200)))
        #expect(header.isConstructed && header.contentStart == 2 && header.contentEnd == nil)
    }

    @Test func tooManyValuesAreRefusedUnread() {
        let null: [UInt8] = [0x05, 0x00]
        let values = Array(repeatElement(null, count: DERValueLimit.maximumCount).joined())
        #expect(DERValueLimit.allows(values[...]))
        #expect(!DERValueLimit.allows(([0x30, 0x80] + values)[...]))
    }
}
