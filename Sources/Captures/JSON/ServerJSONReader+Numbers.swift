/// A number as the server's parser stores it, before conversion to a requested type.
enum ServerJSONNumber {
    case unsigned(UInt64)
    /// Below zero. `-0` is `.real`.
    case negative(Int64)
    case real(Double)

    var binary64: Double {
        switch self {
        case .unsigned(let number): Double(number)
        case .negative(let number): Double(number)
        case .real(let number): number
        }
    }

    /// Rounds integers directly to binary32; other numbers have already been rounded to binary64.
    var binary32: Float {
        switch self {
        case .unsigned(let number): Float(number)
        case .negative(let number): Float(number)
        case .real(let number): Float(number)
        }
    }
}

/// A parsed number and its source text.
///
///     for number in payload.numbers where !number.isNearest { print(number.path, number.text, number.read) }
public struct NotedNumber: Sendable, Hashable {
    /// The members on the path to the number, joined by periods.
    public let path: String
    /// The source text.
    public let text: String
    /// The parsed value, serialised by the server's rules; `null` if it is beyond the range of binary32.
    public let read: String
    /// Whether the parsed value is the one nearest to the source text, in the type in which the server stores it.
    public let isNearest: Bool
}

extension ServerJSONReader {
    /// Reads an integer of type `Number`. `256.0` and `-0` are errors.
    package mutating func integer<Number: FixedWidthInteger & SignedInteger>(
        _ type: Number.Type = Number.self
    ) throws(ServerJSONError) -> Number {
        try integer(in: Int64(Number.min)...Int64(Number.max)) { Number($0) }
    }

    /// Reads an unsigned 32-bit integer, written without point and exponent.
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

    /// Reads a number as binary32; infinity if it is out of range.
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

    /// The source text; empty unless numbers are noted.
    private func text(from start: Int) -> String {
        notesNumbers ? String(decoding: bytes[start..<position], as: UTF8.self) : ""
    }

    private mutating func numberStart() throws(ServerJSONError) -> Int {
        switch try nextByte() {
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return position
        default: throw try wrongKind(.notNumber)
        }
    }
}

// The server's arithmetic, which does not round correctly. Each step here matches a step of the server.
extension ServerJSONReader {
    mutating func number() throws(ServerJSONError) -> ServerJSONNumber {
        let isNegative = consume(UInt8(ascii: "-"))
        guard let first = digit() else { throw grammar(peek == nil ? .endOfText : .number) }
        var decimal = Decimal(isNegative: isNegative, significand: UInt64(first))
        if first == 0 {
            if let byte = peek, Self.isDigit(byte) { throw grammar(.number) }
        } else {
            while let digit = digit() {
                if decimal.overflowed || !decimal.append(digit) {
                    // From the first digit that does not fit, each digit only raises the exponent.
                    decimal.overflowed = true
                    decimal.exponent = Self.saturatingSum(decimal.exponent, 1)
                }
            }
        }
        guard peek == UInt8(ascii: ".") || peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E")
        else { return decimal.overflowed ? .real(try real(decimal)) : decimal.integer }
        if consume(UInt8(ascii: ".")) { try fraction(&decimal) }
        if consume(UInt8(ascii: "e")) || consume(UInt8(ascii: "E")) { return .real(try exponent(decimal)) }
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
        let isNegative = !consume(UInt8(ascii: "+")) && consume(UInt8(ascii: "-"))
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

    /// One multiplication or division by a power of ten. An exponent below −308 is first raised by divisions by 10³⁰⁸.
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

/// The leading digits of a number that fit in 64 bits, times a power of ten.
private struct Decimal {
    let isNegative: Bool
    var significand: UInt64
    var exponent: Int32 = 0
    /// Whether a digit before the point did not fit.
    var overflowed = false

    init(isNegative: Bool, significand: UInt64) { (self.isNegative, self.significand) = (isNegative, significand) }

    mutating func append(_ digit: UInt8) -> Bool {
        let (product, productOverflows) = significand.multipliedReportingOverflow(by: 10)
        let (sum, sumOverflows) = product.addingReportingOverflow(UInt64(digit))
        guard !productOverflows, !sumOverflows else { return false }
        significand = sum
        return true
    }

    /// The value of a number without point and exponent whose digits all fit.
    var integer: ServerJSONNumber {
        guard isNegative else { return .unsigned(significand) }
        if significand > 0, significand <= Int64.min.magnitude {
            return .negative(Int64(truncatingIfNeeded: ~significand &+ 1))
        }
        return .real(-Double(significand))
    }
}
