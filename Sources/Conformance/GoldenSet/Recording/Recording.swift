package import DepthAnalysis
internal import DepthFiles
package import Support

/// Stores fresh answers as goldens. Those that are frozen or independent are kept.
package struct Recording: Sendable {
    package struct Origin: Sendable {
        package var implementation: String
        package var version: String?
        package var toolchain: String?
        package var note: String?

        package init(implementation: String, version: String? = nil, toolchain: String? = nil, note: String? = nil) {
            (self.implementation, self.version) = (implementation, version)
            (self.toolchain, self.note) = (toolchain, note)
        }
    }

    package struct Options: Sendable {
        package var filters: [String] = []
        package var profile = AnalysisProfile.server
        package var folder: String?
        /// The rule that new goldens guard; nil to copy the rule of another golden of the same input.
        package var guards: String?
        /// The dimensions of inputs without a golden; nil to infer them.
        package var dimensions: MapDimensions?

        package init() {}
    }

    package enum Outcome: Sendable, Hashable {
        case written(path: String, isNew: Bool)
        case unchanged
        /// The answer differs from a golden that is frozen or independent. Nothing was written.
        case refused(String)
        case failed(Message)
    }

    private let set: GoldenSet
    private let answerer: Answerer
    private let origin: Origin
    private let options: Options

    /// - Throws: ``RecordingError/refusedInCI`` if `isCI`; ``RecordingError/outsideSet(path:)``.
    package init(
        _ set: GoldenSet, answerer: Answerer, origin: Origin, options: Options, isCI: Bool
    ) throws(RecordingError) {
        guard !isCI else { throw .refusedInCI }
        (self.set, self.answerer, self.origin, self.options) = (set, answerer, origin, options)
        // The user chose the name of the folder, which may be a link out of the set.
        let paths = FileAccess.isFolder("\(set.path)/\(folder)") ? goldenPaths : []
        if let path = paths.first(where: { !FileAccess.staysBelow($0, folder: set.path) }) {
            throw .outsideSet(path: path)
        }
    }

    package static func isFolderName(_ name: String) -> Bool {
        !["", ".", ".."].contains(name) && !name.utf8.contains(UInt8(ascii: "/"))
    }

    package var goldenPaths: [String] { files.map { set.goldenPath("\(folder)/\(GoldenSet.inputName($0))") } }

    private var files: [String] {
        // Goldens of whole files are created together with the files, which define the rules they guard.
        guard self.set.manifest.folder(folder)?.inputs == nil else { return [] }
        return self.set.inputFiles(of: nil).filter { Pattern.any(options.filters, match: [GoldenSet.inputName($0)]) }
    }

    package func run() async throws(RecordingError) -> [(id: String, outcome: Outcome)] {
        let files = files
        guard !files.isEmpty else { throw .nothingMatches(options.filters) }
        var outcomes: [(id: String, outcome: Outcome)] = []
        for file in files {
            let id = "\(folder)/\(GoldenSet.inputName(file))"
            outcomes.append((id, try await record(file, id: id)))
        }
        return outcomes
    }

    private var folder: String { options.folder ?? options.profile.rawValue }

    private func record(_ file: String, id: String) async throws(RecordingError) -> Outcome {
        let (name, path) = (GoldenSet.inputName(file), set.goldenPath(id))
        if set.unreadable.contains(where: { $0.path.isExactly(path) }) {
            return .refused("the stored golden cannot be read; correct or remove it")
        }
        let stored = set.cases.first { $0.id.isExactly(id) }
        let sibling = stored ?? set.cases.first { $0.input.file.isExactly(file) }
        guard let guards = options.guards ?? sibling?.guards else {
            return .failed("a new golden needs the rule it guards: \(option: .guards) 'SENTENCE'")
        }
        let given = sibling?.input.given ?? options.dimensions
        do {
            let material = try InputMaterial(file, of: set, given: given)
            var golden = GoldenCase(
                name: name, folder: folder, guards: guards, input: material.input, profile: options.profile,
                algorithmVersion: SceneAnalysis.algorithmVersion, provenance: provenance, expected: .null)
            golden.expected = try Self.stored(try await answerer.answer(to: golden, material).answer.get())
            if let stored {
                let comparison = AnswerComparison(
                    expected: stored.expected, actual: golden.expected, profile: stored.profile)
                if comparison.differences.isEmpty, comparison.notReported.isEmpty,
                    stored.input.sha256 == golden.input.sha256
                {
                    return .unchanged
                }
                if let refusal = Self.refusal(to: stored, by: golden) { return .refused(refusal) }
            }
            try FileAccess.createFolder("\(set.path)/\(folder)")
            try FileAccess.write(Array(golden.text.utf8), to: path)
            return .written(path: path, isNew: stored == nil)
        } catch Failure.goldenWithoutInput(let path) {
            return .failed("found no \(path)")
        } catch let failure as Failure {
            return .failed(failure.headline)
        } catch ProgramFailure.withoutSamples(let error) {
            throw .file(error)
        } catch let failure as ProgramFailure {
            return .failed(failure.headline)
        } catch let error as FileAccessError {
            return .failed("\(error.path): \(error.message)")
        } catch let error as GoldenFormatError {
            return .failed("\(error.finding)")
        } catch {
            return .failed("\(String(describing: error))")
        }
    }

    private var provenance: Provenance {
        let isOwn = if case .analyzer = answerer { true } else { false }
        return Provenance(
            implementation: origin.implementation, version: origin.version, toolchain: origin.toolchain,
            answeredOn: Machine.today(), importedOn: Machine.today(), isIndependent: !isOwn, isFrozen: false,
            note: origin.note)
    }

    static func stored(_ answer: JSONValue) throws(GoldenFormatError) -> JSONValue {
        let known = Set(Field.compared.map(\.path))
        func kept(_ value: JSONValue, _ prefix: String) -> [JSONValue.Member] {
            (value.members ?? []).filter { known.contains(prefix + $0.key) }
        }
        // Omit members that are already at the top level of the golden.
        let repeated = [Field.profile.rawValue, Field.algorithmVersion.rawValue]
        var members = kept(answer, "").filter { !repeated.contains($0.key) }
        if let stages = answer[Field.stagesKey] {
            members.append(.init(key: Field.stagesKey, value: .object(kept(stages, "stages."))))
        }
        guard members.contains(where: { $0.key == Field.status.rawValue }) else { throw .answerWithoutStatus }
        return .object(members)
    }

    /// The reason why a stored golden may not be replaced by another answer; nil if it may.
    static func refusal(to stored: GoldenCase, by fresh: GoldenCase) -> String? {
        let owner = "answered by \(stored.provenance.implementation)"
        if stored.provenance.isFrozen {
            return "frozen, \(owner): a difference is a finding about the new answer"
        }
        if stored.provenance.isIndependent, !fresh.provenance.isIndependent {
            return "\(owner): depthcheck's own answer cannot replace it"
        }
        return nil
    }
}

package enum RecordingError: Error, Hashable, Sendable {
    case refusedInCI
    case outsideSet(path: String)
    case nothingMatches([String])
    case file(FileAccessError)
}
