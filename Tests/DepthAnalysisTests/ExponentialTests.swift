import Foundation
import TestSupport
import Testing

@testable import DepthAnalysis

/// Both variants of the server's exp, checked against the library from which they were derived: glibc on x86-64.
@Suite struct ExponentialTests {
    /// Every edge share of a 256x192 map without holes, random shares of maps up to 4 million pixels, random
    /// arguments that other gains give, and both ends of the subnormal results.
    private static let arguments: [Double] = {
        var generator = SeededGenerator(seed: 30)
        var arguments = (0...48_260).map { -(Double($0) / 48_260) * 30 }
        for _ in 0..<1_000_000 {
            let count = Int.random(in: 1...4_000_000, using: &generator)
            arguments.append(-(Double(Int.random(in: 0...count, using: &generator)) / Double(count)) * 30)
        }
        for _ in 0..<100_000 { arguments.append(.random(in: -1100...709, using: &generator)) }
        for _ in 0..<100_000 { arguments.append(.random(in: -750 ... -700, using: &generator)) }
        return arguments + [
            0, -0.0, .infinity, -.infinity, -1e6, 1e6, 720, -0x1p-60, -.leastNonzeroMagnitude, .leastNonzeroMagnitude,
            -1024,
            -1023.9, 1024, -512, 512, -708.3964185322641, -745.1332191019411, -745.1332191019412, -745.14,
        ]
    }()

    @Test(.enabled(if: Platform.isGlibc && Platform.hasFMA, "needs glibc on an x86-64 processor with FMA"))
    func theFusedVariantMatchesPlatformsWithFMA() {
        compare(.fused, Self.arguments.map { Foundation.exp($0) })
    }

    @Test(.enabled(if: Platform.isGlibc && Platform.runs("import math"), "needs glibc on x86-64 and Python"))
    func thePlainVariantMatchesThePlatformWithFMADisabled() throws {
        let script = """
            import array, math, sys
            def exp(x):
                try: return math.exp(x)
                except OverflowError: return math.inf
            values = array.array("d", open(sys.argv[1], "rb").read())
            open(sys.argv[2], "wb").write(array.array("d", map(exp, values)).tobytes())
            """
        let folder = try TemporaryFolder()
        let input = try folder.file("arguments", Self.arguments.withUnsafeBytes { Data($0) })
        let output = try folder.file("results", Data())
        let run = try CommandRunner.run(
            URL(filePath: "/usr/bin/env"), ["python3", "-c", script, input.path, output.path],
            environment: ["GLIBC_TUNABLES": "glibc.cpu.hwcaps=-FMA,-AVX2"])
        try #require(run.exitCode == 0, "\(run.errors)")
        let results = try Data(contentsOf: output)
        try #require(results.count == 8 * Self.arguments.count)
        compare(
            .plain,
            results.withUnsafeBytes { bytes in
                Self.arguments.indices.map { bytes.loadUnaligned(fromByteOffset: 8 * $0, as: Double.self) }
            })
    }

    private func compare(_ variant: DepthAnalyzer.Exponential, _ expected: [Double]) {
        let wrong = zip(Self.arguments, expected).filter { variant($0).bitPattern != $1.bitPattern }
        #expect(wrong.isEmpty, "\(wrong.count) differ, the first at \(wrong.first.map { "\($0)" } ?? "")")
    }

    @Test(.enabled(if: Platform.runs("import mpmath"), "needs Python and mpmath"))
    func theTableMatchesItsGenerator() throws {
        let generator = CommandRunner.package.appending(path: "tools/dev/tables/exponential")
        let run = try CommandRunner.run(generator, ["--check"])
        #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
    }

    @Test(arguments: DepthAnalyzer.Exponential.allCases)
    func noArgumentTraps(variant: DepthAnalyzer.Exponential) {
        #expect(variant(0) == 1 && variant(-0.0) == 1)
        #expect(variant(-.infinity) == 0 && variant(.infinity) == .infinity && variant(.nan).isNaN)
        for sign in [-1.0, 1] {
            for exponent in -1074...1023 {
                let argument = sign * Double(sign: .plus, exponent: exponent, significand: 1)
                #expect(variant(argument) == Foundation.exp(argument) || abs(argument) < 800, "\(argument)")
                #expect(variant(argument) >= 0)
            }
        }
    }

    /// One edge among fifty interior pixels is the smallest share whose coherence the variants round differently.
    @Test(arguments: DepthAnalyzer.Engine.allCases)
    func anAnalyzerUsesTheSelectedVariant(engine: DepthAnalyzer.Engine) throws {
        // A strip of fifty interior pixels; the sample above one of them makes it an edge.
        let map = DepthMap.make(width: 52, height: 3) { column, row in
            row == 1 && column == 1 ? 1 : row == 0 && column == 1 ? 1.3 : 1
        }
        func coherence(_ exponential: DepthAnalyzer.Exponential) -> Double {
            let analysis = DepthAnalyzer(engine: engine, exponential: exponential).analyze(map)
            #expect(analysis.interiorCount == 50 && analysis.edgeCount == 1)
            return analysis.edgeCoherence
        }
        #expect(coherence(.fused) == 1 - DepthAnalyzer.Exponential.fused(-0.6))
        #expect(coherence(.plain) == 1 - DepthAnalyzer.Exponential.plain(-0.6))
        #expect(coherence(.fused) != coherence(.plain))
        #expect(DepthAnalyzer().exponential == .fused)
    }
}

private enum Platform {
    static var isGlibc: Bool {
        #if canImport(Glibc) && arch(x86_64)
            true
        #else
            false
        #endif
    }

    static var hasFMA: Bool {
        (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8))?.contains(" fma ") == true
    }

    static func runs(_ script: String) -> Bool {
        (try? CommandRunner.run(URL(filePath: "/usr/bin/env"), ["python3", "-c", script]).exitCode) == 0
    }
}
