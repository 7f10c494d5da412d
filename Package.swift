// swift-tools-version: 6.2
import PackageDescription

// The targets stand in the order the data flows: doors to C libraries, analysis, files, reports, command.
// CONTRIBUTING.md explains each; tools/check-imports holds the sources to the arrows drawn here.

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "depthcheck",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .library(name: "DepthAnalysis", targets: ["DepthAnalysis"]),
        .library(name: "DepthFiles", targets: ["DepthFiles"]),
        .library(name: "ThresholdTuning", targets: ["ThresholdTuning"]),
        .executable(name: "depthcheck", targets: ["depthcheck"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-numerics", from: "1.1.1"),
        // Without its default trait, which pulls in Foundation.
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    ],
    targets: [
        .target(name: "SeededRandom", swiftSettings: settings),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CDeflate", providers: [.apt(["libdeflate-dev"])]),
        .systemLibrary(name: "CAllocation"),
        .target(name: "CPNG", linkerSettings: [.linkedLibrary("png16")]),
        .target(
            name: "DepthAnalysis",
            dependencies: [.product(name: "RealModule", package: "swift-numerics")],
            swiftSettings: settings
        ),
        .target(
            name: "DepthFiles",
            dependencies: [
                "DepthAnalysis", "CZlib", "CDeflate", "CAllocation", "CPNG",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: settings
        ),
        .target(name: "DepthReports", dependencies: ["DepthAnalysis", "DepthFiles"], swiftSettings: settings),
        .target(
            name: "GoldenFiles",
            dependencies: [
                "DepthAnalysis", "DepthFiles", "DepthReports",
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: settings
        ),
        // Opens libopenblas when tuning starts: nothing is linked, so that analysing does not wait for it.
        .target(name: "COpenBLAS", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
        .target(
            name: "ThresholdTuning",
            dependencies: [
                "DepthAnalysis", "DepthFiles", "DepthReports", "SeededRandom", "COpenBLAS",
            ],
            swiftSettings: settings
        ),
        .target(
            name: "ParityReports",
            dependencies: [
                "DepthAnalysis", "DepthFiles", "DepthReports", "SeededRandom",
                .product(name: "RealModule", package: "swift-numerics"),
            ],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "depthcheck",
            dependencies: [
                "DepthAnalysis", "DepthFiles", "DepthReports", "GoldenFiles", "ParityReports", "ThresholdTuning",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: settings
        ),

        // Synthetic captures to try tuning on; in no product, so whoever uses the libraries does not build it.
        .executableTarget(
            name: "make-corpus",
            dependencies: [
                "DepthAnalysis", "DepthFiles", "SeededRandom",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "RealModule", package: "swift-numerics"),
            ],
            path: "tools/corpus",
            swiftSettings: settings),

        .target(
            name: "DepthTestSupport", dependencies: ["DepthAnalysis", "DepthFiles", "SeededRandom"],
            path: "Tests/DepthTestSupport", swiftSettings: settings),
        .testTarget(
            name: "DepthAnalysisTests", dependencies: ["DepthAnalysis", "DepthTestSupport"], swiftSettings: settings),
        .testTarget(
            name: "DepthFilesTests", dependencies: ["DepthFiles", "DepthTestSupport"], swiftSettings: settings),
        .testTarget(
            name: "GoldenFilesTests",
            dependencies: [
                "DepthAnalysis", "DepthFiles", "DepthReports", "GoldenFiles", "DepthTestSupport",
                .product(name: "Subprocess", package: "swift-subprocess"),
            ],
            exclude: ["junit.xsd"],
            swiftSettings: settings),
        .testTarget(
            name: "DepthReportsTests", dependencies: ["DepthReports", "DepthTestSupport"], swiftSettings: settings),
        .testTarget(
            name: "ParityReportsTests",
            dependencies: ["depthcheck", "DepthAnalysis", "DepthFiles", "ParityReports", "DepthTestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "CommandTests", dependencies: ["depthcheck", "DepthAnalysis", "DepthFiles", "DepthTestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "ThresholdTuningTests",
            dependencies: [
                "ThresholdTuning", "DepthAnalysis", "DepthFiles", "DepthReports", "SeededRandom", "DepthTestSupport",
                "depthcheck",
                "make-corpus",
            ],
            swiftSettings: settings),
    ]
)
