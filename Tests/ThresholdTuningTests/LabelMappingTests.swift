import Testing

@testable import ThresholdTuning

/// Label files of other programs: other names of columns, and labels that are numbers.
@Suite struct LabelMappingTests {
    private static func labels(_ text: String, _ mapping: String...) throws -> [CaptureLabel] {
        try LabelTable(Array(text.utf8), name: "l.csv", mapping: LabelMapping(mapping)).labels
    }

    private static func message(_ text: String, _ mapping: String...) -> String {
        do throws(CorpusError) {
            _ = try LabelTable(Array(text.utf8), name: "l.csv", mapping: LabelMapping(mapping))
            return "no error"
        } catch { return error.description }
    }

    @Test func columnsAndLabelsHaveTheirNamesInTheFile() throws {
        let text = "subject,pai_species,path,is_attack\ns1,,a,0\ns2,print,b,1\ns2,,c,1\n"
        let mapping = ["file=path,label=is_attack,1=attack,0=bona_fide", "species=pai_species,group=subject"]
        let table = try LabelTable(Array(text.utf8), name: "l.csv", mapping: LabelMapping(mapping))
        #expect(table.labels.map(\.file) == ["a", "b", "c"] && table.labels.map(\.isBonaFide) == [true, false, false])
        #expect(table.labels.map(\.species) == ["", "print", "unspecified"])
        #expect(table.labels.map(\.group) == ["s1", "s2", "s2"] && table.ignoredColumns.isEmpty)
        let usual = try Self.labels("group,species,file,label\ns1,,a,real\ns2,print,b,attack\ns2,,c,attack\n")
        #expect(table.labels == usual)
    }

    /// The meaning is given and never guessed: in other files 1 is a bona fide presentation.
    @Test func numbersHaveTheGivenMeaningOnly() throws {
        #expect(try Self.labels("file,label\na,1\n", "1=real")[0].isBonaFide)
        #expect(try !Self.labels("file,label\na,1\n", "1=spoof")[0].isBonaFide)
        // Words of the list keep their meaning, and case is ignored.
        let implied = try Self.labels("file,label\na,Replay\nb,screen\n", "replay=screen")
        #expect(implied.map(\.species) == ["screen", "screen"])
        #expect(
            Self.message("file,label\na,1\n").hasPrefix(
                "l.csv:2: found the label \"1\" in the column \"label\"; expected one of bona_fide, bonafide, real"))
        #expect(
            Self.message("file,y\na,1\nb,0\n", "label=y,1=attack").hasPrefix(
                "l.csv:3: found the label \"0\" in the column \"y\""))
    }

    @Test func oneColumnCanBeLabelAndSpecies() throws {
        let labels = try Self.labels("file,type\na,live\nb,print\nc,mask\n", "label=type,species=type,mask=attack")
        #expect(labels.map(\.species) == ["", "print", "mask"] && labels.map(\.hasNamedSpecies) == [true, true, true])
    }

    /// A mapped column replaces one of the column's own name, which is listed as ignored.
    @Test func aMappedColumnReplacesTheOneOfThatName() throws {
        let text = "file,label,species,pai_species\na,attack,x,print\n"
        let table = try LabelTable(
            Array(text.utf8), name: "l.csv", mapping: LabelMapping(["species=pai_species"]))
        #expect(table.labels.map(\.species) == ["print"] && table.ignoredColumns == ["species"])
    }

    @Test(arguments: [
        ("species", "found \"species\" in LabelMapping; expected file, label, species or group"),
        ("species=", "found \"species=\" in"), ("=x", "found \"=x\" in"), ("", "found \"\" in"),
        ("group=a,", "found \"\" in"), ("speceis=pai", "found \"speceis=pai\" in"),
        ("1=yes", "found \"1=yes\" in"), ("label=a,label=b", "found \"label\" twice in LabelMapping"),
        ("1=attack,1=real", "found \"1\" twice"), ("A=attack,a=real", "found \"a\" twice"),
        (
            "label=is_attack",
            "l.csv: found the columns file, label; expected the column \"is_attack\", which LabelMapping gives"
        ),
    ])
    func errorsNameWhatWasFound(mapping: String, message: String) {
        let found = Self.message("file,label\na,real\n", mapping)
        #expect(found.hasPrefix(message), "\(found)")
    }

    @Test func aColumnMappedToTwoOfTheFileIsAnError() {
        #expect(throws: CorpusError.labelColumnTwice("x", table: "l.csv")) {
            try Self.labels("file,label,x,x\n", "group=x")
        }
    }

    @Test func errorsOfUnmappedFilesSuggestTheMapping() {
        let required = "rename the column is_attack to label, or give LabelMapping label=is_attack"
        #expect(Self.message("file,is_attack\n").hasSuffix(required))
        let optional = "rename subject to group, or give LabelMapping group=subject, or rename it to another name"
        #expect(Self.message("file,label,subject\n").contains(optional))
    }
}
