import DepthAnalysis
import DepthFiles
import Foundation
import Support
import TestSupport
import Testing

@testable import Conformance

/// The generators, compared with the decisions of the specification.
@Suite struct MapFamilyTests {
    @Test func rangesIncludeTheirEnds() {
        var random = SplitMix64(seed: 3)
        #expect(Set((0..<200).map { _ in random.integer(2...4) }) == [2, 3, 4])
        #expect((0..<200).allSatisfy { _ in (0.2...0.4).contains(random.decimal(0.2...0.4, per: 10)) })
        #expect(Set((0..<200).map { _ in random.decimal(0.2...0.4, per: 10) }) == [0.2, 0.3, 0.4])
        #expect(random.inRandomOrder([1, 2, 3, 4]).sorted() == [1, 2, 3, 4])
    }

    @Test func theDocumentHasTheDecisionsOfTheGenerators() throws {
        let document = try String(
            contentsOf: CommandRunner.package.appending(path: "docs/SPECIFICATION.md"), encoding: .utf8)
        let listed = document.split(separator: "\n").compactMap { line in
            line.hasPrefix("| D-") ? String(line.dropFirst(2).prefix(4)) : nil
        }
        #expect(listed.count > 30 && Set(listed).count == listed.count)
        #expect(Set(MapFamily.allCases.flatMap(\.decisions)) == Set(listed))
    }

    /// Both sides of a decision in an input; a side is absent if the analysis does not reach the decision.
    private struct Sides {
        var seen: Set<Bool> = []

        mutating func add(_ side: Bool?) { if let side { seen.insert(side) } }
    }

    /// Families with large maps are omitted, so that a debug build is quick: none is alone in its decisions.
    private static let families = MapFamily.allCases.filter { ![.large, .longSums, .edgeShare].contains($0) }

    @Test(arguments: families) func everyFamilyReachesBothSidesOfItsDecisions(family: MapFamily) {
        var sides: [String: Sides] = [:]
        let analyzer = ParityAnalyzer()
        for stream in 0..<400 where !family.decisions.allSatisfy({ sides[$0]?.seen.count == 2 }) {
            var random = SplitMix64(seed: 1, stream: stream)
            guard let input = family.input(analyzer, &random), input.samples.count < 100_000 else {
                continue
            }
            let observed = Observed(input)
            for decision in family.decisions { sides[decision, default: Sides()].add(observed.side(of: decision)) }
        }
        for decision in family.decisions {
            #expect(
                sides[decision]?.seen == [true, false],
                "\(family.rawValue): \(decision) has only \(sides[decision]?.seen ?? [])")
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
        #expect((100...300).contains(drawn.count { $0 == .large }))
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

    func side(of decision: String) -> Bool? {
        let samples = map.samples
        let depths = valid.map(Double.init)
        switch decision {
        case "D-01": return samples.contains { !$0.isFinite } ? false : samples.isEmpty ? nil : true
        case "D-02": return Self.both(samples, at: 0.1)
        case "D-03": return Self.both(samples, at: 20)
        case "D-04": return isMeasured
        case "D-05": return isMeasured ? analysis.maximumDepth > analysis.minimumDepth : nil
        case "D-06":
            guard analysis.histogramCounts.count == 50 else { return nil }
            let width = (analysis.maximumDepth - analysis.minimumDepth) / 50
            return !depths.contains { (($0 - analysis.minimumDepth) / width) >= 50 }
        case "D-07": return isMeasured ? !Set(analysis.peakBins).isDisjoint(with: [0, 49]) : nil
        case "D-08":
            let bins = smoothed
            return bins.isEmpty ? nil : zip(bins, bins.dropFirst()).contains { $0 == $1 && $0 > 0 }
        case "D-09":
            let bins = smoothed
            let threshold = 0.05 * (Double(bins.max() ?? 0) / 3)
            let tops = bins.indices.dropFirst().dropLast().filter {
                bins[$0] > bins[$0 - 1] && bins[$0] > bins[$0 + 1]
            }
            return tops.isEmpty ? nil : tops.allSatisfy { Double(bins[$0]) / 3 > threshold }
        case "D-10": return map.isGrid && map.width >= 3 && map.height >= 3
        case "D-11":
            return samples.contains { $0.isFinite && $0 > 0.1 } ? !samples.contains { !($0 > 0.1) } : nil
        case "D-12": return analysis.interiorCount == 0 ? nil : analysis.edgeCount > 0
        case "D-13": return isMeasured ? analysis.interiorCount > 0 : nil
        case "D-14": return isMeasured ? analysis.validCount % 2 == 0 : nil
        case "D-15":
            return isMeasured ? depths.allSatisfy { abs($0 - analysis.medianDepth) < 0.05 } : nil
        case "D-16": return isMeasured ? analysis.maximumDepth - analysis.minimumDepth < 0.15 : nil
        case "D-17": return isMeasured ? analysis.uniformityRatio > 0.85 : nil
        case "D-18": return isMeasured ? analysis.meanDepth >= 0.2 : nil
        case "D-19": return isMeasured ? analysis.meanDepth <= 1.5 : nil
        case "D-20": return map.isGrid && map.width >= 4 && map.height >= 4
        case "D-21": return map.width % 2 == 1 || map.height % 2 == 1
        case "D-22":
            return analysis.quadrants.isEmpty ? nil : analysis.quadrants.allSatisfy { $0.validCount >= 10 }
        case "D-23": return analysis.quadrants.isEmpty ? nil : analysis.quadrantPasses
        case "D-24":
            return analysis.quadrants.isEmpty ? nil : analysis.quadrants.allSatisfy { $0.standardDeviation == nil }
        case "D-25": return isMeasured ? analysis.standardDeviation > 0.5 : nil
        case "D-26": return isMeasured ? analysis.layerCount >= 3 : nil
        case "D-27": return isMeasured ? analysis.edgeCoherence > 0.3 : nil
        case "D-28": return isMeasured ? analysis.isScreenLike : nil
        case "D-29":
            return !input.departures.contains { if case .container = $0 { true } else { false } }
        case "D-30", "D-33", "D-31", "D-34": return isRead
        case "D-32":
            return input.departures.contains { [.member, .trailing([])].contains($0.bare) } ? isRead : false
        case "D-35": return input.given == .fitting
        case "D-36":
            return input.given == .fitting
                ? nil : MapDimensions.recognised.contains { $0.fit(sampleCount: samples.count) }
        case "D-37": return input.given == .fitting ? nil : map.isGrid
        default: return nil
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
