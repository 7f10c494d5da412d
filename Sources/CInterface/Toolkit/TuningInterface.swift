// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

public import CDepthcheck
internal import DepthAnalysis
internal import Support
internal import ThresholdTuning

// The exact threshold search and the decisions, exported to other languages.

@c @implementation public func depthcheck_tune(
    _ analyzer: OpaquePointer, _ measurements: UnsafePointer<Double>, _ classes: UnsafePointer<Int32>, _ count: Int,
    _ classCount: Int32, _ objective: UnsafePointer<depthcheck_objective>
) -> UnsafeMutablePointer<CChar>? {
    let analyzer = DepthAnalyzer(handle: analyzer)
    // SAFETY: the caller guarantees that `classes` has `count` elements.
    let classes = UnsafeBufferPointer(start: classes, count: count)
    guard let objective = TuningObjective(objective.pointee), classes.allSatisfy({ $0 >= 0 && $0 < classCount }),
        let presentations = LabelledPresentations(measurements, classes, Int(classCount), analyzer.profile)
    else { return nil }
    let optimum = presentations.optimum(objective, parameters: analyzer.parameters)
    let rates = presentations.rates(
        accepted: presentations.accepted(optimum.thresholds.applied(to: analyzer.parameters)))
    return returnedJSON { writer in
        writer.member("thresholds") { writer in
            writer.object { writer in
                writer.member(AnalysisParameters.Key.varianceThreshold.rawValue, optimum.thresholds.standardDeviation)
                writer.member(AnalysisParameters.Key.layerThreshold.rawValue, optimum.thresholds.layers)
                writer.member(AnalysisParameters.Key.coherenceThreshold.rawValue, optimum.thresholds.coherence)
            }
        }
        writer.member("box") { $0.object { write(optimum.box, to: &$0) } }
        writer.member("rates") { $0.object { write(rates, to: &$0) } }
        writer.member("d_eer", optimum.equalErrorRate)
    }
}

/// Writes the interval of each threshold: the lower end, and the upper end or null.
private func write(_ box: ThresholdBox, to writer: inout JSONWriter) {
    func member(_ key: AnalysisParameters.Key, _ ends: [Double?]) {
        writer.member(key.rawValue) { writer in
            writer.array { writer in
                for end in ends { if let end { writer.value(end) } else { writer.null() } }
            }
        }
    }
    member(.varianceThreshold, [box.standardDeviation.lower, box.standardDeviation.upper])
    member(.layerThreshold, [Double(box.layers.lower), box.layers.upper.map { Double($0) }])
    member(.coherenceThreshold, [box.coherence.lower, box.coherence.upper])
}

private func write(_ rates: ErrorRates, to writer: inout JSONWriter) {
    func rate(_ rate: ErrorRate, _ writer: inout JSONWriter) {
        writer.member("errors", rate.errors)
        writer.member("total", rate.total)
        writer.member("rate", rate.value)
    }
    writer.objects("apcer", rates.apcer, rate)
    writer.member("bpcer") { $0.object { rate(rates.bpcer, &$0) } }
    writer.member("worst_apcer", rates.worstAPCER)
}

@c @implementation public func depthcheck_decide(
    _ analyzer: OpaquePointer, _ measurements: UnsafePointer<Double>, _ count: Int,
    _ accepted: UnsafeMutablePointer<UInt8>, _ margins: UnsafeMutablePointer<Double>
) {
    let analyzer = DepthAnalyzer(handle: analyzer)
    let classes = [Int32](repeating: 0, count: count)
    let presentations = classes.withUnsafeBufferPointer {
        LabelledPresentations(all: measurements, $0, 1, analyzer.profile)
    }
    for (place, decision) in presentations.decisions(analyzer.parameters).enumerated() {
        accepted[place] = decision.isAccepted ? 1 : 0
        margins[place] = decision.margin
    }
}

extension TuningObjective {
    /// Returns nil for an invalid objective.
    fileprivate init?(_ objective: depthcheck_objective) {
        let costs = [objective.apcer_cost, objective.bpcer_cost]
        switch objective.kind {
        case 0 where objective.limit >= 0 && objective.limit <= 1:
            self = .leastBPCER(maximumAPCER: objective.limit)
        case 1 where objective.limit >= 0 && objective.limit <= 1:
            self = .leastAPCER(maximumBPCER: objective.limit)
        case 2 where costs.allSatisfy { $0 > 0 && $0.isFinite } && objective.prior > 0 && objective.prior < 1:
            self = .leastCost(ErrorCosts(apcer: costs[0], bpcer: costs[1], prior: objective.prior))
        case 3: self = .acer
        case 4: self = .deer
        default: return nil
        }
    }
}

/// A number of layers, clamped to 31 bits; 0 for NaN.
private func layerCount(_ number: Double) -> Int { Int(clamping: min(max(number, 0), Double(Int32.max - 1))) }

extension LabelledPresentations {
    /// Creates presentations to tune on; nil unless at least one real scene and at least one attack have a verdict.
    fileprivate init?(
        _ measurements: UnsafePointer<Double>, _ classes: UnsafeBufferPointer<Int32>, _ classCount: Int,
        _ profile: AnalysisProfile
    ) {
        self.init(all: measurements, classes, classCount, profile)
        guard isTunable else { return nil }
    }

    fileprivate init(
        all measurements: UnsafePointer<Double>, _ classes: UnsafeBufferPointer<Int32>, _ classCount: Int,
        _ profile: AnalysisProfile
    ) {
        let all = classes.enumerated().map { place, kind in
            // SAFETY: the caller guarantees DEPTHCHECK_MEASUREMENTS numbers for each presentation.
            let row = measurements + place * Int(DEPTHCHECK_MEASUREMENTS)
            return Presentation(
                kind: Int(kind), group: 0, responded: !row[0].isNaN, standardDeviation: row[0].isNaN ? 0 : row[0],
                layers: layerCount(row[1]), coherence: row[2], depthRange: row[3], uniformity: row[4],
                meanDepth: row[5])
        }
        self.init(
            profile: profile, species: (1..<max(classCount, 1)).map { "\($0)" }, groupNames: ["all"], all: all)
    }
}
