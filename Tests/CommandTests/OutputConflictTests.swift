import Foundation
import TestSupport
import Testing

/// Outputs whose names the command chooses, and streams that the shell redirects, never replace an input.
@Suite struct OutputConflictTests {
    private let folder: TemporaryFolder
    private let map: Data

    init() throws {
        folder = try TemporaryFolder()
        map = try Data(contentsOf: StoredAnswer.fixtures.appending(path: "size-3x3.bin.gz"))
        for name in ["x.bin.gz", "a.bin.gz"] { try folder.file(name, map) }
    }

    private func shell(_ script: String) throws -> CommandRunner.Outcome {
        try CommandRunner.run(
            URL(filePath: "/bin/bash"), ["-c", script, CommandRunner.binary.path], in: folder.url)
    }

    /// All files in the folder; links are not followed.
    private func contents() throws -> [String: Data] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path).reduce(into: [:]) { contents, name in
            let file = folder.url.appending(path: name)
            let values = try file.resourceValues(forKeys: [.isRegularFileKey, .isSymbolicLinkKey])
            if values.isRegularFile == true { contents[name] = try Data(contentsOf: file) }
            if values.isSymbolicLink == true {
                contents[name] = Data(try FileManager.default.destinationOfSymbolicLink(atPath: file.path).utf8)
            }
        }
    }

    /// Expects a usage error with this reason, and an unchanged folder.
    private func expectRefusal(_ script: String, _ reason: String) throws {
        let before = try contents()
        let outcome = try shell(script)
        #expect(outcome.exitCode == 64, "\(script): \(outcome.exitCode) \(outcome.output) \(outcome.errors)")
        #expect(outcome.errors.contains(reason), "\(script): \(outcome.errors)")
        #expect(try contents() == before, "\(script)")
    }

    /// The file behind standard input has the name that the output would get.
    @Test(arguments: [
        "convert --tar - -o . --to npy --width 3 --height 3", "convert --tar - --tar-name s -o ./ --to npy",
        "convert --files-from - -o . --to npy --width 3 --height 3", "convert --manifest - -o . --to npy",
        "convert - -o . --to npy --width 3 --height 3", "render --files-from - -o . --format png",
        "convert --tar - x.bin.gz -o . --to npy --width 3 --height 3", "measure --manifest - -o room.npy --format csv",
        "measure --tar - -o room.npy --format csv --resume", "analyze --tar - -o room.npy", "analyze - -o room.npy",
    ])
    func redirectedStandardInputIsNotReplaced(command: String) throws {
        let name = command.hasPrefix("render") ? "room.bin.gz.png" : "room.npy"
        try folder.file("room.bin.gz", map)
        if command.contains("--tar") {
            try folder.file(name, TestTar.member("room.bin.gz", Array(map)) + TestTar.end)
        } else if command.contains("--manifest") {
            try folder.file(name, "file,width,height\nroom.bin.gz,3,3\n".utf8)
        } else if command.contains("--files-from") {
            try folder.file(name, "room.bin.gz\n".utf8)
        } else {
            try folder.file(name, map)
            // Standard input has a name, which may be a link.
            try folder.link("standard-input.npy", to: name)
        }
        try expectRefusal("exec \"$0\" \(command) < \(name)", "would replace standard input, which is an input")
    }

    /// A member of an archive or shard has the name of the archive, the shard or another input.
    @Test func outputsNamedAfterMembersNeverReplaceInputs() throws {
        let packed = try shell("exec \"$0\" convert x.bin.gz a.bin.gz --width 3 --height 3 -o set.npz")
        #expect(packed.exitCode == 0, "\(packed.errors)")
        for name in ["x.npy", "x.npy.png"] { try folder.link(name, to: "set.npz") }
        try expectRefusal("exec \"$0\" convert set.npz -o . --to npy", "would replace set.npz, which is an input")
        try folder.file("shard.tar", TestTar.member("m.bin.gz", Array(map)) + TestTar.end)
        try folder.link("m.pfm", to: "shard.tar")
        try expectRefusal(
            "exec \"$0\" convert --tar shard.tar -o . --to pfm", "would replace shard.tar, which is an input")
        // Nothing else in the folder changes either.
        try folder.link("a.zlib", to: "x.bin.gz")
        try expectRefusal(
            "exec \"$0\" convert x.bin.gz a.bin.gz --width 3 --height 3 -o . --to zlib",
            "would replace x.bin.gz, which is an input")
    }

    /// One of the two maps would be lost.
    @Test(arguments: ["ln -s x.npy out/a.npy", "ln -s a.npy out/x.npy", "echo > out/x.npy; ln out/x.npy out/a.npy"])
    func twoConvertedMapsNeverShareAFile(link: String) throws {
        let made = try shell(
            """
            mkdir out && \(link) && "$0" convert x.bin.gz a.bin.gz --width 3 --height 3 -o set.npz -q \
              && mkdir m && cp x.bin.gz a.bin.gz m && tar -C m -cf m.tar x.bin.gz a.bin.gz
            """)
        #expect(made.exitCode == 0, "\(made.errors)")
        for inputs in ["x.bin.gz a.bin.gz --jobs 1", "m", "set.npz", "--tar m.tar"] {
            try expectRefusal(
                "exec \"$0\" convert \(inputs) --width 3 --height 3 -o out --to npy",
                "are the same file, and both would be")
        }
    }

    @Test func picturesAndPartsNeverShareAFile() throws {
        let made = try shell(
            "mkdir out && ln -s x.bin.gz.png out/a.bin.gz.png && ln -s depth.bin out/photo.jpg")
        #expect(made.exitCode == 0, "\(made.errors)")
        try expectRefusal("exec \"$0\" render x.bin.gz a.bin.gz -o out", "are the same file")
        try expectRefusal("exec \"$0\" capture pack --photo x.bin.gz --depth x.bin.gz -o out", "are the same file")
    }

    /// The report of the conversion goes to standard output.
    @Test func redirectedStandardOutputIsNotReplaced() throws {
        try folder.file("x.npy", "log\n".utf8)
        try expectRefusal(
            "exec \"$0\" convert x.bin.gz --width 3 --height 3 -o . --to npy >> x.npy", "standard output and --output")
    }

    @Test(arguments: [
        ("analyze x.bin.gz -o", "json"), ("analyze x.bin.gz --summary-json", "json"), ("info x.bin.gz -o", "json"),
        ("convert x.bin.gz --width 3 --height 3 -o", "npy"), ("convert x.bin.gz --width 3 --height 3 -o", "npz"),
        ("render x.bin.gz -o", "png"), ("render x.bin.gz -o", "svg"), ("parity x.bin.gz -o", "json"),
        ("measure x.bin.gz -o", "csv"), ("capture key -o", "pem"), ("golden requests GOLDEN -o", "json"),
        ("capture pack --photo x.bin.gz --depth x.bin.gz --width 3 --height 3 -o", "body"),
    ])
    func danglingLinksAreFollowedToTheirTarget(command: String, ending: String) throws {
        let words = command.replacing("GOLDEN", with: CommandRunner.package.appending(path: "golden").path)
        let isNamed = ["npy", "npz", "png", "svg"].contains(ending)
        for (link, target) in [("link.\(ending)", "new.\(ending)")] + (isNamed ? [("link", "new2.\(ending)")] : []) {
            try folder.link(link, to: "between-\(target)")
            try folder.link("between-\(target)", to: target)
            let outcome = try shell("exec \"$0\" \(words) \(link)")
            #expect(outcome.exitCode == 0, "\(link): \(outcome.errors)")
            #expect(
                try FileManager.default.destinationOfSymbolicLink(atPath: "\(folder.path)/\(link)").hasSuffix(target))
            let made = try FileManager.default.attributesOfItem(atPath: "\(folder.path)/\(target)")
            #expect(made[.type] as? FileAttributeType == .typeRegular && made[.size] as? Int ?? 0 > 0)
        }
    }

    /// Opening a pipe for writing would block until a process reads it.
    @Test(arguments: [
        ("convert x.bin.gz --width 3 --height 3 -o o --to npy", "o/x.npy"),
        ("convert --tar t.tar --width 3 --height 3 -o o --to npy", "o/x.npy"),
        ("render x.bin.gz -o o", "o/x.bin.gz.png"),
        ("capture pack --photo x.bin.gz --depth x.bin.gz --width 3 --height 3 -o o", "o/photo.jpg"),
        ("capture key -o k.pem", "device.json"), ("golden requests --unpacked o golden", "o/39856abaa48e.f32"),
    ])
    func pipesInFoldersAreNotOutputs(command: (arguments: String, pipe: String)) throws {
        let made = try shell("mkdir o; mkfifo \(command.pipe); tar -cf t.tar x.bin.gz")
        #expect(made.exitCode == 0, "\(made.errors)")
        for name in ["golden", "fixtures"] {
            let set = try TemporarySet(["server/size-3x3"])
            try FileManager.default.copyItem(
                at: set.folder.url.appending(path: name), to: folder.url.appending(path: name))
        }
        let outcome = try shell("exec timeout 60 \"$0\" \(command.arguments)")
        #expect(outcome.exitCode == 74, "\(outcome.exitCode) \(outcome.errors)")
        #expect(outcome.errors.contains("\(command.pipe): found a pipe, a socket or a device"), "\(outcome.errors)")
    }

    @Test func aNamedPipeIsAnOutput() throws {
        let outcome = try shell(
            """
            mkfifo p.npy; "$0" convert x.bin.gz --width 3 --height 3 -q -o p.npy & child=$!
            timeout 60 cat p.npy | wc -c; wait $child
            """)
        #expect(outcome.exitCode == 0 && outcome.output.contains("164"), "\(outcome.output) \(outcome.errors)")
    }

    @Test(arguments: [
        "convert x.bin.gz --width 3 --height 3 --to bin.gz -o", "render x.bin.gz -o", "analyze x.bin.gz -o",
    ])
    func circularAndBrokenLinksAreReported(command: String) throws {
        try folder.link("circle", to: "other")
        try folder.link("other", to: "circle")
        try folder.link("link", to: "dangling")
        try folder.link("dangling", to: "nowhere/out")
        for (name, message) in [
            ("circle", "circle: found error 40: Too many levels of symbolic links"),
            ("link", "link, a link to nowhere/out: found no such file or folder"),
        ] {
            let outcome = try shell("exec \"$0\" \(command) \(name)")
            #expect(outcome.exitCode == 74, "\(outcome.exitCode) \(outcome.errors)")
            #expect(outcome.errors.contains(message), "\(outcome.errors)")
        }
    }

    /// The creator of an archive chooses the names of its members.
    @Test func derivedNamesHaveNoControlCharacters() throws {
        let member = TestTar.member("a\u{1B}[31m\nb.bin.gz", Array(map))
        try folder.file("t.tar", member + TestTar.end)
        let outcome = try shell(
            """
            tar -xf t.tar; "$0" convert --tar t.tar --width 3 --height 3 -o o/ --to npy -q
            "$0" render a?*b.bin.gz -o o/ -q; cd o; ls
            """)
        #expect(outcome.output == "a\\u{1B}[31m\\u{A}b.bin.gz.png\na\\u{1B}[31m\\u{A}b.npy\n", "\(outcome.errors)")
    }

    @Test(arguments: ["convert x.bin.gz a.bin.gz --width 3 --height 3 -o", "render x.bin.gz a.bin.gz -o"])
    func folderOutputsFollowDanglingLinks(command: String) throws {
        for (link, slash) in [("link", ""), ("other", "/")] {
            try folder.link(link, to: "made-\(link)")
            let outcome = try shell("exec \"$0\" \(command) \(link)\(slash)")
            #expect(outcome.exitCode == 0, "\(link): \(outcome.errors)")
            let made = try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/made-\(link)")
            // A 3x3 map without a header has a description beside it.
            #expect(made.filter { !$0.hasSuffix(".json") }.count == 2, "\(made)")
        }
    }
}
