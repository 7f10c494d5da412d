// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that users of the library never resolve a benchmark package.
//
// swift package benchmark      by data kind, size and format, with the statistics of the benchmark package
// tools/dev/bench/analysis     the table against peers, from the small programs here
// tools/dev/bench/instructions how many instructions one analysis takes

let package = Package(
    name: "depthcheck-benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "depthcheck", path: "../../../..")
    ],
    targets: [
        .executableTarget(
            name: "KernelTimes",
            dependencies: [
                .product(name: "DepthAnalysis", package: "depthcheck")
            ]),
        .executableTarget(
            name: "CandidateTimes",
            dependencies: [
                .product(name: "PlanarityMeasurements", package: "depthcheck"),
                .product(name: "DepthAnalysis", package: "depthcheck"),
            ]),
        .systemLibrary(name: "CLibcrypto", providers: [.apt(["libssl-dev"])]),
        .executableTarget(
            name: "CaptureTimes",
            dependencies: [
                "CLibcrypto",
                .product(name: "Captures", package: "depthcheck"),
                .product(name: "DepthAnalysis", package: "depthcheck"),
                .product(name: "DepthFiles", package: "depthcheck"),
            ]),
        .systemLibrary(name: "CInflate"),
        .executableTarget(
            name: "BatchTimes",
            dependencies: [
                "CInflate",
                .product(name: "DepthAnalysis", package: "depthcheck"),
                .product(name: "DepthFiles", package: "depthcheck"),
            ]),
    ]
)

// Its plugin is built with whatever is asked for, and takes longer than that: the tools do without it.
if Context.environment["DEPTHCHECK_TIMES_ONLY"] == nil {
    package.dependencies.append(
        .package(url: "https://github.com/ordo-one/benchmark", exact: "1.38.1", traits: []))
    package.targets.append(
        .executableTarget(
            name: "DepthBenchmarks",
            dependencies: [
                "CInflate",
                .product(name: "Benchmark", package: "benchmark"),
                .product(name: "DepthAnalysis", package: "depthcheck"),
                .product(name: "DepthFiles", package: "depthcheck"),
            ],
            path: "Benchmarks/DepthBenchmarks",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]))
}
