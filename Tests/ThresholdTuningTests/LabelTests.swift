import DepthAnalysis
import DepthFiles
import TestSupport
import Testing

@testable import ThresholdTuning

private func rows(_ files: [String], _ parameters: AnalysisParameters = .standard) throws -> [MapMeasurement] {
    let analyzer = try DepthAnalyzer(parameters: parameters)
    let provenance = MeasuringProvenance(analyzer: analyzer, reading: ReadingOptions())
    return files.map { file in
        // A flat map fails.
        let analysis = analyzer.analyze(.constant(1, width: 4, height: 4))
        return MapMeasurement(analysis, file: file, fileDigest: "", provenance: provenance)
    }
}

private func labels(_ text: String) throws -> [CaptureLabel] {
    try LabelTable(Array(text.utf8), name: "labels").labels
}

@Suite struct LabelTests {
    @Test func wordsMapToClassesAndSpecies() throws {
        let labels = try labels(
            "group,file,label,species\r\n,a,REAL,\r\ns1,b,attack,monitor\r\n,c,flat,\r\n,d,spoof,\r\n\r\n"
                + ",e,print,poster\n"
        )
        #expect(labels.map(\.isBonaFide) == [true, false, false, false, false])
        #expect(labels.map(\.species) == ["", "monitor", "flat", "unspecified", "poster"])
        #expect(labels.map(\.group) == ["a", "s1", "c", "d", "e"])
        #expect(labels.map(\.hasNamedSpecies) == [true, true, true, false, true])
    }

    /// Without an error, each would silently merge all attacks into one species, or treat each map as a scene.
    @Test(arguments: [
        ("pai_species", "species"), ("PAI Species", "species"), ("attack_type", "species"), ("speceis", "species"),
        ("Species", "species"), ("attackType", "species"), ("specis", "species"), ("species_name", "species"),
        ("groups", "group"), ("Group", "group"), ("scene_id", "group"), ("gruop", "group"), ("grp", "group"),
        ("GRP_ID", "group"), ("subject", "group"), ("subjectId", "group"), ("person_no", "group"),
        ("attack_instrument", "species"), ("Instruments", "species"), ("spec", "species"),
    ])
    func aColumnThatResemblesAMissingOneIsAnError(name: String, column: String) {
        #expect(throws: CorpusError.resemblingLabelColumn(name, column: column, table: "labels")) {
            try labels("file,label,\(name)\na,flat,x\n")
        }
        #expect {
            try labels("file,label,\(name)\na,flat,x\n")
        } throws: { error in
            (error as? CorpusError)?.description.contains("rename \(name) to \(column)") == true
        }
    }

    @Test func otherColumnsAreIgnoredAndListed() throws {
        let table = try LabelTable(
            Array("note,file,label,operator,species,pai_species\nx,a,flat,y,print,z\n".utf8), name: "labels")
        #expect(table.ignoredColumns == ["note", "operator", "pai_species"])
        for name in ["spoken", "gain", "gripper", "illumination", "light_level", "date", "device", "gp", "rig"] {
            let harmless = try LabelTable(Array("file,label,\(name)\na,flat,x\n".utf8), name: "labels")
            #expect(harmless.ignoredColumns == [name])
        }
        #expect(table.labels.map(\.species) == ["print"])
        #expect(throws: CorpusError.labelColumnTwice("species", table: "labels")) {
            try labels("file,label,species,species\n")
        }
        #expect {
            try labels("filename,label\n")
        } throws: { error in
            (error as? CorpusError)?.description.contains("rename the column filename to file") == true
        }
    }

    @Test func attacksWithoutASpeciesAreCounted() throws {
        let labels = try labels("file,label,species\na,real,\nb,attack,\nc,attack,print\nd,flat,\n")
        let labelled = try LabelledMeasurements(
            rows: rows(["a", "b", "c", "d"]), labels: labels, isLenient: false, ignoredColumns: ["note"])
        #expect(labelled.notes.attacksWithoutSpecies == 1 && labelled.notes.attacks == 3)
        #expect(labelled.notes.warnings.contains { $0.hasPrefix("1 of 3 attacks without a species") })
        #expect(labelled.remarks.paragraphs.map(\.title).contains("ignored columns of the labels: note"))
    }

    @Test func unknownWordsAreErrors() {
        #expect(throws: CorpusError.missingLabelColumn("label", table: "labels", found: ["file", "verdict"])) {
            try labels("file,verdict\n")
        }
        #expect {
            try labels("file,label\na,real\nb,maybe\n")
        } throws: { error in
            (error as? CorpusError)?.description.contains(
                "labels:3: found the label \"maybe\" in the column \"label\"; expected one of bona_fide")
                == true
        }
        #expect(throws: CorpusError.self) { try labels("file,label\na\n") }
    }

    @Test func unmatchedFilesAreListedAndCounted() throws {
        let labels = try labels("file,label\na,real\nb,flat\nb,flat\nx,flat\n")
        var expected = LabelMismatch()
        expected.unlabelled = ["c", "d"]
        expected.unmeasured = ["x"]
        expected.doublyLabelled = ["b"]
        #expect(throws: TuningError.labelsDoNotMatch(expected)) {
            try LabelledMeasurements(rows: try rows(["a", "b", "c", "d"]), labels: labels, isLenient: false)
        }
        #expect(
            expected.message.contains(
                "2 files without a label (c, d), 1 file labelled but not measured (x), 1 file labelled twice (b)"))
        let lenient = try LabelledMeasurements(rows: try rows(["a", "b", "c", "d"]), labels: labels, isLenient: true)
        #expect(lenient.rows.map(\.file) == ["a"] && lenient.unmatched == expected)
        #expect(throws: TuningError.noMaps(of: "attack")) { try LabelledPresentations(lenient) }
    }

    @Test func atMostAThousandSpeciesAreAccepted() throws {
        func presentations(speciesCount: Int) throws -> LabelledPresentations {
            let attacks = (0..<speciesCount).map { "a\($0),attack,s\($0)\n" }.joined()
            let labels = try labels("file,label,species\nr,real,\n" + attacks)
            // Measured once, because the measurements do not matter here.
            let row = try rows(["r"])[0]
            let rows = labels.map {
                MapMeasurement(row.analysis, file: $0.file, fileDigest: "", provenance: row.provenance)
            }
            return try LabelledPresentations(LabelledMeasurements(rows: rows, labels: labels, isLenient: false))
        }
        #expect(try presentations(speciesCount: 1000).species.count == 1000)
        #expect(throws: TuningError.tooManySpecies(1001, most: 1000)) { try presentations(speciesCount: 1001) }
    }

    @Test func rowsMeasuredDifferentlyAreNotMixed() throws {
        var parameters = AnalysisParameters()
        parameters.gradientThreshold = 0.2
        let labelled = try LabelledMeasurements(
            rows: rows(["a"]) + rows(["b"], parameters), labels: labels("file,label\na,real\nb,flat\n"),
            isLenient: false)
        #expect(throws: TuningError.self) { try LabelledPresentations(labelled) }
    }

    /// The error names both the found and the expected columns, and recognises a table separated by semicolons.
    @Test(arguments: [
        ("path,label\n", "found the columns path, label; expected a column \"file\""),
        ("name\n", "found the one column name; expected"), ("\n", "found no header"),
        ("file;label\na;real\n", "separate the columns by commas"),
    ])
    func tablesWithoutLabelsNameTheMissingColumns(text: String, message: String) {
        #expect {
            try labels(text)
        } throws: { error in
            (error as? CorpusError)?.description.contains(message) == true
        }
    }
}
