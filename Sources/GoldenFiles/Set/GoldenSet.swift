internal import DepthAnalysis
internal import PlainText
internal import Platform

/// A folder of stored answers: its manifest, its goldens, the inputs they are of, and what is wrong with any of them.
package struct GoldenSet: Sendable {
    /// The folder.
    package let path: String
    /// What holds for the whole set.
    package let manifest: Manifest
    /// The goldens that could be read, in the order of their ids.
    package internal(set) var cases: [GoldenCase] = []
    /// What is wrong with the set itself: goldens that cannot be read.
    package private(set) var unreadable: [UnreadableGolden] = []
    /// The names of the inputs in the fixtures' folder, in order.
    package let inputFiles: [String]
    /// The pending files, in the order of their ids.
    package private(set) var pending: [PendingFile] = []

    /// A golden file that cannot be used.
    package struct UnreadableGolden: Sendable, Equatable {
        /// The file.
        package let path: String
        /// What is wrong with it.
        package let error: GoldenFormatError
    }

    /// An answer that waits to be accepted.
    package struct PendingFile: Sendable, Hashable {
        let name: String
        let folder: String
        /// The file.
        package let path: String

        /// The golden it would become.
        package var id: String { "\(folder)/\(name)" }
    }

    /// What a pending file's name ends with.
    static let pendingSuffix = ".pending.json"
    private static let suffix = ".json"
    /// Goldens are a few kilobytes.
    private static let maximumByteCount = 16 << 20

    /// Reads a set. Goldens that cannot be read do not end it; see ``unreadable``.
    ///
    /// - Throws: ``GoldenSetError`` if there is no folder or no usable manifest.
    package init(_ path: String) throws(GoldenSetError) {
        self.path = path
        let manifestPath = "\(path)/\(Manifest.fileName)"
        do throws(GoldenFormatError) {
            manifest = try Manifest(try Self.json(manifestPath))
        } catch {
            throw GoldenSetError(path: manifestPath, error: error)
        }
        do throws(FileAccessError) {
            inputFiles = try FileAccess.names(inFolder: "\(path)/\(manifest.fixtures)").filter {
                !$0.hasPrefix(".") && Self.inputName($0) != $0
            }
            for folder in try FileAccess.names(inFolder: path) where FileAccess.isFolder("\(path)/\(folder)") {
                for file in try FileAccess.names(inFolder: "\(path)/\(folder)") where file.hasSuffix(Self.suffix) {
                    add(file, in: folder)
                }
            }
        } catch {
            throw GoldenSetError(path: error.path, error: .inaccessible(error))
        }
    }

    private mutating func add(_ file: String, in folder: String) {
        let filePath = "\(path)/\(folder)/\(file)"
        if file.hasSuffix(Self.pendingSuffix) {
            let name = String(file.dropLast(Self.pendingSuffix.count))
            pending.append(PendingFile(name: name, folder: folder, path: filePath))
            return
        }
        do throws(GoldenFormatError) {
            cases.append(try golden(filePath, name: String(file.dropLast(Self.suffix.count)), folder: folder))
        } catch {
            unreadable.append(UnreadableGolden(path: filePath, error: error))
        }
    }

    /// Reads a pending file.
    func golden(_ file: PendingFile) throws(GoldenFormatError) -> GoldenCase {
        try golden(file.path, name: file.name, folder: file.folder)
    }

    private func golden(_ path: String, name: String, folder: String) throws(GoldenFormatError) -> GoldenCase {
        let golden = try GoldenCase(try Self.json(path), name: name, folder: folder)
        if let profile = manifest.folder(folder)?.profile, golden.profile != profile {
            throw .wrongValue("profile", found: .string(golden.profile.rawValue), expected: .folderProfile(profile))
        }
        return golden
    }

    private static func json(_ path: String) throws(GoldenFormatError) -> JSONValue {
        do {
            return try JSONReader.read(try FileAccess.read(path, maximumByteCount: maximumByteCount))
        } catch let error as FileAccessError {
            throw .inaccessible(error)
        } catch let error as JSONError {
            throw .notJSON(error)
        } catch {
            preconditionFailure("reading JSON from a file fails by the file or the JSON: \(error)")
        }
    }

    /// The path of a golden's input.
    package func inputPath(_ file: String) -> String { "\(path)/\(manifest.fixtures)/\(file)" }

    /// The path of a golden.
    func goldenPath(_ id: String) -> String { "\(path)/\(id)\(Self.suffix)" }

    /// The name of an input: its file's without the ending by which inputs are known, if it has one.
    package static func inputName(_ file: String) -> String {
        for ending in [".bin.gz", ".bin", ".png"] where file.hasSuffix(ending) {
            return String(file.dropLast(ending.count))
        }
        return file
    }
}

/// Why a folder is no golden set.
package struct GoldenSetError: Error, Equatable, Sendable {
    /// The file or folder.
    package let path: String
    /// What is wrong with it.
    package let error: GoldenFormatError
}
