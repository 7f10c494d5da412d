/// How many samples look like distances.
///
/// Packed bytes read as float32 are spread over all 512 combinations of sign and exponent. Distances from a millimetre
/// to 100 km take 27 of those, one in 19, where nearly all samples of a real map lie. That tells one from the other,
/// whatever range is valid and even if the unit is millimetres. NaN and the infinities stand for "no reading" and count
/// as plausible. Zeros do not count at all: they stand for it too, but highly compressed bytes are full of them.
struct PlausibleSamples {
    var plausible = 0
    var total = 0

    init(in samples: some Sequence<Float>) {
        for sample in samples where sample != 0 {
            total += 1
            if !sample.isFinite || (sample >= 0.001 && sample <= 100_000) { plausible += 1 }
        }
    }

    /// Whether at least half of the samples that count are plausible. Where none counts, nothing speaks against it.
    var areMost: Bool { plausible * 2 >= total }
}
