// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that users of the library never resolve a benchmark package.

let package = Package(
    name: "depthcheck-benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "depthcheck", path: "../..")
    ],
    targets: [
        .executableTarget(
            name: "KernelTimes",
            dependencies: [
                .product(name: "DepthAnalysis", package: "depthcheck")
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
