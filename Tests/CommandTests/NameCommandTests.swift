import Foundation
import TestSupport
import Testing

/// Runs shell scripts, because `Process` cannot pass arbitrary bytes in names.
private struct Shell {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        let map = CommandRunner.package.appending(path: "fixtures/room-01.bin.gz")
        try folder.file("map.bin.gz", Data(contentsOf: map))
    }

    /// Runs a script in the folder, with `depthcheck` as a command.
    func run(_ script: String) throws -> CommandRunner.Outcome {
        let function = "depthcheck() { '\(CommandRunner.binary.path)' \"$@\"; }\n"
        return try CommandRunner.run(
            URL(filePath: "/bin/bash"), ["-c", function + script], in: folder.url, environment: ["LC_ALL": "C.UTF-8"])
    }
}

/// Whether the output has no escape and no bidirectional override.
private func isHarmless(_ outcome: CommandRunner.Outcome) -> Bool {
    !(outcome.output + outcome.errors).unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" }
}

@Suite struct NameCommandTests {
    private let shell: Shell
    init() throws { shell = try Shell() }

    /// The two spellings of `é` are two files, also in a table.
    @Test func canonicallyEqualNamesAreSeparateRows() throws {
        let outcome = try shell.run(
            #"""
            mkdir c && cp map.bin.gz $'c/\xC3\xA9.bin.gz' && cp map.bin.gz $'c/e\xCC\x81.bin.gz'
            depthcheck measure c -o m.csv && depthcheck measure c -o m.csv --resume && cut -d, -f1 m.csv
            printf '\xC3\xA9.bin.gz,real\ne\xCC\x81.bin.gz,print\n' | sed '1i file,label' > l.csv
            depthcheck tune m.csv --labels l.csv | head -1
            """#)
        #expect(outcome.errors.isEmpty, "\(outcome.errors)")
        let lines = outcome.output.split(separator: "\n").map { Array($0.utf8) }
        #expect(lines.prefix(3) == ["file", "e\u{301}.bin.gz", "\u{E9}.bin.gz"].map { Array($0.utf8) }[...])
    }

    /// A name that is not UTF-8 works as an argument, in a folder, a list, a manifest and a resumed table.
    @Test func namesThatAreNotUTF8AreSupported() throws {
        let outcome = try shell.run(
            #"""
            mkdir c && cp map.bin.gz $'c/a\xFF.bin.gz' && echo broken > $'c/b\xFE.bin.gz'
            depthcheck analyze $'c/a\xFF.bin.gz' --quiet
            depthcheck analyze c --quiet 2>/dev/null; echo "folder $?"
            printf 'c/a\xFF.bin.gz\n' | depthcheck analyze --files-from - --quiet; echo "list $?"
            printf 'file\nc/a\xFF.bin.gz\n' > list.csv; depthcheck measure --manifest list.csv | cut -d, -f1
            printf 'file\n"c/a\\xFF.bin.gz"\n' > list.csv; depthcheck measure --manifest list.csv | cut -d, -f1
            for f in csv ndjson; do
                depthcheck measure c -o m.$f; echo "measured $?"
                cp map.bin.gz $'c/b\xFE.bin.gz'
                depthcheck measure c -o m.$f --resume; echo "resumed $?"
                echo broken > $'c/b\xFE.bin.gz'
            done
            cut -d, -f1 m.csv; cut -d, -f1 m.ndjson
            """#)
        let lines = outcome.output.split(separator: "\n").map(String.init)
        #expect(lines[0].contains(#"c/a\xFF.bin.gz"#), "\(outcome.output)")
        #expect(lines.contains("folder 2") && lines.contains("list 0"), "\(outcome.output)")
        #expect(lines.filter { $0 == #"c/a\xFF.bin.gz"# }.count == 2, "\(outcome.output)")
        #expect(lines.filter { $0 == "measured 2" || $0 == "resumed 0" }.count == 4, "\(outcome.output)")
        #expect(
            lines.suffix(4) == [
                #"a\xFF.bin.gz"#, #"b\xFE.bin.gz"#, #"{"file":"a\\xFF.bin.gz""#, #"{"file":"b\\xFE.bin.gz""#,
            ], "\(outcome.output)")
        #expect(outcome.errors.contains(#"depthcheck: b\xFE.bin.gz: found"#), "\(outcome.errors)")
    }

    /// A private character is a character: a file of its name is not the file named by a byte, in any list or table.
    @Test func privateCharactersOfNamesAreNoBytes() throws {
        let outcome = try shell.run(
            #"""
            mkdir c && cp map.bin.gz $'c/\xE9.bin.gz' && cp map.bin.gz $'c/\xF4\x8F\xBF\xA9.bin.gz'
            depthcheck analyze c --format csv | cut -d, -f1 | tail -2
            depthcheck analyze c --format ndjson | cut -d, -f1
            printf 'c/\xF4\x8F\xBF\xA9.bin.gz\nc/\xE9.bin.gz\n' |
                depthcheck analyze --files-from - --format csv | cut -d, -f1 | tail -2
            for f in csv ndjson; do
                depthcheck measure c -o m.$f; rm c/*; cp map.bin.gz $'c/\xF4\x8F\xBF\xA9.bin.gz'
                depthcheck measure c -o m.$f --resume; cp map.bin.gz $'c/\xE9.bin.gz'
                depthcheck measure c -o m.$f --resume; wc -l < m.$f
            done
            printf 'file,label\n\xE9.bin.gz,real\n\xF4\x8F\xBF\xA9.bin.gz,\xF4\x8F\xBF\xA9\n' > l.csv
            depthcheck tune m.csv --labels l.csv 2>&1 | grep -o 'found the label [^ ]*'
            depthcheck convert c --to npy -o o/ > /dev/null
            depthcheck convert $'c/\xF4\x8F\xBF\xA9.bin.gz' -o $'o/\xE9.pfm' > /dev/null
            (LC_ALL=C; for name in o/*; do printf '%q\n' "$name"; done)
            depthcheck capture pack --model $'\xE9' --photo x --depth x -o x 2>&1 | head -1
            depthcheck capture pack --model $'\xF4\x8F\xBF\xA9' --photo map.bin.gz --depth map.bin.gz -o x > /dev/null
            grep -ac $'"device_model":"\xF4\x8F\xBF\xA9"' x
            """#)
        let (byte, character) = (#"c/\xE9.bin.gz"#, #"c/\u{10FFE9}.bin.gz"#)
        #expect(
            outcome.output.split(separator: "\n").map(String.init) == [
                byte, character, #"{"input":"c/\\xE9.bin.gz""#, #"{"input":"c/\udbff\udfe9.bin.gz""#, character, byte,
                "3", "2", #"found the label "\u{10FFE9}""#, #"$'o/\351.npy'"#, #"$'o/\351.pfm'"#,
                #"$'o/\364\217\277\251.npy'"#,
                #"depthcheck: error: --model is "\xE9"; expected the name of a phone model in UTF-8"#, "1",
            ], "\(outcome.output) \(outcome.errors)")
    }

    @Test func outputNamesKeepTheirBytes() throws {
        let outcome = try shell.run(
            #"""
            mkdir o
            depthcheck analyze map.bin.gz --format json -o $'o/a\xFF.json'
            depthcheck measure map.bin.gz -o $'o/b\xFF.csv'
            depthcheck parity map.bin.gz -o $'o/c\xFF.txt'
            depthcheck analyze map.bin.gz --summary-json $'o/d\xFF.json' --quiet > /dev/null
            LC_ALL=C; for name in o/*; do printf '%q\n' "$name"; done
            """#)
        #expect(outcome.errors.isEmpty, "\(outcome.errors)")
        #expect(
            outcome.output.split(separator: "\n").map(String.init) == [
                #"$'o/a\377.json'"#, #"$'o/b\377.csv'"#, #"$'o/c\377.txt'"#, #"$'o/d\377.json'"#,
            ], "\(outcome.output)")
    }

    /// No command prints control characters of names, cells, labels or options to a terminal.
    @Test(arguments: [
        "depthcheck analyze e $'no\\e[31m\\e[2J\\u202E.bin'", "depthcheck analyze e --format csv",
        "depthcheck analyze e --format json", "depthcheck analyze e --format ndjson", "depthcheck analyze e --summary",
        "depthcheck analyze e $'--\\e[31m\\e[2J\\u202E'", "depthcheck $'\\e[31m\\e[2J\\u202E'",
        "depthcheck analyze --profile $'\\e[31m\\e[2J\\u202E' e",
        "depthcheck analyze --parameters $'\\e[31m\\e[2J\\u202E' e",
        "depthcheck analyze e -o $'no\\e/\\u202E'",
        "depthcheck parity e", "depthcheck parity e --format json", "depthcheck parity e --format csv",
        "depthcheck measure e", "depthcheck measure e --format ndjson", "depthcheck measure $'\\e[31m\\e[2J\\u202E'",
        "depthcheck measure e -o $'m\\e\\u202E.csv'; depthcheck measure e -o $'m\\e\\u202E.csv'",
        "depthcheck measure --manifest $'bad\\e\\u202E.csv'",
        "depthcheck measure e -o m.csv; depthcheck tune m.csv --labels $'labels\\e\\u202E.csv'",
        "depthcheck measure e -o m.csv; depthcheck tune m.csv --labels $'few\\e\\u202E.csv'",
        "depthcheck measure e -o m.csv; depthcheck tune m.csv --labels $'bad\\e\\u202E.csv'",
        "depthcheck tune $'labels\\e\\u202E.csv' --labels m.csv",
        "depthcheck tune $'\\e\\u202E' --labels $'\\e\\u202E'",
        "depthcheck evaluate $'\\e\\u202E' --labels $'\\e\\u202E' --parameters $'\\e\\u202E'",
        "depthcheck report $'\\e\\u202E' -o r.html", "depthcheck measure e -o m.csv; depthcheck report m.csv -o -",
        "depthcheck measure e -o m.csv; depthcheck report m.csv --maps nowhere -o $'r\\e\\u202E.html'",
        "depthcheck golden check $'\\e\\u202E'", "depthcheck golden check $'set\\e\\u202E'",
        "depthcheck golden check --run $'printf \"\\e[31m\\e[2J\\u202E\" #' goldens",
        "depthcheck golden check --answers $'bad\\e\\u202E.csv' goldens",
    ])
    func inputTextIsEscapedOnTerminals(command: String) throws {
        let goldens = CommandRunner.package.appending(path: "golden").path
        let outcome = try shell.run(
            #"""
            mkdir e && cp map.bin.gz $'e/a\e[31m\u202Eb.bin.gz' && echo bad > $'e/b\e]0;t\a\u202E.bin.gz'
            printf 'file,label,group\n"a\e[31m\u202Eb.bin.gz",real,"g\e[31m\e[2J\u202E"\n' > labels
            printf '"b\e]0;t\a\u202E.bin.gz","l\e[31m\e[2J\u202E",g\n' | cat labels - > $'labels\e\u202E.csv'
            printf 'file,label\n"no\e[31m\e[2J\u202E","l\e\u202E"\n' > $'few\e\u202E.csv'
            printf 'f\e[31m\e[2J\u202E,"x\e\u202E"\n"\e[31m\e[2J\u202E",1\n' > $'bad\e\u202E.csv'
            mkdir $'set\e\u202E' && printf '{"k\\u001b\\u202e":1,"x":"\e\u202E"}' > $'set\e\u202E/manifest.json'
            """# + "\nln -s '\(goldens)' goldens\nexport LC_ALL=C.UTF-8\n" + command)
        #expect(isHarmless(outcome), "\(outcome.output.debugDescription) \(outcome.errors.debugDescription)")
        #expect(!(outcome.output + outcome.errors).isEmpty)
    }

    /// A printed name can be passed as an argument: files named in CSV or JSON reports are found again.
    @Test func jsonRepresentsAnyName() throws {
        let name = "a\u{1B}\u{202E}\u{301}\\.bin.gz"
        try FileManager.default.copyItem(
            atPath: shell.folder.path + "/map.bin.gz", toPath: shell.folder.path + "/" + name)
        let outcome = try CommandRunner.depthcheck(["analyze", name, "--format", "json"], in: shell.folder.url)
        #expect(isHarmless(outcome))
        let result = try parse(outcome.output, as: [String: Any].self)
        #expect((result["input"] as? String).map { Array($0.utf8) } == Array(name.utf8))
    }

    /// If the limit on open files is too low, every command prints one line before it starts.
    @Test(arguments: [
        "analyze c", "analyze map.bin.gz map.bin.gz", "parity c", "measure c", "measure c -o m.csv",
        "golden check goldens", "golden record c --folder out", "tune m.csv --labels l.csv",
    ])
    func tooFewOpenFilesAreASingleError(command: String) throws {
        let goldens = CommandRunner.package.appending(path: "golden").path
        let outcome = try shell.run(
            """
            ln -s '\(goldens)' goldens; mkdir c; cp map.bin.gz c; cp map.bin.gz c/b.bin.gz
            ulimit -n 6; depthcheck \(command) > out.txt
            """)
        #expect(outcome.exitCode == 71, "\(outcome.exitCode) \(outcome.errors)")
        #expect(outcome.errors.contains("found 3 free file descriptors of the limit of 6"), "\(outcome.errors)")
        #expect(outcome.errors.split(separator: "\n").count == 1 && outcome.errors.contains("ulimit -n"))
    }

    /// The limit on open files caps the number of jobs; no job runs out of descriptors.
    @Test func theOpenFileLimitBoundsJobs() throws {
        let outcome = try shell.run(
            """
            mkdir c; for i in $(seq 40); do cp map.bin.gz c/$i.bin.gz; done
            for n in 10 11 12 16 24; do
                (ulimit -n $n; depthcheck measure c --jobs 32 -o $n.csv; echo "$n: $? $(wc -l < $n.csv)")
            done
            """)
        #expect(outcome.errors.isEmpty, "\(outcome.errors)")
        #expect(outcome.output.split(separator: "\n") == ["10: 0 41", "11: 0 41", "12: 0 41", "16: 0 41", "24: 0 41"])
    }
}
