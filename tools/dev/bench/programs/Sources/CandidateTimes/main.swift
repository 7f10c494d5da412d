import DepthAnalysis
import PlanarityMeasurements

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

// usage: CandidateTimes FILE.f32 WIDTH HEIGHT N
// Measures the candidates of a map N times. Prints the sum of the results, so that the optimiser cannot remove the
// work.

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
guard arguments.count == 5, let width = Int(arguments[2]), let height = Int(arguments[3]), let count = Int(arguments[4])
else { fatalError("usage: CandidateTimes FILE.f32 WIDTH HEIGHT N") }

let map = try DepthMap(width: width, height: height, samples: samples(of: arguments[1]))
var sum = 0.0
for _ in 0..<count {
    let candidates = SceneCandidates(of: map)
    for candidate in CandidateMeasurement.allCases { sum += candidates[candidate] ?? 0 }
}
print(sum)
