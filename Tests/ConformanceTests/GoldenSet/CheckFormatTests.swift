import DepthAnalysis
import DepthFiles
import Foundation
import Support
import TestSupport
import Testing

@testable import Conformance

@Suite("Golden check: report formats")
struct CheckFormatTests {
    /// A report with every kind of failure and with text that needs escaping in each format.
    private static let report: CheckReport = {
        var report = CheckReport(set: "golden & <set>", subject: "program \"a\" 'b' {input} | c")
        let nasty = "a < b & \"c\" 'd' ]]> | `e` \u{1}\u{7F}\u{FFFE} é 😀 %0A::error::\r\nnext: line, end"
        func entry(_ id: String, _ failures: [Failure]) -> CheckReport.Entry {
            var entry = CheckReport.Entry(id: id, guards: nasty, path: "golden/\(id).json")
            entry.failures = failures
            entry.seconds = 0.25
            return entry
        }
        var difference = Difference(
            Field.named("edge_coherence")!, expected: "0.3", actual: nasty)
        difference.delta = 1e-9
        difference.ulp = 3
        difference.crossed = .edgeCoherence
        difference.within = Tolerance(ulp: 5)
        let divergence = Divergence(
            stage: .gradient, notExcluded: [.validity], evidence: .fields, first: nil, place: nasty)
        let input = GoldenInput(
            file: nasty, sha256: "ab", given: nil, used: MapDimensions(width: 2, height: 3), sampleCount: 6)
        let kinds: [Failure] = [
            .differences([difference], divergence), .noAnswer(.notStarted(nasty)), .noAnswer(.timedOut(seconds: 0.5)),
            .noAnswer(.crashed(signal: 11, standardError: nasty)), .noAnswer(.wrongExit(code: 3, standardError: nasty)),
            .noAnswer(.notJSON(finding: nasty, output: nasty)), .noAnswer(.tooMuchOutput(limit: 5)),
            .noAnswer(.withoutSamples(FileAccessError(nasty, .missing))), .noAnswer(.refused("\(nasty)")),
            .noAnswer(.endedEarly), .noAnswer(.closedOutput), .noAnswer(.withoutStatus),
            .noAnswer(.otherAnswer(found: nasty)), .noAnswer(.moreThanOneLine), .noAnswer(.stillRunning),
            .noAnswer(.notAsked), .noAnswer(.notInFile),
            .notReported([.coverage, .minimumDepth]), .leftOut([.coverage], given: 3, leftOut: 2),
            .otherNames([OtherName(found: nasty, expected: "coverage")]), .noKnownMember, .keepsState([nasty]),
            .goldenWithoutInput(path: nasty),
            .changedInput(path: nasty, expected: "ab", found: "cd"), .changedDimensions(expected: input, found: input),
            .otherAlgorithm(stored: "0.9", expected: "1.0"), .notIndependent(implementation: nasty),
        ]
        report.entries = kinds.map { entry("server/\($0.code)", [$0]) } + [entry("server/fine", [])]
        report.entries[0].failures.append(.notReported([.coverage]))
        report.entries[0].knifeEdges = [
            KnifeEdge(check: .edgeCoherence, stored: 0.3, tolerance: Tolerance(ulp: 1))
        ]
        report.entries[1].notReported = [.coverage]
        let setKinds: [Failure] = [
            .unreadableGolden(.unknown(nasty)),
            .unreadableInput(.undecodable(path: nasty, .storedDamaged(.png16, detail: nasty))),
            .inputWithoutGolden(input: nasty, folder: "client"), .staleExcuse(hasInput: true), .emptySet,
            .unlistedFolder(nasty), .nothingMatches(filter: "\(nasty)"),
            .answerFile(.notAnAnswer(line: 3, .notJSON(nasty))),
            .answerFile(.secondAnswer(.init(name: nasty, profile: .client), line: 5, first: 4)),
            .answerFile(.unknownAnswer(.init(name: nasty, profile: .server), line: 6)),
            .answerFile(.furtherLines(count: 7, areUnreadable: true)),
        ]
        report.setFailures = setKinds.map { failure in
            var entry = CheckReport.Entry(id: nasty, guards: nil, path: "golden/\(failure.code)")
            entry.failures = [failure]
            return entry
        }
        report.notes = [nasty]
        report.seconds = 1.5
        report.diagnose(fingerprints: []) { _ in 0 }
        return report
    }()

    private static var passing: CheckReport {
        var report = CheckReport(set: "golden", subject: "depthcheck")
        report.entries = [CheckReport.Entry(id: "server/fine", guards: "§1", path: "golden/server/fine.json")]
        return report
    }

    private static let xmllint = ["/usr/bin/xmllint", "/usr/local/bin/xmllint", "/opt/homebrew/bin/xmllint"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    @Test(.enabled(if: xmllint != nil, "needs xmllint, of libxml2-utils"))
    func junitXMLIsValidAgainstTheSchema() throws {
        let folder = try TemporaryFolder()
        let schema = CommandRunner.package.appending(path: "Tests/ConformanceTests/junit.xsd").path
        func validate(_ text: String) throws -> CommandRunner.Outcome {
            let file = try folder.file("report.xml", Data(text.utf8))
            return try CommandRunner.run(
                URL(filePath: try #require(Self.xmllint)), ["--noout", "--schema", schema, file.path])
        }
        for report in [Self.report, Self.passing] {
            let outcome = try validate(CheckFormat.junit.text(report))
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
        }
        // The schema does reject invalid documents: two failures in one case, and a case without a name.
        let text = CheckFormat.junit.text(Self.report)
        #expect(
            try validate(text.replacing("</failure>", with: "</failure><failure message=\"m\" type=\"t\"/>")).exitCode
                != 0)
        #expect(try validate(text.replacing(" name=\"server/fine\"", with: "")).exitCode != 0)
    }

    @Test func junitXMLIsWellFormedAndItsCountsMatch() throws {
        let text = CheckFormat.junit.text(Self.report)
        let elements = try WellFormedXML.elements(of: text)
        #expect(elements.count { $0 == "testcase" } == 39)
        #expect(elements.count { $0 == "failure" } == 34)
        #expect(elements.count { $0 == "error" } == 4)
        #expect(text.contains("tests=\"39\" failures=\"34\" errors=\"4\""))
        #expect(throws: WellFormedXML.Damage.self) {
            try WellFormedXML.elements(of: text.replacing("</testsuite>", with: ""))
        }
        #expect(throws: WellFormedXML.Damage.self) {
            try WellFormedXML.elements(of: text.replacing("&amp;", with: "&"))
        }
        #expect(throws: WellFormedXML.Damage.self) {
            try WellFormedXML.elements(of: text.replacing("é", with: "\u{1}"))
        }
        #expect(throws: WellFormedXML.Damage.self) { try WellFormedXML.elements(of: text.replacing("&lt;", with: "<")) }
    }

    @Test func jsonListsEveryFailureWithItsKind() throws {
        let value = try JSONReader.read(CheckFormat.json.text(Self.report))
        let failures = try #require(value["failures"]?.elements)
        #expect(failures.count == 39)
        #expect(Set(failures.compactMap { $0["kind"]?.string }).count == 38)
        #expect(value["passed"] == .flag(false))
        let first = failures.first { $0["kind"]?.string == "differences" }
        #expect(first?["first_diverged_stage"]?.string == "gradient")
        #expect(first?["differences"]?.elements?.first?["ulp"]?.whole == 3)
        #expect(value["knife_edges"]?.elements?.count == 1)
        #expect(value["not_reported"]?["coverage"]?.whole == 1)
        #expect(try JSONReader.read(CheckFormat.json.text(Self.passing))["passed"] == .flag(true))
    }

    @Test func githubGetsAtMostTenOneLineAnnotations() {
        let lines = CheckFormat.github.text(Self.report).split(separator: "\n")
        let annotations = lines.filter { $0.hasPrefix("::error ") }
        #expect(annotations.count == 10)
        #expect(annotations.last?.contains("\(Self.report.groups.count - 9) more causes are not shown here") == true)
        #expect(lines.count == 11)
        #expect(annotations.allSatisfy { !$0.contains("\r") })
        #expect(!CheckFormat.github.text(Self.passing).contains("::error"))
        var ten = Self.report
        ten.setFailures = []
        ten.entries = Array(ten.entries[1...10])
        ten.diagnose(fingerprints: []) { _ in 0 }
        let all = CheckFormat.github.text(ten).split(separator: "\n").filter { $0.hasPrefix("::error ") }
        #expect(all.count == 10)
        #expect(all.allSatisfy { !$0.contains("not shown") })
        ten.entries.append(Self.report.entries[11])
        ten.diagnose(fingerprints: []) { _ in 0 }
        #expect(CheckFormat.github.text(ten).contains("2 more causes are not shown here"))
    }

    @Test func markdownHasOneRowPerCauseAndEscapesBars() {
        let lines = CheckFormat.markdown.text(Self.report).split(separator: "\n", omittingEmptySubsequences: false)
        let rows = lines.filter { $0.hasPrefix("| ") }.dropFirst()
        #expect(rows.count == Self.report.groups.count)
        for row in rows { #expect(row.replacing("\\|", with: "").count { $0 == "|" } == 5, "\(row)") }
        #expect(CheckFormat.markdown.text(Self.passing).hasPrefix("## ✅"))
    }

    @Test func textNamesGoldenStageValuesDistanceAndThreshold() {
        let text = CheckFormat.text.text(Self.report)
        for part in [
            "   server/differences\n", "no known cause, first diverged: gradient", "expected 0.3", "+1e-09, 3 ULP",
            "within   5 ULP, but the decision differs", "crosses  edge_coherence > 0.3",
            "possibly earlier, too few details reported: validity",
            "knife edge: server/differences: edge_coherence > 0.3: stored 0.3",
            "not reported for 1 golden: coverage",
        ] {
            #expect(text.contains(part), "\(part)")
        }
        #expect(text.hasPrefix("FAIL  27 of 28 goldens, 11 failures of the set, \(Self.report.groups.count) causes, "))
        #expect(CheckFormat.text.text(Self.passing).hasPrefix("PASS  1 golden, 0.00 s\n"))
        #expect(!text.contains("\u{1B}"))
        var coloured = CheckLayout()
        coloured.style = Style(isColored: true)
        #expect(CheckFormat.text.text(Self.report, layout: coloured).hasPrefix("\u{1B}[31mFAIL"))
    }

    @Test(arguments: [CheckFormat.text, .github, .markdown])
    func controlCharactersFromProgramsAreEscaped(format: CheckFormat) {
        var layout = CheckLayout()
        layout.showsAll = true
        let text = format.text(Self.report, layout: layout)
        let controls = text.unicodeScalars.filter {
            $0 != "\n" && ($0.value < 0x20 || (0x7F..<0xA0).contains($0.value))
        }
        #expect(controls.isEmpty, "\(text.debugDescription)")
        #expect(text.contains("\\u{1}"))
    }

    @Test func everyFailureHasItsOwnCodeAndAOneLineHeadline() {
        let failures = (Self.report.entries + Self.report.setFailures).flatMap(\.failures)
        for failure in failures { #expect(!failure.headline.description.isEmpty && !failure.code.isEmpty) }
        #expect(Set(failures.map(\.code)).count == 38)
    }
}

/// An XML reader that checks well-formedness only: matching tags, quoted and unique attributes, known entities,
/// allowed characters.
enum WellFormedXML {
    struct Damage: Error {
        let text: String
    }

    /// The names of all elements in document order.
    static func elements(of document: String) throws -> [String] {
        for scalar in document.unicodeScalars {
            let isAllowed =
                scalar == "\t" || scalar == "\n" || scalar == "\r"
                || ("\u{20}"..."\u{D7FF}").contains(scalar) || ("\u{E000}"..."\u{FFFD}").contains(scalar)
                || ("\u{10000}"..."\u{10FFFF}").contains(scalar)
            guard isAllowed else { throw Damage(text: "character \(scalar.value)") }
        }
        var rest = Substring(document)
        guard rest.hasPrefix("<?xml "), let end = rest.firstRange(of: "?>") else {
            throw Damage(text: "no declaration")
        }
        rest = rest[end.upperBound...]
        var (open, names): ([String], [String]) = ([], [])
        while let start = rest.firstIndex(of: "<") {
            try checkText(rest[..<start], isInside: !open.isEmpty)
            guard let end = rest[start...].firstIndex(of: ">") else { throw Damage(text: "open tag") }
            var tag = rest[rest.index(after: start)..<end]
            rest = rest[rest.index(after: end)...]
            if tag.hasPrefix("/") {
                guard open.popLast() == String(tag.dropFirst()) else { throw Damage(text: "\(tag)") }
                continue
            }
            let isEmpty = tag.hasSuffix("/")
            if isEmpty { tag = tag.dropLast() }
            let name = String(tag.prefix { $0.isLetter || $0 == "-" })
            try checkAttributes(tag.dropFirst(name.count))
            names.append(name)
            if !isEmpty { open.append(name) }
        }
        guard open.isEmpty, rest.allSatisfy(\.isWhitespace) else { throw Damage(text: "not closed: \(open)") }
        return names
    }

    private static func checkText(_ text: Substring, isInside: Bool) throws {
        guard isInside || text.allSatisfy(\.isWhitespace), !text.contains("]]>") else { throw Damage(text: "\(text)") }
        for part in text.split(separator: "&", omittingEmptySubsequences: false).dropFirst() {
            let isKnown = ["amp;", "lt;", "gt;", "quot;", "#13;"].contains { part.hasPrefix($0) }
            guard isKnown else { throw Damage(text: "&\(part)") }
        }
    }

    private static func checkAttributes(_ text: Substring) throws {
        var (rest, names): (Substring, Set<String>) = (text, [])
        while let start = rest.firstIndex(where: { !$0.isWhitespace }) {
            guard start > rest.startIndex, let equals = rest.firstRange(of: "=\"") else {
                throw Damage(text: "\(rest)")
            }
            let name = String(rest[start..<equals.lowerBound])
            guard names.insert(name).inserted, name.allSatisfy(\.isLetter) else { throw Damage(text: name) }
            guard let end = rest[equals.upperBound...].firstIndex(of: "\"") else { throw Damage(text: "\(rest)") }
            try checkText(rest[equals.upperBound..<end], isInside: true)
            rest = rest[rest.index(after: end)...]
        }
    }
}
