import DepthAnalysis
import TestSupport
import Testing

@testable import DepthFiles

extension FormatFixture {
    /// Reads the file truncated at many places and with each of its first bytes changed. Every result is an error
    /// or a map within the limit.
    func expectDamageIsHandled() {
        let limit = 1 << 20
        var failureCount = 0
        func expectHandled(_ bytes: [UInt8], _ label: @autoclosure () -> String) {
            switch read(bytes, ReadingOptions(maximumByteCount: limit)).result {
            case .failure: failureCount += 1
            case .success(let file): #expect(file.map.samples.count <= limit / 2, "\(self), \(label())")
            }
        }
        for count in stride(from: 4, to: bytes.count, by: 7) {
            expectHandled(Array(bytes.prefix(count)), "cut at \(count)")
        }
        // A small file loses something wherever it is truncated.
        #expect(failureCount > 0)
        var damaged = bytes
        for place in 0..<min(2048, bytes.count) {
            let byte = bytes[place]
            damaged[place] = [~byte, byte &+ 1, byte ^ 0x80, 0xFF][place % 4]
            expectHandled(damaged, "changed byte at \(place)")
            damaged[place] = byte
        }
    }
}
