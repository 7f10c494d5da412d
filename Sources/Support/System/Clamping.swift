// Numbers from files and options, made into what has less room for them: these conversions have an answer for every
// number, where Swift's own end the process.

extension Int {
    /// The nearest whole number towards 0; the ends of `Int` for what lies beyond them, 0 for NaN.
    package init(clamping number: Double) {
        if number.isNaN {
            self = 0
        } else if number >= 0x1p63 {
            self = .max
        } else if number <= -0x1p63 {
            self = .min
        } else {
            self = Int(number)
        }
    }
}

extension Duration {
    /// So many seconds; a century for more, nothing for less than 0 and for NaN.
    package static func clamping(seconds: Double) -> Duration {
        .seconds(seconds > 0 ? min(seconds, 100 * 366 * 86_400.0) : 0)
    }
}
