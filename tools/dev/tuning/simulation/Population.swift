import DepthAnalysis
import RealModule
import Support
import ThresholdTuning

/// A population of captures, described by measurements: those of real scenes and of some species of attack, and the
/// correlation of captures of one scene.
///
/// Each measurement is derived from a normal variable, part of which is common to a scene: the standard deviation is
/// its exponential, the layers its nearest integer, the coherence its logistic function.
struct Population {
    /// The mean and standard deviation of one normal variable of a class.
    struct Spread {
        var mean: Double
        var deviation: Double
    }

    /// The three variables of a class.
    struct Kind {
        var logDeviation: Spread
        var layers: Spread
        var coherence: Spread
    }

    /// Real scenes first, then the species.
    let kinds: [Kind]
    /// The share of the variance common to captures of one scene.
    let sceneShare: Double

    var species: [String] { kinds.indices.dropFirst().map { "species-\($0)" } }

    /// Draws a random population: each species breaks one or two rules of the verdict, some clearly, some barely.
    init(speciesCount: Int, random: inout Normal) {
        sceneShare = 0.2 + 0.75 * random.unit()
        var kinds = [
            Kind(
                logDeviation: Spread(mean: 0.2, deviation: 0.4), layers: Spread(mean: 6, deviation: 1.8),
                coherence: Spread(mean: 0.9, deviation: 0.6))
        ]
        for _ in 0..<speciesCount {
            let weakness = Int(3 * random.unit())
            func between(_ lower: Double, _ upper: Double) -> Double { lower + (upper - lower) * random.unit() }
            kinds.append(
                Kind(
                    logDeviation: Spread(
                        mean: weakness == 0 ? between(-2.5, -1) : between(-1.2, 0.2), deviation: between(0.3, 0.6)),
                    layers: Spread(
                        mean: weakness == 1 ? between(0.5, 2) : between(1.5, 5.5), deviation: between(0.8, 1.6)),
                    coherence: Spread(
                        mean: weakness == 2 ? between(-3, -1.2) : between(-1.5, 0.7), deviation: between(0.4, 0.9))))
        }
        self.kinds = kinds
    }

    /// The contribution of a scene or capture to each variable, in standard deviations.
    private typealias Effects = (Double, Double, Double)

    private static func effects(_ random: inout Normal) -> Effects { (random.next(), random.next(), random.next()) }

    private func presentation(_ kind: Int, group: Int, scene: Effects, _ random: inout Normal) -> Presentation {
        let capture = Self.effects(&random)
        let (common, own) = (sceneShare.squareRoot(), (1 - sceneShare).squareRoot())
        func value(_ spread: Spread, _ scene: Double, _ capture: Double) -> Double {
            spread.mean + spread.deviation * (common * scene + own * capture)
        }
        let kindOf = kinds[kind]
        return Presentation(
            kind: kind, group: group, responded: true,
            standardDeviation: Double.exp(value(kindOf.logDeviation, scene.0, capture.0)),
            layers: max(0, Int(value(kindOf.layers, scene.1, capture.1).rounded())),
            coherence: 1 / (1 + Double.exp(-value(kindOf.coherence, scene.2, capture.2))),
            depthRange: 3, uniformity: 0.1, meanDepth: 2)
    }

    /// Draws a corpus with equally many real scenes and attacks.
    func corpus(scenesOfSpecies: Int, capturesOfScene: Int, random: inout Normal) -> LabelledPresentations {
        var all: [Presentation] = []
        var group = 0
        for kind in kinds.indices {
            for _ in 0..<(kind == 0 ? scenesOfSpecies * (kinds.count - 1) : scenesOfSpecies) {
                let scene = Self.effects(&random)
                for _ in 0..<capturesOfScene {
                    all.append(presentation(kind, group: group, scene: scene, &random))
                }
                group += 1
            }
        }
        return LabelledPresentations(species: species, groupNames: (0..<group).map { "scene-\($0)" }, all: all)
    }

    /// The accepted share of each class, over new captures of separate scenes.
    func acceptedShares(_ thresholds: VerdictThresholds, captures: Int, random: inout Normal) -> [Double] {
        kinds.indices.map { kind in
            var accepted = 0
            for _ in 0..<captures {
                let scene = Self.effects(&random)
                if thresholds.accept(presentation(kind, group: 0, scene: scene, &random)) { accepted += 1 }
            }
            return Double(accepted) / Double(captures)
        }
    }
}

/// Normally distributed random numbers (Box-Muller transform).
struct Normal {
    private var generator: SplitMix64

    init(seed: UInt64, stream: Int) {
        generator = SplitMix64(seed: seed, stream: stream)
    }

    /// A number from 0 to below 1.
    mutating func unit() -> Double { Double(generator.next() >> 11) * 0x1p-53 }

    mutating func next() -> Double {
        (-2 * Double.log(1 - unit())).squareRoot() * Double.cos(2 * .pi * unit())
    }
}
