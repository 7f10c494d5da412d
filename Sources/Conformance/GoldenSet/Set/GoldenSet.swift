package import DepthAnalysis
internal import DepthFiles
internal import Support

/// A folder of stored answers: its manifest, goldens and inputs, and the errors in them.
package struct GoldenSet: Sendable {
    package let path: String
    package let manifest: Manifest
    package internal(set) var cases: [GoldenCase] = []
    package private(set) var unreadable: [GoldenSetError] = []
    package let inputFiles: [String]
    private static let suffix = ".json"
    private static let maximumByteCount = 16 << 20

    /// Reads a set.
    package init(_ path: String) throws(GoldenSetError) {
        self.path = path
        let manifestPath = "\(path)/\(Manifest.fileName)"
        do throws(GoldenFormatError) {
            manifest = try Manifest(try Self.json(manifestPath))
        } catch {
            throw GoldenSetError(path: manifestPath, error: error)
        }
        do throws(FileAccessError) {
            let fixtures = "\(path)/\(manifest.fixtures)"
            var files = try Self.files(in: fixtures).filter { Self.inputName($0) != $0 }
            for inputs in manifest.folders.compactMap(\.inputs).exactTexts.sorted().map(\.text) {
                files += try Self.files(in: "\(fixtures)/\(inputs)").map { "\(inputs)/\($0)" }
            }
            inputFiles = files
            for folder in try FileAccess.names(inFolder: path) where try FileAccess.isFolderIfAny("\(path)/\(folder)") {
                for file in try FileAccess.names(inFolder: "\(path)/\(folder)") where file.hasSuffix(Self.suffix) {
                    add(file, in: folder)
                }
            }
        } catch {
            throw GoldenSetError(path: error.path, error: .inaccessible(error))
        }
    }

    /// A set without goldens, for which no file is read.
    init(generatedIn path: String, manifest: Manifest) { (self.path, self.manifest, inputFiles) = (path, manifest, []) }

    private static func files(in folder: String) throws(FileAccessError) -> [String] {
        try FileAccess.names(inFolder: folder).filter { name in
            // A pipe or device with the name of an input is a mistake, and opening one may block forever.
            name.utf8.first != UInt8(ascii: ".") && !FileAccess.isNotFile("\(folder)/\(name)")
        }
    }

    private mutating func add(_ file: String, in folder: String) {
        let filePath = "\(path)/\(folder)/\(file)"
        do throws(GoldenFormatError) {
            cases.append(try golden(filePath, name: String(file.dropLast(Self.suffix.count)), folder: folder))
        } catch {
            unreadable.append(GoldenSetError(path: filePath, error: error))
        }
    }

    private func golden(_ path: String, name: String, folder: String) throws(GoldenFormatError) -> GoldenCase {
        let golden = try GoldenCase(try Self.json(path), name: name, folder: folder)
        guard let listed = manifest.folder(folder) else { return golden }
        if golden.profile != listed.profile {
            throw .wrongValue(
                "profile", found: .string(golden.profile.rawValue), expected: .folderProfile(listed.profile))
        }
        let prefix = listed.inputs.map { "\($0)/" } ?? ""
        guard GoldenSet.inputName(golden.input.file).isExactly(prefix + name) else {
            throw .wrongValue("input.file", found: .string(golden.input.file), expected: .inputFile(prefix + name))
        }
        guard golden.input.isWholeFile == (listed.inputs != nil) else {
            throw .missing(listed.inputs == nil ? "input.sha256" : "input.file_sha256")
        }
        return golden
    }

    private static func json(_ path: String) throws(GoldenFormatError) -> JSONValue {
        let bytes: [UInt8]
        do throws(FileAccessError) {
            bytes = try FileAccess.readFile(path, maximumByteCount: maximumByteCount)
        } catch {
            throw .inaccessible(error)
        }
        do throws(JSONError) { return try JSONReader.read(bytes) } catch { throw .notJSON(error) }
    }

    func fingerprints() throws(GoldenSetError) -> [Fingerprint] {
        let file = "\(path)/\(FingerprintFile.name)"
        do throws(GoldenFormatError) {
            return try FingerprintFile.read(try Self.json(file))
        } catch {
            if case .inaccessible(let error) = error, error.reason == .missing { return [] }
            throw GoldenSetError(path: file, error: error)
        }
    }

    package func inputPath(_ file: String) -> String { "\(path)/\(manifest.fixtures)/\(file)" }

    package var files: [String] { otherFiles + cases.map { goldenPath($0.id) } + unreadable.map(\.path) }

    /// ``files`` without goldens, which recording overwrites.
    package var otherFiles: [String] {
        [Manifest.fileName, FingerprintFile.name].map { "\(path)/\($0)" } + inputFiles.map(inputPath)
    }

    /// The goldens of the given profiles that match a filter (or there are no filters) and no exclusion.
    package func cases(
        matching filters: [String], excluding excluded: [String] = [], of profiles: [AnalysisProfile]
    ) -> [GoldenCase] {
        cases.filter {
            profiles.contains($0.profile)
                && Pattern.selects([$0.name, $0.id], filters: filters, excluded: excluded)
        }
    }

    func goldenPath(_ id: String) -> String { "\(path)/\(id)\(Self.suffix)" }

    /// The maps whose name cannot be that of a golden, each with what is wrong with it.
    package var misnamedMaps: [(file: String, fault: String)] {
        var earlier: [ExactText: String] = [:]
        return inputFiles(of: nil).compactMap { file in
            let name = Self.inputName(file)
            if let other = earlier.updateValue(file, forKey: ExactText(name)) { return (file, "the name of \(other)") }
            return name.contains(where: \.isNewline) ? (file, "a line break in the name") : nil
        }
    }

    package func inputFiles(of folder: Manifest.Folder?) -> [String] {
        let prefix = folder?.inputs.map { "\($0)/" } ?? ""
        return inputFiles.filter { $0.folderPrefix.isExactly(prefix) }
    }

    package static func inputName(_ file: String) -> String {
        for ending in [".bin.gz", ".bin", ".png"] where file.hasSuffix(ending) {
            return String(file.dropLast(ending.count))
        }
        return file
    }
}

package struct GoldenSetError: Error, Equatable, Sendable {
    package let path: String
    package let error: GoldenFormatError
}
