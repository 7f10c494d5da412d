internal import RealModule

/// The scale of a DET curve's axes.
enum NormalDeviate {
    /// The z below which a standard normal variable lies with `probability` (above 0 and below 1), by bisection.
    ///
    /// Source: Martin et al., "The DET curve in assessment of detection task performance", Eurospeech 1997.
    static func of(_ probability: Double) -> Double {
        precondition(probability > 0 && probability < 1, "certainty has no normal deviate")
        var lower = -40.0
        var upper = 40.0
        while true {
            let middle = lower + (upper - lower) / 2
            if middle <= lower || middle >= upper { return middle }
            if Double.erfc(-middle / 2.0.squareRoot()) / 2 < probability {
                lower = middle
            } else {
                upper = middle
            }
        }
    }
}
