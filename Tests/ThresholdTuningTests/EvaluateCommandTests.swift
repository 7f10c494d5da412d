import Foundation
import TestSupport
import Testing

@testable import ThresholdTuning

extension TuningFixture {
    func evaluate(_ arguments: [String]) throws -> CommandRunner.Outcome {
        try CommandRunner.depthcheck(["evaluate", measurements, "--labels", labels] + arguments)
    }

    func parameters(_ name: String, _ json: String) throws -> String {
        try folder.file(name, json.utf8).path
    }
}

@Suite struct EvaluateCommandTests {
    /// Thresholds of 0 accept everything that the standard ones do, and more: fewer real scenes are rejected, more
    /// attacks accepted. Swapping the sides swaps the answer.
    @Test func theFirstLineIsTheAnswerAndReversesWithTheSides() throws {
        let fixture = try TuningFixture(count: 96)
        let lax = try fixture.parameters(
            "lax.json", #"{"varianceThreshold": 0, "layerThreshold": 0, "coherenceThreshold": 0}"#)
        let strict = try fixture.parameters("strict.json", #"{"layerThreshold": 60}"#)
        func answer(_ options: [String]) throws -> [String: Any] {
            let outcome = try fixture.evaluate(options + ["--format", "json"])
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            return try #require(JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
        }
        let mixed = try answer(["--parameters", lax, "--against", strict])
        #expect(mixed["answer"] as? String == "mixed")
        let given = try #require(mixed["given"] as? [String: Any])
        let swapped = try #require(try answer(["--parameters", strict, "--against", lax])["against"] as? [String: Any])
        #expect(
            (given["bpcer"] as? [String: Any])?["errors"] as? Int == (swapped["bpcer"] as? [String: Any])?["errors"]
                as? Int)
        #expect(given["parameters_sha256"] as? String == swapped["parameters_sha256"] as? String)
        #expect(try answer(["--parameters", lax, "--against", lax])["answer"] as? String == "identical")
        let text = try fixture.evaluate(["--parameters", lax, "--against", strict])
        #expect(
            text.output.hasPrefix(
                "Mixed: lax.json makes fewer errors of one kind and more of another than\nstrict.json.\nBPCER -"))
        #expect(text.output.contains("Quote the test over groups"))
    }

    @Test func theExitCodeGivesTheAnswer() throws {
        let fixture = try TuningFixture(count: 96)
        let strict = try fixture.parameters("strict.json", #"{"layerThreshold": 60}"#)
        let lax = try fixture.parameters(
            "lax.json", #"{"varianceThreshold": 0, "layerThreshold": 0, "coherenceThreshold": 0}"#)
        func code(_ options: String...) throws -> Int32 { try fixture.evaluate(options).exitCode }
        #expect(try code("--parameters", strict, "--against", lax, "--fail-on", "worse") == 1)
        #expect(try code("--parameters", lax, "--against", strict, "--fail-on", "worse") == 1)
        #expect(try code("--parameters", strict, "--against", strict, "--fail-on", "worse") == 0)
        #expect(try code("--parameters", strict, "--against", strict, "--fail-on", "not-better") == 1)
        #expect(try code("--parameters", strict, "--tuned-on", fixture.labels, "--fail-on", "shared") == 1)
        let unasked = try fixture.evaluate(["--parameters", strict, "--fail-on", "shared"])
        #expect(unasked.exitCode == 64 && unasked.errors.contains("do not name their tuning data"), "\(unasked.errors)")
        let alone = try fixture.evaluate([])
        #expect(alone.exitCode == 0 && alone.output.hasPrefix("the server's: EER of the worst species"))
        #expect(try code("--fail-on", "worse") == 64)
        #expect(try code("--parameters", strict, "-o", strict) == 64)
    }

    @Test func inputsAreNeverReplaced() throws {
        let fixture = try TuningFixture(count: 4)
        let given = try fixture.parameters("given.json", "{}")
        let against = try fixture.parameters("against.json", "{}")
        let tunedOn = try fixture.parameters("tuned-on.csv", "file,label\nz.bin,real\n")
        let other = fixture.folder.path + "/other.csv"
        try FileManager.default.copyItem(atPath: fixture.measurements, toPath: other)
        for file in [fixture.measurements, fixture.labels, given, against, other, tunedOn] {
            let old = try Data(contentsOf: URL(filePath: file))
            let name = URL(filePath: file).lastPathComponent
            let detour = file.dropLast(name.count) + "./" + name
            let outcome = try fixture.evaluate([
                "--parameters", given, "--against", against, "--against-measurements", other, "--tuned-on", tunedOn,
                "-o", detour,
            ])
            #expect(outcome.exitCode == 64 && outcome.errors.contains(" would replace "), "\(outcome.errors)")
            #expect(try Data(contentsOf: URL(filePath: file)) == old)
        }
    }

    /// Equal bytes prove that a map was tuned on. An equal name is only a suspicion, which other bytes dispel.
    @Test func mapsUsedForTuningAreCounted() throws {
        let fixture = try TuningFixture(count: 16)
        let strict = try fixture.parameters("strict.json", #"{"layerThreshold": 60}"#)
        let own = try fixture.evaluate(["--parameters", strict, "--tuned-on", fixture.measurements])
        #expect(
            own.output.contains("Not held out\n  16 files with the bytes of a file that was tuned on"), "\(own.output)")
        let names = try fixture.evaluate(["--parameters", strict, "--tuned-on", fixture.labels])
        #expect(names.output.contains("16 files with the name of a file"))
        #expect(names.output.contains("8 groups that were"))
        let text = try String(contentsOf: URL(filePath: fixture.measurements), encoding: .utf8)
        let others = text.split(separator: "\n").enumerated().map { line, row in
            let cells = row.split(separator: ",", maxSplits: 2, omittingEmptySubsequences: false)
            return line == 0 ? String(row) : "\(cells[0]),\(String(repeating: "0", count: 64)),\(cells[2])"
        }
        let other = try fixture.folder.file("other.csv", (others.joined(separator: "\n") + "\n").utf8).path
        let byGroups = try fixture.evaluate(
            ["--parameters", strict, "--tuned-on", fixture.labels, "--tuned-on", other])
        #expect(
            !byGroups.output.contains("16 files with") && byGroups.output.contains("Held out: no file was tuned on"))
        #expect(byGroups.output.contains("8 groups are named like one that was tuned on, and have other files"))
        let elsewhere = try fixture.folder.file("elsewhere.csv", "file,label,group\nz.bin,real,z\n".utf8).path
        let clean = try fixture.evaluate(["--parameters", strict, "--tuned-on", elsewhere, "--fail-on", "shared"])
        #expect(clean.exitCode == 0 && clean.output.contains("Not known whether the maps were held out: no name"))
    }

    @Test func excludedMapsAreReported() throws {
        let fixture = try TuningFixture(count: 16)
        let strict = try fixture.parameters("strict.json", #"{"layerThreshold": 60}"#)
        let lines = try String(contentsOf: URL(filePath: fixture.labels), encoding: .utf8).split(separator: "\n")
        let labels = try fixture.folder.file(
            "part.csv", (lines.dropLast() + ["nowhere.bin,real,,"]).joined(separator: "\n").utf8
        ).path
        let arguments = ["evaluate", fixture.measurements, "--labels", labels, "--parameters", strict]
        #expect(try CommandRunner.depthcheck(arguments).exitCode == 64)
        let text = try CommandRunner.depthcheck(arguments + ["--ignore-unlabelled"])
        #expect(text.output.contains("skipped, labelled but not measured: 1\n    nowhere.bin"), "\(text.output)")
        let json = try fixture.object(
            try CommandRunner.depthcheck(arguments + ["--ignore-unlabelled", "--format", "json"]).output)
        #expect(json["labelled_but_not_measured"] as? [String] == ["nowhere.bin"])
        #expect((json["unlabelled"] as? [String])?.count == 1 && json["groups_given"] as? Bool == true)
    }

    @Test func tablesOfTwoProfilesAreNotCompared() throws {
        let fixture = try TuningFixture(count: 8)
        let client = fixture.folder.url.appending(path: "client.csv").path
        let measured = try CommandRunner.depthcheck(["measure", fixture.corpus, "--profile", "client", "-o", client])
        #expect(measured.exitCode == 0, "\(measured.errors)")
        let outcome = try CommandRunner.depthcheck([
            "evaluate", client, "--labels", fixture.labels, "--parameters", fixture.parameters("p.json", "{}"),
            "--against-measurements", fixture.measurements,
        ])
        #expect(outcome.exitCode == 64 && outcome.errors.contains("profile client and with server"))
    }

    @Test func parametersAreNoTable() throws {
        let fixture = try TuningFixture(count: 8)
        let parameters = try fixture.parameters("p.json", "{\n  \"layerThreshold\": 60\n}\n")
        let outcome = try CommandRunner.depthcheck(["evaluate", parameters, "--labels", fixture.labels])
        #expect(
            outcome.exitCode == 64
                && outcome.errors.contains(
                    "p.json: found parameters; expected a table of measurements, scores or labels; give parameters "
                        + "with --parameters\n"),
            "\(outcome.errors)")
    }

    @Test func tablesMayHaveAnyOrder() throws {
        let fixture = try TuningFixture(count: 24)
        let strict = try fixture.parameters("strict.json", #"{"layerThreshold": 60}"#)
        let lines = try String(contentsOf: URL(filePath: fixture.measurements), encoding: .utf8).split(separator: "\n")
        let reversed = try fixture.folder.file(
            "reversed.csv", (lines.prefix(1) + lines.dropFirst().reversed()).map { $0 + "\n" }.joined().utf8)
        let members = try [fixture.measurements, reversed.path].map { table in
            let arguments = ["--parameters", strict, "--against-measurements", table, "--format", "json"]
            let json = try fixture.object(try fixture.evaluate(arguments).output)
            let against = try #require(json["against"] as? [String: Any])
            let compared = ["rates": [against["bpcer"], against["apcer"]], "comparisons": json["comparisons"]]
            return try JSONSerialization.data(withJSONObject: compared.compactMapValues { $0 }, options: .sortedKeys)
        }
        #expect(members[0] == members[1] && members[0].count > 1000)
    }

    /// Parameters that change the measuring need separate measurements, of the same bytes.
    @Test func eachSideMayHaveItsOwnMeasurements() throws {
        let fixture = try TuningFixture(count: 16)
        let bins = try fixture.parameters("bins.json", #"{"histogramBins": 20}"#)
        let own = fixture.folder.url.appending(path: "own.csv").path
        let measured = try CommandRunner.depthcheck(["measure", fixture.corpus, "--parameters", bins, "-o", own])
        #expect(measured.exitCode == 0, "\(measured.errors)")
        let unfit = try fixture.evaluate(["--parameters", bins])
        #expect(unfit.exitCode == 64 && unfit.errors.contains("measuring part"), "\(unfit.errors)")
        let missing = try fixture.evaluate(["--parameters", fixture.parameters("p.json", "{}"), "--against", bins])
        #expect(missing.exitCode == 64 && missing.errors.contains("--against-measurements"), "\(missing.errors)")
        let both = try CommandRunner.depthcheck([
            "evaluate", own, "--labels", fixture.labels, "--parameters", bins, "--against-measurements",
            fixture.measurements,
        ])
        #expect(both.exitCode == 0 && both.output.contains("histogramBins"), "\(both.errors)")
        let part =
            try String(contentsOf: URL(filePath: fixture.measurements), encoding: .utf8)
            .split(separator: "\n").dropLast().joined(separator: "\n") + "\n"
        let short = try fixture.folder.file("short.csv", part.utf8).path
        let unequal = try CommandRunner.depthcheck([
            "evaluate", own, "--labels", fixture.labels, "--parameters", bins, "--against-measurements", short,
            "--ignore-unlabelled",
        ])
        #expect(unequal.exitCode == 64 && unequal.errors.contains("not in both tables"), "\(unequal.errors)")
    }
}
