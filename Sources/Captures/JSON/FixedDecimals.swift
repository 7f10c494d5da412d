/// Formats numbers as the server prints coordinates: the exact value is rounded, ties to even; negative zero keeps its
/// sign.
package enum FixedDecimals {
    /// Coordinates of hash-only captures have no range, so up to 309 digits can precede the point.
    package static func text(of number: Double, decimals: Int) -> String {
        let sign = number.sign == .minus ? "-" : ""
        guard number.isFinite else { return sign + (number.isNaN ? "NaN" : "inf") }
        // The exact value is digits × 10^-scale. Rounding expects at least one digit per decimal.
        var (digits, scale) = exactDigits(of: number.magnitude)
        if scale < decimals {
            digits = Array(repeating: 0, count: decimals - scale) + digits
            scale = decimals
        }
        round(&digits, dropping: scale - decimals)
        while digits.count <= decimals { digits.append(0) }
        let characters = digits.reversed().map { UInt8(ascii: "0") + $0 }
        let whole = String(decoding: characters.dropLast(decimals), as: UTF8.self)
        return sign + whole + "." + String(decoding: characters.suffix(decimals), as: UTF8.self)
    }

    /// All decimal digits of a number, least significant first, and the number of digits after the point.
    private static func exactDigits(of number: Double) -> (digits: [UInt8], scale: Int) {
        guard number > 0 else { return ([0], 0) }
        let exponent = Int(number.exponent) - 52
        var significand = UInt64(number.significand * 0x1p52)
        var digits: [UInt8] = []
        while significand > 0 {
            digits.append(UInt8(significand % 10))
            significand /= 10
        }
        // The value is m × 2^e, or m × 5^-e × 10^e for a negative e.
        for _ in 0..<abs(exponent) { multiply(&digits, by: exponent > 0 ? 2 : 5) }
        return (digits, max(0, -exponent))
    }

    private static func multiply(_ digits: inout [UInt8], by factor: UInt8) {
        var carry: UInt8 = 0
        for index in digits.indices {
            let product = digits[index] * factor + carry
            digits[index] = product % 10
            carry = product / 10
        }
        if carry > 0 { digits.append(carry) }
    }

    private static func round(_ digits: inout [UInt8], dropping count: Int) {
        guard count > 0 else { return }
        let dropped = digits.prefix(count)
        let half = count <= digits.count ? digits[count - 1] : 0
        let isAboveHalf = half > 5 || half == 5 && dropped.dropLast().contains { $0 > 0 }
        let isHalf = half == 5 && !isAboveHalf
        digits.removeFirst(min(count, digits.count))
        if digits.isEmpty { digits = [0] }
        guard isAboveHalf || isHalf && digits[0] % 2 == 1 else { return }
        for index in digits.indices {
            guard digits[index] == 9 else {
                digits[index] += 1
                return
            }
            digits[index] = 0
        }
        digits.append(1)
    }
}
