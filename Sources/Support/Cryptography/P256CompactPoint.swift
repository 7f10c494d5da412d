/// Decompresses compact points of P-256, which consist of x only; y is the smaller of the two solutions.
///
/// Source: draft-jivsov-ecc-compact-05 §4.2.3; sec1 0.7.3, which writes them with the tag 05.
enum P256CompactPoint {
    /// The point in uncompressed SEC1 form, 65 bytes; nil if x is not below the field prime. The result may not be on
    /// the curve.
    static func uncompressed(x bytes: ArraySlice<UInt8>) -> [UInt8]? {
        guard bytes.count == 32, bytes.lexicographicallyPrecedes(P256Number.prime.bytes) else { return nil }
        let x = P256Number(bytes, modulo: P256Number.prime)
        let threeTimes = x.adding(x).adding(x)
        let square = x.times(x).times(x).adding(threeTimes.negated).adding(P256Number.b)
        // The prime is 3 modulo 4, so this power is a square root if one exists.
        let root = square.power(P256Number.quarter)
        let (y, other) = (root.bytes, root.negated.bytes)
        return [4] + bytes + (y.lexicographicallyPrecedes(other) ? y : other)
    }
}
