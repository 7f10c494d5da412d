/// Counts samples that look like distances.
///
/// Packed bytes read as float32 are spread over all 512 combinations of sign and exponent. Distances from a
/// millimetre to 100 km use 27 of those, one in 19, and nearly all samples of a real map are among them. This
/// separates the two for any valid range, even if the unit is millimetres. NaN and the infinities mean "no reading"
/// and count as plausible. Zeros do not count: they can mean "no reading" too, but highly compressed bytes are full
/// of them.
struct PlausibleSamples {
    var plausible = 0
    var total = 0

    init(in samples: some Sequence<Float>) {
        for sample in samples where sample != 0 {
            total += 1
            if !sample.isFinite || (sample >= 0.001 && sample <= 100_000) { plausible += 1 }
        }
    }

    /// Whether at least half of the counted samples are plausible; true if none was counted.
    var areMost: Bool { plausible * 2 >= total }
}
