import DepthAnalysis
import DepthFiles
import Support
import TestSupport
import Testing

@Suite struct BatchTests {
    /// A batch as in the command: one analyzer whose kernel memory all jobs share.
    @Test func aBatchMatchesSingleFiles() {
        var generator = SeededGenerator(seed: 4)
        let files = (0..<60).map { number in
            let kind = MapKind.allCases[number % MapKind.allCases.count]
            let map = kind.map(width: 20 + number, height: 17, using: &generator)
            return DepthFileWriter.pack(DepthFileWriter.float32Bytes(of: map), as: DepthContainer.allCases[number % 4])
        }
        let analyzer = FileAnalyzer(analyzer: .init())
        let expected = files.map { analyzer.analyze($0, input: "map") }
        var results: [FileAnalysis] = []
        parallelMap(files, jobs: 8) { file in
            analyzer.analyze(file, input: "map")
        } consume: { (result) throws(Never) in
            results.append(result)
        }
        #expect(results == expected)
    }
}
