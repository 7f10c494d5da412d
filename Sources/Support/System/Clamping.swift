// Total conversions for numbers from files and options, where Swift's own conversions would trap.

extension Int {
    /// Rounds towards 0, clamps to the range of `Int`, and maps NaN to 0.
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
    /// A duration from 0 to a century; 0 for NaN.
    package static func clamping(seconds: Double) -> Duration {
        .seconds(seconds > 0 ? min(seconds, 100 * 366 * 86_400.0) : 0)
    }
}
