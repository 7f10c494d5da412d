import DepthAnalysis
import Support
import TestSupport

@testable import Conformance

extension FuzzTarget {
    /// The output of a program: the answer to one input, lines that answer one request each, a file of answers.
    static let answers = FuzzTarget(
        name: "answers",
        words: Field.compared.map { "\"\($0.rawValue)\":" } + numberWords
            + ["\"name\":\"ramp\"", "\"profile\":\"client\"", "\"error\":", "\n"]
    ) { bytes in
        let asked = AskedGolden.one(for: bytes)
        promiseReport(of: ProgramRun.read(bytes), to: asked)
        if let line = bytes.split(separator: 0x0A).first {
            promiseReport(of: ProgramSession.answer(Array(line), to: asked.request, hasMore: false), to: asked)
        }
        let file = AnswerFile(bytes, path: "answers.ndjson")
        promise(file.unusable.count <= AnswerFile.maximumFailures, "few failures are listed per file")
        for failure in file.unusable.prefix(1) { promiseReport(.answerFile(failure), of: asked) }
    }
}

/// A stored answer, and its map.
struct AskedGolden: Sendable {
    let golden: GoldenCase
    let map: DepthMap
    /// The format of the report of failures.
    var format = CheckFormat.text

    var request: RequestID { RequestID(name: golden.name, profile: golden.profile) }

    static let tolerances: [String: Tolerance] = [
        Field.edgeCoherence.path: Tolerance(ulp: 4), Field.standardDeviation.path: Tolerance(relative: 0.01),
    ]

    /// A slope and a scene with holes, with the answers of both profiles.
    static let all: [AskedGolden] = {
        var generator = SeededGenerator(seed: 6)
        let maps = [
            "ramp": DepthMap.make(width: 6, height: 5) { column, row in 0.5 + Float(column * row) / 8 },
            "scene": MapKind.sceneWithHoles.map(width: 8, height: 6, using: &generator),
        ]
        return maps.sorted { $0.key < $1.key }.flatMap { name, map in
            AnalysisProfile.allCases.map { AskedGolden(name: name, map: map, profile: $0) }
        }
    }()

    /// One of them and one format per input, to save time, selected by its length.
    static func one(for bytes: [UInt8]) -> AskedGolden {
        var asked = all[bytes.count % all.count]
        asked.format = CheckFormat.allCases[bytes.count / all.count % CheckFormat.allCases.count]
        return asked
    }

    /// Replaces the stored answer.
    func storing(_ golden: GoldenCase) -> AskedGolden {
        AskedGolden(golden: golden, map: map, format: format)
    }

    private init(golden: GoldenCase, map: DepthMap, format: CheckFormat = .text) {
        self.golden = golden
        self.map = map
        self.format = format
    }

    private init(name: String, map: DepthMap, profile: AnalysisProfile) {
        let input = GoldenInput(
            file: "\(name).bin", sha256: String(repeating: "0", count: 64), given: nil,
            used: MapDimensions(width: map.width, height: map.height), sampleCount: map.samples.count)
        let provenance = Provenance(
            implementation: "depthcheck", version: nil, toolchain: nil, answeredOn: nil, importedOn: "2026-11-22",
            isIndependent: false, isFrozen: false, note: nil)
        self.init(
            golden: GoldenCase(
                name: name, folder: profile.rawValue, guards: "The order of addition.", input: input, profile: profile,
                algorithmVersion: SceneAnalysis.algorithmVersion, provenance: provenance,
                expected: DepthAnalyzer(profile: profile).analyze(map).answer),
            map: map)
    }
}

/// Any answer of a program can be compared with the stored one and reported.
func promiseReport(of answer: Answer, to asked: AskedGolden) {
    switch answer {
    case .success(let answer): promiseReport(of: answer, to: asked)
    case .failure(let failure): promiseReport(.noAnswer(failure), of: asked)
    }
}

func promiseReport(of answer: JSONValue, to asked: AskedGolden, _ fingerprints: [Fingerprint] = knownFingerprints) {
    let golden = asked.golden
    let comparison = AnswerComparison(
        expected: golden.expected, actual: answer, profile: golden.profile, tolerances: AskedGolden.tolerances)
    guard !comparison.differences.isEmpty else { return }
    let witness = Witness(stored: golden.expected, evidence: .stored, comparison: comparison)
    let divergence = Divergence(
        comparison.differences, of: golden, actual: answer, witness: golden.hasStages ? witness : nil, map: asked.map)
    promiseReport(
        .differences(comparison.differences.worstFirst(\.severity), divergence), of: asked, Observation(comparison),
        fingerprints)
}

/// A report of failures can be written in every format.
func promiseReport(
    _ failure: Failure, of asked: AskedGolden, _ observation: Observation = Observation(),
    _ fingerprints: [Fingerprint] = knownFingerprints
) {
    let golden = asked.golden
    var entry = CheckReport.Entry(id: golden.id, guards: golden.guards, path: "golden/\(golden.id).json")
    entry.question = Fingerprint.Question(profile: golden.profile, input: golden.name)
    entry.observation = observation
    entry.failures = [failure]
    var report = CheckReport(set: "golden", subject: "program")
    report.entries = [entry]
    report.diagnose(fingerprints: fingerprints) { _ in 0 }
    var layout = CheckLayout()
    layout.showsAll = true
    let text = asked.format.text(report, layout: layout)
    switch asked.format {
    case .json: promiseJSON(text)
    case .junit: promiseXML(text)
    case .text, .github, .markdown: promisePrintable(text)
    }
}

/// The text contains only characters that XML allows.
func promiseXML(_ text: String) {
    for scalar in text.unicodeScalars where !"\t\n\r".unicodeScalars.contains(scalar) {
        promise(
            scalar.value >= 0x20 && scalar.value != 0xFFFE && scalar.value != 0xFFFF,
            "XML has no character \(scalar.value): \(text.debugDescription)")
    }
}

private let knownFingerprints: [Fingerprint] = {
    let text = """
        {"schema_version": 1, "inputs": ["ramp", "scene"], "variants": [
          {"cause": "another order of addition", "rule": "§4", "detail": "in 2 lanes",
           "effects": {"server": {"depth_variance": "0 +1, 1 -2"}}, "samples": {}},
          {"cause": "a bin more", "rule": "§5", "detail": "",
           "effects": {"server": {"stages.histogram_counts": "0 #1, 1 [3]+1*2", "depth_layers": "0 +1"}},
           "samples": {"server": "0 1.25 bin 7 3 4"}}
        ]}
        """
    guard let json = try? JSONReader.read(text), let fingerprints = try? FingerprintFile.read(json) else {
        fatalError("generated fingerprints are read")
    }
    return fingerprints
}()
