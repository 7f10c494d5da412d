import DepthAnalysis
import DepthFiles
import TestSupport

/// A wall that recedes to the right, with noise of a few millimetres and holes.
func roomMap(width: Int, height: Int, seed: UInt64) throws -> DepthMap {
    var generator = SeededGenerator(seed: seed)
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
