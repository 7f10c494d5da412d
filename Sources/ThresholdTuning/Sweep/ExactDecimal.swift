internal import Support

/// An exact decimal number: a whole number of units of 10^-`scale`. Steps and midpoints are exact, so the sixth
/// value of `0.05:0.3:0.05` is 0.3 and not 0.30000000000000004.
struct ExactDecimal: Hashable {
    private let units: Int
    private let scale: Int

    /// The largest number of digits, before and after the point together.
    static let maximumDigitCount = 15

    /// - Parameter scale: 0 or more. Trailing zeros of the units are dropped, so equal numbers have equal
    ///   representations.
    private init(units: Int, scale: Int) {
        var (units, scale) = (units, scale)
        while scale > 0, units.isMultiple(of: 10) {
            units /= 10
            scale -= 1
        }
        self.units = units
        self.scale = scale
    }

    /// Parses a number such as `-0.05`, `12` or `1e-3`; nil for any other text or too many digits.
    init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "e", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let exponent = parts.count == 2 ? Int(parts[1]) : 0,
            exponent.magnitude <= Self.maximumDigitCount
        else { return nil }
        let halves = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(halves.count), let whole = halves.first else { return nil }
        let fraction = halves.count == 2 ? String(halves[1]) : ""
        let isNegative = whole.hasPrefix("-")
        let digits = String(isNegative ? whole.dropFirst() : whole) + fraction
        let scale = fraction.count - exponent
        guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isNumber }),
            digits.count + max(0, -scale) <= Self.maximumDigitCount, scale <= Self.maximumDigitCount,
            let units = Int(digits + String(repeating: "0", count: max(0, -scale)))
        else { return nil }
        self.init(units: isNegative ? -units : units, scale: max(0, scale))
    }

    /// The number without exponent or trailing zeros.
    var text: String {
        let padded = String(units.magnitude).zeroPadded(to: scale + 1)
        let sign = units < 0 ? "-" : ""
        return scale == 0 ? sign + padded : sign + padded.dropLast(scale) + "." + padded.suffix(scale)
    }

    /// The values from `first` to `last` in increments of `step`, including `last` if it is a whole number of steps
    /// away. Nil for more than `limit` values, for a step in the wrong direction, and for numbers too different in
    /// size for common units.
    static func values(from first: Self, to last: Self, by step: Self, limit: Int) -> [Self]? {
        let scale = max(first.scale, last.scale, step.scale)
        guard let start = first.units(atScale: scale), let end = last.units(atScale: scale),
            let stride = step.units(atScale: scale), stride > 0, end >= start, (end - start) / stride < limit
        else { return nil }
        return Swift.stride(from: start, through: end, by: stride).map { Self(units: $0, scale: scale) }
    }

    /// The midpoint of two numbers; nil if it has too many digits.
    static func middle(_ first: Self, _ second: Self) -> Self? {
        // One more digit represents the half.
        let scale = max(first.scale, second.scale) + 1
        guard let sum = first.units(atScale: scale).flatMap({ a in second.units(atScale: scale).map { a + $0 } })
        else { return nil }
        let middle = Self(units: sum / 2, scale: scale)
        return String(middle.units.magnitude).count <= maximumDigitCount ? middle : nil
    }

    /// The number in finer units; nil if the sum of two such numbers could overflow.
    private func units(atScale finer: Int) -> Int? {
        var units = units
        for _ in scale..<max(scale, finer) {
            let (product, overflow) = units.multipliedReportingOverflow(by: 10)
            if overflow || product.magnitude > UInt(Int.max / 2) { return nil }
            units = product
        }
        return units
    }
}
