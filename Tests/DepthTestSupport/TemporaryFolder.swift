public import Foundation

/// A folder that is gone when nobody holds it any more.
public final class TemporaryFolder: Sendable {
    /// Where it is.
    public let url: URL

    /// A new folder, empty.
    public init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "depthcheck-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// Its path.
    public var path: String { url.path }

    /// Writes a file, in subfolders too, and tells where it is.
    @discardableResult
    public func file(_ name: String, _ contents: some Sequence<UInt8> = []) throws -> URL {
        let file = url.appending(path: name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(contents).write(to: file)
        return file
    }

    /// Makes a symbolic link.
    public func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: path + "/" + name, withDestinationPath: target)
    }

    /// The text of a file in the folder.
    public func text(of name: String) throws -> String {
        String(decoding: try Data(contentsOf: url.appending(path: name)), as: UTF8.self)
    }

    /// The names in the folder, sorted; hidden ones too.
    public var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
    }
}
