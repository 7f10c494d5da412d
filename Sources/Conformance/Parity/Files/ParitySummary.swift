package import DepthAnalysis
package import DepthFiles

/// The parity of the profiles over a corpus.
package struct ParitySummary: Sendable {
    package struct MapFinding: Sendable {
        package let input: String
        package let parity: MapParity
    }

    package private(set) var drifts: [SceneAnalysis.Field: Drift] = [:]
    package private(set) var fileCount = 0
    package private(set) var comparedCount = 0
    package private(set) var unavailableCount = 0
    package private(set) var serverOnly: [String] = []
    package private(set) var unreadable: [(input: String, error: ReadingError)] = []
    /// The maps on which a promise is broken, or on which only one profile reports a screen or a quadrant warning.
    package private(set) var findings: [MapFinding] = []

    package init() {}

    package mutating func add(_ file: FileParity) {
        fileCount += 1
        switch file.outcome {
        case .unreadable(let error): unreadable.append((file.input, error))
        case .read(let parity):
            switch parity.coverage {
            case .serverOnly: serverOnly.append(file.input)
            case .neither: unavailableCount += 1
            case .compared: compare(parity, file.input)
            }
        }
    }

    private mutating func compare(_ parity: MapParity, _ input: String) {
        comparedCount += 1
        for field in SceneAnalysis.Field.drifting {
            guard let difference = field.difference(parity.server, parity.client) else { continue }
            drifts[field, default: Drift()].add(difference, at: input)
        }
        if !parity.brokenPromises.isEmpty || !parity.checkFlips.isEmpty {
            findings.append(MapFinding(input: input, parity: parity))
        }
    }

    package var layerDifferences: [MapFinding] { findings.filter(\.parity.layersDiffer) }
    package var verdictFlips: [MapFinding] { findings.filter(\.parity.verdictFlips) }
    package var screenFlips: [MapFinding] { findings.filter(\.parity.screenFlips) }
    /// The maps with a quadrant warning from only one profile.
    package var warningFlips: [MapFinding] {
        findings.filter { $0.parity.checkFlips.contains { $0.check == .quadrant } }
    }

    package func brokenCount(_ promise: ParityPromise) -> Int {
        findings.count { $0.parity.brokenPromises.contains(promise) }
    }

    package var holds: Bool { ParityPromise.allCases.allSatisfy { brokenCount($0) == 0 } }
}

package struct FileParity: Sendable {
    package let input: String
    package let outcome: Outcome

    package enum Outcome: Sendable {
        case read(MapParity)
        case unreadable(ReadingError)
    }

    package init(input: String, outcome: Outcome) {
        (self.input, self.outcome) = (input, outcome)
    }
}

extension ParityAnalyzer {
    /// Analyses a file. Never fails: a file that cannot be read gives a result with its error.
    package func analyze(_ input: DepthInput) -> FileParity {
        let file = reader.open(input)
        do throws(ReadingError) {
            let map = try file.decoded().map
            let parity = file.reserving([server, client], for: map) { analyze(map) }
            return FileParity(input: file.path, outcome: .read(parity))
        } catch {
            return FileParity(input: file.path, outcome: .unreadable(error))
        }
    }
}
