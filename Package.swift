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
        .executable(name: "depthcheck", targets: ["depthcheck"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-numerics", from: "1.1.1"),
    ],
    targets: [
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
            name: "DepthFiles", dependencies: ["DepthAnalysis", "CZlib", "CDeflate", "CAllocation", "CPNG"],
            swiftSettings: settings),
        .target(name: "DepthReports", dependencies: ["DepthAnalysis", "DepthFiles"], swiftSettings: settings),
        .executableTarget(
            name: "depthcheck",
            dependencies: [
                "DepthAnalysis", "DepthFiles", "DepthReports",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: settings
        ),

        .target(
            name: "DepthTestSupport", dependencies: ["DepthAnalysis", "DepthFiles"], path: "Tests/DepthTestSupport",
            swiftSettings: settings),
        .testTarget(
            name: "DepthAnalysisTests", dependencies: ["DepthAnalysis", "DepthTestSupport"], swiftSettings: settings),
        .testTarget(
            name: "DepthFilesTests", dependencies: ["DepthFiles", "DepthTestSupport"], swiftSettings: settings),
        .testTarget(
            name: "DepthReportsTests", dependencies: ["DepthReports", "DepthTestSupport"], swiftSettings: settings),
        .testTarget(
            name: "CommandTests", dependencies: ["depthcheck", "DepthAnalysis", "DepthFiles", "DepthTestSupport"],
            swiftSettings: settings),
    ]
)
