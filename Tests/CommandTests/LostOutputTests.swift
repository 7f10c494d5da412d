import Foundation
import TestSupport
import Testing

/// `measure` writes its output row by row while another process tampers with the file.
@Suite struct LostOutputTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        let map = Array(try Data(contentsOf: StoredAnswer.fixtures.appending(path: "size-3x3.bin.gz")))
        // More than is read ahead, so that rows are written while the command waits for the rest.
        try folder.file("first", (0..<400).flatMap { TestTar.member("a\($0).bin.gz", map) })
        try folder.file("rest", TestTar.member("c.bin.gz", map) + TestTar.end)
        try folder.file("end", TestTar.end)
    }

    /// The shard arrives through a pipe. Its rest follows after the first row was written and the output was damaged.
    ///
    /// - Parameter rest: more members, or only the end marker, so that the next row or the end detects the damage.
    @Test(
        arguments: [
            ("rm m.csv", "found the file removed while"),
            ("mv m.csv other.csv", "found the file removed while"),
            ("cp m.csv n.csv; mv n.csv m.csv", "found the file replaced by another file"),
            ("truncate -s 0 m.csv", "found the file truncated to 0 of"),
            ("truncate -s -1 m.csv", "found the file truncated to"),
            ("echo >> m.csv", "found the file extended from"),
            ("printf X | dd of=m.csv bs=1 seek=9 conv=notrunc status=none", "found the file overwritten in place"),
        ], ["rest", "end"])
    func aLostOutputIsAnOutputError(failure: (command: String, message: String), rest: String) throws {
        let script = """
            mkfifo p; exec 3<>p
            "$0" measure --tar p -o m.csv --jobs 1 -q 3>&- & child=$!
            cat first >&3
            for _ in {1..1000}; do [ "$(wc -l < m.csv 2>/dev/null)" -ge 2 ] && break; sleep 0.01; done
            \(failure.command)
            cat \(rest) >&3; exec 3>&-; wait $child
            """
        let outcome = try CommandRunner.run(
            URL(filePath: "/bin/bash"), ["-c", script, CommandRunner.binary.path], in: folder.url)
        #expect(outcome.exitCode == 74, "\(outcome.errors)")
        #expect(outcome.errors.contains("m.csv: \(failure.message)"), "\(outcome.errors)")
    }
}
