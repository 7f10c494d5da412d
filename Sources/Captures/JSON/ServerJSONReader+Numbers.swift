/// A number as the server's reader has it before anyone asks for a type.
enum ServerJSONNumber {
    case unsigned(UInt64)
    /// Below zero. `-0` is none of these, but real.
    case negative(Int64)
    case real(Double)

    /// In binary64.
    var binary64: Double {
        switch self {
        case .unsigned(let number): Double(number)
        case .negative(let number): Double(number)
        case .real(let number): number
        }
    }

    /// In binary32: integers are rounded to it directly, all others once more.
    var binary32: Float {
        switch self {
        case .unsigned(let number): Float(number)
        case .negative(let number): Float(number)
        case .real(let number): Float(number)
        }
    }
}

/// A number that was read, and how it was written.
///
///     for number in payload.numbers where !number.isNearest { print(number.path, number.text, number.read) }
public struct NotedNumber: Sendable, Hashable {
    /// The members that lead to it, joined by points.
    public let path: String
    /// As it was written.
    public let text: String
    /// What the server made of it, as it would write it; `null` for what is beyond binary32.
    public let read: String
    /// Whether it is the number nearest to what was written, in the type that the server keeps it in.
    public let isNearest: Bool
}

extension ServerJSONReader {
    /// An integer of type `Number`, which must be written as one: `256.0` and `-0` are none.
    package mutating func integer<Number: FixedWidthInteger & SignedInteger>(
        _ type: Number.Type = Number.self
    ) throws(ServerJSONError) -> Number {
        try integer(in: Int64(Number.min)...Int64(Number.max)) { Number($0) }
    }

    /// An unsigned integer of at most 32 bits, which must be written as an integer.
    package mutating func integer(_ type: UInt32.Type) throws(ServerJSONError) -> UInt32 {
        try integer(in: 0...Int64(UInt32.max)) { UInt32($0) }
    }

    private mutating func integer<Number>(
        in range: ClosedRange<Int64>, _ make: (Int64) -> Number
    ) throws(ServerJSONError) -> Number {
        let start = try numberStart()
        let integer: Int64? =
            switch try number() {
            case .unsigned(let number): Int64(exactly: number)
            case .negative(let number): number
            case .real: nil
            }
        guard let integer, range.contains(integer) else { throw .shape(.notInteger(range), offset: start) }
        return make(integer)
    }

    /// A number in binary64.
    package mutating func binary64() throws(ServerJSONError) -> Double {
        let start = try numberStart()
        let value = try number().binary64
        let text = self.text(from: start)
        note(
            NotedNumber(
                path: path.joined(separator: "."), text: text, read: ServerJSONWriter.text(of: value),
                isNearest: Double(text) == value))
        return value
    }

    /// A number in binary32; infinity for what is beyond it.
    package mutating func binary32() throws(ServerJSONError) -> Float {
        let start = try numberStart()
        let value = try number().binary32
        let text = self.text(from: start)
        note(
            NotedNumber(
                path: path.joined(separator: "."), text: text, read: ServerJSONWriter.text(of: value),
                isNearest: value.isFinite && Float(text) == value))
        return value
    }

    /// Only numbers that are noted need their text.
    private func text(from start: Int) -> String {
        notesNumbers ? String(decoding: bytes[start..<position], as: UTF8.self) : ""
    }

    /// Where the number begins that comes next.
    private mutating func numberStart() throws(ServerJSONError) -> Int {
        switch try nextByte() {
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return position
        default: throw try wrongKind(.notNumber)
        }
    }
}

// The server's arithmetic, which does not round correctly. Each step is its own.
extension ServerJSONReader {
    /// The number that the reader is at: a minus or a digit.
    mutating func number() throws(ServerJSONError) -> ServerJSONNumber {
        let isNegative = take(UInt8(ascii: "-"))
        guard let first = digit() else { throw grammar(peek == nil ? .endOfText : .number) }
        var decimal = Decimal(isNegative: isNegative, significand: UInt64(first))
        if first == 0 {
            if let byte = peek, Self.isDigit(byte) { throw grammar(.number) }
        } else {
            while let digit = digit() {
                if decimal.overflowed || !decimal.append(digit) {
                    // From the first digit that finds no room, all only count.
                    decimal.overflowed = true
                    decimal.exponent = Self.saturatingSum(decimal.exponent, 1)
                }
            }
        }
        guard peek == UInt8(ascii: ".") || peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") else {
            return decimal.overflowed ? .real(try real(decimal)) : decimal.integer
        }
        if take(UInt8(ascii: ".")) { try fraction(&decimal) }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) { return .real(try exponent(decimal)) }
        return .real(try real(decimal))
    }

    private mutating func fraction(_ decimal: inout Decimal) throws(ServerJSONError) {
        let start = position
        while let digit = digit() {
            guard decimal.append(digit) else {
                // This digit and all after it are dropped.
                while self.digit() != nil {}
                return
            }
            decimal.exponent = Self.saturatingSum(decimal.exponent, -1)
        }
        guard position > start else { throw grammar(peek == nil ? .endOfText : .number) }
    }

    private mutating func exponent(_ decimal: Decimal) throws(ServerJSONError) -> Double {
        let isNegative = !take(UInt8(ascii: "+")) && take(UInt8(ascii: "-"))
        guard let first = digit() else { throw grammar(peek == nil ? .endOfText : .number) }
        var exponent = Int32(first)
        while let digit = digit() {
            let (product, productOverflows) = exponent.multipliedReportingOverflow(by: 10)
            let (sum, sumOverflows) = product.addingReportingOverflow(Int32(digit))
            guard !productOverflows, !sumOverflows else {
                guard decimal.significand == 0 || isNegative else { throw grammar(.numberTooLarge) }
                while self.digit() != nil {}
                return decimal.isNegative ? -0.0 : 0
            }
            exponent = sum
        }
        var scaled = decimal
        scaled.exponent = Self.saturatingSum(decimal.exponent, isNegative ? -exponent : exponent)
        return try real(scaled)
    }

    /// The significand, once rounded to binary64, multiplied or divided by one power of ten.
    private func real(_ decimal: Decimal) throws(ServerJSONError) -> Double {
        var value = Double(decimal.significand)
        var exponent = decimal.exponent
        while exponent < -308, value != 0 {
            value /= Self.powersOfTen[308]
            exponent += 308
        }
        if value != 0 {
            guard exponent <= 308 else { throw grammar(.numberTooLarge) }
            value = exponent >= 0 ? value * Self.powersOfTen[Int(exponent)] : value / Self.powersOfTen[Int(-exponent)]
            guard value.isFinite else { throw grammar(.numberTooLarge) }
        }
        return decimal.isNegative ? -value : value
    }

    /// 10⁰ to 10³⁰⁸, each the binary64 nearest to it.
    private static let powersOfTen: [Double] = (0...308).map { Double("1e\($0)") ?? .infinity }

    private static func saturatingSum(_ left: Int32, _ right: Int32) -> Int32 {
        let (sum, overflows) = left.addingReportingOverflow(right)
        return overflows ? (right < 0 ? .min : .max) : sum
    }

    static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private mutating func digit() -> UInt8? {
        guard let byte = peek, Self.isDigit(byte) else { return nil }
        position += 1
        return byte - UInt8(ascii: "0")
    }
}

/// The digits of a number as far as 64 bits hold them, times a power of ten.
private struct Decimal {
    let isNegative: Bool
    var significand: UInt64
    var exponent: Int32 = 0
    /// Whether a digit before the point found no room.
    var overflowed = false

    init(isNegative: Bool, significand: UInt64) {
        self.isNegative = isNegative
        self.significand = significand
    }

    /// Puts another digit behind the others; false where there is no room for it.
    mutating func append(_ digit: UInt8) -> Bool {
        let (product, productOverflows) = significand.multipliedReportingOverflow(by: 10)
        let (sum, sumOverflows) = product.addingReportingOverflow(UInt64(digit))
        guard !productOverflows, !sumOverflows else { return false }
        significand = sum
        return true
    }

    /// The number, if it has neither point nor exponent and all of its digits found room.
    var integer: ServerJSONNumber {
        guard isNegative else { return .unsigned(significand) }
        if significand > 0, significand <= Int64.min.magnitude {
            return .negative(Int64(truncatingIfNeeded: ~significand &+ 1))
        }
        return .real(-Double(significand))
    }
}
