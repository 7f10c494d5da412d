import Support
import Testing

@testable import ThresholdTuning

/// Tables as pandas writes them again.
@Suite struct RewrittenTableTests {
    private static let header =
        "file,file_sha256,file_bytes,file_modified,file_changed,file_number,parameters_sha256,measuring_sha256,reading,"
        + "status,depth_variance,depth_layers,edge_coherence,min_depth,max_depth,profile,width,height,coverage,"
        + "valid_count,total_count,mean_depth,median_depth,is_screen_like,uniformity_ratio,quadrant_passes,"
        + "min_quadrant_variance,interior_count,edge_count,depth_range,note_codes,server_code,error,error_code\n"
    private static let cells = [
        "a.bin", "aa", "3053", "t", "t", "7", "bb", "cc", "", "pass", "0.5", "3", "0.7", "0.5", "2.5", "server", "64",
        "48",
        "1.0", "3072", "3072", "1.5", "1.5", "false", "0.1", "true", "0.25", "2852", "194", "2.0", "", "", "", "",
    ]

    private func rows(_ changes: [Int: String]) throws(CorpusError) -> [MapMeasurement] {
        let row = Self.cells.enumerated().map { changes[$0] ?? $1 }.joined(separator: ",")
        return try MeasurementTable(Array((Self.header + row + "\n").utf8), name: "t.csv").rows
    }

    @Test func rewrittenCellsReadTheSame() throws {
        let rewritten = [
            2: "3053.0", 5: "7.0", 8: "NaN", 11: "3.0", 16: "64.0", 23: "False", 25: "True", 29: "2.0000000000000004",
            30: "NaN", 31: "nan", 32: "NaN", 33: "",
        ]
        #expect(try rows(rewritten) == rows([:]))
    }

    @Test(arguments: [
        (29, "2.01", "depth_range"), (13, "3.5", "min_depth 3.5"), (21, "2.9", "mean_depth"),
        (19, "4000", "valid_count"), (23, "true", "is_screen_like"),
        (32, "torn", "error"),
    ])
    func contradictoryRowsAreRefused(column: Int, cell: String, found: String) {
        let error = #expect(throws: CorpusError.self) { try rows([column: cell]) }
        let text = error?.description ?? ""
        #expect(text.hasPrefix("t.csv:2: found ") && text.contains(found), "\(text)")
        #expect(text.contains("for a.bin; expected ") && text.hasSuffix("or remove the row"), "\(text)")
    }

    @Test func labelsWithMissingValuesReadTheSame() throws {
        let labels = "file,label,species,group\na,real,,1\nb,print,,2\nc,print,x,\n"
        let rewritten = "file,label,species,group\na,real,NaN,1.0\nb,print,nan,2.0\nc,print,x,\n"
        #expect(
            try LabelTable(Array(labels.utf8), name: "l").labels == LabelTable(Array(rewritten.utf8), name: "l").labels)
        // 1.10 is no whole number, so 1.0 beside it is a name.
        let versions = try LabelTable(Array("file,label,group\na,real,1.0\nb,print,1.10\n".utf8), name: "l").labels
        #expect(versions.map(\.group) == ["1.0", "1.10"])
    }
}
