import Conformance
import TestSupport
import Testing

@testable import DepthAnalysis

/// Two hypothetical analyses without a map.
private func pair(_ change: (_ server: inout SceneAnalysis, _ client: inout SceneAnalysis) -> Void) -> MapParity {
    func analysis(_ profile: AnalysisProfile) -> SceneAnalysis {
        var analysis = SceneAnalysis(
            unavailable: .unreadable, profile: profile, width: 10, height: 10, totalCount: 100)
        analysis.status = .pass
        analysis.reasons = []
        analysis.standardDeviation = 1
        analysis.layerCount = 4
        analysis.edgeCoherence = 0.5
        analysis.minimumDepth = 1
        analysis.maximumDepth = 4
        analysis.meanDepth = 2
        analysis.histogramCounts = [5, 0, 5, 0]
        analysis.peakBins = [0, 2]
        analysis.edgeCount = 9
        analysis.quadrants = [DepthQuadrant(validCount: 25, standardDeviation: 1)]
        analysis.minimumQuadrantStandardDeviation = 1
        analysis.quadrantPasses = true
        return analysis
    }
    var server = analysis(.server)
    var client = analysis(.client)
    change(&server, &client)
    server.checks = server.carriedOut(.standard)
    client.checks = client.carriedOut(.standard)
    return MapParity(server: server, client: client)
}

@Suite struct MapParityTests {
    @Test func equalAnswersKeepEveryLimit() {
        let parity = pair { _, _ in }
        #expect(parity.coverage == .compared && parity.brokenPromises.isEmpty && parity.checkFlips.isEmpty)
    }

    @Test func differencesWithinTheLimitAreAccepted() {
        #expect(pair { $1.standardDeviation = 1 + 0.0099 }.brokenPromises.isEmpty)
        #expect(pair { $1.standardDeviation = 1 - 0.0101 }.brokenPromises == [.standardDeviation])
        #expect(
            pair {
                $0.edgeCoherence = 0; $1.edgeCoherence = 0.01
            }.brokenPromises.isEmpty)
        #expect(
            pair {
                $0.edgeCoherence = 0; $1.edgeCoherence = 0.01.nextUp
            }.brokenPromises.contains(.edgeCoherence))
        #expect(pair { $1.layerCount = 5 }.brokenPromises == [.layers])
        #expect(pair { $1.status = .fail }.brokenPromises == [.verdict])
    }

    @Test func onlyMapsBothProfilesAnalyseAreCompared() {
        let serverOnly = pair {
            $1.status = .unavailable; $1.reasons = [.mapTooSmall]; $1.layerCount = 0
        }
        #expect(serverOnly.coverage == .serverOnly)
        #expect(serverOnly.brokenPromises.isEmpty && serverOnly.checkFlips.isEmpty && !serverOnly.verdictFlips)
        let neither = pair {
            $0.status = .unavailable; $1.status = .unavailable
        }
        #expect(neither.coverage == .neither && neither.brokenPromises.isEmpty)
    }

    @Test func causesAreDistinguished() {
        func layers(_ change: (inout SceneAnalysis) -> Void) -> MapParity {
            pair { server, client in
                client.layerCount = 2
                client.status = .fail
                client.reasons = [.layers]
                change(&client)
            }
        }
        let bins = layers { $0.histogramCounts = [5, 1, 4, 0] }
        #expect(bins.responsible.map(\.cause) == [.binEdges])
        #expect(bins.layerDifference == .bin(1, server: 0, client: 1))
        let peaks = layers { $0.peakBins = [0] }
        #expect(peaks.responsible.map(\.cause) == [.prominence])
        #expect(peaks.layerDifference == .peak(bin: 2, isServers: true))

        func edges(_ count: Int) -> MapParity {
            pair { _, client in
                client.edgeCoherence = 0.3
                client.edgeCount = count
                client.status = .fail
                client.reasons = [.edgeCoherence]
            }
        }
        #expect(edges(9).responsible.map(\.cause) == [.coherenceRounding])
        #expect(edges(8).responsible.map(\.cause) == [.gradientThreshold])

        func deviation(_ server: Double) -> MapParity {
            pair {
                $0.standardDeviation = server
                $1.standardDeviation = 0.5
                $1.status = .fail
                $1.reasons = [.standardDeviation]
            }
        }
        #expect(deviation(0.5001).responsible.map(\.cause) == [.deviationRounding])
        #expect(deviation(0.52).responsible.map(\.cause) == [.lostBits])
    }

    /// A sign of a screen may differ without consequence, because a screen must have all of them.
    @Test func aCheckFlipWithoutEffectIsNotResponsible() {
        let parity = pair {
            $0.meanDepth = 1.5; $1.meanDepth = 1.5.nextUp + 1e-6
        }
        #expect(parity.checkFlips.map(\.check) == [.screenFarthest] && parity.responsible.isEmpty)
    }

    @Test func aFlippedVerdictNamesItsCause() throws {
        let parity = pair { _, client in
            client.layerCount = 2
            client.status = .fail
            client.reasons = [.layers]
            client.histogramCounts = [5, 1, 4, 0]
        }
        let flip = try #require(parity.responsible.first)
        #expect(
            flip.sentence
                == "layers 4 >= 3 on the server, 2 not >= 3 on the client: samples on the edge of a histogram bin fall "
                + "on its other side in f32; first in bin 1: 0 on the server, 1 on the client.")
    }

    /// The profiles represent unmeasured quadrants differently, which is not a difference.
    @Test func unmeasuredQuadrantsAreNotCompared() {
        let parity = pair { server, _ in
            server.quadrants = [DepthQuadrant(validCount: 3, standardDeviation: nil)]
            server.minimumQuadrantStandardDeviation = .greatestFiniteMagnitude
        }
        #expect(SceneAnalysis.Field.minimumQuadrantStandardDeviation.difference(parity.server, parity.client) == nil)
    }

    @Test func peakDepthsAreComparedPairByPair() {
        let parity = pair {
            $0.peakDepths = [1, 2, 3]; $1.peakDepths = [1, 2.5, 3.25]
        }
        #expect(SceneAnalysis.Field.peakDepths.difference(parity.server, parity.client) == 0.5)
        let other = pair {
            $0.peakDepths = [1, 2]; $1.peakDepths = [1]
        }
        #expect(SceneAnalysis.Field.peakDepths.difference(other.server, other.client) == nil)
    }
}
