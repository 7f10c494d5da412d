import Foundation
import TestSupport
import Testing

/// Commands under tight system limits either work or name the limit; they neither crash nor hang.
@Suite struct SystemLimitTests {
    /// A user without other processes.
    private static let user = "setpriv --reuid=65533 --regid=65533 --clear-groups"
    private static let hasUser: Bool = {
        let outcome = try? run("\(user) \"$0\" --version", in: CommandRunner.package)
        return outcome?.exitCode == 0
    }()

    private let set: TemporarySet

    init() throws {
        set = try TemporarySet(["server/room-01", "server/bin-edges-01", "server/all-invalid"])
        _ = try set.script("slow", "sleep 0.02; echo '{}'")
    }

    /// Runs a script in which `$0` is the binary. Closes all files but the standard streams, because a script inherits
    /// open files of other tests and of the process that started them, and the limits count these.
    private static func run(_ script: String, in folder: URL) throws -> CommandRunner.Outcome {
        let closing = #"for open in /proc/self/fd/*; do (( ${open##*/} > 2 )) && eval "exec ${open##*/}>&-"; done; "#
        return try CommandRunner.run(
            URL(filePath: "/bin/bash"), ["-c", closing + script, CommandRunner.binary.path], in: folder)
    }

    private func run(_ script: String) throws -> CommandRunner.Outcome { try Self.run(script, in: set.folder.url) }

    private func makeTable(rows: Int) throws {
        let outcome = try run(
            """
            "$0" measure '\(StoredAnswer.fixtures.path)' -q > all.csv
            grep -E '^file,|^room-01' all.csv | head -1 > m.csv; echo file,label > l.csv
            row=$(grep ^room-01 all.csv | head -1 | cut -d, -f2-)
            for i in $(seq \(rows)); do echo "$i,$row"; done >> m.csv
            for i in $(seq \(rows)); do (( i % 2 )) && echo "$i,real" || echo "$i,print"; done >> l.csv
            echo '{"layerThreshold": 4}' > p.json
            """)
        try #require(outcome.exitCode == 0, "\(outcome.errors)")
    }

    @Test(arguments: ["--run './slow {input}'", "--run './slow {f32}' --jobs 100", "--run-once ./slow"])
    func programsStartOnlyWithEnoughOpenFiles(options: String) throws {
        for limit in [7, 9, 10, 12, 16, 20, 25, 26, 28, 29, 30, 32, 36, 48, 64] {
            let outcome = try run("ulimit -n \(limit); exec \"$0\" golden check golden --profile server \(options)")
            #expect([1, 71].contains(outcome.exitCode), "\(limit): \(outcome.exitCode) \(outcome.errors)")
            #expect(outcome.exitCode == 1 || outcome.errors.contains("ulimit -n"), "\(limit): \(outcome.errors)")
            #expect(!outcome.output.contains("could not be started"), "\(limit): \(outcome.output)")
            #expect(limit < 36 || outcome.exitCode == 1, "\(limit): \(outcome.errors)")
        }
    }

    /// Each command with its largest set of outputs, and the least number of open files with which it works. With one
    /// fewer, it begins no output.
    @Test(arguments: [
        ("evaluate m.csv --labels l.csv --parameters p.json --tables out/t --figures out/f", 32),
        ("evaluate m.csv --labels l.csv --parameters p.json --tables out/t --figures out/f -o out/r", 33),
        ("golden check golden -q -o out/r --junit out/j --markdown out/m --json out/o", 12),
        (
            "tune m.csv --labels l.csv --replicates 0 --force -o out/p --curves out/c --operating-points out/o "
                + "--save-folds out/f", 12
        ),
        ("analyze fixtures --format json -o out/r --summary --summary-json out/s", 10),
        ("measure fixtures -q -o out/m.csv", 10), ("convert fixtures --to npy -o out/maps/", 10),
        ("report m.csv -o out/r.html", 10), ("parity fixtures -o out/r", 10),
    ])
    func outputsNeedAsManyOpenFilesAsDocumented(command: String, least: Int) throws {
        try makeTable(rows: 100)
        func outcome(_ limit: String) throws -> CommandRunner.Outcome {
            try run("rm -rf out; mkdir out; ulimit -n \(limit); exec \"$0\" \(command)")
        }
        let (free, enough, tooFew) = (try outcome("256"), try outcome("\(least)"), try outcome("\(least - 1)"))
        #expect(enough.exitCode == free.exitCode, "\(command): \(enough.exitCode) \(enough.errors)")
        #expect(tooFew.exitCode == 71 && tooFew.errors.contains("ulimit -n"), "\(command): \(tooFew.errors)")
        #expect(try run("find out -mindepth 1").output.isEmpty, "\(command)")
    }

    @Test func moreThanAThousandFoldsAreAUsageError() throws {
        try makeTable(rows: 1001)
        _ = try run("awk -F, '{ print $0 \",\" (NR == 1 ? \"device\" : $1) }' l.csv > d.csv")
        let tune = "exec \"$0\" tune m.csv --replicates 0"
        for (options, message) in [
            ("--labels d.csv --leave-out device", "found 1001 values in the column device; expected at most 1000"),
            ("--labels l.csv --folds 1001", "--folds is 1001; expected 2 to 1000"),
        ] {
            let outcome = try run("\(tune) \(options)")
            #expect(outcome.exitCode == 64 && outcome.errors.contains(message), "\(options): \(outcome.errors)")
        }
    }

    /// Limits the address space, in kilobytes.
    @Test func exhaustedAddressSpaceIsReported() throws {
        try makeTable(rows: 400)
        for command in [
            "golden check golden", "golden check golden --run './slow {input}'",
            "evaluate m.csv --labels l.csv --parameters p.json", "tune m.csv --labels l.csv --replicates 50",
            "measure fixtures -q", "analyze fixtures -q", "analyze fixtures/room-01.bin.gz", "info fixtures",
        ] {
            for limit in [100_000, 2_600_000] {
                let outcome = try run("ulimit -v \(limit); exec \"$0\" \(command)")
                #expect(outcome.exitCode == 71, "\(command): \(outcome.exitCode) \(outcome.errors)")
                #expect(outcome.errors.contains("MiB on the address space"), "\(command): \(outcome.errors)")
                #expect(outcome.errors.contains("expected at least 2560 MiB; raise it with ulimit -v"))
            }
            let (free, enough) = (
                try run("exec \"$0\" \(command)"), try run("ulimit -v 2700000; exec \"$0\" \(command)")
            )
            #expect(enough.exitCode == free.exitCode, "\(command): \(enough.errors)")
        }
    }

    /// Each command needs more than 2.7 GB.
    @Test func exhaustedMemoryIsReported() throws {
        try makeTable(rows: 400)
        _ = try run(
            """
            yes $(printf 'x%.0s' {1..190}) | head -n 900000 > rows.csv
            { echo file; yes a | head -n 7000000; } > maps.csv
            """)
        for (command, message) in [
            ("tune rows.csv --labels l.csv", "rows.csv: found too little memory for its rows"),
            ("analyze --manifest maps.csv", "maps.csv: found too little memory for its rows"),
            ("convert -o out/ --manifest maps.csv", "maps.csv: found too little memory for its rows"),
            ("tune m.csv --labels l.csv --replicates 1000000", "too little memory for 1000000 replicates"),
        ] {
            let outcome = try run("ulimit -v 2700000; exec \"$0\" \(command)")
            #expect(outcome.exitCode == 71 && outcome.errors.contains(message), "\(command): \(outcome.errors)")
        }
    }

    /// One test covers all limits because the processes of a user are counted together.
    @Test(.enabled(if: hasUser, "the tests cannot switch users")) func commandsRunWithFewOrNoThreads() throws {
        try makeTable(rows: 100)
        _ = try run("chmod -R a+rX .")
        func limited(_ command: String, to limit: Int) throws -> CommandRunner.Outcome {
            try run("exec \(Self.user) bash -c 'ulimit -u \(limit); exec \"$0\" \(command)' \"$0\"")
        }
        for command in [
            "analyze fixtures", "measure fixtures", "parity fixtures",
            "tune m.csv --labels l.csv --replicates 50 --folds 2",
        ] {
            let free = try run("exec \"$0\" \(command)")
            for limit in [2, 4] {
                let limited = try limited(command, to: limit)
                #expect(limited.exitCode == free.exitCode, "\(limit), \(command): \(limited.errors)")
                #expect(limited.output == free.output, "\(limit), \(command): \(limited.output)")
            }
        }
        // A single map needs no other thread, whatever its name and source; many maps work without one too.
        _ = try run(
            """
            cp fixtures/room-01.bin.gz upload; mkdir one; cp upload one/a.bin.gz; chmod -R a+rX upload one
            echo upload > list; printf 'file\\nupload\\n' > maps.csv
            """)
        for command in [
            "fixtures/room-01.bin.gz", "upload", "nowhere", "upload/0.depth", "- < upload", "one", "--files-from list",
            "--manifest maps.csv", "upload -qv", "upload --invalid-value -1", "fixtures", "upload upload -qv",
        ].map({ "analyze \($0)" }) + [
            "info fixtures", "parity fixtures", "measure fixtures", "tune m.csv --labels l.csv --replicates 50",
        ] {
            let (free, limited) = (try run("exec \"$0\" \(command)"), try limited(command, to: 1))
            #expect(limited.exitCode == free.exitCode && limited.output == free.output, "\(command): \(limited.errors)")
            #expect(limited.errors == free.errors)
        }
        for command in ["golden check golden", "golden check golden --run \"./slow {input}\""] {
            for limit in [1, 3] {
                let outcome = try limited(command, to: limit)
                #expect(outcome.exitCode == 71, "\(limit), \(command): \(outcome.errors)")
                #expect(outcome.errors.contains("ulimit -u"), "\(limit), \(command): \(outcome.errors)")
            }
            let outcome = try limited(command, to: 100)
            #expect(outcome.exitCode == (try run("exec \"$0\" \(command)")).exitCode, "\(command): \(outcome.errors)")
        }
    }

    /// A file size limit of zero: each command writes to one file, to several, or to standard output.
    @Test func aFileSizeLimitIsAnOutputError() throws {
        try makeTable(rows: 100)
        let map = "fixtures/room-01.bin.gz"
        for command in [
            "analyze fixtures --format json -o out", "analyze fixtures --format json > out",
            "analyze \(map) --format json --summary-json out", "info fixtures --format json > out",
            "convert \(map) --to npy -o out.npy", "convert fixtures --to npy -o out/", "convert fixtures -o out.npz",
            "convert \(map) --to npy -o - > out", "render \(map) -o out.png", "render \(map) -o - > out",
            "parity fixtures -o out", "measure fixtures -o out.csv",
            "measure fixtures > out", "tune m.csv --labels l.csv --replicates 0 --curves out",
            "evaluate m.csv --labels l.csv --parameters p.json --format json -o out", "report m.csv -o out.html",
            "golden check golden --format json -o out", "golden check golden --profile server --run './slow {f32}'",
            "golden record --run './slow {f32}' --implementation slow", "golden requests golden --unpacked out",
            "capture pack --photo \(map) --depth \(map) -o out", "--experimental-dump-help > out",
        ] {
            // Errors pass through a pipe, because the limit also applies to the file that captures them.
            let outcome = try run(
                """
                { (ulimit -f 0; "$0" \(command)) 2>&1 >&3 3>&- | cat >&2; code=${PIPESTATUS[0]}; } 3>&1
                rm -rf out*; exit $code
                """)
            #expect(outcome.exitCode == 74, "\(command): \(outcome.exitCode) \(outcome.errors)")
            #expect(outcome.errors.contains("raise the limit with ulimit -f"), "\(command): \(outcome.errors)")
        }
    }

    @Test func deeplyNestedFoldersAreRead() throws {
        let outcome = try run(
            """
            deep=$(printf 'd/%.0s' $(seq 1900)); mkdir -p "$deep"; cp fixtures/room-01.bin.gz "$deep/a.bin.gz"
            (ulimit -s 512; "$0" analyze -q d); code=$?
            rm -r d; exit $code
            """)
        #expect(outcome.exitCode == 0 && outcome.output.hasSuffix("a.bin.gz\n"), "\(outcome.errors)")
    }

    @Test func anOverlongFileListIsAUsageError() throws {
        try set.folder.file("list", Data(repeating: UInt8(ascii: "\n"), count: 10_000_001))
        let outcome = try run("exec \"$0\" analyze --files-from list")
        #expect(outcome.exitCode == 64, "\(outcome.errors)")
        #expect(outcome.errors.contains("found 10000002 lines; expected at most 10000000; split the list"))
    }
}
