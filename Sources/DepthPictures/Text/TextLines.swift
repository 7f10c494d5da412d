internal import Support

/// Text layout and number formatting without Foundation, for the small runtime of web pages.
enum TextLines {
    /// Wraps text at `width` letters; a longer word is shortened.
    static func wrapped(_ text: String, width: Int) -> [String] {
        var lines: [String] = []
        var count = 0
        for word in text.unicodeScalars.split(separator: " ") {
            let word = shortened(String(String.UnicodeScalarView(word)), width: width)
            let length = word.unicodeScalars.count
            if lines.isEmpty || count + 1 + length > width {
                lines.append(word)
                count = length
            } else {
                lines[lines.count - 1] += " " + word
                count += 1 + length
            }
        }
        return lines
    }

    /// Shortens text to `width` letters by omitting its middle, because names differ at their ends.
    static func shortened(_ text: String, width: Int) -> String {
        let scalars = Array(text.unicodeScalars)
        guard scalars.count > width, width > 1 else { return text }
        let front = (width - 1) / 2
        var short = String.UnicodeScalarView(scalars[..<front])
        short.append("\u{2026}")
        short.append(contentsOf: scalars[(scalars.count - (width - 1 - front))...])
        return String(short)
    }

    /// A number rounded to `digits` decimals, ties to even.
    static func decimal(_ number: Double, digits: Int) -> String {
        var unit = 1.0
        for _ in 0..<digits { unit *= 10 }
        let scaled = (number.magnitude * unit).rounded(.toNearestOrEven)
        guard scaled < 1e15 else { return scientific(number) }
        let whole = Int(scaled)
        let sign = number < 0 && whole > 0 ? "-" : ""
        guard digits > 0 else { return sign + String(whole) }
        return sign + String(whole / Int(unit)) + "." + String(whole % Int(unit)).zeroPadded(to: digits)
    }

    /// Scientific notation, for numbers that no sensor produces.
    private static func scientific(_ number: Double) -> String {
        guard number.isFinite else { return number.isNaN ? "nan" : number < 0 ? "-inf" : "inf" }
        var mantissa = number.magnitude
        var exponent = 0
        while mantissa >= 10 {
            mantissa /= 10
            exponent += 1
        }
        return (number < 0 ? "-" : "") + shortest(mantissa, digits: 2) + "e" + String(exponent)
    }

    /// A number with at most `digits` decimals and no trailing zeros.
    static func shortest(_ number: Double, digits: Int) -> String {
        var text = Array(decimal(number, digits: digits).utf8)
        guard text.contains(UInt8(ascii: ".")) else { return String(decoding: text, as: UTF8.self) }
        while text.last == UInt8(ascii: "0") { text.removeLast() }
        if text.last == UInt8(ascii: ".") { text.removeLast() }
        return String(decoding: text, as: UTF8.self)
    }

    /// The marks of an axis: approximately `count` round numbers within a range, and the decimals they need.
    static func ticks(from low: Double, to high: Double, about count: Int) -> (places: [Double], digits: Int) {
        guard high > low, count > 0 else { return ([low], 2) }
        let rough = (high - low) / Double(count)
        var unit = 1.0
        var digits = 0
        while unit > rough, digits < 9 {
            unit /= 10
            digits += 1
        }
        while unit * 10 <= rough { unit *= 10 }
        let factors: [Double] = [1, 2, 5, 10]
        let step = unit * (factors.first { $0 * unit >= rough } ?? 10)
        if step >= 10 * unit, digits > 0 { digits -= 1 }
        let first = Int((low / step).rounded(.up))
        let last = Int((high / step).rounded(.down))
        guard first <= last else { return ([low], digits + 1) }
        return ((first...last).map { Double($0) * step }, digits)
    }
}

/// The fixed-width fonts of pictures.
package enum Letters: Sendable {
    case plain, bold

    package var width: Int { self == .plain ? 7 : 9 }
    package var height: Int { self == .plain ? 13 : 15 }
    /// The distance from the top to the baseline in pixels.
    var ascent: Int { self == .plain ? 11 : 12 }
    /// The distance between the tops of successive lines, in pixels.
    var lineHeight: Int { self == .plain ? 17 : 22 }

    func width(of text: String) -> Int { text.unicodeScalars.count * width }

    /// The rows of a letter, leftmost pixel in the highest bit; a replacement sign for an unknown letter.
    func rows(of scalar: Unicode.Scalar) -> ArraySlice<UInt16> {
        let rows = self == .plain ? plainLetterRows : boldLetterRows
        let start = Self.place(of: scalar) * height
        return rows[start..<start + height]
    }

    /// The index of a letter, or of the replacement sign (the last letter) if the letter is unknown.
    private static func place(of scalar: Unicode.Scalar) -> Int {
        var low = 0
        var high = letterScalars.count - 1
        while low < high {
            let middle = (low + high) / 2
            if UInt32(letterScalars[middle]) < scalar.value { low = middle + 1 } else { high = middle }
        }
        return UInt32(letterScalars[low]) == scalar.value ? low : letterScalars.count - 1
    }
}
