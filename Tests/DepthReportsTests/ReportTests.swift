import DepthAnalysis
import DepthFiles
import DepthTestSupport
import Foundation
import PlainText
import Testing

@testable import DepthReports

private func result(_ map: DepthMap, _ profile: AnalysisProfile = .server, input: String = "map.bin") -> FileAnalysis {
    FileAnalysis(input: input, analysis: DepthAnalyzer(profile: profile).analyze(map), serverAnswer: .fail)
}

private func json(_ result: FileAnalysis, _ layout: JSONWriter.Layout = .compact) -> String {
    String(decoding: JSONReport.object(result, layout: layout), as: UTF8.self)
}

private let ramp = DepthMap.make(width: 40, height: 30) { column, row in
    0.5 + 0.07 * Float(column) + 0.01 * Float(row)
}

@Suite struct ReportTests {
    /// The hand-written JSON is held to the coder's: the same names and the same values.
    @Test(arguments: AnalysisProfile.allCases) func theTextIsWhatTheCoderWouldWrite(profile: AnalysisProfile) throws {
        var generator = SeededGenerator(seed: 11)
        for kind in MapKind.allCases {
            let result = result(kind.map(width: 21, height: 17, using: &generator), profile)
            for layout in [JSONWriter.Layout.compact, .indented] {
                let text = json(result, layout)
                let read = try JSONDecoder().decode(SceneAnalysis.self, from: Data(text.utf8))
                #expect(read == result.analysis, "\(kind)")
                let written = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary)
                let coded = try #require(
                    try JSONSerialization.jsonObject(with: JSONEncoder().encode(result.analysis)) as? NSDictionary)
                #expect(
                    Set(written.allKeys.compactMap { $0 as? String })
                        == Set(coded.allKeys.compactMap { $0 as? String } + ["input", "server_would_answer", "notes"]))
            }
        }
    }

    @Test func clientNumbersAreTheShortestFloats() {
        let text = json(result(.constant(0.3, width: 4, height: 4), .client))
        #expect(text.contains(#""min_depth":0.3,"#))
        let server = json(result(.constant(0.3, width: 4, height: 4), .server))
        #expect(server.contains(#""min_depth":0.30000001192092896,"#))
    }

    @Test func aRowHasAFieldForEachColumn() {
        let name = "a,\"b\"\n.bin"
        let hostile = FileAnalysis(
            input: name, analysis: result(ramp).analysis, serverAnswer: .fail,
            notes: [.pngWarning("one"), .rowLengthIgnored(bytesPerRow: 2)],
            error: .undecodable(path: name, .tooLarge(container: .none, limit: 3)))
        let columns = CSVReport.header.split(separator: ",")
        let row = CSVReport.row(hostile)
        #expect(row.hasPrefix("\"a,\"\"b\"\"\n.bin\","))
        #expect(
            row.hasSuffix(
                ",fail,libpng remarks: one; given row length of 2 bytes ignored; a PNG has none,"
                    + "found more than 3 bytes; expected no more than the limit; "
                    + "raise it with --max-bytes if the file is a depth map"))
        let fields = CSVReport.row(result(ramp)).split(separator: ",", omittingEmptySubsequences: false)
        #expect(fields.count == columns.count)
        #expect(columns.first == "input" && !columns.contains("stages"))
    }

    @Test(arguments: MapKind.allCases) func aPageFitsSixtyColumns(kind: MapKind) {
        var generator = SeededGenerator(seed: 3)
        let report = TextReport(parameters: .standard, style: .plain)
        for size in [(64, 48), (3, 3), (1, 1)] {
            for profile in AnalysisProfile.allCases {
                let page = report.page(result(kind.map(width: size.0, height: size.1, using: &generator), profile))
                for line in page.split(separator: "\n") { #expect(line.count <= 60, "\(line)") }
            }
        }
    }

    @Test func aPageSaysHowFarEachCheckIsFromItsThreshold() {
        let page = TextReport(parameters: .standard, style: .plain).page(result(.constant(0.5, width: 8, height: 8)))
        #expect(page.hasPrefix("FAIL  map.bin\n      likely not a real"))
        #expect(page.contains("standard deviation  0.0000 m   > 0.5 m     -0.5 m"))
        #expect(page.contains("layers              0          >= 3        -3"))
        #expect(page.contains("looks like a screen"))
    }

    @Test func theClientsChecksAreJudgedInItsArithmetic() throws {
        // 17 of 20 samples are uniform: 0.85 in f32 is not above 0.85 in f32, though above it in f64.
        let map = DepthMap.make(width: 5, height: 4) { column, row in row * 5 + column < 17 ? 1 : 1.1 }
        let result = result(map, .client)
        #expect(!result.analysis.isScreenLike)
        let page = TextReport(parameters: .standard, style: .plain).page(result)
        #expect(page.contains("  -   uniformity          0.8500     > 0.85"))
    }

    @Test func theShortestDecimalIsThatOfTheProfile() {
        let number = Double(Float(0.1))
        #expect(AnalysisProfile.server.shortestDecimal(number) == "0.10000000149011612")
        #expect(AnalysisProfile.client.shortestDecimal(number) == "0.1")
    }

    @Test func coloursAreEscapeSequencesOnlyWhereAskedFor() {
        let plain = TextReport(parameters: .standard, style: .plain).page(result(ramp))
        let colored = TextReport(parameters: .standard, style: Style(isColored: true)).page(result(ramp))
        #expect(!plain.contains("\u{1B}") && colored.contains("\u{1B}[31mFAIL\u{1B}[0m"))
        #expect(colored.replacing(/\u{1B}\[[0-9]+m/, with: "") == plain)
    }

    @Test func aHistogramOfManyBinsIsDrawnInFiftyColumns() throws {
        var parameters = AnalysisParameters()
        parameters.histogramBinCount = 499
        let analysis = try DepthAnalyzer(parameters: parameters).analyze(ramp)
        let page = TextReport(parameters: parameters, style: .plain).page(
            FileAnalysis(input: "map", analysis: analysis, serverAnswer: .fail))
        #expect(page.split(separator: "\n").contains { $0.hasPrefix("  0.50 m") })
        for line in page.split(separator: "\n") { #expect(line.count <= 60) }
    }
}

@Suite struct ReportStreamTests {
    private func stream(_ format: ReportStream.Format, _ results: [FileAnalysis], isList: Bool = true) -> String {
        var stream = ReportStream(format: format, isList: isList, parameters: .standard)
        return stream.opening + String(decoding: results.flatMap { stream.entry($0) }, as: UTF8.self) + stream.closing
    }

    @Test(arguments: [0, 1, 3]) func aListIsAnArray(count: Int) throws {
        let text = stream(.json, (0..<count).map { result(ramp, input: "\($0)") })
        let array = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
        #expect(array.map { $0["input"] as? String } == (0..<count).map { "\($0)" })
        #expect(text.hasSuffix("]\n"))
    }

    @Test func aSingleFileIsAnObject() throws {
        let text = stream(.json, [result(ramp)], isList: false)
        #expect(try JSONSerialization.jsonObject(with: Data(text.utf8)) is [String: Any])
        #expect(text.hasSuffix("}\n"))
    }

    @Test func ndjsonIsALineAResult() throws {
        let lines = stream(.ndjson, [result(ramp), result(ramp)]).split(separator: "\n")
        #expect(lines.count == 2)
        for line in lines { #expect(try JSONSerialization.jsonObject(with: Data(line.utf8)) is [String: Any]) }
    }

    @Test func textEndsWithASummary() {
        let broken = FileAnalysis(
            input: "map", analysis: result(ramp).analysis, serverAnswer: .fail,
            error: .undecodable(path: "map", .empty))
        #expect(stream(.text, [result(ramp), broken]).hasSuffix("\n2 files: 1 fail, 1 unreadable\n"))
    }
}
