import DepthAnalysis

extension FuzzTarget {
    /// A map of any samples with a few sets of parameters: the kernels compared with the plain version. The first
    /// byte is the width, the second selects the parameters; each sample has three bytes.
    static let maps = FuzzTarget(name: "maps") { bytes in
        guard bytes.count >= 5 else { return }
        let samples = stride(from: 2, to: bytes.count - 2, by: 3).map { sample(bytes[$0..<$0 + 3]) }
        let width = min(samples.count, 1 + Int(bytes[0] % 64))
        let height = samples.count / width
        let parameters = triedParameters[Int(bytes[1]) % triedParameters.count]
        guard let map = try? DepthMap(width: width, height: height, samples: Array(samples.prefix(width * height)))
        else { fatalError("not kept: \(width) x \(height) samples are a map") }
        promiseSameAnalyses(of: map, parameters)
    }
}

/// A depth in half millimetres or an unusual number, with some bits changed.
private func sample(_ bytes: ArraySlice<UInt8>) -> Float {
    let step = Int(bytes[bytes.startIndex]) << 8 | Int(bytes[bytes.startIndex + 1])
    let offset = Int32(Int8(bitPattern: bytes[bytes.startIndex + 2]))
    let strange: [Float] = [
        .nan, -.nan, .infinity, -.infinity, 0, -0.0, .leastNonzeroMagnitude, .leastNormalMagnitude,
        .greatestFiniteMagnitude, 0.1, 20, -1, 0.05, 1.2, 10_000, 1e-20,
    ]
    let depth = step < 0xF000 ? Float(step) / 2048 : strange[step % strange.count]
    return Float(bitPattern: depth.bitPattern &+ UInt32(bitPattern: offset))
}

private let triedParameters: [AnalysisParameters] = {
    var tried = [AnalysisParameters.standard]
    func add(_ change: (inout AnalysisParameters) -> Void) {
        var parameters = AnalysisParameters.standard
        change(&parameters)
        tried.append(parameters)
    }
    add { $0.validRange = ValidRange(lower: 0, upper: 10_000) }
    add { $0.validRange = ValidRange(lower: .leastNonzeroMagnitude, upper: 30) }
    add { $0.validRange = ValidRange(lower: 1, upper: Float(1).nextUp) }
    add { ($0.histogramBinCount, $0.peakProminenceRatio) = (2, 0) }
    add { ($0.histogramBinCount, $0.peakProminenceRatio) = (4096, 1) }
    add { ($0.gradientThreshold, $0.edgeGain) = (0, 1_000_000) }
    add { ($0.screenBand, $0.quadrantMinimumSampleCount) = (0, 1) }
    add { ($0.screenBand, $0.gradientThreshold) = (1_000_000, 0x1p-60) }
    return tried
}()
