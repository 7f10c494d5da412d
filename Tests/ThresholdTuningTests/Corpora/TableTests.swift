import DepthAnalysis
import DepthFiles
import PlanarityMeasurements
import TestSupport
import Testing

@testable import ThresholdTuning

private func measurements(_ profile: AnalysisProfile, candidates: Bool = false) throws -> [MapMeasurement] {
    let measurer = CorpusMeasurer(
        analyzer: DepthAnalyzer(profile: profile), options: ReadingOptions(unitsPerMetre: 5000),
        candidates: candidates)
    var random = SeededGenerator(seed: 21)
    var rows = MapKind.allCases.enumerated().map { number, kind in
        let map = kind.map(width: 20, height: 15, using: &random)
        return MapMeasurement(
            measurer.analyzer.analyze(map),
            file: number == 0 ? "odd, \"name\"\nof two lines.bin" : "\(kind)/\(number).bin",
            fileDigest: String(repeating: "a", count: 64), provenance: measurer.provenance,
            candidates: candidates ? SceneCandidates(of: map) : .unavailable)
    }
    rows.append(try measurer.measure(DepthFileCorpus.Entry(file: "missing.bin", path: "/nowhere/missing.bin")))
    return rows
}

@Suite struct TableTests {
    @Test(arguments: AnalysisProfile.allCases, MeasurementFormat.allCases)
    func everyNumberRoundTripsBitForBit(profile: AnalysisProfile, format: MeasurementFormat) throws {
        for candidates in [false, true] {
            try check(measurements(profile, candidates: candidates), format)
        }
    }

    private func check(_ rows: [MapMeasurement], _ format: MeasurementFormat) throws {
        let text = format.header(rows[0].provenance) + rows.map(format.line).joined()
        let table = try MeasurementTable(Array(text.utf8), name: "table")
        #expect(table.rows == rows && table.format == format && table.completeByteCount == text.utf8.count)
        #expect(table.rows.last?.analysis.status == .unavailable && table.rows.last?.error.isEmpty == false)
        #expect(table.rows.last?.errorCode == "missing")
        let hasCandidates = rows[0].provenance.hasCandidates
        #expect(text.contains("plane_distance_median") == hasCandidates)
        #expect(table.rows.contains { $0.candidates[.planeDistanceMedian] != nil } == hasCandidates)
    }

    /// A table truncated anywhere reads as its complete rows, and reports where they end.
    @Test(arguments: MeasurementFormat.allCases)
    func aTornRowIsDropped(format: MeasurementFormat) throws {
        let rows = Array(try measurements(.server).prefix(3))
        let bytes = Array((format.header(rows[0].provenance) + rows.map(format.line).joined()).utf8)
        for length in bytes.indices {
            let table = try MeasurementTable(Array(bytes[..<length]), name: "table")
            #expect(table.rows == Array(rows[..<table.rows.count]) && table.completeByteCount <= length)
            let rest = bytes[table.completeByteCount..<length]
            #expect(rest.count < 2000 && (rest.isEmpty || rest.last != UInt8(ascii: "\n") || format == .csv))
        }
    }

    @Test func tablesJoinByConcatenation() throws {
        let rows = try measurements(.server)
        let header = MeasurementFormat.csv.header(rows[0].provenance)
        let first = header + rows[..<4].map(MeasurementFormat.csv.line).joined()
        let second = header + rows[4...].map(MeasurementFormat.csv.line).joined()
        #expect(try MeasurementTable(Array((first + second).utf8), name: "table").rows == rows)
        #expect(throws: CorpusError.measuredTwice(file: rows[0].file, table: "table")) {
            try MeasurementTable(Array((first + first).utf8), name: "table")
        }
    }

    @Test func otherFilesAreRefused() throws {
        #expect(throws: CorpusError.missingColumn("file_sha256", table: "t")) {
            try MeasurementTable(Array("file,label\na,b\n".utf8), name: "t")
        }
        let torn = MeasurementFormat.csv.header(try measurements(.server)[0].provenance) + "a,b\n"
        #expect(throws: CorpusError.badRow(table: "t", line: 2, found: "2 fields", expected: "34")) {
            try MeasurementTable(Array(torn.utf8), name: "t")
        }
        #expect(throws: CorpusError.self) { try MeasurementTable(Array("{not json\n".utf8), name: "t") }
    }

    /// A table may come from any program.
    @Test(arguments: [
        (SceneAnalysis.Field.layerCount, "9223372036854775807", "a whole number from 0 to 4096"),
        (.layerCount, "-1", "a whole number from 0 to 4096"), (.validCount, "-1", "a whole number of at least 0"),
        (.standardDeviation, "-0.5", "a number of at least 0"), (.coverage, "1.5", "a number from 0 to 1"),
        (.edgeCoherence, "nan", "a number from 0 to 1"),
    ])
    func impossibleMeasurementsAreErrors(field: SceneAnalysis.Field, text: String, expected: String) throws {
        let row = try measurements(.server)[1]
        let names = MeasurementColumn.all(withCandidates: false).map(\.name)
        let place = try #require(names.firstIndex(of: field.rawValue))
        var cells = MeasurementFormat.csv.line(row).dropLast().split(separator: ",", omittingEmptySubsequences: false)
        cells[place] = Substring(text)
        let table = MeasurementFormat.csv.header(row.provenance) + cells.joined(separator: ",") + "\n"
        let error = CorpusError.badRow(
            table: "t", line: 2, found: "\"\(text)\" as \(field.rawValue)", expected: expected)
        #expect(throws: error) { try MeasurementTable(Array(table.utf8), name: "t") }
    }

    @Test(arguments: ["inf", "x", "1e999"])
    func invalidCandidateNumbersAreErrors(text: String) throws {
        let row = try measurements(.server, candidates: true)[1]
        let columns = MeasurementColumn.all(withCandidates: true)
        let place = try #require(columns.firstIndex(of: .candidate(.regionShare)))
        var cells = MeasurementFormat.csv.line(row).dropLast().split(separator: ",", omittingEmptySubsequences: false)
        cells[place] = Substring(text)
        let table = MeasurementFormat.csv.header(row.provenance) + cells.joined(separator: ",") + "\n"
        let error = CorpusError.badRow(
            table: "t", line: 2, found: "\"\(text)\" as planar_region_share", expected: "a number, or nothing")
        #expect(throws: error) { try MeasurementTable(Array(table.utf8), name: "t") }
    }

    @Test func duplicateNamesAreAcceptedOnlyOnRequest() throws {
        let row = try measurements(.server)[1]
        let other = MapMeasurement(
            row.analysis, file: row.file, fileDigest: String(repeating: "b", count: 64), provenance: row.provenance)
        func table(_ rows: [MapMeasurement]) throws -> [MapMeasurement] {
            let text = MeasurementFormat.csv.header(row.provenance) + rows.map(MeasurementFormat.csv.line).joined()
            return try MeasurementTable(Array(text.utf8), name: "t", hasOneCorpus: false).rows
        }
        #expect(try table([row, other]).count == 2)
        #expect(throws: CorpusError.measuredTwice(file: row.file, table: "t")) { try table([row, row]) }
    }

    @Test func readingOptionsRoundTrip() throws {
        let options = ReadingOptions(
            dimensions: MapDimensions(width: 7, height: 5), bytesPerRow: 32, unitsPerMetre: 5000,
            invalidValues: [65535, 0, 65535], isStrict: true)
        let read = try #require(ReadingOptions(canonicalText: options.canonicalText))
        #expect(
            read.canonicalText == "units_per_metre=5000.0 dimensions=7x5 row_bytes=32 invalid=0.0,65535.0 strict")
        #expect(read.dimensions == options.dimensions && read.bytesPerRow == 32 && read.isStrict)
        #expect(read.invalidValues == [0, 65535])
        #expect(ReadingOptions().canonicalText == ReadingOptions(unitsPerMetre: 1000).canonicalText)
        #expect(ReadingOptions(canonicalText: "units_per_metre=1.0 invalid=0.0,") == nil)
        #expect(ReadingOptions(canonicalText: "units_per_metre=x") == nil)
        #expect(ReadingOptions(canonicalText: "=") == nil)
        #expect(ReadingOptions(canonicalText: "units_per_metre=1.0 =") == nil)
        #expect(ReadingOptions(canonicalText: "colour=red") == nil)
    }

    /// Thresholds change the hash of all parameters, but not that of the measuring parameters.
    @Test func digestsIdentifyComparableMeasurements() {
        var parameters = AnalysisParameters()
        parameters.coherenceThreshold = 0.7
        #expect(parameters.digest != AnalysisParameters.standard.digest)
        #expect(parameters.measuringDigest == AnalysisParameters.standard.measuringDigest)
        parameters.gradientThreshold = 0.2
        #expect(parameters.measuringDigest != AnalysisParameters.standard.measuringDigest)
        #expect(AnalysisParameters.standard.canonicalJSON.hasPrefix("{\"coherenceThreshold\":0.3,\"edgeGain\":30.0,"))
        let standard = AnalysisParameters.standard
        #expect(standard.digest == "fe3f473d251378598d623d50f92c9b270615b228be9c540413fd9de8bfa8cde0")
        #expect(standard.measuringDigest == "62aafc3023db45b518b530a6473a8fba793b709ec99469338dc58e767fa4972d")
        let plain = MeasuringProvenance(analyzer: DepthAnalyzer(exponential: .plain), reading: ReadingOptions())
        #expect(plain.parametersDigest == standard.digest(.plain) && standard.digest(.plain) != standard.digest)
        #expect(plain.measuringDigest == standard.measuringDigest(.plain))
        #expect(standard.measuringDigest(.plain) != standard.measuringDigest)
    }

    @Test func shardsPartitionTheCorpus() throws {
        let files = (0..<2000).map { "scene/\($0).bin" }
        let shards = try (1...7).map { try CorpusPart("\($0)/7") }
        for file in files { #expect(shards.filter { $0.contains(file) }.count == 1) }
        for shard in shards { #expect((230...340).contains(files.filter(shard.contains).count)) }
        for text in ["0/3", "4/3", "1", "1/2/3", "a/b", "-1/2", "1/0", ""] {
            #expect(throws: CorpusError.badPart(text)) { try CorpusPart(text) }
        }
    }

    @Test func filesAreNamedRelativeToTheirCorpus() {
        #expect(DepthFileCorpus.relative("a/b/c.bin", to: "a") == "b/c.bin")
        #expect(DepthFileCorpus.relative("./a//b/./c.bin", to: "a/b/") == "c.bin")
        #expect(DepthFileCorpus.relative("a/b.bin", to: ".") == "a/b.bin")
        #expect(
            DepthFileCorpus.relative("/a/b.bin", to: "a") == nil && DepthFileCorpus.relative("ab/c.bin", to: "a") == nil
        )
    }
}
