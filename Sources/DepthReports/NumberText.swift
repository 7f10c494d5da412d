public import DepthAnalysis

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

extension AnalysisProfile {
    /// The shortest decimal that reads back to the same bits in the profile's arithmetic: f64 for the server, f32 for the client.
    public func shortestDecimal(_ number: Double) -> String {
        switch self {
        case .server: number.description
        case .client: Float(number).description
        }
    }
}

extension AnalysisProfile {
    /// A number as the profile's arithmetic holds it.
    func rounded(_ number: Double) -> Double {
        switch self {
        case .server: number
        case .client: Double(Float(number))
        }
    }
}

/// Numbers for a person to read.
public enum NumberText {
    /// A number with that many digits after the point.
    public static func fixed(_ number: Double, digits: Int) -> String {
        printf("%.*f", digits, number)
    }

    /// A number with at most that many significant digits, in scientific notation where that is shorter.
    public static func significant(_ number: Double, digits: Int) -> String {
        printf("%.*g", digits, number)
    }

    /// The same with its sign, `+` included.
    public static func signed(_ number: Double, digits: Int) -> String {
        printf("%+.*g", digits, number)
    }

    private static func printf(_ format: String, _ digits: Int, _ number: Double) -> String {
        withVaList([Int32(digits), number]) { arguments in
            // The largest Double has 309 digits before its point.
            withUnsafeTemporaryAllocation(of: CChar.self, capacity: 400) { buffer in
                // SAFETY: vsnprintf writes at most `count` characters, the closing 0 among them, and the format takes an int
                // and a double, which is what it is given.
                let length = vsnprintf(buffer.baseAddress, buffer.count, format, arguments)
                precondition(length >= 0 && length < buffer.count, "a number's text fits the buffer")
                return String(cString: buffer.baseAddress!)
            }
        }
    }
}
