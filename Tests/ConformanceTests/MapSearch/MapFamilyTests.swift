import DepthAnalysis
import DepthFiles
import Foundation
import Support
import TestSupport
import Testing

@testable import Conformance

/// The generators, compared with the decisions of the specification.
@Suite struct MapFamilyTests {
    @Test func theDocumentHasTheDecisionsOfTheGenerators() throws {
        let document = try String(
            contentsOf: CommandRunner.package.appending(path: "docs/SPECIFICATION.md"), encoding: .utf8)
        let listed = document.split(separator: "\n").compactMap { line in
            line.hasPrefix("| D-") ? String(line.dropFirst(2).prefix(4)) : nil
        }
        #expect(listed == Decision.allCases.map(\.rawValue))
        #expect(Set(MapFamily.allCases.flatMap(\.decisions)) == Set(Decision.allCases))
    }

    /// Both sides of a decision in an input; a side is absent if the analysis does not reach the decision.
    private struct Sides {
        var seen: Set<Bool> = []

        mutating func add(_ side: Bool?) { if let side { seen.insert(side) } }
    }

    /// Families with large maps are omitted, so that a debug build is quick: none is alone in its decisions.
    private static let families = MapFamily.allCases.filter { ![.large, .longSums, .edgeShare].contains($0) }

    @Test(arguments: families) func everyFamilyReachesBothSidesOfItsDecisions(family: MapFamily) {
        var sides: [Decision: Sides] = [:]
        let analyzer = ParityAnalyzer()
        for stream in 0..<400 {
            var random = SplitMix64(seed: 1, stream: stream)
            guard let input = family.input(analyzer, &random), input.samples.count < 20_000 || stream < 60 else {
                continue
            }
            let observed = Observed(input)
            for decision in family.decisions { sides[decision, default: Sides()].add(observed.side(of: decision)) }
        }
        for decision in family.decisions {
            #expect(sides[decision]?.seen == [true, false], "\(family.rawValue): \(decision.rawValue) \(decision)")
        }
    }

    @Test func theSameSeedGivesTheSameInputs() {
        func files(_ seed: UInt64) -> [[UInt8]] {
            var options = GoldenFuzz.Options()
            options.seed = seed
            return FuzzedMap.round(0..<60, options, asksFiles: true).map(\.input.file)
        }
        #expect(files(3) == files(3))
        #expect(files(3) != files(4))
    }

    /// The families with large maps are drawn, but rarely: other programs take seconds for one.
    @Test func largeMapsAreRare() {
        var random = SplitMix64(seed: 1)
        let drawn = (0..<20_000).map { _ in MapFamily.drawn(&random) }
        for family in MapFamily.allCases { #expect(drawn.contains(family), "\(family.rawValue)") }
        #expect((10...120).contains(drawn.count { $0 == .large }))
        var largest = 0
        for _ in 0..<12 { largest = max(largest, MapFamily.large(&random)?.samples.count ?? 0) }
        #expect(largest > 1_000_000)
    }
}

/// An input with its analysis.
private struct Observed {
    private let input: MapInput
    private let map: DepthMap
    private let analysis: SceneAnalysis
    private let fileStatus: SceneAnalysis?

    init(_ input: MapInput) {
        self.input = input
        map = input.grid ?? DepthMap(inferringDimensionsOf: input.samples)
        analysis = DepthAnalyzer().analyze(map)
        let reader = DepthFileReader(options: ReadingOptions(dimensions: input.givenDimensions))
        fileStatus = FileAnalyzer(analyzer: DepthAnalyzer(), reader: reader).serverAnalysis(input.file, input: "")
    }

    private var isRead: Bool { fileStatus.map { !$0.reasons.contains(.unreadable) } ?? false }
    private var valid: [Float] { map.samples.filter { $0.isFinite && $0 >= 0.1 && $0 <= 20 } }
    private var isMeasured: Bool { analysis.status != .unavailable }

    private var smoothed: [Int] {
        let counts = analysis.histogramCounts
        return counts.indices.map { bin in
            counts[max(0, bin - 1)] + counts[bin] + counts[min(counts.count - 1, bin + 1)]
        }
    }

    func side(of decision: Decision) -> Bool? {
        let samples = map.samples
        let depths = valid.map(Double.init)
        switch decision {
        case .finite: return samples.contains { !$0.isFinite } ? false : samples.isEmpty ? nil : true
        case .nearestValid: return Self.both(samples, at: 0.1)
        case .farthestValid: return Self.both(samples, at: 20)
        case .anyValid: return isMeasured
        case .anyRange: return isMeasured ? analysis.maximumDepth > analysis.minimumDepth : nil
        case .lastBin:
            guard analysis.histogramCounts.count == 50 else { return nil }
            let width = (analysis.maximumDepth - analysis.minimumDepth) / 50
            return !depths.contains { (($0 - analysis.minimumDepth) / width) >= 50 }
        case .endPeak: return isMeasured ? !Set(analysis.peakBins).isDisjoint(with: [0, 49]) : nil
        case .plateau:
            let bins = smoothed
            return bins.isEmpty ? nil : zip(bins, bins.dropFirst()).contains { $0 == $1 && $0 > 0 }
        case .prominence:
            let bins = smoothed
            let threshold = 0.05 * (Double(bins.max() ?? 0) / 3)
            let tops = bins.indices.dropFirst().dropLast().filter {
                bins[$0] > bins[$0 - 1] && bins[$0] > bins[$0 + 1]
            }
            return tops.isEmpty ? nil : tops.allSatisfy { Double(bins[$0]) / 3 > threshold }
        case .gradientGrid: return map.isGrid && map.width >= 3 && map.height >= 3
        case .usableNeighbour:
            return samples.contains { $0.isFinite && $0 > 0.1 } ? !samples.contains { !($0 > 0.1) } : nil
        case .edge: return analysis.interiorCount == 0 ? nil : analysis.edgeCount > 0
        case .anyInterior: return isMeasured ? analysis.interiorCount > 0 : nil
        case .evenCount: return isMeasured ? analysis.validCount % 2 == 0 : nil
        case .band:
            return isMeasured ? depths.allSatisfy { abs($0 - analysis.medianDepth) < 0.05 } : nil
        case .screenRange: return isMeasured ? analysis.maximumDepth - analysis.minimumDepth < 0.15 : nil
        case .uniformity: return isMeasured ? analysis.uniformityRatio > 0.85 : nil
        case .nearScreen: return isMeasured ? analysis.meanDepth >= 0.2 : nil
        case .farScreen: return isMeasured ? analysis.meanDepth <= 1.5 : nil
        case .quadrantGrid: return map.isGrid && map.width >= 4 && map.height >= 4
        case .oddSide: return map.width % 2 == 1 || map.height % 2 == 1
        case .quadrantCount:
            return analysis.quadrants.isEmpty ? nil : analysis.quadrants.allSatisfy { $0.validCount >= 10 }
        case .quadrantSpread: return analysis.quadrants.isEmpty ? nil : analysis.quadrantPasses
        case .allSkipped:
            return analysis.quadrants.isEmpty ? nil : analysis.quadrants.allSatisfy { $0.standardDeviation == nil }
        case .deviation: return isMeasured ? analysis.standardDeviation > 0.5 : nil
        case .layers: return isMeasured ? analysis.layerCount >= 3 : nil
        case .coherence: return isMeasured ? analysis.edgeCoherence > 0.3 : nil
        case .screen: return isMeasured ? analysis.isScreenLike : nil
        case .container:
            return !input.departures.contains { if case .container = $0 { true } else { false } }
        case .headerFields, .trailer, .longText, .wholeSamples: return isRead
        case .firstMember:
            return input.departures.contains { [.member, .trailing([])].contains($0.bare) } ? isRead : false
        case .givenFits: return input.given == .fitting
        case .knownCount:
            return input.given == .fitting
                ? nil : MapDimensions.recognised.contains { $0.fit(sampleCount: samples.count) }
        case .inferredFits: return input.given == .fitting ? nil : map.isGrid
        }
    }

    /// Whether no sample is on the far side of a limit, if some sample is within two representable numbers of it.
    private static func both(_ samples: [Float], at limit: Float) -> Bool? {
        let near = samples.filter { abs($0 - limit) <= 2 * limit.ulp }
        guard !near.isEmpty else { return nil }
        return limit < 1 ? near.allSatisfy { $0 >= limit } : near.allSatisfy { $0 <= limit }
    }
}

extension FileDeparture {
    /// The departure without its bytes.
    fileprivate var bare: FileDeparture { if case .trailing = self { .trailing([]) } else { self } }
}
