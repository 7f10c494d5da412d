//! An example port: the server profile of the depth analysis, with the standard library alone.
//!
//!     rustc -O port.rs
//!     depthcheck golden check --run './port {f32} {width} {height}'
//!
//! The file has little-endian f32 samples in metres, row by row, top row first. Section numbers (§)
//! are those of docs/SPECIFICATION.md, and the printed fields are those of docs/JSON.md.

use std::{env, fs};

/// §3. NaN fails both comparisons.
fn is_valid(depth: f32) -> bool {
    depth >= 0.1 && depth <= 20.0
}

fn valid_depths<'a>(samples: impl IntoIterator<Item = &'a f32>) -> Vec<f64> {
    let valid = samples.into_iter().filter(|&&depth| is_valid(depth));
    valid.map(|&depth| f64::from(depth)).collect()
}

/// §4: the mean and the standard deviation, summed in raster order.
fn statistics(depths: &[f64]) -> (f64, f64) {
    let count = depths.len().max(1) as f64;
    let mean = depths.iter().fold(0.0, |sum, depth| sum + depth) / count;
    let deviations = depths.iter().map(|depth| depth - mean);
    let squares = deviations.fold(0.0, |sum, d| sum + d * d);
    (mean, (squares / count).sqrt())
}

/// §5, steps 2 to 4: the bins of the peaks.
fn find_peaks(counts: &[usize]) -> Vec<usize> {
    let last = counts.len() - 1;
    let sum = |i: usize| counts[i.saturating_sub(1)] + counts[i] + counts[last.min(i + 1)];
    let smoothed: Vec<f64> = (0..=last).map(|i| sum(i) as f64 / 3.0).collect();
    let threshold = 0.05 * smoothed.iter().copied().fold(0.0, f64::max);
    let is_peak = |&i: &usize| {
        smoothed[i] > threshold
            && (i == 0 || smoothed[i] > smoothed[i - 1])
            && (i == last || smoothed[i] > smoothed[i + 1])
    };
    (0..=last).filter(is_peak).collect()
}

/// §6: the gradient along one axis. Neighbours have no upper bound.
fn gradient(before: f32, after: f32) -> f64 {
    let is_usable = |depth: f32| depth.is_finite() && depth > 0.1;
    if is_usable(before) && is_usable(after) {
        (f64::from(after) - f64::from(before)) / 2.0
    } else {
        0.0
    }
}

/// §6: the numbers of interior pixels with a valid sample, and of edges among them.
fn count_edges(samples: &[f32], width: usize, height: usize) -> (usize, usize) {
    let (mut interior, mut edges) = (0, 0);
    for y in 1..height - 1 {
        for i in y * width + 1..(y + 1) * width - 1 {
            if is_valid(samples[i]) {
                let gx = gradient(samples[i - 1], samples[i + 1]);
                let gy = gradient(samples[i - width], samples[i + width]);
                interior += 1;
                edges += usize::from((gx * gx + gy * gy).sqrt() > 0.1);
            }
        }
    }
    (interior, edges)
}

/// §8: the smallest standard deviation of a quadrant.
fn smallest_quadrant(samples: &[f32], width: usize, height: usize) -> f64 {
    let (columns, rows) = (width / 2, height / 2);
    let mut smallest = f64::MAX;
    for (left, top) in [(0, 0), (columns, 0), (0, rows), (columns, rows)] {
        let lines = samples.chunks(width).skip(top).take(rows);
        let depths = valid_depths(lines.flat_map(|line| &line[left..left + columns]));
        if depths.len() >= 10 {
            smallest = smallest.min(statistics(&depths).1);
        }
    }
    smallest
}

/// A quotient of counts; 0 of none.
fn share(part: usize, whole: usize) -> f64 {
    part as f64 / whole.max(1) as f64
}

fn analyse(samples: &[f32], width: usize, height: usize) -> String {
    let mut depths = valid_depths(samples);
    let (total, count) = (samples.len(), depths.len());
    let (mean, deviation) = statistics(&depths);
    depths.sort_by(f64::total_cmp); // only §4 depends on the order
    let at = |i: usize| depths.get(i).copied().unwrap_or(0.0);
    let (nearest, median, farthest) = (at(0), at(count / 2), at(count.saturating_sub(1)));

    // §5
    let (mut counts, mut peaks, mut peak_depths) = (vec![], vec![], vec![]);
    if farthest > nearest {
        let bin_width = (farthest - nearest) / 50.0;
        counts = vec![0; 50];
        for depth in &depths {
            counts[(((depth - nearest) / bin_width) as usize).min(49)] += 1;
        }
        peaks = find_peaks(&counts);
        for &bin in &peaks {
            peak_depths.push(match bin {
                49 => farthest - 0.5 * bin_width,
                _ => nearest + (bin as f64 + 0.5) * bin_width,
            });
        }
    }
    let layers = peaks.len();

    let is_grid = width * height == total;
    let (mut interior, mut edges, mut quadrant) = (0, 0, 0.0);
    if is_grid && width >= 3 && height >= 3 {
        (interior, edges) = count_edges(samples, width, height);
    }
    if is_grid && width >= 4 && height >= 4 && count > 0 {
        quadrant = smallest_quadrant(samples, width, height);
    }
    let coherence = (1.0 - (-share(edges, interior) * 30.0).exp()).clamp(0.0, 1.0);
    let quadrant_passes = quadrant > 0.1;

    // §7
    let in_band = depths.iter().filter(|&depth| (depth - median).abs() < 0.05);
    let uniformity = share(in_band.count(), count);
    let is_flat = farthest - nearest < 0.15 && uniformity > 0.85;
    let screen_like = is_flat && mean >= 0.2 && mean <= 1.5;

    // §9
    let checks: &[(&str, bool)] = match (total, count) {
        (0, _) => &[("no_samples", false)],
        (_, 0) => &[("no_valid_sample", false)],
        _ => &[
            ("standard_deviation", deviation > 0.5),
            ("layers", layers >= 3),
            ("edge_coherence", coherence > 0.3),
            ("screen_like", !screen_like),
        ],
    };
    let failed = checks.iter().filter(|(_, holds)| !holds);
    let reasons: Vec<_> = failed.map(|(name, _)| name).collect();
    let is_real = reasons.is_empty();
    let status = match (count, is_real) {
        (0, _) => "unavailable",
        (_, true) => "pass",
        (_, false) => "fail",
    };
    let coverage = share(count, total);
    // {:?} writes an f64 with the fewest digits that read back to the same bits.
    format!(
        r#"{{"status": {status:?}, "reasons": {reasons:?}, "is_likely_real_scene": {is_real},
        "width": {width}, "height": {height}, "total_count": {total}, "valid_count": {count},
        "coverage": {coverage:?}, "mean_depth": {mean:?}, "depth_variance": {deviation:?},
        "min_depth": {nearest:?}, "max_depth": {farthest:?}, "median_depth": {median:?},
        "depth_layers": {layers}, "peak_depths": {peak_depths:?}, "edge_coherence": {coherence:?},
        "uniformity_ratio": {uniformity:?}, "is_screen_like": {screen_like},
        "min_quadrant_variance": {quadrant:?}, "quadrant_passes": {quadrant_passes},
        "stages": {{"histogram_counts": {counts:?}, "peak_bins": {peaks:?},
        "interior_count": {interior}, "edge_count": {edges}}}}}"#
    )
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = env::args().collect();
    let [_, file, width, height] = &arguments[..] else {
        return Err("expected FILE WIDTH HEIGHT".into());
    };
    let bytes = fs::read(file)?;
    let words = bytes.chunks_exact(4);
    let samples = words.map(|word| f32::from_le_bytes([word[0], word[1], word[2], word[3]]));
    let samples: Vec<f32> = samples.collect();
    println!("{}", analyse(&samples, width.parse()?, height.parse()?));
    Ok(())
}
