import DepthAnalysis
import DepthFiles
import Foundation
import Support
import TestSupport
import Testing

@testable import Reports
@testable import depthcheck

private func result(_ map: DepthMap, _ profile: AnalysisProfile = .server, input: String = "map.bin") -> FileAnalysis {
    FileAnalysis(input: input, analysis: DepthAnalyzer(profile: profile).analyze(map), serverAnswer: .fail)
}

private func json(_ result: FileAnalysis, _ layout: JSONWriter.Layout = .compact) -> String {
    var writer = JSONWriter(layout)
    JSONReport.shape.write(result, to: &writer)
    return writer.text
}

private func report(_ width: Int) -> TextReport {
    TextReport(ResultWording(parameters: .standard), style: .plain, width: width)
}

private let ramp = DepthMap.make(width: 40, height: 30) { column, row in
    0.5 + 0.07 * Float(column) + 0.01 * Float(row)
}

@Suite struct ReportTests {
    /// The handwritten JSON has the same names and values as that of `JSONEncoder`.
    @Test(arguments: AnalysisProfile.allCases) func jsonMatchesJSONEncoder(profile: AnalysisProfile) throws {
        var generator = SeededGenerator(seed: 11)
        let around = ["input", "server_would_answer", "server_answer", "notes", "note_codes"]
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
                        == Set(coded.allKeys.compactMap { $0 as? String } + around))
            }
        }
    }

    @Test func clientNumbersAreShortestFloats() {
        let text = json(result(.constant(0.3, width: 4, height: 4), .client))
        #expect(text.contains(#""min_depth":0.3,"#))
        let server = json(result(.constant(0.3, width: 4, height: 4), .server))
        #expect(server.contains(#""min_depth":0.30000001192092896,"#))
    }

    /// The thresholds are those of phone LiDAR.
    @Test(arguments: [
        (256, 192, 3 as Float, nil), (192, 256, 3, nil), (640, 480, 3, "640x480"),
        (256, 192, 14, "depths beyond 10 m"), (640, 480, 14, "640x480 and depths beyond 10 m"), (40, 30, 14, nil),
    ])
    func mapsOfOtherSensorsHaveALineOnTheThresholds(width: Int, height: Int, far: Float, found: String?) {
        let map = DepthMap.make(width: width, height: height) { column, _ in column == 0 ? far : 1 }
        let page = TextReport(ResultWording(parameters: .standard), style: .plain, width: 200).page(result(map))
        let line = page.split(separator: "\n").first { $0.contains("thresholds suit phone LiDAR at 256x192") }
        #expect(
            line.map { String($0.drop { $0 == " " }) }
                == found.map {
                    "the thresholds suit phone LiDAR at 256x192; this map has \($0)"
                })
    }

    @Test func rowsHaveAFieldForEachColumn() {
        let name = "a,\"b\"\n.bin"
        let hostile = FileAnalysis(
            input: name, analysis: result(ramp).analysis, serverAnswer: .fail,
            notes: [.decoderWarning(.png16, "one"), .rowLengthIgnored(.png16, bytesPerRow: 2)],
            error: .undecodable(path: name, .tooLarge(container: .none, limit: 3)))
        let columns = CSVReport.header.split(separator: ",")
        let row = CSVReport.row(hostile, .command)
        #expect(row.hasPrefix("\"a,\"\"b\"\"\\u{A}.bin\","))
        #expect(
            row.hasSuffix(
                ",fail,fail,,libpng warning: one; given row length of 2 bytes ignored; a PNG has none,"
                    + "png_warning row_length_ignored,found more than 3 bytes; expected no more than the limit; "
                    + "raise it with --max-bytes if the file is a depth map,too_large"))
        let fields = CSVReport.row(result(ramp), .properties).split(separator: ",", omittingEmptySubsequences: false)
        #expect(fields.count == columns.count && Set(columns).count == columns.count)
        #expect(columns.first == "input" && !columns.contains("stages"))
    }

    @Test(arguments: MapKind.allCases, [(0, 60), (60, 60), (93, 93), (1000, 120)])
    func pagesFitTheirWidth(kind: MapKind, columns: (asked: Int, used: Int)) {
        var generator = SeededGenerator(seed: 3)
        let report = TextReport(ResultWording(parameters: .standard), style: .plain, width: columns.asked)
        for size in [(64, 48), (3, 3), (1, 1)] {
            for profile in AnalysisProfile.allCases {
                let page = report.page(result(kind.map(width: size.0, height: size.1, using: &generator), profile))
                for line in page.split(separator: "\n") { #expect(line.count <= columns.used, "\(line)") }
            }
        }
    }

    /// With the server's constants a histogram has 50 bins, so 120 columns have room for two columns per bin.
    @Test func widePagesUseTheirWidth() {
        func longest(_ width: Int) -> Int? {
            report(width).page(result(ramp)).split(separator: "\n").map(\.count).max()
        }
        #expect(longest(60) == longest(100))
        #expect(longest(120) == 102)
    }

    /// A map of three planes 5 mm apart, whose layers take three digits to distinguish, with the server's answer.
    private static let layers = FileAnalysis(
        input: "map.bin",
        analysis: DepthAnalyzer().analyze(
            .make(width: 30, height: 9) { column, row in
                [Float(0.19), 0.1953, 0.2][column % 3] + Float(row) * 0.000_05
            }),
        serverAnswer: .unavailable(.refused(.notGzip(found: .deflate))))

    @Test func layerDepthsHaveEnoughDigitsToDiffer() throws {
        let line = try #require(
            report(60).page(Self.layers).split(separator: "\n").first { $0.contains("layers at") })
        let depths = line.split(separator: " ").dropFirst(3).dropLast()
        #expect(depths.count >= 3 && Set(depths).count == depths.count, "\(line)")
    }

    /// The same map in a gzip file that the server does not read.
    private static let refused = FileAnalysis(
        input: "map.bin.gz", analysis: layers.analysis,
        serverAnswer: .unavailable(.refused(.headerTextTooLong(limit: 9))))

    private func lines(_ result: FileAnalysis, only: AnswerChoice?, refusesContainers: Bool = false) -> [String] {
        let words = ResultWording(parameters: .standard, only: only, refusesContainers: refusesContainers)
        let report = TextReport(words, style: .plain, width: 60)
        return [report.line(result)] + report.page(result).split(separator: "\n").map(String.init)
    }

    @Test func differingAnswersAreShownFirst() {
        let page = report(60).page(Self.refused)
        #expect(
            page.hasPrefix(
                """
                server UNAVAILABLE, map FAIL  map.bin.gz
                      the server would answer: unavailable: a gzip header
                        with a file name or comment of more than 9 bytes
                      the map: likely not a real three-dimensional scene:
                      - the depths vary too little
                """), "\(page)")
        #expect(
            report(60).line(Self.refused).hasPrefix(
                "server UNAVAILABLE, map FAIL  map.bin.gz  (server: a gzip header with a file name or comment of more "
                    + "than 9 bytes; map: the depths vary too little, "))
        let same = result(ramp)
        #expect(report(60).line(same).hasPrefix("FAIL  map.bin  (") && !report(60).line(same).contains("server"))
    }

    @Test func aFileThatIsNotGzipHasTheServersAnswerAtTheEnd() throws {
        let lines = lines(Self.layers, only: nil)
        #expect(lines[0].hasPrefix("FAIL  map.bin  (the depths vary too little"))
        #expect(lines[1...3] == ["FAIL  map.bin", "      likely not a real three-dimensional scene:", lines[3]])
        #expect(
            lines.suffix(2) == [
                "  the server would answer: unavailable: raw DEFLATE; the", "    server reads only gzip",
            ])
        // A list of failures names the answer that makes the file one.
        let failures = self.lines(Self.layers, only: nil, refusesContainers: true)
        #expect(failures[0].hasPrefix("server UNAVAILABLE, map FAIL  map.bin  (server: raw DEFLATE; "))
    }

    @Test func oneAnswerCanBeSelected() throws {
        let server = lines(Self.refused, only: .server)
        #expect(server[0] == "N/A   map.bin.gz  (a gzip header with a file name or comment of more than 9 bytes)")
        #expect(server[1] == "N/A   map.bin.gz" && !server.contains { $0.contains("likely") })
        let map = lines(Self.refused, only: .map)
        #expect(map[0].hasPrefix("FAIL  map.bin.gz  (the depths vary too little"))
        #expect(map[1] == "FAIL  map.bin.gz" && !map.contains { $0.contains("server would") })
        let reasons = lines(result(ramp), only: .server)[0]
        #expect(reasons.hasPrefix("FAIL  map.bin  (") && reasons == report(60).line(result(ramp)))
    }

    @Test func longResultsContinueOnIndentedLines() {
        let style = Style(isColored: true, lineWidth: 60)
        let text = TextReport(ResultWording(parameters: .standard), style: style, width: 60)
        let lines = text.line(Self.refused).replacing(/\u{1B}\[[0-9]+m/, with: "").split(separator: "\n")
        #expect(lines[0] == "server UNAVAILABLE, map FAIL  map.bin.gz" && lines.count > 2)
        #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("      ") && $0.count <= 60 }, "\(lines)")
        let short = FileAnalysis(input: "m", analysis: result(ramp).analysis, serverAnswer: .fail)
        #expect(text.line(short).split(separator: "\n").count == (report(60).line(short).count > 60 ? 2 : 1))
    }

    @Test func conditionsOfAScreenHaveTheirOwnWords() {
        let page = report(60).page(result(.constant(0.5, width: 8, height: 8)))
        #expect(page.contains("\nfail  screen              4 of 4     screen if all are met:\n"))
        #expect(page.contains("\nmet   depth range         0.0000 m   < 0.15 m    -0.15 m\n"))
        #expect(report(60).page(result(ramp)).contains("\nunmet depth range "))
    }

    @Test func pagesShowTheMarginOfEachCheck() {
        let page = report(60).page(result(.constant(0.5, width: 8, height: 8)))
        #expect(page.hasPrefix("FAIL  map.bin\n      the server would answer: fail\n      likely not a real"))
        #expect(page.contains("standard deviation  0.0000 m   > 0.5 m     -0.5 m"))
        #expect(page.contains("layers              0          >= 3        -3"))
        #expect(page.contains("looks like a screen"))
    }

    @Test func clientChecksUseClientArithmetic() throws {
        // 17 of 20 samples are uniform: 0.85 is not above the threshold in f32, but would be in f64.
        let map = DepthMap.make(width: 5, height: 4) { column, row in row * 5 + column < 17 ? 1 : 1.1 }
        let result = result(map, .client)
        #expect(!result.analysis.isScreenLike)
        let page = report(60).page(result)
        #expect(page.contains("unmet uniformity          0.8500     > 0.85"))
    }

    @Test func shortestDecimalsDependOnTheProfile() {
        let number = Double(Float(0.1))
        #expect(AnalysisProfile.server.shortestDecimal(number) == "0.10000000149011612")
        #expect(AnalysisProfile.client.shortestDecimal(number) == "0.1")
    }

    @Test func coloursAreWrittenOnlyOnRequest() {
        let plain = report(60).page(result(ramp))
        let colored = TextReport(ResultWording(parameters: .standard), style: Style(isColored: true), width: 60).page(
            result(ramp))
        #expect(!plain.contains("\u{1B}") && colored.contains("\u{1B}[31mFAIL\u{1B}[0m"))
        #expect(colored.replacing(/\u{1B}\[[0-9]+m/, with: "") == plain)
    }

    @Test func largeHistogramsFitTheWidth() throws {
        var parameters = AnalysisParameters()
        parameters.histogramBinCount = 499
        let analysis = try DepthAnalyzer(parameters: parameters).analyze(ramp)
        let page = TextReport(ResultWording(parameters: parameters), style: .plain, width: 60).page(
            FileAnalysis(input: "map", analysis: analysis, serverAnswer: .fail))
        #expect(page.split(separator: "\n").contains { $0.hasPrefix("  0.50 m") })
        for line in page.split(separator: "\n") { #expect(line.count <= 60) }
    }
}

@Suite struct ReportStreamTests {
    private func stream(_ format: ReportStream.Format, _ results: [FileAnalysis], isList: Bool = true) -> String {
        var stream = ReportStream(format: format, isList: isList, text: report(60))
        return stream.opening + String(decoding: results.flatMap { stream.entry($0) }, as: UTF8.self) + stream.closing
    }

    @Test(arguments: [0, 1, 3]) func listsAreArrays(count: Int) throws {
        let text = stream(.json, (0..<count).map { result(ramp, input: "\($0)") })
        let array = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
        #expect(array.map { $0["input"] as? String } == (0..<count).map { "\($0)" })
        #expect(text.hasSuffix("]\n"))
    }

    @Test func singleFilesAreObjects() throws {
        let text = stream(.json, [result(ramp)], isList: false)
        #expect(try JSONSerialization.jsonObject(with: Data(text.utf8)) is [String: Any])
        #expect(text.hasSuffix("}\n"))
    }

    @Test func ndjsonIsOneLinePerResult() throws {
        let lines = stream(.ndjson, [result(ramp), result(ramp)]).split(separator: "\n")
        #expect(lines.count == 2)
        for line in lines { #expect(try JSONSerialization.jsonObject(with: Data(line.utf8)) is [String: Any]) }
    }
}
