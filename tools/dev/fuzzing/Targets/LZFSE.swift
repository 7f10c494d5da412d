@testable import DepthFiles

extension FuzzTarget {
    /// An LZFSE stream; and opcodes in the frame of a block, whose lengths a fuzzer does not keep consistent.
    static let lzfse = FuzzTarget(
        name: "lzfse", seeds: ["Tests/DepthFilesTests/formats/lzfse"], words: ["bvx-", "bvx2", "bvxn", "bvx$"],
        decoded: { decompressLZFSE($0, limit: 40_000).asBytes }
    ) { bytes in
        promiseStream(bytes)
        guard bytes.count >= 2 else { return }
        let block =
            Array("bvxn".utf8) + [bytes[0], bytes[1] & 15, 0, 0] + littleEndian(bytes.count - 2) + bytes[2...]
        promiseStream(block + Array("bvx$".utf8))
    }
}

private func littleEndian(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }

private func promiseStream(_ bytes: [UInt8]) {
    let (limit, lower) = (40_000, 200)
    let found = decompressLZFSE(bytes, limit: limit)
    let limited = decompressLZFSE(bytes, limit: lower)
    promise(found.output.count <= limit && limited.output.count <= lower, "the output is within the limit")
    promise(found.consumed <= bytes.count && limited.consumed <= bytes.count, "no more is consumed than is available")
    guard found.end == .complete else { return }
    promise(bytes[..<found.consumed].suffix(4) == Array("bvx$".utf8)[...], "a stream ends with its last block")
    promise(
        found.output.count <= lower ? limited.output == found.output : limited.end == .overLimit,
        "the limit changes nothing of what is within it")
    let alone = decompressLZFSE(Array(bytes[..<found.consumed]), limit: limit)
    promise(alone.output == found.output && alone.end == .complete, "bytes after the end are ignored")
    let again = decompressLZFSE(DepthFileWriter.pack(found.output, as: .lzfse), limit: limit)
    promise(again.output == found.output && again.end == .complete, "repacking changes nothing")
}
