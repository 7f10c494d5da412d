internal import DepthFiles
internal import DepthReports
internal import PlainText
internal import Platform

/// A folder of stored answers: its manifest, its goldens, the inputs they are of, and what is wrong with any of them.
package struct GoldenSet: Sendable {
    /// The folder.
    package let path: String
    /// What holds for the whole set.
    package let manifest: Manifest
    /// The goldens that could be read, in the order of their ids.
    package let cases: [GoldenCase]
    /// What is wrong with the set itself: goldens that cannot be read.
    package let unreadable: [UnreadableGolden]
    /// The names of the inputs in the fixtures' folder, in order.
    package let inputFiles: [String]
    /// The pending files, in the order of their ids.
    package let pending: [PendingFile]

    /// A golden file that cannot be used.
    package struct UnreadableGolden: Sendable, Hashable {
        /// The file.
        package let path: String
        /// What was found, and what was expected.
        package let finding: String
    }

    /// An answer that waits to be accepted.
    package struct PendingFile: Sendable, Hashable {
        /// The golden it would become.
        package let id: String
        /// The file.
        package let path: String
    }

    /// What a pending file's name ends with.
    static let pendingSuffix = ".pending.json"
    /// Goldens are a few kilobytes.
    private static let maximumByteCount = 16 << 20

    /// Reads a set. Goldens that cannot be read do not end it; see ``unreadable``.
    ///
    /// - Throws: ``GoldenSetError`` if there is no folder or no usable manifest.
    package init(_ path: String) throws(GoldenSetError) {
        self.path = path
        let manifestPath = "\(path)/\(Manifest.fileName)"
        do {
            manifest = try Manifest(try Self.json(manifestPath))
        } catch {
            throw GoldenSetError(path: manifestPath, finding: Self.wording(error))
        }
        var cases: [GoldenCase] = []
        var unreadable: [UnreadableGolden] = []
        var pending: [PendingFile] = []
        do throws(FileAccessError) {
            for folder in try FileAccess.names(inFolder: path) where FileAccess.isFolder("\(path)/\(folder)") {
                for file in try FileAccess.names(inFolder: "\(path)/\(folder)") where file.hasSuffix(".json") {
                    let filePath = "\(path)/\(folder)/\(file)"
                    if file.hasSuffix(Self.pendingSuffix) {
                        let name = file.dropLast(Self.pendingSuffix.count)
                        pending.append(PendingFile(id: "\(folder)/\(name)", path: filePath))
                        continue
                    }
                    do {
                        cases.append(
                            try GoldenCase(try Self.json(filePath), name: String(file.dropLast(5)), folder: folder))
                    } catch {
                        unreadable.append(UnreadableGolden(path: filePath, finding: Self.wording(error)))
                    }
                }
            }
            inputFiles = try FileAccess.names(inFolder: "\(path)/\(manifest.fixtures)").filter(Self.isInput)
        } catch {
            throw GoldenSetError(path: error.path, finding: error.message)
        }
        self.cases = cases
        self.unreadable = unreadable
        self.pending = pending
    }

    /// The path of a golden's input.
    package func inputPath(_ file: String) -> String { "\(path)/\(manifest.fixtures)/\(file)" }

    /// The name of an input: its file's up to the first point that begins an extension.
    package static func inputName(_ file: String) -> String {
        for ending in [".bin.gz", ".bin", ".png"] where file.hasSuffix(ending) {
            return String(file.dropLast(ending.count))
        }
        return file
    }

    private static func isInput(_ file: String) -> Bool {
        !file.hasPrefix(".") && (file.hasSuffix(".bin.gz") || file.hasSuffix(".bin") || file.hasSuffix(".png"))
    }

    /// Reads a pending file.
    func pendingCase(_ file: PendingFile) throws(GoldenFormatError) -> GoldenCase {
        let parts = file.id.split(separator: "/", maxSplits: 1)
        do {
            return try GoldenCase(try Self.json(file.path), name: String(parts[1]), folder: String(parts[0]))
        } catch {
            throw GoldenFormatError(Self.wording(error))
        }
    }

    private static func json(_ path: String) throws -> JSONValue {
        try JSONReader.read(try FileAccess.read(path, maximumByteCount: maximumByteCount))
    }

    private static func wording(_ error: any Error) -> String {
        switch error {
        case let error as FileAccessError: error.message(naming: .command)
        case let error as JSONError: "not JSON, \(error.description)"
        case let error as GoldenFormatError: error.description
        default: "\(error)"
        }
    }
}

/// Why a folder is no golden set.
package struct GoldenSetError: Error, Hashable, Sendable {
    /// The file or folder.
    package let path: String
    /// What was found, and what was expected.
    package let finding: String
}
