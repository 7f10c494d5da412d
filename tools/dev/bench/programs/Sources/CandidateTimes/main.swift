import DepthAnalysis
import PlanarityMeasurements

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

// usage: CandidateTimes FILE.f32 WIDTH HEIGHT WHAT N
// Measures a map N times: WHAT is "all" candidates, or the name of one. Prints the sum of the results, so that the
// optimiser cannot remove the work.

func samples(of path: String) -> [Float] {
    guard let file = fopen(path, "rb") else { fatalError("cannot open \(path)") }
    defer { fclose(file) }
    var samples: [Float] = []
    var block = [Float](repeating: 0, count: 1 << 16)
    while true {
        let got = fread(&block, 4, block.count, file)
        if got == 0 { return samples }
        samples += block[..<got]
    }
}

let arguments = CommandLine.arguments
guard arguments.count == 6, let width = Int(arguments[2]), let height = Int(arguments[3]), let count = Int(arguments[5])
else { fatalError("usage: CandidateTimes FILE.f32 WIDTH HEIGHT WHAT N") }

let map = try DepthMap(width: width, height: height, samples: samples(of: arguments[1]))
let wanted = arguments[4] == "all" ? Candidate.allCases : Candidate(rawValue: arguments[4]).map { [$0] } ?? []
guard !wanted.isEmpty else { fatalError("\(arguments[4]) is not a candidate") }
var sum = 0.0
for _ in 0..<count {
    let candidates = SceneCandidates(of: map, wanted)
    for candidate in Candidate.allCases { sum += candidates[candidate] ?? 0 }
}
print(sum)
