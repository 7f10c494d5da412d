import DepthAnalysis
import DepthFiles
import Testing

@testable import ThresholdTuning

private func entries(_ text: String, _ options: ReadingOptions = ReadingOptions()) throws -> [DepthFileManifest.Entry] {
    try DepthFileManifest(Array(text.utf8), path: "uploads/manifest.csv", options: options).entries
}

@Suite struct ManifestTests {
    @Test func rowsSetTheReadingOptionsOfTheirFile() throws {
        let entries = try entries(
            """
            units_per_metre,file,width,height,row_bytes,invalid
            5000,a.png,,,,65535 0
            ,sub/b.bin,256,192,1040,
            ,/c.bin.gz,,,,

            """)
        #expect(entries.map(\.path) == ["uploads/a.png", "uploads/sub/b.bin", "/c.bin.gz"])
        #expect(entries[0].options == ReadingOptions(unitsPerMetre: 5000, invalidValues: [65535, 0]))
        let dimensions = MapDimensions(width: 256, height: 192)
        #expect(entries[1].options == ReadingOptions(dimensions: dimensions, bytesPerRow: 1040))
        #expect(entries[2].options == ReadingOptions())
    }

    @Test func missingCellsUseTheCommonOptions() throws {
        let options = ReadingOptions(
            dimensions: MapDimensions(width: 8, height: 6), unitsPerMetre: 100, invalidValues: [1], isStrict: true)
        let entries = try entries("file,width,height\na.bin,,\nb.bin,4,3\n", options)
        #expect(entries[0].options == options)
        #expect(entries[1].options.dimensions == MapDimensions(width: 4, height: 3))
        #expect(entries[1].options.isStrict && entries[1].options.invalidValues == [1])
    }

    @Test(arguments: [
        ("", "found no column \"file\""), ("width,height\n1,1\n", "found no column \"file\""),
        ("file,colour\na,red\n", "found the column \"colour\"; expected file and any of width, height, row_bytes"),
        ("file,file\na,b\n", "found the column \"file\""), ("file,width\na\n", "manifest.csv:2: found 1 field"),
        ("file,width,height\na,4,\n", "manifest.csv:2: found only a width"),
        ("file,width,height\na,0,3\n", "found \"0\" as width; expected a whole number from 1"),
        ("file,row_bytes\na,64\n", "found row_bytes without dimensions"),
        ("file,width,height,row_bytes\na,4,3,12\n", "found 12 as row_bytes; expected 4 bytes for each of 4 samples"),
        ("file,units_per_metre\na,0\n", "found \"0\" as units_per_metre; expected a number above 0"),
        ("file,invalid\na,none\n", "found \"none\" as invalid"), ("file,width\n,4\n", "found no file"),
        ("file\n-\n", "found standard input as file"),
        ("file,width,height\na,99999999999,1\n", "expected a whole number from 1 to 2147483647"),
    ])
    func invalidManifestsAreReported(text: String, message: String) {
        let error = #expect(throws: CorpusError.self) { try entries(text) }
        #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
    }
}
