/// The literals and matches of a `bvx2` block.
struct EntropyBlock {
    let literals: [UInt8]
    let steps: [LZFSEStep]

    init(_ header: EntropyHeader, in bytes: UnsafeRawBufferPointer) throws(LZFSEFault) {
        let middle = header.end + header.literalPayloadCount
        literals = try Self.literals(header, header.end..<middle, bytes)
        steps = try Self.steps(header, middle..<(middle + header.matchPayloadCount), bytes)
        let count = steps.reduce(0) { $0 + Int($1.literalCount) + Int($1.matchLength) }
        guard count == header.byteCount else { throw .damaged(.blockByteCount) }
    }

    /// Four states take turns and share one payload.
    private static func literals(
        _ header: EntropyHeader, _ payload: Range<Int>, _ bytes: UnsafeRawBufferPointer
    ) throws(LZFSEFault) -> [UInt8] {
        guard header.literalCount > 0 else { return [] }
        let table = try EntropyTable(header.frequencies(of: .literals), of: .literals)
        var bits = try BackwardBits(payload, of: bytes, spareBits: header.literalSpareBits)
        let first = header.literalStates
        var literals = [UInt8](repeating: 0, count: header.literalCount)
        try table.entries.withUnsafeBufferPointer { entries throws(LZFSEFault) in
            try literals.withUnsafeMutableBufferPointer { literals throws(LZFSEFault) in
                var (a, b, c, d) = (first[0], first[1], first[2], first[3])
                var index = 0
                while index < literals.count {
                    // SAFETY: every state indexes the table: the first states were checked with the header, the
                    // others follow from the construction of the table. The number of literals is a multiple of
                    // four.
                    let (entryA, entryB, entryC, entryD) = (entries[a], entries[b], entries[c], entries[d])
                    // Four literals take at most 40 bits.
                    var word = bits.next
                    a = entryA.nextState(&word)
                    b = entryB.nextState(&word)
                    c = entryC.nextState(&word)
                    d = entryD.nextState(&word)
                    literals[index] = UInt8(truncatingIfNeeded: entryA.base)
                    literals[index &+ 1] = UInt8(truncatingIfNeeded: entryB.base)
                    literals[index &+ 2] = UInt8(truncatingIfNeeded: entryC.base)
                    literals[index &+ 3] = UInt8(truncatingIfNeeded: entryD.base)
                    index &+= 4
                    try bits.skip(
                        Int(entryA.stateBits) &+ Int(entryB.stateBits) &+ Int(entryC.stateBits)
                            &+ Int(entryD.stateBits))
                }
            }
        }
        return literals
    }

    /// Each step has three numbers with separate tables: literal count, match length and distance.
    private static func steps(
        _ header: EntropyHeader, _ payload: Range<Int>, _ bytes: UnsafeRawBufferPointer
    ) throws(LZFSEFault) -> [LZFSEStep] {
        guard header.matchCount > 0 else { return [] }
        let literalCounts = try EntropyTable(header.frequencies(of: .literalCounts), of: .literalCounts).entries
        let matchLengths = try EntropyTable(header.frequencies(of: .matchLengths), of: .matchLengths).entries
        let distances = try EntropyTable(header.frequencies(of: .distances), of: .distances).entries
        var bits = try BackwardBits(payload, of: bytes, spareBits: header.matchSpareBits)
        var (literalState, lengthState) = (header.literalCountState, header.matchLengthState)
        var distanceState = header.distanceState
        var distance = 0
        var steps: [LZFSEStep] = []
        steps.reserveCapacity(header.matchCount)
        for _ in 0..<header.matchCount {
            let (literalEntry, lengthEntry) = (literalCounts[literalState], matchLengths[lengthState])
            let distanceEntry = distances[distanceState]
            // The three numbers, each preceded by the bits of its next state, take at most 14, 17 and 23 bits.
            var word = bits.next
            literalState = literalEntry.nextState(&word)
            let literalCount = literalEntry.number(&word)
            lengthState = lengthEntry.nextState(&word)
            let length = lengthEntry.number(&word)
            distanceState = distanceEntry.nextState(&word)
            let newDistance = distanceEntry.number(&word)
            if newDistance != 0 { distance = newDistance }
            try bits.skip(literalEntry.bitCount &+ lengthEntry.bitCount &+ distanceEntry.bitCount)
            steps.append(
                LZFSEStep(
                    literalCount: UInt32(literalCount), matchLength: UInt32(length), distance: UInt32(distance)))
        }
        return steps
    }
}
