import DepthAnalysis
import DepthFiles

/// SplitMix64: the same numbers from the same seed, everywhere.
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

/// A wall that recedes to the right, with noise of a few millimetres and holes.
func roomMap(width: Int, height: Int, seed: UInt64) throws -> DepthMap {
    var generator = SeededGenerator(state: seed)
    var samples: [Float] = []
    for index in 0..<width * height {
        let wall = 1 + 0.03 * Float(index % width) + Float.random(in: 0..<0.005, using: &generator)
        samples.append(Int.random(in: 0..<30, using: &generator) == 0 ? 0 : wall)
    }
    return try DepthMap(width: width, height: height, samples: samples)
}

func read(_ bytes: [UInt8], _ options: ReadingOptions = ReadingOptions()) -> FileReading {
    DepthFileReader(options: options).read(bytes)
}

func float32(_ samples: [Float]) throws -> [UInt8] {
    DepthFileWriter.float32Bytes(of: DepthMap(inferringDimensionsOf: samples))
}

extension FileReading {
    var error: DepthFileError? {
        if case .failure(let error) = result { error } else { nil }
    }
}
