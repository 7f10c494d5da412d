/// The state after inflating a part of a block.
enum BlockProgress {
    /// The block ended.
    case ended
    /// Input or room is nearly used up: from here on, each step checks both.
    case nearEnd
    /// The reference decoder has to decide.
    case undecided
}

extension FastInflater {
    /// Inflates one block with codes; false if the reference decoder has to decide.
    func inflateBlock(_ bits: inout HeldBits, _ written: inout WrittenBytes) -> Bool {
        var progress = BlockProgress.nearEnd
        if hasPlenty(bits, written) { progress = inflateAmply(&bits, &written) }
        while progress == .nearEnd { progress = inflateSymbol(&bits, &written) }
        return progress == .ended
    }

    /// Whether one round of ``inflateAmply(_:_:)`` stays within input and room. A round refills at most twice; each
    /// refill reads eight bytes and advances by at most seven. A round writes at most three literals and a repeat of
    /// 258 bytes.
    @inline(__always) private func hasPlenty(_ bits: HeldBits, _ written: WrittenBytes) -> Bool {
        bits.byteCount >= 24 && written.room >= 264
    }

    /// Inflates without bounds checks while there is plenty of input and room. Each symbol is looked up before the
    /// refill and the copy, so that the processor does not wait for them.
    private func inflateAmply(_ held: inout HeldBits, _ output: inout WrittenBytes) -> BlockProgress {
        // Locals stay in registers.
        let (literals, distances) = (literals.symbols, distances.symbols)
        var (bits, written) = (held, output)
        defer { (held, output) = (bits, written) }

        // SAFETY: tables have an entry for every value of their index bits.
        bits.refillInside()
        var symbol = literals[bits.peek(Self.literalBits)]
        while hasPlenty(bits, written) {
            var known = bits.consume(symbol)
            if symbol.isLiteral {
                symbol = writeLiterals(symbol, before: literals, &bits, &written, &known)
                if symbol.isLiteral {
                    written.append(symbol)
                    symbol = literals[bits.peek(Self.literalBits)]
                    bits.refillInside()
                    continue
                }
            }
            if symbol.isException {
                if symbol.isSecondTable {
                    symbol = literals[symbol.value &+ bits.peek(symbol.indexBits)]
                    known = bits.consume(symbol)
                    if symbol.isLiteral {
                        written.append(symbol)
                        bits.refillInside()
                        symbol = literals[bits.peek(Self.literalBits)]
                        continue
                    }
                }
                if symbol.isException { return symbol.isEndOfBlock ? .ended : .undecided }
            }
            let length = symbol.number(in: known)
            // Of 56 bits, the literals took at most 30 and the length 20; the distance needs up to 28.
            bits.refillInside()
            guard let distance = distance(from: distances, &bits), distance <= written.count else { return .undecided }
            symbol = literals[bits.peek(Self.literalBits)]
            bits.refillInside()
            written.repeatBytes(length, from: distance)
        }
        return .nearEnd
    }

    /// Writes up to three literals, of which the caller has consumed the first, and consumes the symbol after them. The
    /// first table is looked up at most four times in all, which leaves enough of the 56 bits for one more look-up or
    /// for the rest of a longer code.
    @inline(__always)
    private func writeLiterals(
        _ first: DecodedSymbol, before literals: UnsafeMutablePointer<DecodedSymbol>, _ bits: inout HeldBits,
        _ written: inout WrittenBytes, _ known: inout UInt64
    ) -> DecodedSymbol {
        // SAFETY: as above.
        written.write(first, at: 0)
        var symbol = literals[bits.peek(Self.literalBits)]
        known = bits.consume(symbol)
        guard symbol.isLiteral else {
            written.advance(by: 1)
            return symbol
        }
        written.write(symbol, at: 1)
        symbol = literals[bits.peek(Self.literalBits)]
        known = bits.consume(symbol)
        guard symbol.isLiteral else {
            written.advance(by: 2)
            return symbol
        }
        written.write(symbol, at: 2)
        symbol = literals[bits.peek(Self.literalBits)]
        known = bits.consume(symbol)
        written.advance(by: 3)
        return symbol
    }

    /// Consumes a distance; nil for a reserved symbol.
    @inline(__always)
    private func distance(from distances: UnsafeMutablePointer<DecodedSymbol>, _ bits: inout HeldBits) -> Int? {
        // SAFETY: as above.
        var symbol = distances[bits.peek(Self.distanceBits)]
        var known = bits.consume(symbol)
        if symbol.isException {
            guard symbol.isSecondTable else { return nil }
            symbol = distances[symbol.value &+ bits.peek(symbol.indexBits)]
            known = bits.consume(symbol)
            if symbol.isException { return nil }
        }
        return symbol.number(in: known)
    }

    /// Inflates one symbol near the end of the input or of the room.
    private func inflateSymbol(_ bits: inout HeldBits, _ written: inout WrittenBytes) -> BlockProgress {
        bits.refill()
        // SAFETY: as above.
        var symbol = literals.symbols[bits.peek(Self.literalBits)]
        var known = bits.consume(symbol)
        if symbol.isSecondTable {
            symbol = literals.symbols[symbol.value &+ bits.peek(symbol.indexBits)]
            known = bits.consume(symbol)
        }
        if symbol.isLiteral {
            guard written.room >= 1 else { return .undecided }
            written.append(symbol)
            return .nearEnd
        }
        if symbol.isException { return symbol.isEndOfBlock ? .ended : .undecided }
        let length = symbol.number(in: known)
        bits.refill()
        guard let distance = distance(from: distances.symbols, &bits), distance <= written.count, length <= written.room
        else { return .undecided }
        written.repeatBytes(length, from: distance)
        return .nearEnd
    }
}
