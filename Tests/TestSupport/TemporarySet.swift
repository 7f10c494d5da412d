import Foundation

/// A copy of a few goldens and their inputs that a test may damage.
package struct TemporarySet: Sendable {
    /// The folder that holds `golden` and `fixtures`.
    package let folder: TemporaryFolder

    package static let committed = CommandRunner.package.appending(path: "golden").path

    /// Copies these goldens and their inputs, by id; the manifest lists their folders and excuses all others.
    package init(_ ids: [String], tolerances: String = "{}") throws {
        folder = try TemporaryFolder()
        let parts = ids.map { $0.split(separator: "/").map(String.init) }
        let names = Set(parts.map { $0[1] }).sorted()
        let folders = Set(parts.map { $0[0] }).sorted().map { folder in
            let missing = names.filter { !ids.contains("\(folder)/\($0)") }
            let excuses = missing.map { "\"\($0)\": \"not part of this test\"" }.joined(separator: ", ")
            return "\"\(folder)\": {\"profile\": \"\(folder == "client" ? "client" : "server")\", "
                + "\"without_golden\": {\(excuses)}}"
        }
        try folder.file(
            "golden/manifest.json",
            Data(
                """
                {"schema_version": 2, "fixtures": "../fixtures", "tolerances": {"client": \(tolerances)},
                 "folders": {\(folders.joined(separator: ",\n"))}}
                """.utf8))
        try folder.file("fixtures/README.md")
        for file in names.map({ "fixtures/\($0).bin.gz" }) + ids.map({ "golden/\($0).json" }) {
            try folder.file(file, try Data(contentsOf: CommandRunner.package.appending(path: file)))
        }
    }

    package var path: String { folder.path + "/golden" }

    /// Replaces text that must occur in a file of the copy.
    package func replace(_ text: String, by other: String, in file: String) throws {
        let old = try folder.text(of: file)
        guard old.contains(text) else { throw MissingText(text: text, file: file) }
        try folder.file(file, Data(old.replacing(text, with: other).utf8))
    }

    package func remove(_ file: String) throws {
        try FileManager.default.removeItem(at: folder.url.appending(path: file))
    }

    /// Writes an executable shell script and returns its path.
    package func script(_ name: String, _ body: String) throws -> String {
        let text = try folder.file("\(name).text", Data("#!/bin/sh\n\(body)\n".utf8))
        let file = folder.url.appending(path: name)
        // Another process writes the script: a program that a concurrent test starts at this moment would inherit the
        // file while it is open for writing here, and the script could not be started (ETXTBSY).
        let command = "cp \"$0\" \"$1\" && chmod 755 \"$1\""
        let outcome = try CommandRunner.run(
            URL(filePath: "/bin/sh"), ["-c", command, text.path, file.path], in: folder.url)
        guard outcome.exitCode == 0 else { throw MissingText(text: outcome.errors, file: file.path) }
        return file.path
    }
}

/// The text that a test replaces is missing.
struct MissingText: Error {
    let text: String
    let file: String
}
