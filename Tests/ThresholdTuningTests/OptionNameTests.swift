import DepthAnalysis
import Support
import Testing

@testable import ThresholdTuning
@testable import depthcheck

/// Errors of the library call what a user chooses by the API's names; the command calls it by its options.
@Suite struct OptionNameTests {
    static let errors: [(error: any PresentedError, option: String)] = [
        (CorpusError.outputExists(path: "t.csv"), "--resume"),
        (CorpusError.sameName(file: "a", first: "x/a", second: "y/a"), "--root"),
        (CorpusError.outsideRoot(path: "x", root: "y"), "--root"),
        (CorpusError.badPart("9/3"), "--shard"),
        (TuningError.labelsDoNotMatch(LabelMismatch()), "--ignore-unlabelled"),
        (CorpusError.badLabelMapping("x=y", meanings: []), "--map"),
        (CorpusError.mappedTwice("label"), "--map"),
        (CorpusError.missingMappedColumn("x", column: "label", table: "l.csv", found: []), "--map"),
        (CorpusError.unknownLabel("1", column: "label", table: "l.csv", line: 2, words: []), "--map"),
        (TuningError.otherParameters(found: "1", expected: "2"), "--parameters"),
        (TuningError.otherMeasuring(of: "p", found: "1", expected: "2"), "--against-measurements"),
        (TuningError.noOpenBLAS(reason: "none"), "--replicates 0"),
        (TuningError.badSweep(found: "x", expected: "y"), "--sweep is"),
        (TuningError.badSweep(of: .edgeGain, found: "x", expected: "y"), "--sweep edgeGain is"),
        (TuningError.sweptTwice(.edgeGain), "in one --sweep"),
        (TuningError.badRefinement(rounds: 5, found: "x", expected: "y"), "--refine 5 is"),
    ]

    @Test func theLibraryNamesNoOptionAndTheCommandDoes() {
        for (error, option) in Self.errors {
            #expect(!error.text(.properties).contains("--"), "\(error)")
            #expect(error.text(.command).contains(option), "\(error)")
        }
    }
}
