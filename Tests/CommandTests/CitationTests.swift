import Foundation
import TestSupport
import Testing

/// CITATION.cff repeats facts that are defined elsewhere.
@Suite struct CitationTests {
    private static func text(_ name: String) throws -> String {
        try String(contentsOf: CommandRunner.package.appending(path: name), encoding: .utf8)
    }

    /// The values of the top level, each on one line.
    private static func members() throws -> [String: String] {
        var members: [String: String] = [:]
        for line in try text("CITATION.cff").split(separator: "\n") where line.first != " " {
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            try #require(parts.count == 2, "\(line)")
            let value = parts[1].trimmingCharacters(in: CharacterSet(charactersIn: " \""))
            #expect(members.updateValue(value, forKey: String(parts[0])) == nil, "\(line)")
        }
        return members
    }

    @Test func theVersionIsThatOfTheCommand() throws {
        let members = try Self.members()
        let version = try #require(members["version"])
        let printed = try CommandRunner.depthcheck(["--version"]).output.split { $0 == " " || $0 == "\n" }
        #expect(printed.prefix(2) == ["depthcheck", Substring(version)])
        let date = try #require(members["date-released"])
        #expect(try Self.text("CHANGELOG.md").contains("\n## \(version) - \(date)\n"))
    }

    /// Citation File Format 1.2.0 requires these members.
    @Test func requiredMembersArePresent() throws {
        let members = try Self.members()
        #expect(members["cff-version"] == "1.2.0" && members["type"] == "software" && members["title"] == "depthcheck")
        #expect(members["message"]?.isEmpty == false && members["authors"] == "")
        #expect(try Self.text("CITATION.cff").contains("\nauthors:\n  - name: The authors of depthcheck\n"))
        #expect(members["license"] == "Apache-2.0")
        #expect(try Self.text("LICENSE").contains("Apache License\n"))
    }
}
