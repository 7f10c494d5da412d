import Benchmark
import DepthAnalysis
import DepthFiles

let benchmarks: @Sendable () -> Void = {
    Benchmark.defaultConfiguration = .init(metrics: [.wallClock], maxDuration: .seconds(2))

    for kind in Kind.allCases {
        analysis("kernel \(kind) 256x192", kind.map(width: 256, height: 192), .kernel)
    }
    for (width, height) in [(64, 48), (640, 480), (1920, 1440)] {
        analysis("kernel smooth \(width)x\(height)", Kind.smooth.map(width: width, height: height), .kernel)
    }
    analysis("plain smooth 256x192", Kind.smooth.map(width: 256, height: 192), .plain)

    let map = Kind.holes.map(width: 256, height: 192)
    for container in DepthContainer.allCases {
        reading("read \(container)", DepthFileWriter.pack(DepthFileWriter.float32Bytes(of: map), as: container))
    }
    reading("read png16", png(of: map))
}

private func analysis(_ name: String, _ map: DepthMap, _ engine: DepthAnalyzer.Engine) {
    let analyzer = DepthAnalyzer(engine: engine)
    Benchmark(name) { benchmark in
        for _ in benchmark.scaledIterations { blackHole(analyzer.analyze(map)) }
    }
}

private func reading(_ name: String, _ bytes: [UInt8]) {
    let reader = DepthFileReader()
    Benchmark(name) { benchmark in
        for _ in benchmark.scaledIterations {
            let reading = reader.read(bytes)
            guard case .success = reading.result else { fatalError("\(name): cannot be read") }
            blackHole(reading)
        }
    }
}
