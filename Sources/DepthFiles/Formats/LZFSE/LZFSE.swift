import Support

/// Decompresses one LZFSE stream from the start of the input. Matches may refer to earlier blocks; there is no
/// checksum. A faulty stream gives its complete steps, but nothing of an incomplete entropy block.
///
/// A block begins with bvx- (uncompressed), bvxn (opcodes, ``LZVNReader``), bvx2 (entropy codes, ``EntropyBlock``) or
/// bvx$ (the end). Encoders do not write bvx1, which has the codes of bvx2 after an unpacked header.
func decompressLZFSE(_ bytes: [UInt8], limit: Int, reservation: ByteReservation? = nil) -> Inflation {
    // Most data compress to a third or less. Cap the estimate, because the stream may be anything.
    var output = LZFSEOutput(
        limit: limit, capacity: max(4096, min(bytes.count, 1 << 20) * 4), reservation: reservation)
    return bytes.withUnsafeBytes { bytes in
        var decoder = LZFSEDecoder(bytes: bytes)
        do throws(LZFSEFault) {
            while try decoder.decompressBlock(into: &output) {}
            return Inflation(output: output.readBytes(), consumed: decoder.position, end: .complete)
        } catch {
            let whole =
                switch error {
                case .truncated, .damaged: output.readBytes()
                case .overLimit: [UInt8]()
                }
            return Inflation(output: whole, consumed: decoder.position, end: error.end)
        }
    }
}

private struct LZFSEDecoder {
    let bytes: UnsafeRawBufferPointer
    private(set) var position = 0
    private static let maximumSteps = 4096

    init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    mutating func decompressBlock(into output: inout LZFSEOutput) throws(LZFSEFault) -> Bool {
        switch try kind() {
        case "-": try copyBlock(into: &output)
        case "n": try decompressOpcodes(into: &output)
        case "2": try decompressEntropyCodes(into: &output)
        case "$":
            position += 4
            return false
        default: throw .damaged(.unknownBlock)
        }
        return true
    }

    /// The fourth byte of a block, after `bvx`.
    private func kind() throws(LZFSEFault) -> Unicode.Scalar {
        let start = bytes[position...].prefix(4)
        guard "bvx".utf8.starts(with: start.prefix(3)) else { throw .damaged(.unknownBlock) }
        guard start.count == 4 else { throw .truncated }
        return Unicode.Scalar(bytes[position + 3])
    }

    private func number(at offset: Int) throws(LZFSEFault) -> Int {
        guard offset + 4 <= bytes.count - position else { throw .truncated }
        // SAFETY: the number lies within the buffer.
        return Int(bytes.little(UInt32.self, at: position + offset))
    }

    private mutating func copyBlock(into output: inout LZFSEOutput) throws(LZFSEFault) {
        let (count, headerLength) = (try number(at: 4), 8)
        let contents = bytes[(position + headerLength)...].prefix(count)
        try output.append(contents)
        guard contents.count == count else { throw .truncated }
        position = contents.endIndex
    }

    private mutating func decompressOpcodes(into output: inout LZFSEOutput) throws(LZFSEFault) {
        let (byteCount, payloadCount) = (try number(at: 4), try number(at: 8))
        let end = position + 12 + payloadCount
        var reader = LZVNReader(bytes, from: position + 12, to: end)
        let before = output.count
        var isOpen = true
        while isOpen {
            var (steps, literals): ([LZFSEStep], [UInt8]) = ([], [])
            var fault: LZFSEFault?
            do throws(LZFSEFault) {
                while steps.count < Self.maximumSteps, isOpen {
                    if let step = try reader.next(literals: &literals) { steps.append(step) } else { isOpen = false }
                }
            } catch { fault = error }
            try output.append(steps, literals: literals)
            guard output.count - before <= byteCount else { throw .damaged(.blockByteCount) }
            if let fault { throw fault }
        }
        guard reader.position == end else { throw .damaged(.blockEnd) }
        guard output.count - before == byteCount else { throw .damaged(.blockByteCount) }
        position = end
    }

    private mutating func decompressEntropyCodes(into output: inout LZFSEOutput) throws(LZFSEFault) {
        let header = try EntropyHeader(bytes, at: position)
        let payloadCount = header.literalPayloadCount + header.matchPayloadCount
        guard payloadCount <= bytes.count - header.end else { throw .truncated }
        let block = try EntropyBlock(header, in: bytes)
        try output.append(block.steps, literals: block.literals)
        position = header.end + payloadCount
    }
}

/// Encodes bytes as uncompressed blocks, which every decoder supports.
func storedAsLZFSE(_ bytes: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = []
    stream.reserveCapacity(bytes.count + 12)
    // The length of a block has 32 bits.
    for start in stride(from: 0, to: bytes.count, by: 1 << 30) {
        let block = bytes[start..<min(bytes.count, start + 1 << 30)]
        stream += Array("bvx-".utf8) + (0..<4).map { UInt8(truncatingIfNeeded: block.count >> (8 * $0)) }
        stream += block
    }
    return stream + Array("bvx$".utf8)
}

extension ContainerDetection {
    static func unpackLZFSE(
        _ bytes: [UInt8], limit: Int, _ reservation: ByteReservation?
    ) throws(UnpackingFailure) -> Unpacked {
        let stream = decompressLZFSE(bytes, limit: limit, reservation: reservation)
        if let error = stream.error(in: .lzfse, inputCount: bytes.count, limit: limit) {
            throw UnpackingFailure(kind: .lzfse, error: error)
        }
        let rest = bytes[stream.consumed...]
        return Unpacked(
            container: .lzfse, bytes: stream.output,
            trailing: rest.isEmpty ? nil : TrailingBytes(after: "LZFSE stream", rest))
    }
}
