import TestSupport
import Testing

@testable import DepthAnalysis

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The number of compared maps if `DEPTHCHECK_MAPS` sets it: `DEPTHCHECK_MAPS=100000 swift test --filter Kernel`.
let askedFor: Int? = getenv("DEPTHCHECK_MAPS").flatMap { Int(String(cString: $0)) }

/// Every build of the kernels that this processor can run equals the plain engine bit for bit.
@Suite struct KernelIdentityTests {
    private static let partCount = 8
    private static let builds = DepthAnalyzer.Engine.availableBuilds

    @Test(.enabled(if: DepthAnalyzer.Engine.kernelAVX2.isAvailable, "no AVX2 here, or no release build"))
    func theAVX2KernelsAreTested() {
        #expect(Self.builds.contains(.kernelAVX2) && DepthAnalyzer(engine: .kernelAVX2).engine == .kernelAVX2)
    }

    /// Each 1600 maps cover every size from 1x1 to 40x40, with all kinds in turn.
    @Test(arguments: 0..<partCount, builds)
    func smallMapsMatchThePlainVersion(part: Int, build: DepthAnalyzer.Engine) throws {
        let kernels = try #require(SceneKernels(build, .server, .standard))
        for number in stride(from: part, to: askedFor ?? 3200, by: Self.partCount) {
            var generator = SeededGenerator(seed: UInt64(number))
            let size = number * 997 % 1600
            let kind = MapKind.allCases[number / Self.partCount % MapKind.allCases.count]
            let map = kind.map(width: size % 40 + 1, height: size / 40 + 1, using: &generator)
            check(map, .standard, kernels, "\(kind) \(number)")
            if number % 4 == 3 {
                let parameters = AnalysisParameters.random(using: &generator)
                let others = try #require(SceneKernels(build, .server, parameters))
                check(map, parameters, others, "\(kind) \(number), random parameters")
            }
        }
    }

    /// Larger sizes: blocks of several rows, odd sizes, long rows, and the size of a phone's map.
    @Test(
        arguments: [(64, 48), (257, 33), (300, 7), (3, 700), (129, 131), (1030, 4), (7, 129), (256, 192)], builds)
    func largerMapsMatchThePlainVersion(size: (width: Int, height: Int), build: DepthAnalyzer.Engine) throws {
        let (width, height) = size
        let kernels = try #require(SceneKernels(build, .server, .standard))
        let round = askedFor == nil ? 1 : 20
        let kinds = askedFor == nil && width * height > 10_000 ? [.sceneWithHoles, .noise] : MapKind.allCases
        for number in 0..<round {
            for kind in kinds {
                var generator = SeededGenerator(seed: UInt64(number * 1000 + width))
                let map = kind.map(width: width, height: height, using: &generator)
                check(map, .standard, kernels, "\(kind) \(number) \(width)x\(height)")
            }
        }
    }

    /// 3.44 million samples: too many for order-independent sums.
    @Test(.enabled(if: isOptimised || askedFor != nil, "takes long in a debug build"), arguments: builds)
    func moreSamplesThanSumExactlyMatchThePlainVersion(build: DepthAnalyzer.Engine) throws {
        var generator = SeededGenerator(seed: 34)
        let map = DepthMap.make(width: 1920, height: 1792) { _, _ in Float.random(in: 8...20.1, using: &generator) }
        check(map, .standard, try #require(SceneKernels(build, .server, .standard)), "1920x1792")
    }

    /// Few samples in a range in which not even those sum exactly.
    @Test(arguments: builds) func aRangeWithoutExactSumsMatchesThePlainVersion(build: DepthAnalyzer.Engine) throws {
        var parameters = AnalysisParameters()
        parameters.validRange = ValidRange(lower: 0x1p-100, upper: 10_000)
        #expect(try #require(KernelPlan(parameters)).exactSumLimit == 0)
        var generator = SeededGenerator(seed: 35)
        let map = DepthMap.make(width: 31, height: 17) { column, row in
            Float.random(in: 0...10_000, using: &generator) * ((column + row) % 3 == 0 ? 0x1p-30 : 1)
        }
        check(map, parameters, try #require(SceneKernels(build, .server, parameters)), "wide range")
    }

    /// Sample counts without a grid: inferred rows, no neighbours, no quadrants.
    @Test(arguments: [1, 7, 8, 1000, 1023, 1024, 1025, 3001], builds)
    func incompleteGridsMatchThePlainVersion(count: Int, build: DepthAnalyzer.Engine) throws {
        var generator = SeededGenerator(seed: UInt64(count))
        let samples = (0..<count).map { _ in Float.random(in: -1...21, using: &generator) }
        let kernels = try #require(SceneKernels(build, .server, .standard))
        check(DepthMap(inferringDimensionsOf: samples), .standard, kernels, "\(count) samples")
    }

    /// A workspace keeps no state between larger and smaller maps.
    @Test(arguments: builds) func aReusedWorkspaceDoesNotChangeResults(build: DepthAnalyzer.Engine) throws {
        let kernels = try #require(SceneKernels(build, .server, .standard))
        var generator = SeededGenerator(seed: 9)
        for size in [40, 3, 25, 1, 33, 12] {
            for kind in [MapKind.brokenRows, .noise, .boundaryValues] {
                check(kind.map(width: size, height: size, using: &generator), .standard, kernels, "\(kind) \(size)")
            }
        }
    }

    @Test func aReusedWorkspaceKeepsNoParameters() throws {
        let pool = WorkspacePool { KernelWorkspace() }
        var generator = SeededGenerator(seed: 9)
        for size in [40, 3, 25, 1, 33, 12] {
            for kind in [MapKind.brokenRows, .noise, .boundaryValues] {
                let map = kind.map(width: size, height: size, using: &generator)
                let parameters = AnalysisParameters.random(using: &generator)
                let plan = try #require(KernelPlan(parameters))
                check(map, parameters, .baseline(plan, pool), "\(kind) \(size)")
            }
        }
    }

    /// Every build passes on the error of a checkpoint, and measures no further.
    @Test(arguments: builds) func aThrowingCheckpointEndsTheMeasurement(build: DepthAnalyzer.Engine) throws {
        struct Reached: Error, Equatable { let number: Int }
        let kernels = try #require(SceneKernels(build, .server, .standard))
        let map = DepthMap.make(width: 9, height: 7) { column, row in 1 + Float(column * row) / 8 }
        for last in 1...2 {
            var count = 0
            #expect(throws: Reached(number: last)) {
                try map.withView { view throws(Reached) in
                    _ = try kernels.measure(view, .standard, ProfileRules<Double>.server, .fused) {
                        () throws(Reached) in
                        count += 1
                        if count == last { throw Reached(number: last) }
                    }
                }
            }
            #expect(count == last)
        }
        check(map, .standard, kernels, "after a checkpoint")
    }

    /// The reported memory covers the workspace for any shape of map.
    @Test(arguments: [(256, 192), (600, 400), (40_001, 1), (1, 40_000), (5, 3), (1, 1)], [2, 50, 62, 63, 4096])
    func memoryStaysWithinTheEstimate(size: (width: Int, height: Int), binCount: Int) throws {
        try checkMemory(size, binCount, .server)
        try checkMemory(size, binCount, .client)
    }

    private func checkMemory(_ size: (width: Int, height: Int), _ binCount: Int, _ profile: AnalysisProfile) throws {
        var parameters = AnalysisParameters()
        parameters.histogramBinCount = binCount
        // All samples but one are in the bin of the median, which takes the most memory.
        let map = DepthMap.make(width: size.width, height: size.height) { column, row in
            column == 0 && row == 0 ? 20 : 2
        }
        let isServer = profile == .server
        let plan = try #require(isServer ? KernelPlan(parameters) : KernelPlan(inSingle: parameters))
        let workspace = KernelWorkspace()
        _ = map.withView { workspace.measure($0, plan) { () throws(Never) in } }
        let estimate = try DepthAnalyzer(profile: profile, parameters: parameters).workingByteCount(for: map)
        #expect(workspace.byteCount <= estimate)
        #expect(map.samples.count < 1000 || estimate <= workspace.byteCount + 64, "at most 64 bytes more")
    }

    /// Lane counts are added as `Int`, because those of 2^31 samples would overflow.
    @Test func laneCountsAreSummedWithoutOverflow() {
        #expect(Bits8(repeating: .min).wideSum == 8 * Int(Int32.min))
        #expect((Bits8(repeating: 1) &+ Bits8(0, 1, 2, 3, 4, 5, 6, 7)).wideSum == 36)
    }

    private func check(
        _ map: DepthMap, _ parameters: AnalysisParameters, _ kernels: SceneKernels, _ name: String
    ) {
        let found = differences(kernels.measure(map, parameters), plainMeasurements(of: map, parameters))
        #expect(found.isEmpty, "\(name): \(map.width)x\(map.height) \(parameters)")
    }
}

var isOptimised: Bool {
    #if DEBUG
        false
    #else
        true
    #endif
}
