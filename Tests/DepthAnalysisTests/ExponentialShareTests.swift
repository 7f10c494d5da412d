import Foundation
import TestSupport
import Testing

@testable import DepthAnalysis

/// The edge shares whose coherences differ between the two variants of the server's exp, with glibc's coherences.
/// Unlike ``ExponentialTests``, this needs no glibc: it checks the fused operations of any platform.
@Suite struct ExponentialShareTests {
    private struct Share {
        let edgeCount: Int
        let interiorCount: Int
        let fusedBits: UInt64
        let plainBits: UInt64
    }

    /// The shares of `golden/exponential-shares.bin`; golden/README.md describes the format.
    private static func shares() throws -> [Share] {
        var bytes = try Data(contentsOf: CommandRunner.package.appending(path: "golden/exponential-shares.bin"))[...]
        func next() throws -> UInt64 {
            let byte = bytes.popFirst()
            return UInt64(try #require(byte))
        }
        func number() throws -> Int {
            var number = 0
            for place in stride(from: 0, to: 21, by: 7) {
                let byte = Int(try next())
                number |= (byte & 127) << place
                if byte < 128 { return number }
            }
            Issue.record("a number has more than three bytes")
            return number
        }
        var shares: [Share] = []
        var (edgeCount, interiorCount) = (0, 0)
        while !bytes.isEmpty {
            let step = try number()
            interiorCount += step
            edgeCount = try number() + (step == 0 ? edgeCount : 0)
            shares.append(
                Share(
                    edgeCount: edgeCount, interiorCount: interiorCount, fusedBits: try next(), plainBits: try next()))
        }
        return shares
    }

    @Test func everyShareWithTwoCoherencesHasThoseOfGlibc() throws {
        let shares = try Self.shares()
        #expect(shares.count > 20_000)
        for share in shares {
            func coherence(_ exponential: DepthAnalyzer.Exponential) -> Double {
                EdgeCoherence<Double>(
                    interiorCount: share.interiorCount, edgeCount: share.edgeCount, gain: 30, exponential
                ).value
            }
            let (fused, plain) = (coherence(.fused), coherence(.plain))
            guard fused.bitPattern & 255 == share.fusedBits, plain.bitPattern & 255 == share.plainBits, fused != plain
            else {
                Issue.record("\(share) has the coherences \(fused) and \(plain)")
                return
            }
        }
    }

    @Test func theSharesAreFractionsInLowestTermsInOrder() throws {
        let shares = try Self.shares()
        let areInOrder = zip(shares, shares.dropFirst()).allSatisfy {
            ($0.interiorCount, $0.edgeCount) < ($1.interiorCount, $1.edgeCount)
        }
        #expect(areInOrder)
        #expect(shares.allSatisfy { 0 < $0.edgeCount && $0.edgeCount < $0.interiorCount && $0.interiorCount <= 48_260 })
        #expect(shares.allSatisfy { greatestCommonDivisor($0.edgeCount, $0.interiorCount) == 1 })
    }

    private func greatestCommonDivisor(_ first: Int, _ second: Int) -> Int {
        second == 0 ? first : greatestCommonDivisor(second, first % second)
    }
}
