// swift-tools-version: 6.2
import PackageDescription

// A separate package, so that users of the library never resolve a benchmark package.
//
// tools/dev/bench/analysis     the table against peers, from the small programs here
// tools/dev/bench/instructions how many instructions one analysis takes

let package = Package(
    name: "depthcheck-benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "depthcheck", path: "../../../..", traits: [])
    ],
    targets: [
        .target(name: "FileContents"),
        .executableTarget(
            name: "KernelTimes",
            dependencies: [
                "FileContents",
                .product(name: "PlanarityMeasurements", package: "depthcheck"),
                .product(name: "DepthAnalysis", package: "depthcheck"),
            ]),
        .systemLibrary(name: "CLibcrypto", providers: [.apt(["libssl-dev"])]),
        .executableTarget(
            name: "CaptureTimes",
            dependencies: [
                "CLibcrypto", "FileContents",
                .product(name: "Captures", package: "depthcheck"),
                .product(name: "DepthAnalysis", package: "depthcheck"),
                .product(name: "DepthFiles", package: "depthcheck"),
            ]),
        .systemLibrary(name: "CInflate"),
        .executableTarget(
            name: "BatchTimes",
            dependencies: [
                "CInflate", "FileContents",
                .product(name: "DepthAnalysis", package: "depthcheck"),
                .product(name: "DepthFiles", package: "depthcheck"),
            ]),
    ]
)
