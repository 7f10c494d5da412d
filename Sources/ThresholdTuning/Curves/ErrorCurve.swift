internal import Support

/// APCER and BPCER at every threshold of a score.
///
///     guard let curve = scored.worstSpeciesCurve else { return }
///     print(curve.equalErrorRate.rate, curve.bpcer(atAPCER: 0.05))
///
/// A presentation is accepted if its score is above the threshold. Presentations with equal scores are accepted or
/// rejected together, so tied scores are one step of the curve. Rates are exact shares of counts; nothing is
/// interpolated between thresholds.
public struct ErrorCurve: Sendable {
    /// The rates at one threshold.
    public struct Point: Sendable, Hashable {
        /// Scores up to this are rejected. It is midway between two neighbouring scores, or the highest score.
        public let threshold: Double
        /// APCER; with several species, the highest among them.
        public let apcer: Double
        /// BPCER.
        public let bpcer: Double
        /// The highest rejected score; -infinity if none is rejected.
        let highestRejected: Double

        /// HTER, the half total error rate: the mean of both rates.
        ///
        /// Source: Bengio, Mariéthoz and Keller, "The expected performance curve", ICML workshop on ROC analysis, 2005.
        public var hter: Double { (apcer + bpcer) / 2 }
    }

    /// The points by rising threshold: APCER falls, BPCER rises. The first accepts everything: its threshold is just
    /// below the lowest score. For margins, it is -1 or, if some scores are -1, -infinity, which no scaling of the
    /// rule's thresholds reaches.
    public let points: [Point]
    /// AUC, the area under the ROC curve: the probability that a bona fide presentation has a higher score than an
    /// attack, plus half the probability that both are equal. With several species, the least AUC among them.
    ///
    /// Source: Hanley and McNeil, Radiology 143 (1982), 29-36, on its equality with the Wilcoxon statistic.
    public let auc: Double
    private let areMargins: Bool

    init?(bonaFide: [Double], attacks: [[Double]], ofMargins areMargins: Bool = true) {
        let species = attacks.filter { !$0.isEmpty }.map { $0.sorted() }
        guard !bonaFide.isEmpty, !species.isEmpty else { return nil }
        let bonaFide = bonaFide.sorted()
        points = Self.points(bonaFide, species, areMargins)
        self.areMargins = areMargins
        auc = species.map { Self.auc(bonaFide, $0) }.min() ?? .nan
    }

    private static func points(_ bonaFide: [Double], _ species: [[Double]], _ areMargins: Bool) -> [Point] {
        let classes = [bonaFide] + species
        let thresholds = thresholds(between: classes.flatMap { $0 }.sorted(), areMargins)
        // The number of scores of each class up to the threshold.
        var rejected = Array(repeating: 0, count: classes.count)
        return thresholds.map { threshold, highestRejected in
            for (kind, scores) in classes.enumerated() {
                while rejected[kind] < scores.count, scores[rejected[kind]] <= highestRejected { rejected[kind] += 1 }
            }
            let apcer = species.indices.map {
                Double(species[$0].count - rejected[$0 + 1]) / Double(species[$0].count)
            }
            return Point(
                threshold: threshold, apcer: apcer.max() ?? 0, bpcer: Double(rejected[0]) / Double(bonaFide.count),
                highestRejected: highestRejected)
        }
    }

    /// One threshold below all scores, and one above each distinct score, with the highest score that it rejects.
    private static func thresholds(
        between scores: [Double], _ areMargins: Bool
    ) -> [(threshold: Double, highestRejected: Double)] {
        let first =
            areMargins
            ? (scores[0] > -1 ? -1 : -Double.infinity) : max(scores[0].nextDown, -.greatestFiniteMagnitude)
        var thresholds = [(first, -Double.infinity)]
        for (place, score) in scores.enumerated() {
            guard place + 1 < scores.count else {
                thresholds.append((score, score))
                break
            }
            let next = scores[place + 1]
            guard next > score else { continue }
            let middle = score + (next - score) / 2
            thresholds.append((middle < next ? middle : score, score))
        }
        return thresholds
    }

    private static func auc(_ bonaFide: [Double], _ attacks: [Double]) -> Double {
        // Twice the number of pairs with a higher bona fide score, plus the number of tied pairs.
        var twice = 0
        var (below, upTo) = (0, 0)
        for score in bonaFide {
            while below < attacks.count, attacks[below] < score { below += 1 }
            while upTo < attacks.count, attacks[upTo] <= score { upTo += 1 }
            twice += below + upTo
        }
        return Double(twice) / (2 * Double(bonaFide.count) * Double(attacks.count))
    }

    /// The points with a threshold that can be set; for margins, by scaling the thresholds of the rule.
    var reachable: ArraySlice<Point> { areMargins ? points.drop { $0.threshold < -1 } : points[...] }

    /// EER, the equal error rate, and its threshold: the mean of both rates where they are closest; of several such
    /// means, the lowest. Nothing is interpolated.
    public var equalErrorRate: (rate: Double, threshold: Double) {
        let best = reachable.min { $0.order(abs($0.apcer - $0.bpcer)) < $1.order(abs($1.apcer - $1.bpcer)) }
        return best.map { ($0.hter, $0.threshold) } ?? (.nan, .nan)
    }

    /// The least BPCER with APCER of at most `limit`; BPCER10, BPCER20 and BPCER100 have the limits 10 %, 5 % and 1 %.
    ///
    /// Source: ISO/IEC 30107-3, on BPCER at a fixed APCER.
    public func bpcer(atAPCER limit: Double) -> Double {
        // The last point rejects everything, so its APCER is 0.
        points.first { $0.apcer <= limit }?.bpcer ?? 1
    }

    /// The rates at any threshold.
    public func point(at threshold: Double) -> Point {
        var (low, high) = (0, points.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if points[middle].highestRejected <= threshold { low = middle } else { high = middle }
        }
        let point = points[low]
        return Point(
            threshold: threshold, apcer: point.apcer, bpcer: point.bpcer, highestRejected: point.highestRejected)
    }
}

extension ErrorCurve.Point {
    /// A sort key: a figure computed from the rates and, for equal figures, the mean of both rates.
    ///
    /// Figures count as equal if they differ by less than 1e-12: equal sums of shares can have different last bits.
    func order(_ figure: Double) -> (Double, Double) { ((figure * 1e12).rounded(), (hter * 1e12).rounded()) }
}

// The JSON members of curves in the report of an evaluation.

extension ScoreMeasures {
    /// The measures of the score with their intervals: of the worst species, of all attacks, and of each species.
    static let shape = Shape<(of: ScoreMeasures, intervals: ScoreIntervals, confidence: Double)> {
        Member("interval_method", .words([ScoreIntervals.method])) { _ in ScoreIntervals.method }
        Member("interval_level", .number) { $0.confidence }
        Member("worst_species", measures, or: .null) { all in
            all.of.worstSpecies.map { ($0, all.intervals.worstSpecies) }
        }
        Member("pooled", measures, or: .null) { all in all.of.pooled.map { ($0, all.intervals.pooled) } }
        Member("species", .map(of: measures.orNull)) { all in
            all.of.species.indices.map { index in
                (all.of.species[index], all.of.ofSpecies[index].map { ($0, all.intervals.ofSpecies[index]) })
            }
        }
    }
    private static let measures = Shape<(of: Measures, intervals: ScoreIntervals.Measures?)> {
        Member("auc", .number) { $0.of.auc }
        Member("auc_interval", .interval) { $0.intervals?.auc }
        Member("eer", .number) { $0.of.equalErrorRate }
        Member("eer_interval", .interval) { $0.intervals?.equalErrorRate }
        Member("eer_threshold", .number) { $0.of.equalErrorThreshold }
        Member("bpcer10", .number) { $0.of.bpcer10 }
        Member("bpcer10_interval", .interval) { $0.intervals?.bpcer10 }
        Member("bpcer20", .number) { $0.of.bpcer20 }
        Member("bpcer20_interval", .interval) { $0.intervals?.bpcer20 }
        Member("bpcer100", .number) { $0.of.bpcer100 }
        Member("bpcer100_interval", .interval) { $0.intervals?.bpcer100 }
    }
}

extension ThresholdTransfer {
    typealias Tested = (of: ThresholdTransfer, scored: ScoredPresentations, isPooled: Bool, confidence: Double)
    private typealias TestedPoint = (of: ErrorCurve.Point, intervals: ThresholdIntervals)

    /// The rates at thresholds chosen on the development set.
    static let shape = Shape<(worstSpecies: Tested?, pooled: Tested?)> {
        Member("worst_species", transfer, or: .null) { $0.worstSpecies }
        Member("pooled", transfer, or: .null) { $0.pooled }
    }
    private static func tested(_ point: ErrorCurve.Point, _ transfer: Tested) -> TestedPoint {
        (
            point,
            ThresholdIntervals(
                transfer.scored, at: point.threshold, isPooled: transfer.isPooled, confidence: transfer.confidence)
        )
    }
    private static let transfer = Shape<Tested> {
        point.members { tested($0.of.atEqualErrors, $0) }
        Member("epc", .list(of: weighted)) { transfer in
            transfer.of.expectedPerformance.map { ($0.weight, tested($0.test, transfer)) }
        }
    }
    private static let weighted = Shape<(weight: Double, point: TestedPoint)> {
        Member("weight", .number) { $0.weight }
        point.members { $0.point }
    }
    private static let point = Shape<TestedPoint> {
        Member("threshold", .number) { $0.of.threshold }
        Member("apcer", .number) { $0.of.apcer }
        Member("apcer_interval", .interval) { $0.intervals.apcer }
        Member("bpcer", .number) { $0.of.bpcer }
        Member("bpcer_interval", .interval) { $0.intervals.bpcer }
        Member("hter", .number) { $0.of.hter }
        Member("hter_interval", .interval) { $0.intervals.hter }
    }
}
