/// The intermediate results of an analysis for each sample and bin, for pictures.
///
///     let trace = DepthAnalyzer().trace(map)
///     let edges = trace.marks.count { $0.contains(.edge) }      // trace.analysis.edgeCount
///
/// Created by the plain version, with the functions that decide the verdict.
package struct AnalysisTrace: Sendable, Hashable {
    package let analysis: SceneAnalysis
    /// The role of each sample, in raster order.
    package let marks: [SampleMarks]
    /// Nil for a flat map and without a verdict.
    package let histogram: HistogramTrace?
    /// The areas of the quadrants, in the order of ``SceneAnalysis/quadrants``; empty when there are none.
    package let quadrants: [QuadrantArea]

    package func count(of mark: SampleMarks) -> Int { marks.count { $0.contains(mark) } }
}

/// The role of a sample in the measurements.
package struct SampleMarks: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let valid = SampleMarks(rawValue: 1)
    /// Valid and with four neighbours; counted in ``SceneAnalysis/interiorCount``.
    package static let interior = SampleMarks(rawValue: 2)
    /// Counted in ``SceneAnalysis/edgeCount``.
    package static let edge = SampleMarks(rawValue: 4)
    /// Within the screen band; part of the share ``SceneAnalysis/uniformityRatio``.
    package static let inBand = SampleMarks(rawValue: 8)
    /// In the bin of a layer.
    package static let inLayer = SampleMarks(rawValue: 16)
}

/// A histogram with everything that determines its peaks. Numbers are the profile's, widened to `Double`.
package struct HistogramTrace: Sendable, Hashable {
    /// The lower end of the first bin and the upper end of the last, in metres.
    package let minimum: Double
    package let maximum: Double
    package let counts: [Int]
    package let smoothedCounts: [Double]
    /// A peak is above this smoothed count.
    package let prominence: Double
    /// The bin of each sample, in raster order; ``noBin`` for an invalid sample.
    package let bins: [Int32]

    package static let noBin: Int32 = -1
}

extension DepthAnalyzer {
    /// Analyses a map as ``analyze(_:)-(DepthMap)`` does, and keeps the role of each sample.
    package func trace(_ map: DepthMap) -> AnalysisTrace {
        map.withView { map in
            switch profile {
            case .server: trace(map, ProfileRules<Double>.server)
            case .client: trace(map, ProfileRules<Float>.client)
            }
        }
    }

    /// The maximum number of bytes that ``trace(_:)`` takes in addition to the map: the plain version, plus a mark
    /// and a bin per sample.
    package func tracingByteCount(for map: DepthMap) -> Int { (4 * 4 + 1 + 4) * map.samples.count }

    private func trace<Scalar>(_ map: MapView, _ rules: ProfileRules<Scalar>) -> AnalysisTrace {
        var measurements: SceneMeasurements<Scalar>?
        let analysis = analyze(map, rules: rules) { () throws(Never) in
            measurements = measurePlainly(map, rules) { () throws(Never) in }
            return measurements
        }
        var marks: [SampleMarks] = map.samples.map { parameters.validRange.contains($0) ? .valid : [] }
        guard let measurements else {
            return AnalysisTrace(analysis: analysis, marks: marks, histogram: nil, quadrants: [])
        }
        _ = EdgeCoherence<Scalar>(of: map, parameters: parameters) { centre, found in marks[centre].formUnion(found) }
        let median = measurements.screen.median
        let band = Scalar(parameters.screenBand)
        for (place, sample) in map.samples.enumerated() where marks[place].contains(.valid) {
            if ScreenPattern.isUniform(sample, median: median, band: band) { marks[place].insert(.inBand) }
        }
        var histogram: HistogramTrace?
        if let counted = measurements.histogram {
            let traced = HistogramTrace(counted, measurements.layers, of: map, marks)
            var isPeak = [Bool](repeating: false, count: counted.counts.count)
            for bin in measurements.layers.peakBins { isPeak[bin] = true }
            for (place, bin) in traced.bins.enumerated() where bin != HistogramTrace.noBin && isPeak[Int(bin)] {
                marks[place].insert(.inLayer)
            }
            histogram = traced
        }
        return AnalysisTrace(
            analysis: analysis, marks: marks, histogram: histogram, quadrants: Quadrants<Scalar>.areas(of: map))
    }
}

extension HistogramTrace {
    fileprivate init<Scalar: DepthScalar>(
        _ histogram: DepthHistogram<Scalar>, _ layers: DepthLayers<Scalar>, of map: MapView, _ marks: [SampleMarks]
    ) {
        minimum = Double(histogram.minimum)
        maximum = Double(histogram.maximum)
        counts = histogram.counts
        smoothedCounts = histogram.smoothedCounts.map { Double($0) }
        prominence = Double(layers.prominence)
        bins = map.samples.indices.map { place in
            marks[place].contains(.valid) ? Int32(histogram.bin(of: map.samples[place])) : Self.noBin
        }
    }
}
