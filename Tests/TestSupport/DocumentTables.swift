import Foundation
import Synchronization

/// Tables in documents that are generated from code, between `<!-- MARK: … -->` and `<!-- end -->`.
///
///     let (found, expected) = try DocumentTables.compare("docs/JSON.md", to: [("checks", rows)])
///     #expect(found == expected)
///
/// With `DEPTHCHECK_WRITE_DOCS=1` the tables are written.
package enum DocumentTables {
    /// A table whose mark or end is missing.
    package struct MissingMark: Error {
        let name: String
    }

    /// Tests of several modules update one document.
    private static let lock = Mutex(())

    /// The current and the expected document.
    package static func compare(
        _ path: String, to tables: [(mark: String, rows: [String])]
    ) throws -> (found: String, expected: String) {
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
            }
            return (found, expected)
        }
    }
}
