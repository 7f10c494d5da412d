package import DepthAnalysis
internal import DepthFiles
package import Support

package struct FuzzedMap: Sendable {
    let seed: UInt64
    let number: Int
    let family: MapFamily
    let input: MapInput
    /// The name in requests, which reveals nothing about the input.
    let name: String
    /// The number of the attempt to make the input simpler; 0 for a generated one.
    private let attempt: Int

    private init(seed: UInt64, number: Int, family: MapFamily, input: MapInput, attempt: Int = 0) {
        (self.seed, self.number, self.family, self.input) = (seed, number, family, input)
        self.attempt = attempt
        var random = SplitMix64(seed: seed &+ UInt64(attempt) << 32, stream: number)
        name = String(~random.next(), radix: 16)
    }

    /// The inputs with these numbers, from 0.
    static func round(_ numbers: Range<Int>, _ options: GoldenFuzz.Options, asksFiles: Bool) -> [FuzzedMap] {
        var maps: [FuzzedMap] = []
        let analyzer = ParityAnalyzer()
        for number in numbers {
            var random = SplitMix64(seed: options.seed, stream: number)
            var map = generated(number, options.seed, analyzer, &random)
            if random.below(repeatShare) == 0, let earlier = maps.last(where: { $0.input.samples.count < smallCount }) {
                let given: MapInput.Given? = random.below(2) == 0 ? MapInput.Given.none : nil
                let input = given.map { earlier.input.giving($0) } ?? earlier.input
                map = FuzzedMap(seed: options.seed, number: number + 1, family: earlier.family, input: input)
            }
            if !asksFiles, map.input.isWholeFile {
                var samples = map.input
                samples.departures = []
                map = samples.isWholeFile ? map : map.with(samples)
            }
            if asksFiles || !map.input.isWholeFile { maps.append(map) }
        }
        return maps
    }

    /// One in this many inputs repeats the last one with fewer samples than ``smallCount``.
    private static let repeatShare = 40
    private static let smallCount = 10_000

    private static func generated(
        _ number: Int, _ seed: UInt64, _ analyzer: ParityAnalyzer, _ random: inout SplitMix64
    ) -> FuzzedMap {
        while true {
            let family = MapFamily.drawn(&random)
            if let input = family.input(analyzer, &random) {
                return FuzzedMap(seed: seed, number: number + 1, family: family, input: input)
            }
        }
    }

    private func with(_ input: MapInput) -> FuzzedMap {
        FuzzedMap(seed: seed, number: number, family: family, input: input)
    }

    func made(_ input: MapInput, attempt: Int) -> FuzzedMap {
        FuzzedMap(seed: seed, number: number, family: family, input: input, attempt: attempt)
    }

    /// The name of the file: maps have the extension that commands recognise.
    var file: String { input.isWholeFile ? name : name + ".bin.gz" }

    var guards: String {
        let aims = family.decisions.joined(separator: ", ")
        let origin = attempt == 0 ? "generated map \(number)" : "made small from generated map \(number)"
        return "\(origin) of seed \(seed) (\(family.rawValue): \(aims)): \(input.text)"
    }

    /// The members that the server reports for a file without a map.
    private static let membersWithoutMap: Set<String> = Set(
        [
            .status, .standardDeviation, .layerCount, .edgeCoherence, .minimumDepth, .maximumDepth, .isLikelyRealScene,
            .reasons,
        ].map(\Field.rawValue))

    /// The golden with the answer of depthcheck to the input's file in the set; nil if depthcheck does not model it.
    func golden(
        of set: GoldenSet, file: String? = nil, as profile: AnalysisProfile, _ version: String? = nil
    ) -> GoldenCase? {
        guard
            let material = try? InputMaterial(
                file ?? self.file, of: set, given: input.givenDimensions, isWholeFile: input.isWholeFile),
            let answer = material.ownAnswer(DepthAnalyzer(profile: profile)),
            var expected = try? Recording.stored(answer)
        else { return nil }
        if material.map == nil, expected[Field.status.rawValue]?.string == SceneAnalysis.Status.unavailable.rawValue {
            expected = .object((expected.members ?? []).filter { Self.membersWithoutMap.contains($0.key) })
        }
        let provenance = Provenance(
            implementation: "depthcheck", version: version, toolchain: nil, answeredOn: Machine.today(),
            importedOn: Machine.today(), isIndependent: false, isFrozen: false,
            note: "Another program answered this map differently: see golden fuzz.")
        return GoldenCase(
            name: name, folder: profile.rawValue, guards: guards, input: material.input, profile: profile,
            algorithmVersion: SceneAnalysis.algorithmVersion, provenance: provenance, expected: expected)
    }
}

/// The user's golden set, to which found maps are added. Nothing in it is overwritten.
package struct FuzzedSet: Sendable {
    package let set: GoldenSet
    private let profile: AnalysisProfile
    private let version: String

    package init(_ set: GoldenSet, _ profile: AnalysisProfile, version: String) {
        (self.set, self.profile, self.version) = (set, profile, version)
    }

    /// Adds the maps with the answers of depthcheck, each in every folder of goldens that needs one.
    package func add(_ maps: [FuzzedMap]) throws(FileAccessError) -> (paths: [String], remarks: [String]) {
        var (paths, remarks): ([String], [String]) = ([], [])
        for map in maps {
            let folders = folders(for: map)
            let bytes = map.input.file
            let name = "fuzz-" + SHA256Digest.hexadecimal(of: bytes + Array(map.input.text.utf8)).prefix(12)
            guard let first = folders.first(where: { $0.profile == profile }) else {
                remarks.append(
                    "\(name) not added: the manifest has no folder of the \(profile.rawValue) for \(map.input.text)")
                continue
            }
            let file = (first.inputs.map { "\($0)/" } ?? "") + name + (map.input.isWholeFile ? "" : ".bin.gz")
            let goldens = folders.map { "\($0.name)/\(name)" }
            guard
                ([set.inputPath(file)] + goldens.map(set.goldenPath))
                    .allSatisfy({ FileAccess.missing($0) != nil })
            else {
                remarks.append("\(name) not added: the set has it")
                continue
            }
            try FileAccess.createFolders(set.inputPath(file).folderPrefix)
            try FileAccess.write(bytes, to: set.inputPath(file))
            for folder in folders {
                guard var golden = map.golden(of: set, file: file, as: folder.profile, version) else { continue }
                (golden.name, golden.folder) = (name, folder.name)
                try FileAccess.createFolder("\(set.path)/\(folder.name)")
                try FileAccess.write(Array(golden.text.utf8), to: set.goldenPath(golden.id))
                paths.append(set.goldenPath(golden.id))
            }
        }
        return (paths, remarks)
    }

    /// Each folder whose goldens are for inputs like this one.
    private func folders(for map: FuzzedMap) -> [Manifest.Folder] {
        set.manifest.folders.filter { folder in
            (folder.inputs != nil) == map.input.isWholeFile && folder.completes == nil
        }
    }
}
