import CCompression
import TestSupport

/// zlib's compression strategies.
enum PackingStrategy: Int32, CaseIterable {
    case normal, filtered, huffmanOnly, runLengths, fixed
}

/// One gzip member with a plain header.
func packed(_ bytes: [UInt8], level: Int32 = 6, _ strategy: PackingStrategy = .normal) -> [UInt8] {
    var stream = z_stream()
    let size = Int32(MemoryLayout<z_stream>.size)
    precondition(
        deflateInit2_(&stream, level, Z_DEFLATED, MAX_WBITS + 16, 8, strategy.rawValue, ZLIB_VERSION, size) == Z_OK)
    defer { deflateEnd(&stream) }
    var bytes = bytes
    let bound = Int(deflateBound(&stream, UInt(bytes.count))) + 64
    return [UInt8](unsafeUninitializedCapacity: bound) { output, count in
        bytes.withUnsafeMutableBufferPointer { input in
            stream.next_in = input.baseAddress
            stream.avail_in = UInt32(input.count)
            stream.next_out = output.baseAddress
            stream.avail_out = UInt32(bound)
            precondition(deflate(&stream, Z_FINISH) == Z_STREAM_END)
            count = Int(stream.total_out)
        }
    }
}

/// Inflates a raw stream with libdeflate, which accepts reserved symbols and over-subscribed or incomplete codes.
func inflatedLeniently(_ bytes: [UInt8], capacity: Int) -> (output: [UInt8], consumed: Int)? {
    guard let decompressor = libdeflate_alloc_decompressor() else { return nil }
    defer { libdeflate_free_decompressor(decompressor) }
    var consumed = 0
    var isComplete = false
    let output = [UInt8](unsafeUninitializedCapacity: capacity) { output, count in
        let result = libdeflate_deflate_decompress_ex(
            decompressor, bytes, bytes.count, output.baseAddress, capacity, &consumed, &count)
        isComplete = result == LIBDEFLATE_SUCCESS
        if !isComplete { count = 0 }
    }
    return isComplete ? (output, consumed) : nil
}

/// Contents of many kinds: constant, two values, runs, noise, samples of a slope, text.
func contents(_ kind: Int, count: Int, _ generator: inout SeededGenerator) -> [UInt8] {
    switch kind % 6 {
    case 0: [UInt8](repeating: 7, count: count)
    case 1: (0..<count).map { _ in UInt8.random(in: 0...1, using: &generator) }
    case 2: (0..<count).map { UInt8(truncatingIfNeeded: $0 / 300) }
    case 3: (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    case 4: Array((0..<count).flatMap { bytes(of: 1 + Float($0 / 4) / 512) }.prefix(count))
    default: Array((0..<count).map { UInt8(truncatingIfNeeded: 97 + $0 * $0 / 7 % 13) })
    }
}

private func bytes(of sample: Float) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: sample.bitPattern >> ($0 * 8)) }
}
