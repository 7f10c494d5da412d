@testable import DepthAnalysis

/// The client with one or more steps changed: f32 where the phone has f32, f64 where a change requires it.
///
/// It is composed of the parts of both profiles. Only the two loops whose types a change mixes are reimplemented
/// here; a test checks them against the profiles when no types are mixed.
struct ThirdProfile {
    /// The arithmetic of mean and standard deviation.
    enum Sums: String, CaseIterable {
        case f32 = "f32 sums (the client)"
        case f64Squares = "f64 sum of squares only"
        case f64Mean = "f64 sum of the mean only"
        case f64Accumulators = "f64 accumulators of both sums"
        case f64Rounded = "all in f64, result rounded to f32"
        case f64 = "all in f64, result kept"
    }

    /// The arithmetic that assigns samples to bins.
    enum Bins: String, CaseIterable {
        case f32 = "f32 binning (the client)"
        case f64Division = "f64 division by the f32 bin width"
        case f64 = "f64 bin width and division"
    }

    /// The arithmetic of the gradient comparison.
    enum Gradients: String, CaseIterable {
        case f32 = "f32 gradient and threshold (the client)"
        case f64Threshold = "f32 gradient against the f64 threshold"
        case f64 = "f64 gradient and threshold"
    }

    /// The arithmetic of the coherence and its comparison.
    enum Coherence: String, CaseIterable {
        case f32 = "f32 coherence and threshold (the client)"
        case f64Threshold = "f32 coherence against the f64 threshold"
        case f64 = "f64 coherence and threshold"
    }

    /// The arithmetic of the depth range comparison.
    enum Range: String, CaseIterable {
        case f32 = "f32 range and threshold (the client)"
        case f64 = "f64 range and threshold"
    }

    var sums = Sums.f32
    var bins = Bins.f32
    var gradients = Gradients.f32
    var coherence = Coherence.f32
    var range = Range.f32

    /// The results of the changed client, as f64 whatever their arithmetic.
    struct Answer: Equatable {
        var standardDeviation = 0.0
        var mean = 0.0
        var layerCount = 0
        var edgeCount = 0
        var edgeCoherence = 0.0
        var isScreenLike = false
        var isReal = false
    }

    /// The map must have at least one valid sample.
    func answer(_ map: DepthMap) -> Answer {
        let parameters = AnalysisParameters.standard
        let samples = parameters.validRange.validSamples(of: map.samples)
        guard let f32 = DepthStatistics<Float>(validSamples: samples) else { return Answer() }
        let (mean, deviation) = moments(samples)
        let layers = layers(samples, f32)
        let (interiorCount, edgeCount) = edges(map, parameters)
        let (coherence, isCoherent) = coherence(interiorCount, edgeCount, parameters)
        let uniformity = ScreenPattern(validSamples: samples, statistics: f32, parameters: parameters).uniformity
        let isNear =
            sums == .f64
            ? mean >= parameters.screenDistanceMinimum && mean <= parameters.screenDistanceMaximum
            : Float(mean) >= Float(parameters.screenDistanceMinimum)
                && Float(mean) <= Float(parameters.screenDistanceMaximum)
        var answer = Answer()
        answer.standardDeviation = deviation
        answer.mean = mean
        answer.layerCount = layers.count
        answer.edgeCount = edgeCount
        answer.edgeCoherence = coherence
        answer.isScreenLike =
            isNarrow(f32) && uniformity > Float(parameters.screenUniformityThreshold) && isNear
        answer.isReal =
            deviation > parameters.standardDeviationThreshold && layers.count >= parameters.layerThreshold && isCoherent
            && !answer.isScreenLike
        return answer
    }

    func isNarrow(_ statistics: DepthStatistics<Float>) -> Bool {
        let limit = AnalysisParameters.standard.screenDepthRangeMaximum
        return switch range {
        case .f32: statistics.maximum - statistics.minimum < Float(limit)
        case .f64: Double(statistics.maximum) - Double(statistics.minimum) < limit
        }
    }

    /// Mean and standard deviation, with a type for each sum and for the deviations.
    static func moments<MeanSum: DepthScalar, Deviation: DepthScalar, SquareSum: DepthScalar>(
        _ samples: [Float], _: MeanSum.Type, _: Deviation.Type, _: SquareSum.Type
    ) -> (mean: Double, standardDeviation: Double) {
        var sum: MeanSum = 0
        for sample in samples { sum += MeanSum(sample) }
        let mean = Deviation(sum / MeanSum(samples.count))
        var squares: SquareSum = 0
        for sample in samples {
            let deviation = Deviation(sample) - mean
            squares += SquareSum(deviation * deviation)
        }
        return (Double(mean), Double((squares / SquareSum(samples.count)).squareRoot()))
    }

    func moments(_ samples: [Float]) -> (mean: Double, standardDeviation: Double) {
        func rounded(_ moments: (mean: Double, standardDeviation: Double)) -> (Double, Double) {
            (Double(Float(moments.mean)), Double(Float(moments.standardDeviation)))
        }
        return switch sums {
        case .f32: Self.moments(samples, Float.self, Float.self, Float.self)
        case .f64Squares: rounded(Self.moments(samples, Float.self, Float.self, Double.self))
        case .f64Mean: Self.moments(samples, Double.self, Float.self, Float.self)
        case .f64Accumulators: rounded(Self.moments(samples, Double.self, Float.self, Double.self))
        case .f64Rounded: rounded(Self.moments(samples, Double.self, Double.self, Double.self))
        case .f64: Self.moments(samples, Double.self, Double.self, Double.self)
        }
    }

    /// Bin counts, with types for the bin width and the position.
    static func counts<Width: DepthScalar, Position: DepthScalar>(
        _ samples: [Float], _ minimum: Float, _ maximum: Float, _: Width.Type, _: Position.Type
    ) -> [Int] {
        let binCount = AnalysisParameters.standard.histogramBinCount
        let width = Position((Width(maximum) - Width(minimum)) / Width(binCount))
        var counts = [Int](repeating: 0, count: binCount)
        for sample in samples {
            let position = (Position(sample) - Position(minimum)) / width
            counts[DepthHistogram.bin(at: position, binCount: binCount)] += 1
        }
        return counts
    }

    func layers(_ samples: [Float], _ statistics: DepthStatistics<Float>) -> DepthLayers<Float> {
        DepthLayers(
            in: histogram(samples, statistics), prominenceRatio: AnalysisParameters.standard.peakProminenceRatio)
    }

    private func histogram(_ samples: [Float], _ statistics: DepthStatistics<Float>) -> DepthHistogram<Float>? {
        let (minimum, maximum) = (statistics.minimum, statistics.maximum)
        let binCount = AnalysisParameters.standard.histogramBinCount
        guard let width = DepthHistogram.binWidth(minimum: minimum, maximum: maximum, binCount: binCount) else {
            return nil
        }
        let counts =
            switch bins {
            case .f32: Self.counts(samples, minimum, maximum, Float.self, Float.self)
            case .f64Division: Self.counts(samples, minimum, maximum, Float.self, Double.self)
            case .f64: Self.counts(samples, minimum, maximum, Double.self, Double.self)
            }
        return DepthHistogram(minimum: minimum, maximum: maximum, binWidth: width, counts: counts)
    }

    func edges(_ map: DepthMap, _ parameters: AnalysisParameters = .standard) -> (interiorCount: Int, edgeCount: Int) {
        var parameters = parameters
        switch gradients {
        case .f32: break
        case .f64Threshold:
            // The f32 nearest to 0.1 is above 0.1, so an f32 is above 0.1 if it is above the predecessor of that
            // number.
            parameters.gradientThreshold = Double(Float(parameters.gradientThreshold).nextDown)
        case .f64:
            let edges = map.withView { EdgeCoherence<Double>(of: $0, parameters: parameters) }
            return (edges.interiorCount, edges.edgeCount)
        }
        let edges = map.withView { EdgeCoherence<Float>(of: $0, parameters: parameters) }
        return (edges.interiorCount, edges.edgeCount)
    }

    func coherence(
        _ interiorCount: Int, _ edgeCount: Int, _ parameters: AnalysisParameters = .standard
    ) -> (value: Double, isAbove: Bool) {
        let f32 = EdgeCoherence<Float>(interiorCount: interiorCount, edgeCount: edgeCount, gain: parameters.edgeGain)
        let f64 = EdgeCoherence<Double>(interiorCount: interiorCount, edgeCount: edgeCount, gain: parameters.edgeGain)
        return switch coherence {
        case .f32: (Double(f32.value), f32.value > Float(parameters.coherenceThreshold))
        case .f64Threshold: (Double(f32.value), Double(f32.value) > parameters.coherenceThreshold)
        case .f64: (f64.value, f64.value > parameters.coherenceThreshold)
        }
    }
}
