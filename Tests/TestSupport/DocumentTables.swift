import Foundation
import Synchronization

/// Tables in documents that are generated from code, between `<!-- MARK: … -->` and `<!-- end -->`.
///
///     #expect(try DocumentTables.firstDifference(in: "docs/JSON.md", from: [("checks", rows)]) == nil)
///
/// With `DEPTHCHECK_WRITE_DOCS=1` the tables are written instead.
package enum DocumentTables {
    /// A table whose mark or end is missing.
    package struct MissingMark: Error {
        let name: String
    }

    /// Tests of several modules update one document.
    private static let lock = Mutex(())

    /// The first line of a document that differs from the tables; nil if none does.
    package static func firstDifference(
        in path: String, from tables: [(mark: String, rows: [String])]
    ) throws -> String? {
        try lock.withLock { _ in
            let file = CommandRunner.package.appending(path: path)
            let found = try String(contentsOf: file, encoding: .utf8)
            var expected = found
            for (mark, rows) in tables {
                guard let opening = expected.range(of: "<!-- \(mark): "),
                    let start = expected.range(of: "\n", range: opening.upperBound..<expected.endIndex),
                    let end = expected.range(of: "<!-- end -->", range: start.upperBound..<expected.endIndex)
                else { throw MissingMark(name: mark) }
                expected.replaceSubrange(
                    start.upperBound..<end.lowerBound, with: "\n" + rows.joined(separator: "\n") + "\n\n")
            }
            if ProcessInfo.processInfo.environment["DEPTHCHECK_WRITE_DOCS"] == "1" {
                try Data(expected.utf8).write(to: file)
                return nil
            }
            let lines = [found, expected].map { $0.split(separator: "\n", omittingEmptySubsequences: false) }
            guard lines[0] != lines[1] else { return nil }
            let number = zip(lines[0], lines[1]).prefix { $0 == $1 }.count
            let texts = lines.map { number < $0.count ? $0[number] : "(end)" }
            return "\(path):\(number + 1): found \(texts[0]); expected \(texts[1])"
        }
    }
}
