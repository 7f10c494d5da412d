import DepthAnalysis
import Support
import Testing

@testable import ThresholdTuning
@testable import depthcheck

/// If OpenBLAS is missing, tests that need it are skipped.
private let hasBLAS = (try? BLAS()) != nil
private let needsBLAS = ConditionTrait.enabled(if: hasBLAS, "OpenBLAS is missing: install libopenblas-dev")

/// Accepted presentations of one class in one replicate, counted one by one.
private func count(
    _ presentations: LabelledPresentations, _ thresholds: VerdictThresholds, kind: Int, replicate: Int,
    _ resampling: GroupResampling
) -> Int {
    let accepted = presentations.accepted(thresholds.applied(to: .standard))
    return zip(presentations.all, accepted).filter { $1 && $0.kind == kind }
        .map { Int(resampling.drawCounts[$0.0.group * resampling.replicateCount + replicate]) }
        .reduce(0, +)
}

private func points(_ count: Int, seed: UInt64) -> [VerdictThresholds] {
    var random = SplitMix64(seed: seed)
    return (0..<count).map { _ in
        VerdictThresholds(
            standardDeviation: Double(random.below(1000)) / 1000, layers: random.below(6),
            coherence: Double(random.below(1000)) / 1500)
    }
}

extension Presentation {
    fileprivate func inGroup(_ group: Int) -> Presentation {
        Presentation(
            kind: kind, group: group, responded: responded, standardDeviation: standardDeviation, layers: layers,
            coherence: coherence, depthRange: depthRange, uniformity: uniformity, meanDepth: meanDepth)
    }
}

@Suite struct BootstrapTests {
    @Test(needsBLAS, arguments: [8, 60], [AnalysisProfile.server, .client])
    func theProductMatchesPlainCounting(groups: Int, profile: AnalysisProfile) throws {
        var presentations = LabelledPresentations.random(60, seed: 4, groups: groups, profile: profile)
        if groups == 60 {
            presentations = LabelledPresentations(
                profile: profile, species: presentations.species, groupNames: (0..<60).map { "\($0)" },
                all: presentations.all.enumerated().map { $1.inGroup($0) })
        }
        let resampling = GroupResampling(presentations, replicateCount: 21, seed: 8)
        let bootstrap = try GroupBootstrap(
            presentations, parameters: .standard, resampling: resampling, confidence: 0.9, jobs: 2)
        let points = points(300, seed: 2)
        let single = bootstrap.estimates([points, [points[7]]], in: Float.self)
        let double = bootstrap.estimates([points, [points[7]]], in: Double.self)
        #expect(single == double && single[1] == [single[0][7]])
        for (point, estimate) in zip(points, single[0]) {
            let plain = GroupBootstrap.plain(
                presentations.accepted(point.applied(to: .standard)), of: presentations, replicateCount: 21, seed: 8,
                confidence: 0.9)
            #expect(plain.accepted == estimate.accepted && plain.bpcer == estimate.bpcer)
            #expect(plain.apcer == estimate.apcer && plain.worstAPCER == estimate.worstAPCER)
            #expect(plain.acer == estimate.acer)
        }
        let drawn = count(presentations, points[0], kind: 1, replicate: 3, resampling)
        #expect(drawn <= 60 * 60)
    }

    @Test(needsBLAS) func integerProductsAreExactUpToTheirBound() throws {
        let blas = try BLAS()
        // 4096 products of 4095 and 1: sums just below 2^24.
        let left = Array(repeating: Float(4095), count: 4096)
        let right = Array(repeating: Float(1), count: 4096)
        var product: [Float] = [0]
        product.withUnsafeMutableBufferPointer { product in
            left.withUnsafeBufferPointer { left in
                right.withUnsafeBufferPointer { right in
                    blas.multiply(left, right, into: product, rows: 1, columns: 1, inner: 4096)
                }
            }
        }
        #expect(product == [4095 * 4096] && 4095 * 4096 < Float.largestExactCount)
    }

    /// 2^24 is exact in f32, but not the next integer: from there on f64 is used.
    @Test func countsBeyondTheBoundUseDouble() {
        let largest = Float.largestExactCount
        #expect(Int(Float(largest)) == largest && Int(Float(largest + 1)) == largest)
        let largestOfDouble = Double.largestExactCount
        #expect(Int(Double(largestOfDouble)) == largestOfDouble && Int(Double(largestOfDouble + 1)) == largestOfDouble)
        #expect(GroupBootstrap.isExact([[3, largest], [2]], in: Float.self))
        #expect(!GroupBootstrap.isExact([[3, 1], [largest + 1]], in: Float.self))
        #expect(GroupBootstrap.isExact([[3, 1], [largest + 1]], in: Double.self))
        #expect(GroupBootstrap.isExact([], in: Float.self))
    }

    /// Counts of neighbours that differ in few columns are updated; those of points that differ in many come from
    /// one product. Both equal the product, also if a column counts several presentations, and at the bound of f32.
    @Test(needsBLAS, arguments: [0, 1, 5, 40]) func incrementalUpdatesMatchTheProduct(changes: Int) throws {
        let blas = try BLAS()
        var random = SplitMix64(seed: UInt64(changes))
        let (points, columns, replicates) = (30, 40, 11)
        var row = (0..<columns).map { _ in Float(random.below(4)) }
        var left: [Float] = []
        for _ in 0..<points {
            for _ in 0..<changes { row[random.below(columns)] = Float(random.below(4)) }
            left += row
        }
        let right = (0..<columns * replicates).map { _ in Float(random.below(100_000)) }
        var walk = ReplicateCounts(
            left: left, right: right, points: points, columns: columns, replicates: replicates, blas: blas)
        for point in Array(0..<points) + [3, 29, 0] {
            walk.move(to: point)
            let expected = (0..<replicates).map { replicate in
                (0..<columns).map { left[point * columns + $0] * right[$0 * replicates + replicate] }.reduce(0, +)
            }
            #expect(walk.counts == expected, "point \(point)")
        }
        let largest = Float(Float.largestExactCount)
        var bound = ReplicateCounts(
            left: [1, 0, 1, 1, 0, 1], right: [largest - 1, 1], points: 3, columns: 2, replicates: 1, blas: nil)
        let found = (0..<3).map { point in
            bound.move(to: point)
            return bound.counts[0]
        }
        #expect(found == [largest - 1, largest, 1])
    }

    /// Along a line, and from one line to the next, one threshold changes at a time.
    @Test func gridRoutesStepBetweenNeighbours() {
        let grid = (0..<3).flatMap { layers in
            (0..<4).flatMap { deviation in
                (0..<5).map { ThresholdRanks.Point(deviation: deviation, layers: layers, coherence: $0) }
            }
        }
        var random = SplitMix64(seed: 3)
        var points = grid
        for place in points.indices.reversed() where place > 0 { points.swapAt(place, random.below(place + 1)) }
        let route = ThresholdRanks.route(through: points)
        #expect(route.sorted() == Array(points.indices))
        let steps = zip(route, route.dropFirst()).map { from, to in
            abs(points[from].coherence - points[to].coherence) + abs(points[from].deviation - points[to].deviation)
        }
        #expect(steps.count { $0 != 1 } == 2, "two steps, to the next number of layers")
        #expect(ThresholdRanks.route(through: []).isEmpty)
    }

    @Test(needsBLAS) func threadCountDoesNotChangeResults() throws {
        let presentations = LabelledPresentations.random(200, seed: 6, groups: 30)
        let resampling = GroupResampling(presentations, replicateCount: 50, seed: 1)
        var results: [[[GroupBootstrap.Estimate]]] = []
        for jobs in [1, 2, 5] {
            let bootstrap = try GroupBootstrap(
                presentations, parameters: .standard, resampling: resampling, jobs: jobs)
            results.append(bootstrap.estimates([points(600, seed: 3), points(9, seed: 4)]))
        }
        #expect(results[0] == results[1] && results[1] == results[2])
    }

    /// A replicate draws a stratum's number of groups; drawing more replicates keeps the earlier ones.
    @Test func replicatesDrawWholeStrata() {
        let presentations = LabelledPresentations.random(100, seed: 1, groups: 40)
        let few = GroupResampling(presentations, replicateCount: 3, seed: 5)
        let many = GroupResampling(presentations, replicateCount: 9, seed: 5)
        for replicate in 0..<9 {
            for groups in GroupResampling.strata(presentations) {
                let draws = groups.map { Int(many.drawCounts[$0 * 9 + replicate]) }
                #expect(draws.reduce(0, +) == groups.count)
                if replicate < 3 {
                    #expect(draws == groups.map { Int(few.drawCounts[$0 * 3 + replicate]) })
                }
            }
        }
    }

    /// NumPy: np.quantile([1, 2, 4, 8, 16], [0.1, 0.9]) is [1.4, 12.8].
    @Test func percentilesInterpolateOrderStatistics() throws {
        var values = [8.0, 1, 16, 4, 2]
        let interval = try #require(values.withUnsafeMutableBufferPointer { Percentiles.interval($0, confidence: 0.8) })
        #expect(abs(interval.lower - 1.4) < 1e-12 && abs(interval.upper - 12.8) < 1e-12)
        var random = SplitMix64(seed: 1)
        for count in 1...60 {
            let drawn = (0..<count).map { _ in Double(random.below(20)) }
            for place in 0..<count {
                var values = drawn
                let found = values.withUnsafeMutableBufferPointer {
                    Percentiles.quantile($0, count == 1 ? 0 : Double(place) / Double(count - 1))
                }
                #expect(abs(found - drawn.sorted()[place]) < 1e-9)
            }
        }
    }

    /// Distributions like those of a bootstrap, of few values, in two clusters, and with long tails to either side.
    /// Whether the separated tails suffice or not, the interval is that of the sorted values.
    @Test(arguments: [1, 2, 3, 39, 40, 41, 250, 1000], [0.5, 0.9, 0.95, 0.999])
    func intervalsFromTailsMatchSortedValues(count: Int, confidence: Double) {
        var random = SplitMix64(seed: UInt64(count))
        func uniform() -> Double { Double(random.below(1 << 40)) / Double(1 << 40) }
        let shapes: [() -> Double] = [
            { (0..<12).map { _ in uniform() }.reduce(0, +) }, { Double(random.below(3)) }, { 0.25 },
            { random.below(2) == 0 ? uniform() : 100 + uniform() }, { 1 / (uniform() + 1e-9) },
            { -1 / (uniform() + 1e-9) }, { random.below(50) == 0 ? 1 : 0 }, { random.below(50) == 0 ? 0 : 1 },
            { Double(random.below(1000)) / 1000 },
        ]
        var intervals = PercentileIntervals(capacity: count, confidence: confidence)
        for (number, shape) in shapes.enumerated() {
            for length in [count, max(1, count / 2)] {
                var values = (0..<length).map { _ in shape() }
                let expected = GroupBootstrap.plainInterval(values.sorted(), confidence: confidence)
                let found = values.withUnsafeMutableBufferPointer { intervals.interval($0) }
                #expect(found == expected, "shape \(number), \(length) values")
            }
        }
        var none: [Double] = []
        #expect(none.withUnsafeMutableBufferPointer { intervals.interval($0) } == nil)
    }

    /// Frames of one scene are correlated: the group's rate is drawn first, then its five frames. In 100 seeded
    /// repetitions the interval over 200 groups covers the true BPCER of 20 % about 95 times; an interval over
    /// frames does not.
    @Test func theIntervalOverGroupsCoversTheTrueRate() throws {
        var covered = 0
        var coveredByFrames = 0
        for repetition in 0..<100 {
            var random = SplitMix64(seed: 1000, stream: repetition)
            var rows: [PlantedRow] = []
            var accepted: [Bool] = []
            for group in 0..<200 {
                // Half of the scenes fail 35 % of the time, half 5 %: 20 % overall.
                let rate = random.below(2) == 0 ? 35 : 5
                for _ in 0..<5 {
                    rows.append(PlantedRow(group: group))
                    accepted.append(random.below(100) >= rate)
                }
            }
            rows.append(PlantedRow(kind: 1, group: 200))
            accepted.append(false)
            func interval(_ presentations: LabelledPresentations) throws -> ConfidenceInterval {
                try #require(
                    GroupBootstrap.plain(
                        accepted, of: presentations, replicateCount: 400, seed: UInt64(repetition), confidence: 0.95
                    ).bpcer)
            }
            let byGroup = try interval(LabelledPresentations(planted: rows))
            if byGroup.lower <= 0.2, byGroup.upper >= 0.2 { covered += 1 }
            let exact = try #require(
                ErrorRate(errors: accepted.dropLast().filter { !$0 }.count, total: 1000).clopperPearson())
            if exact.lower <= 0.2, exact.upper >= 0.2 { coveredByFrames += 1 }
        }
        print("bootstrap over groups covered \(covered) of 100, Clopper-Pearson over frames \(coveredByFrames)")
        #expect((90...99).contains(covered) && coveredByFrames < covered)
    }

    @Test func aMissingLibraryIsNamedWithItsPackage() {
        let message = TuningError.noOpenBLAS(reason: "cannot open shared object file").text(.command)
        #expect(message.contains("libopenblas-dev") && message.contains("--replicates 0"))
    }
}
