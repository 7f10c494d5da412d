import Support

@testable import DepthFiles

extension FuzzTarget {
    /// Tar archives, unchanged and with correct checksums in every block.
    static let shards = FuzzTarget(
        name: "shards",
        words: [
            "ustar\0", "ustar  \0", "././@LongLink", "15 path=a.bin\n", "size=", "GNU.sparse.name=", ".bin", ".json",
        ],
        decoded: { bytes in
            [bytes, withRightChecksums(bytes)].flatMap { shard in
                found(in: shard, pieceByteCount: 1 << 16).flatMap { Array($0.utf8) }
            }
        }
    ) { bytes in
        for shard in [bytes, withRightChecksums(bytes)] {
            let whole = found(in: shard, pieceByteCount: 1 << 16)
            promise(
                whole == found(in: shard, pieceByteCount: 37), "the size of pieces changes nothing: \(whole)")
            if !shard.starts(with: [0x1F, 0x8B]) {
                let packed = found(in: DepthFileWriter.pack(shard, as: .gzip), pieceByteCount: 100)
                promise(whole == packed, "compression changes nothing: \(whole) became \(packed)")
            }
            promiseDistinctInputs(of: shard)
        }
    }
}

/// Writes a header checksum into each block.
private func withRightChecksums(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for start in stride(from: 0, through: bytes.count - 512, by: 512) {
        guard bytes[start..<(start + 512)].contains(where: { $0 != 0 }) else { continue }
        for index in 148..<156 { bytes[start + index] = UInt8(ascii: " ") }
        let digits = String(bytes[start..<(start + 512)].reduce(0) { $0 + Int($1) }, radix: 8)
        bytes.replaceSubrange((start + 148)..<(start + 148 + digits.utf8.count), with: digits.utf8)
    }
    return bytes
}

/// A source that returns bytes piece by piece.
private func source(_ bytes: [UInt8], pieceByteCount: Int) -> () throws(FileAccessError) -> [UInt8] {
    var rest = bytes[...]
    return { () throws(FileAccessError) in
        defer { rest = rest.dropFirst(pieceByteCount) }
        return Array(rest.prefix(pieceByteCount))
    }
}

/// The members found, with the contents of small ones.
private func found(in shard: [UInt8], pieceByteCount: Int) -> [String] {
    let reader = TarReader(source(shard, pieceByteCount: pieceByteCount))
    let isGzip = shard.starts(with: [0x1F, 0x8B])
    var texts: [String] = []
    while let found = reader.next() {
        texts.append("\(found)")
        guard case .member = found else { continue }
        do throws(TarReader.Failure) {
            let contents = try reader.contents(atMost: 2048)
            // A compressed shard can be smaller than its contents.
            promise(isGzip || contents.count <= shard.count, "contents are bytes of the shard")
            texts.append("\(contents)")
        } catch {
            texts.append("\(error)")
        }
    }
    promise(reader.next() == nil, "the end stays the end")
    return texts
}

/// Every input has a unique, printable name.
private func promiseDistinctInputs(of shard: [UInt8]) {
    let path = scratchFile(shard, named: "s.tar")
    defer { FileAccess.remove(path) }
    let samples = ArchiveInputs(
        [NamedArchive(path: path, name: "s.tar")], options: ReadingOptions(maximumByteCount: 4096),
        selection: FileSelection(takesAll: shard.count.isMultiple(of: 2)))
    var names: Set<ExactText> = []
    for input in samples {
        promise(names.insert(ExactText(input.name)).inserted, "two inputs are named \(input.name)")
        promisePrintable(input.name.printable)
        if case .unusable(let error) = input { promisePrintable(error.description) }
    }
    promise(!names.isEmpty, "a shard without a depth file is reported")
}
