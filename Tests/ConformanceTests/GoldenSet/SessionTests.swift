import DepthAnalysis
import Foundation
import Support
import TestSupport
import Testing

@testable import Conformance

/// Programs that are started once: shell scripts that answer each line with a line.
@Suite struct SessionTests {
    /// In the order of their requests.
    private static let names = ["size-3x5", "size-3x3", "size-1x1", "size-4x4"]

    private static func requestName(_ name: String) -> String {
        String(SHA256Digest.hexadecimal(of: Array(name.utf8)).prefix(12))
    }

    /// Checks a program whose body has the names of goldens in place of those of their requests.
    private func check(_ body: String, timeout: Double = 3600) async throws -> (CheckReport, TemporarySet) {
        let set = try TemporarySet(Self.names.map { "server/\($0)" })
        let body = Self.names.reduce(body) { $0.replacing($1, with: Self.requestName($1)) }
        let command = try SessionCommand("'\(try set.script("program", body))'")
        let report = try await set.check(answerer: .session(command, timeout: timeout)) { $0.profiles = [.server] }
        return (report, set)
    }

    private func codes(_ body: String, timeout: Double = 3600) async throws -> [String: String] {
        let report = try await check(body, timeout: timeout).0
        let pairs = report.entries.map { ($0.id.replacing("server/", with: ""), $0.failures.map(\.code).joined()) }
        return Dictionary(uniqueKeysWithValues: pairs)
    }

    /// An answer that differs from every golden, so that the report shows it.
    private static let answer = "{\"status\": \"none\", \"depth_layers\": 99}"
    private static let all = Dictionary(uniqueKeysWithValues: names.map { ($0, "differences") })

    private func all(but names: [String], _ code: String) -> [String: String] {
        Self.all.merging(names.map { ($0, code) }) { $1 }
    }

    @Test func oneProcessGetsEveryRequestThenEndOfInput() async throws {
        let (report, set) = try await check(
            "exec 3>> \"$0.log\"; echo start >&3; while read -r line; do echo \"$line\" >&3; echo '\(Self.answer)'; "
                + "done; echo end >&3")
        #expect(report.codes == ["differences", "differences", "differences", "differences"])
        let lines = try set.folder.text(of: "program.log").split(separator: "\n").map(String.init)
        func asked(_ range: Range<Int>) throws -> [String?] {
            try lines[range].map { try JSONReader.read($0)["name"]?.string }
        }
        let names = Self.names.map(Self.requestName)
        // A few requests are repeated, and a second process gets those with wrong answers.
        #expect(try asked(1..<9) == names + names.reversed() && asked(11..<15) == names.reversed())
        #expect([lines[0], lines[9], lines[10], lines[15]] == ["start", "end", "start", "end"] && lines.count == 16)
        let request = try JSONReader.read(lines[2])
        #expect(request["profile"]?.string == "server" && !lines[2].contains("size-3x3"))
        #expect(request["width"]?.whole == 3 && request["given_height"]?.whole == 3)
        #expect(request["file"]?.string?.hasSuffix("input.bin.gz") == true)
    }

    @Test func onlyTheFirstAnswerHasTheTimeOfTheStart() async throws {
        let set = try TemporarySet(Self.names.map { "server/\($0)" })
        let slow = try set.script("slow", "sleep 6; while read -r line; do echo '\(Self.answer)'; done")
        let command = try SessionCommand("'\(slow)'")
        let patient = try await set.check(answerer: .session(command, timeout: 5, startTimeout: 3600)) {
            $0.profiles = [.server]
        }
        #expect(patient.codes == ["differences", "differences", "differences", "differences"])
        let impatient = try await set.check(answerer: .session(command, timeout: 0.2)) { $0.profiles = [.server] }
        #expect(impatient.codes == ["timeout", "timeout", "timeout", "not-asked"], "\(impatient.codes)")
    }

    @Test func aFailureIsOfItsRequestAndANewProcessGetsTheRest() async throws {
        let second = "case $line in *size-3x3*)"
        let rest = ";; *) echo '\(Self.answer)' ;; esac; done"
        for (action, code) in [
            ("exit 0", "ended-early"), ("exit 3", "wrong-exit"), ("kill -SEGV $$", "crash"), ("echo hello", "not-json"),
            ("echo 17", "not-json"), ("echo '{}'", "without-status"), ("echo '{\"error\": \"no lens\"}'", "refused"),
            ("echo '{\"name\": \"size-4x4\", \"status\": \"pass\"}'", "other-answer"),
            ("exec 1>&-; exec 2>&-; exit 4", "wrong-exit"),
        ] {
            let found = try await codes("while read -r line; do \(second) \(action) \(rest)")
            #expect(found == all(but: ["size-3x3"], code), "\(action)")
        }
    }

    /// The second line arrives after the first was accepted, so it could be taken for the next answer.
    @Test func aLateSecondLineIsNotTheNextAnswer() async throws {
        func loop(_ action: String) -> String { "while read -r line; do \(action); done" }
        let twice = "sleep 0.3; echo '\(Self.answer)'; sleep 0.3; echo '\(Self.answer)'"
        // If the second line arrives at once, the process is ended; the third such process is the last.
        let lateLines = try await codes(loop(twice)).values
        #expect(lateLines.allSatisfy { $0 == "more-than-one-line" || $0 == "not-asked" }, "\(lateLines)")
        let atOnce = try await codes(
            loop(
                "case $line in *size-3x3*) printf '{\"status\": \"pass\"}\\n{}\\n' ;; *) echo '\(Self.answer)' ;; esac")
        )
        #expect(atOnce == all(but: Self.names, "more-than-one-line"))
        let last = try await codes("\(loop("echo '\(Self.answer)'")); sleep 0.1; echo bye")
        #expect(last == all(but: Self.names, "more-than-one-line"))
        let blank = try await codes("\(loop("echo '\(Self.answer)'")); sleep 0.1; echo")
        #expect(blank == all(but: Self.names, "more-than-one-line"))
        let carriageReturn = try await codes(loop("printf '%s\\r\\n' '\(Self.answer)'"))
        #expect(carriageReturn == Self.all)
    }

    @Test func aSurplusLineAfterNamedAnswersIsAFailure() async throws {
        let name =
            "name=${line#*:\\\"}; echo '{\"status\": \"none\", \"depth_layers\": 99, \"name\": \"'${name%%\\\"*}'\"}'"
        let report = try await check("while read -r line; do \(name); done; echo '{}'").0
        #expect(report.setFailures.flatMap(\.failures).map(\.code) == ["more-than-one-line"])
        #expect(report.entries.flatMap(\.failures).map(\.code) == Self.names.map { _ in "differences" })
    }

    @Test func anAnswerThatDependsOnOtherRequestsIsState() async throws {
        let counting = "{\"status\": \"none\", \"depth_layers\": 99, \"valid_count\": '$n'}"
        let report = try await check("n=0; while read -r line; do n=$((n + 1)); echo '\(counting)'; done").0
        #expect(report.entries.flatMap(\.failures).map(\.code) == Self.names.map { _ in "keeps-state" })
        #expect(report.groups.count == 1)
        let details = report.entries.first { $0.id == "server/size-3x5" }?.failures.first?.details
        #expect(details == ["valid_count: first 1, then 8"])
        // The first request of the second process gets the right answer.
        let cache = "a=\"${a:-$line}\"; case $a in *size-3x5*) l=98 ;; *) l=99 ;; esac"
        let cached = try await check(
            "while read -r line; do \(cache); echo '{\"status\": \"none\", \"depth_layers\": '$l'}'; done"
        ).0
        #expect(cached.entries.flatMap(\.failures).map(\.code) == Self.names.map { _ in "keeps-state" })
    }

    /// A process that prints something else may still print an answer afterwards, so it is ended.
    @Test func anObjectWithoutStatusEndsTheProcess() async throws {
        let found = try await codes(
            "while read -r line; do n=x$n; case $n in xx) echo '{}' ;; *) echo '\(Self.answer)' ;; esac; done")
        // The repeated requests are answered the other way round.
        #expect(found == all(but: Self.names, "without-status"))
    }

    @Test func aBadExitAfterAllAnswersIsAFailureOfTheSet() async throws {
        for (end, code) in [("exit 3", "wrong-exit"), ("kill -SEGV $$", "crash")] {
            let (report, _) = try await check("while read -r line; do echo '\(Self.answer)'; done; \(end)")
            #expect(report.setFailures.flatMap(\.failures).map(\.code) == [code])
            #expect(report.entries.flatMap(\.failures).map(\.code) == Self.names.map { _ in "differences" })
        }
        let (report, _) = try await check(
            "while read -r line; do echo '\(Self.answer)'; done; exec sleep 600", timeout: 5)
        #expect(report.setFailures.flatMap(\.failures).map(\.code) == ["still-running"])
    }

    /// On a busy machine other requests may time out too; the test checks only that they are sent.
    @Test func aTimeoutIsKilledAndANewProcessGetsTheRest() async throws {
        let (report, set) = try await check(
            "exec 3>> \"$0.log\"; echo start >&3; while read -r line; do echo \"$line\" >&3; "
                + "case $line in *size-3x3*) sleep 600 & wait ;; esac; echo '\(Self.answer)'; done", timeout: 2)
        let slow = try #require(report.entries.first { $0.id == "server/size-3x3" })
        #expect(slow.failures.map(\.code) == ["timeout"])
        let lines = try set.folder.text(of: "program.log").split(separator: "\n").map(String.init)
        let asked = try #require(lines.firstIndex { $0.contains(Self.requestName("size-3x3")) })
        #expect(lines[asked + 1] == "start" && lines[asked + 2].contains(Self.requestName("size-1x1")), "\(lines)")
    }

    @Test func theCheckStopsAfterThreeSilentProcesses() async throws {
        #expect(
            try await codes("exit 1") == [
                "size-1x1": "wrong-exit", "size-3x3": "wrong-exit", "size-3x5": "wrong-exit", "size-4x4": "not-asked",
            ])
    }

    @Test func unstartableCommandsEndTheCheckAtOnce() async throws {
        let set = try TemporarySet(Self.names.map { "server/\($0)" })
        for command in ["/nowhere/program", "no-such-program-anywhere", "env no-such-program-anywhere"] {
            for answerer in [
                Answerer.session(try SessionCommand(command), timeout: 3600),
                .program(try AskedProgram(CommandTemplate("\(command) {input}"), timeout: 3600)),
            ] {
                let report = try await set.check(answerer: answerer) { $0.profiles = [.server] }
                #expect(report.codes == ["not-started"], "\(command)")
                #expect(report.entries.isEmpty && report.exitCode == 1)
                #expect(
                    report.headline.description.hasPrefix("FAIL  the program could not be started: "),
                    "\(report.headline)")
            }
        }
    }

    /// A pipe holds 64 KiB, so a program that waited for room in one would hang.
    @Test func largeStandardErrorAndLongLinesAreAccepted() async throws {
        let noise = "head -c 300000 /dev/zero >&2"
        let long =
            "{\"status\": \"none\", \"depth_layers\": 99, \"padding\": \"$(head -c 300000 /dev/zero | tr '\\\\0' x)\"}"
        let found = try await codes(
            "while read -r line; do \(noise); echo \"\(long.replacing("\"", with: "\\\""))\"; done")
        #expect(found == Self.all)
    }

    @Test func silentAndEndlessProgramsAreKilled() async throws {
        let deaf = try await codes("exec sleep 7200", timeout: 0.5)
        #expect(deaf == ["size-1x1": "timeout", "size-3x3": "timeout", "size-3x5": "timeout", "size-4x4": "not-asked"])
        let endless = try await codes("exec cat /dev/zero")
        #expect(endless["size-1x1"] == "too-much-output" && endless["size-4x4"] == "not-asked")
    }

    @Test func sessionCommandsWithPlaceholdersAreRefused() throws {
        for (text, error) in [
            ("", CommandTemplateError.empty), ("program '", .openQuote),
            ("program {input}", .placeholderOfRequest("{input}")),
        ] {
            #expect(throws: error) { try SessionCommand(text) }
        }
    }
}

@Suite struct AnswerFileTests {
    private func check(_ lines: [String], profiles: [AnalysisProfile] = [.server]) async throws -> CheckReport {
        let set = try TemporarySet(["server/size-3x3", "server/size-4x4", "client/size-4x4"])
        let file = try set.folder.file("answers.ndjson", lines.joined(separator: "\n").utf8)
        return try await set.check(answerer: .file(AnswerFile(file.path))) { $0.profiles = profiles }
    }

    private static let small = "{\"name\": \"size-3x3\", \"status\": \"pass\", \"reasons\": []}"
    private static let large =
        "{\"name\": \"size-4x4\", \"profile\": \"server\", \"status\": \"pass\", \"reasons\": []}"

    @Test func everyAnswerIsComparedWithItsGolden() async throws {
        let report = try await check([Self.large, "", Self.small, ""])
        #expect(report.codes == [], "\(report.groups.map(\.title))")
        #expect(report.entries.count == 2)
    }

    @Test func missingDuplicateAndUnknownAnswersAreDistinctFailures() async throws {
        for (lines, codes) in [
            ([Self.small], ["not-in-file"]), ([Self.small, Self.large, Self.small], ["second-answer"]),
            ([Self.small, Self.large, "{\"name\": \"size-9x9\", \"status\": \"pass\"}"], ["unknown-answer"]),
            ([Self.small, Self.large, "{\"name\": \"size-3x3\", \"profile\": \"client\"}"], ["unknown-answer"]),
            ([Self.small, Self.large, "{"], ["not-an-answer"]), ([Self.small, Self.large, "7"], ["not-an-answer"]),
            ([Self.small, Self.large, "{\"status\": \"pass\"}"], ["not-an-answer"]),
            ([Self.small, Self.large, "{\"name\": \"size-3x3\", \"profile\": \"phone\"}"], ["not-an-answer"]),
            ([Self.small, "{\"name\": \"size-4x4\", \"error\": \"out of memory\"}"], ["refused"]),
            ([Self.small, "{\"name\": \"size-4x4\"}"], ["without-status"]),
        ] {
            let report = try await check(lines)
            #expect(report.codes == codes, "\(lines)")
            #expect(report.exitCode == (codes == ["not-an-answer"] ? 2 : 1), "\(lines)")
        }
    }

    /// A failure takes more memory than a line of two bytes.
    @Test func theListOfUnusableLinesIsLimited() async throws {
        let most = AnswerFile.maximumFailures
        let file = AnswerFile(Array(String(repeating: "{}\n", count: most + 50).utf8), path: "answers")
        #expect(file.unusable.count == most)
        let report = try await check([Self.small, Self.large] + [String](repeating: "{}", count: most + 50))
        #expect(report.setFailures.count == most + 1 && report.exitCode == 2)
        #expect(report.setFailures.last?.failures == [.answerFile(.furtherLines(count: 50, areUnreadable: true))])
        // Unreadable lines count even if they are not listed.
        let second = [String](repeating: Self.small, count: most + 2)
        #expect(try await check([Self.large] + second + ["{"]).exitCode == 2)
        #expect(try await check([Self.large] + second).exitCode == 1)
        let unknown = (0..<most + 7).map { "{\"name\": \"x\($0)\", \"status\": \"pass\"}" }
        let others = try await check([Self.small, Self.large] + unknown)
        #expect(others.setFailures.last?.failures == [.answerFile(.furtherLines(count: 7, areUnreadable: false))])
    }

    @Test func onlyAnsweredProfilesAreChecked() throws {
        let folder = try TemporaryFolder()
        let client = "{\"name\": \"size-4x4\", \"profile\": \"client\", \"status\": \"pass\"}"
        for (lines, profiles) in [
            ([Self.small], [AnalysisProfile.server]), ([client], [.client]),
            ([client, Self.large], [.server, .client]),
            ([], [.server]),
        ] {
            let file = try folder.file("answers.ndjson", lines.joined(separator: "\n").utf8)
            #expect(Answerer.file(try AnswerFile(file.path)).defaultProfiles == profiles)
        }
    }
}
