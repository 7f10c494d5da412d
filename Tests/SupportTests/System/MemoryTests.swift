import Testing

@testable import Support

@Suite struct MemoryTests {
    @Test func onlyImpossibleSizesHaveNoRoom() {
        for byteCount in [Int.max, 1 << 62, 1 << 57] { #expect(!Memory.hasRoom(for: byteCount)) }
        for byteCount in [-1, 0, 1 << 20] { #expect(Memory.hasRoom(for: byteCount)) }
    }

    @Test func controlGroupsCountReclaimableMemoryAsFree() {
        #expect(
            SystemMemory.left(
                limit: "1000\n", used: "700\n", reclaimable: "anon 3\ninactive_file 200\n", key: "inactive_file") == 500
        )
        #expect(SystemMemory.left(limit: "1000\n", used: "1700\n", reclaimable: "", key: "inactive_file") == 0)
        #expect(SystemMemory.left(limit: "max\n", used: "1\n", reclaimable: "", key: "inactive_file") == nil)
        // Version 1 of control groups expresses "no limit" as a number.
        #expect(
            SystemMemory.left(limit: "9223372036854771712\n", used: "1\n", reclaimable: "", key: "inactive_file") == nil
        )
    }

    @Test func numbersAreReadAfterTheirKey() {
        #expect(SystemMemory.number(after: "MemAvailable:", in: "MemTotal: 7 kB\nMemAvailable:   5 kB\n") == 5)
        #expect(SystemMemory.number(after: "MemAvailable:", in: "MemTotal: 7 kB\nMemAvailable: x\n") == nil)
    }
}

@Suite struct ClampingTests {
    @Test func everyDoubleClampsToAnInteger() {
        let cases: [(Double, Int)] = [
            (0, 0), (-0.0, 0), (1.9, 1), (-1.9, -1), (1e20, .max), (-1e20, .min), (.infinity, .max),
            (-.infinity, .min), (.nan, 0), (0x1p63, .max), (-0x1p63, .min), ((0x1p63).nextDown, Int((0x1p63).nextDown)),
        ]
        for (number, whole) in cases { #expect(Int(clamping: number) == whole, "\(number)") }
    }

    @Test func everyDoubleClampsToADuration() {
        for seconds in [1e20, .infinity, .greatestFiniteMagnitude] {
            #expect(Duration.clamping(seconds: seconds) > .seconds(86_400 * 365 * 90))
        }
        for seconds in [0, -1, -1e20, .nan, -.infinity] { #expect(Duration.clamping(seconds: seconds) == .zero) }
        #expect(Duration.clamping(seconds: 1.5) == .milliseconds(1500))
    }
}
