import TestSupport
import Testing

@testable import DepthAnalysis

/// The client's kernels equal the plain engine bit for bit, in every build that this processor can run.
@Suite struct ClientKernelTests {
    private static let partCount = 8
    private static let builds = DepthAnalyzer.Engine.availableBuilds

    @Test(arguments: 0..<partCount, builds)
    func smallMapsMatchThePlainVersion(part: Int, build: DepthAnalyzer.Engine) throws {
        let kernels = try #require(SceneKernels(build, .client, .standard))
        var otherCount = 0
        for number in stride(from: part, to: askedFor ?? 3200, by: Self.partCount) {
            var generator = SeededGenerator(seed: UInt64(number))
            let size = number * 997 % 1600
            let kind = MapKind.allCases[number / Self.partCount % MapKind.allCases.count]
            let map = kind.map(width: size % 40 + 1, height: size / 40 + 1, using: &generator)
            check(map, .standard, kernels, "\(kind) \(number)")
            guard number / Self.partCount % 4 == 3 else { continue }
            let parameters = AnalysisParameters.random(using: &generator)
            guard let others = SceneKernels(build, .client, parameters) else { continue }
            otherCount += 1
            check(map, parameters, others, "\(kind) \(number), random parameters")
        }
        #expect(otherCount > 10, "most random parameters have kernels")
    }

    @Test(
        arguments: [(64, 48), (257, 33), (300, 7), (3, 700), (129, 131), (1030, 4), (7, 129), (256, 192)], builds)
    func largerMapsMatchThePlainVersion(size: (width: Int, height: Int), build: DepthAnalyzer.Engine) throws {
        let (width, height) = size
        let kernels = try #require(SceneKernels(build, .client, .standard))
        for number in 0..<(askedFor == nil ? 1 : 20) {
            for kind in MapKind.allCases {
                var generator = SeededGenerator(seed: UInt64(number * 1000 + width))
                let map = kind.map(width: width, height: height, using: &generator)
                check(map, .standard, kernels, "\(kind) \(number) \(width)x\(height)")
            }
        }
    }

    /// Samples of few bits: sums are often midway between two f32 numbers, and stop growing.
    @Test(arguments: [1, 3, 7, 12], builds)
    func samplesOfFewBitsMatchThePlainVersion(bitCount: Int, build: DepthAnalyzer.Engine) throws {
        let kernels = try #require(SceneKernels(build, .client, .standard))
        var generator = SeededGenerator(seed: UInt64(bitCount))
        for number in 0..<8 {
            let map = DepthMap.make(width: 130 + number, height: 120) { _, _ in
                Float(1 + Int.random(in: 0..<1 << bitCount, using: &generator)) / Float(1 << bitCount) * 10 + 0.2
            }
            check(map, .standard, kernels, "\(bitCount) bits")
            let dyadic = DepthMap.make(width: 130 + number, height: 120) { _, _ in
                Float(1 + Int.random(in: 0..<1 << bitCount, using: &generator)) / 256 + 1
            }
            check(dyadic, .standard, kernels, "\(bitCount) bits of 256ths")
        }
    }

    /// Sums beyond 2^24, where f32 adds hardly anything.
    @Test(.enabled(if: isOptimised || askedFor != nil, "takes long in a debug build"), arguments: builds)
    func manySamplesMatchThePlainVersion(build: DepthAnalyzer.Engine) throws {
        var generator = SeededGenerator(seed: 34)
        let map = DepthMap.make(width: 1920, height: 1792) { _, _ in Float.random(in: 8...20.1, using: &generator) }
        check(map, .standard, try #require(SceneKernels(build, .client, .standard)), "1920x1792")
        let flat = DepthMap.constant(0.1, width: 1920, height: 1440)
        check(flat, .standard, try #require(SceneKernels(build, .client, .standard)), "flat")
    }

    @Test(arguments: [1, 7, 8, 1000, 1023, 1024, 1025, 3001], builds)
    func incompleteGridsMatchThePlainVersion(count: Int, build: DepthAnalyzer.Engine) throws {
        var generator = SeededGenerator(seed: UInt64(count))
        let samples = (0..<count).map { _ in Float.random(in: -1...21, using: &generator) }
        let kernels = try #require(SceneKernels(build, .client, .standard))
        check(DepthMap(inferringDimensionsOf: samples), .standard, kernels, "\(count) samples")
    }

    /// A workspace keeps no state between profiles, and between larger and smaller maps.
    @Test func aReusedWorkspaceDoesNotChangeResults() throws {
        let pool = WorkspacePool { KernelWorkspace() }
        let client = SceneKernels.baseline(try #require(KernelPlan(inSingle: .standard)), pool)
        let server = SceneKernels.baseline(try #require(KernelPlan(.standard)), pool)
        var generator = SeededGenerator(seed: 9)
        for size in [40, 3, 25, 1, 33, 12] {
            for kind in [MapKind.brokenRows, .noise, .boundaryValues] {
                let map = kind.map(width: size, height: size, using: &generator)
                check(map, .standard, client, "\(kind) \(size)")
                #expect(differences(server.measure(map, .standard), plainMeasurements(of: map)).isEmpty)
            }
        }
    }

    @Test(arguments: builds) func aThrowingCheckpointEndsTheMeasurement(build: DepthAnalyzer.Engine) throws {
        struct Reached: Error, Equatable { let number: Int }
        let kernels = try #require(SceneKernels(build, .client, .standard))
        let map = DepthMap.make(width: 9, height: 7) { column, row in 1 + Float(column * row) / 8 }
        for last in 1...2 {
            var count = 0
            #expect(throws: Reached(number: last)) {
                try map.withView { view throws(Reached) in
                    _ = try kernels.measure(view, .standard, ProfileRules<Float>.client, .fused) {
                        () throws(Reached) in
                        count += 1
                        if count == last { throw Reached(number: last) }
                    }
                }
            }
            #expect(count == last)
        }
    }

    @Test(arguments: MapKind.allCases) func allEnginesGiveTheSameAnalysis(kind: MapKind) {
        var generator = SeededGenerator(seed: 78)
        for size in [2, 3, 9, 24] {
            let map = kind.map(width: size, height: size, using: &generator)
            let plain = DepthAnalyzer(profile: .client, engine: .plain).analyze(map)
            for engine in DepthAnalyzer.Engine.allCases {
                #expect(DepthAnalyzer(profile: .client, engine: engine).analyze(map) == plain)
            }
        }
    }

    /// The deciding square is the first whose root, rounded to f32, is above the threshold.
    @Test(arguments: [0.1, 0.05, 1, 7.3] as [Float]) func theSquaredEdgeThresholdIsExact(threshold: Float) throws {
        let decides = try #require(GradientThreshold(inSingle: threshold))
        #expect((decides.edgeFrom / 4).squareRoot() > threshold)
        #expect((decides.edgeFrom.nextDown / 4).squareRoot() <= threshold)
        #expect(decides.isSingle && !GradientThreshold(Double(threshold)).isSingle)
    }

    /// The position of a quotient is in the quotient's bin, to the last unit.
    @Test func quotientsKeepTheirBins() {
        for bin in 1...4097 {
            for quotient in [Float(bin).nextDown, Float(bin)] {
                let bits = BinPositions.quotients.bits(of: SIMD4(repeating: Double(quotient)))[0]
                #expect(Int(bits >> 32) - BinPositions.base == Int(quotient) + 1)
            }
        }
    }

    /// A late tie in a part, a sum that leaves its binade, one that just stays, and numbers that are negligible
    /// beside the next one.
    @Test func tiesAndBinadeEndsMatchThePlainVersion() {
        let samples: [[Float]] = [
            [1] + Array(repeating: 0x1p-24, count: 100), [1] + Array(repeating: 0x1.8p-23, count: 200),
            [0x1.fffffep0] + Array(repeating: 0x1p-23, count: 40), Array(repeating: 1, count: 600),
            Array(repeating: 0x1.000002p0, count: 2000), [1, 0x1.fffffep-25, 0x1.000002p-24, 0x1p-24],
            [1] + Array(repeating: 0x1p100, count: 200),
            (0..<120).map { Float(sign: .plus, exponent: $0, significand: 1) },
        ]
        for numbers in samples {
            var chain = SingleChain()
            chain.add(numbers)
            #expect(chain.sum == numbers.reduce(0, +))
        }
    }

    /// A sum of 2 has the unit 2^-22: a quarter of it adds nothing, three quarters add one, and for a half the
    /// order decides. A sum that reaches the end of its binade is rejected too.
    @Test func numbersAreAddedInOneStepOnlyWhenExact() {
        func sumAtOnce(_ numbers: [Float], addedTo first: [Float]) -> Float? {
            var chain = SingleChain()
            chain.add(first)
            var lanes = SingleLanes(for: chain)
            numbers.withUnsafeBufferPointer { lanes.addSamples(SampleBuffer($0)) }
            return lanes.sum(from: chain.sum)
        }
        let quarters = [Float](repeating: 0x1p-24, count: 20) + [Float](repeating: 0x3p-24, count: 20)
        #expect(sumAtOnce(quarters, addedTo: [2]) == 2 + 20 * 0x1p-22)
        for lane in 0..<8 {
            var numbers = quarters
            numbers[16 + lane] = 0x1p-23
            #expect(sumAtOnce(numbers, addedTo: [2]) == nil, "\(lane)")
        }
        let rest = [Float](repeating: .nan, count: 6)
        #expect(sumAtOnce([1, Float(1).nextDown] + rest, addedTo: [2]) == nil)
        #expect(sumAtOnce([1, 1 - 0x1p-22] + rest, addedTo: [2]) == 4 - 0x1p-22)
        #expect(sumAtOnce([1, 1] + rest, addedTo: [2]) == nil && sumAtOnce([2] + rest + [0], addedTo: [2]) == nil)
        #expect(sumAtOnce([0x1p30] + rest + [0], addedTo: [2]) == nil)
    }

    private func check(_ map: DepthMap, _ parameters: AnalysisParameters, _ kernels: SceneKernels, _ name: String) {
        let found = differences(
            kernels.measure(map, parameters, rules: .client), plainMeasurements(of: map, parameters, rules: .client))
        #expect(found.isEmpty, "\(name): \(map.width)x\(map.height) \(parameters)")
    }
}

extension SingleChain {
    /// Adds numbers, padded with NaN.
    fileprivate mutating func add(_ numbers: [Float]) {
        let rest = (8 - numbers.count % 8) % 8
        (numbers + Array(repeating: .nan, count: rest)).withUnsafeBufferPointer { add(SampleBuffer($0)) }
    }
}
