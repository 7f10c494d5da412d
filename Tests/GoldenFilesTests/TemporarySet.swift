import DepthTestSupport
import Foundation
import Testing

@testable import GoldenFiles

/// A copy of a few goldens and their inputs that a test may damage.
final class TemporarySet {
    let folder: TemporaryFolder

    static let package = CommandRunner.package
    static let committed = package.appending(path: "golden").path

    /// Copies these goldens, by their ids, and their inputs.
    init(_ ids: [String], tolerances: String = "{}", withoutClient: [String]? = nil) throws {
        folder = try TemporaryFolder()
        let names = Set(ids.map { String($0.split(separator: "/")[1]) }).sorted()
        let client = ids.filter { $0.hasPrefix("client/") }.map { String($0.dropFirst(7)) }
        let server = ids.filter { !$0.hasPrefix("client/") }.map { String($0.split(separator: "/")[1]) }
        func excused(_ answered: [String]) -> String {
            names.filter { !answered.contains($0) }.map { "\"\($0)\": \"not part of this test\"" }.joined(
                separator: ", ")
        }
        try folder.file(
            "golden/manifest.json",
            Data(
                """
                {"schema_version": 1, "fixtures": "../fixtures", "profiles": {
                  "server": {"tolerances": {}, "without_golden": {\(excused(server))}},
                  "client": {"tolerances": \(tolerances), "without_golden": {\(excused(client))}}}}
                """.utf8))
        try folder.file("fixtures/README.md")
        for name in names {
            let input = "fixtures/\(name).bin.gz"
            try folder.file(input, try Data(contentsOf: Self.package.appending(path: input)))
        }
        for id in ids {
            try folder.file(
                "golden/\(id).json", try Data(contentsOf: Self.package.appending(path: "golden/\(id).json")))
        }
    }

    var path: String { folder.path + "/golden" }

    /// Replaces text in a file of the copy, where it must occur.
    func replace(_ text: String, by other: String, in file: String) throws {
        let old = try folder.text(of: file)
        try #require(old.contains(text), "\(file) contains \(text)")
        try folder.file(file, Data(old.replacing(text, with: other).utf8))
    }

    func remove(_ file: String) throws {
        try FileManager.default.removeItem(at: folder.url.appending(path: file))
    }

    func check(
        answerer: Answerer = .depthcheck, _ change: (inout GoldenCheck.Options) -> Void = { _ in }
    ) async throws -> CheckReport {
        var options = GoldenCheck.Options()
        change(&options)
        return await GoldenCheck(try GoldenSet(path), answerer: answerer, options: options).run()
    }

    /// An executable script of the shell.
    func script(_ name: String, _ body: String) throws -> String {
        let file = try folder.file(name, Data("#!/bin/sh\n\(body)\n".utf8))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
        return file.path
    }
}

extension CheckReport {
    /// The kinds of all failures, worst golden first.
    var codes: [String] { failed.flatMap { $0.failures.map(\.code) } }

    /// The only difference of the only failure.
    func difference(_ sourceLocation: SourceLocation = #_sourceLocation) throws -> (Difference, Divergence) {
        let failures = failed.flatMap(\.failures)
        try #require(failures.count == 1, "\(failures)", sourceLocation: sourceLocation)
        guard case .differences(let differences, let divergence) = failures[0] else {
            throw Unexpected(text: "\(failures[0])")
        }
        return (try #require(differences.first, sourceLocation: sourceLocation), divergence)
    }
}

struct Unexpected: Error {
    let text: String
}
