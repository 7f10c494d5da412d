import DepthAnalysis
import FileContents
import PlanarityMeasurements

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

// usage: KernelTimes FILE.f32 WIDTH HEIGHT [client:]ENGINE N [JOBS]
//        KernelTimes FILE.f32 WIDTH HEIGHT candidates N
//        KernelTimes engines
// Prints the median nanoseconds of one analysis, or of measuring the candidates, out of N; with N = 0 the answer of an
// analysis as one JSON line, like plain.rs. With JOBS, prints the nanoseconds per map for N maps stored consecutively
// and analysed by JOBS tasks. With "engines", lists the engines that can run here.

let arguments = CommandLine.arguments
if arguments.dropFirst() == ["engines"] {
    for engine in DepthAnalyzer.Engine.allCases where engine.isAvailable { print(engine.rawValue) }
    exit(0)
}
guard arguments.count == 6 || arguments.count == 7, let width = Int(arguments[2]), let height = Int(arguments[3]),
    let count = Int(arguments[5])
else { fatalError("usage: KernelTimes FILE.f32 WIDTH HEIGHT [client:]ENGINE N [JOBS]") }
let isOfCandidates = arguments[4] == "candidates"
let words = (isOfCandidates ? "kernel" : arguments[4]).split(separator: ":")
let profile = words.count == 2 ? AnalysisProfile(rawValue: String(words[0])) : .server
guard let profile, let engine = DepthAnalyzer.Engine(rawValue: String(words.last ?? "")), engine.isAvailable
else { fatalError("\(arguments[4]): expected server:, client: or nothing, and an engine of this processor") }

guard let bytes = contents(of: arguments[1]) else { fatalError("cannot read \(arguments[1])") }
let map = try DepthMap(
    width: width, height: height, samples: bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) })
let analyzer = DepthAnalyzer(profile: profile, engine: engine)
if count == 0 {
    let a = analyzer.analyze(map)
    print(
        """
        {"status":"\(a.status.rawValue)","depth_variance":\(a.standardDeviation),"depth_layers":\(a.layerCount),\
        "edge_coherence":\(a.edgeCoherence),"min_depth":\(a.minimumDepth),"max_depth":\(a.maximumDepth),\
        "is_likely_real_scene":\(a.isLikelyRealScene),"coverage":\(a.coverage),"valid_count":\(a.validCount),\
        "total_count":\(a.totalCount),"peak_depths":\(a.peakDepths),"is_screen_like":\(a.isScreenLike),\
        "uniformity_ratio":\(a.uniformityRatio),"quadrant_passes":\(a.quadrantPasses),\
        "min_quadrant_variance":\(a.minimumQuadrantStandardDeviation)}
        """)
} else if arguments.count == 7, let jobs = Int(arguments[6]) {
    let stack = (0..<count).flatMap { _ in map.samples }
    let size = map.samples.count
    let share = (count + jobs - 1) / jobs
    let taken = await ContinuousClock().measure {
        await withTaskGroup(of: Double.self) { group in
            for job in 0..<jobs {
                group.addTask {
                    var checksum = 0.0
                    for number in job * share..<min((job + 1) * share, count) {
                        let samples = stack.span.extracting(number * size..<(number + 1) * size)
                        let analysis = try? analyzer.analyze(samples, width: width, height: height)
                        checksum += analysis?.standardDeviation ?? .nan
                    }
                    return checksum
                }
            }
            for await checksum in group { precondition(!checksum.isNaN) }
        }
    }
    print((taken.components.seconds * 1_000_000_000 + taken.components.attoseconds / 1_000_000_000) / Int64(count))
} else {
    var checksum = 0.0
    var times: [Int64] = []
    let clock = ContinuousClock()
    for _ in 0..<count {
        let taken = clock.measure {
            checksum += isOfCandidates ? candidateSum(of: map) : analyzer.analyze(map).standardDeviation
        }
        times.append(taken.components.seconds * 1_000_000_000 + taken.components.attoseconds / 1_000_000_000)
    }
    precondition(!checksum.isNaN)
    print(times.sorted()[count / 2])
}

func candidateSum(of map: DepthMap) -> Double {
    let candidates = SceneCandidates(of: map)
    return CandidateMeasurement.allCases.reduce(0) { $0 + (candidates[$1] ?? 0) }
}
