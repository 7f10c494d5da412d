// swift-tools-version: 6.2
import PackageDescription

// Targets in the order data flows: C libraries, analysis, files, reports, command. ARCHITECTURE.md explains each.
// tools/test builds with --explicit-target-dependency-import-check error: a module imports only what is listed here.

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

// For modules that word or test what others calculate: the optimiser would take longer than they run. Tests
// that calculate much themselves, on every map, have it.
let unoptimised = settings + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

// The commit, for `depthcheck --version`: tools/lib/build.sh sets it.
let commit: [CSetting] =
    Context.environment["DEPTHCHECK_COMMIT"].map { [.define("DEPTHCHECK_COMMIT", to: "\"\($0)\"")] } ?? []

let package = Package(
    name: "depthcheck",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .library(name: "DepthAnalysis", targets: ["DepthAnalysis"]),
        .library(name: "PlanarityMeasurements", targets: ["PlanarityMeasurements", "DepthAnalysis"]),
        // With the module of the errors that reading a file throws.
        .library(name: "DepthFiles", targets: ["DepthFiles", "Support"]),
        .library(name: "Captures", targets: ["Captures", "DepthAnalysis", "DepthFiles"]),
        .library(name: "ThresholdTuning", targets: ["ThresholdTuning", "DepthAnalysis", "DepthFiles"]),
        .executable(name: "depthcheck", targets: ["depthcheck"]),
    ],
    traits: [
        // Off in the command and the Python library, which would start later and be larger: tools/lib/build.sh.
        .trait(name: "Foundation", description: "Errors are LocalizedError, and paths may be URLs."),
        .default(enabledTraits: ["Foundation"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
        .package(url: "https://github.com/apple/swift-numerics", from: "1.1.1"),
    ],
    targets: [
        // Not by pkg-config, which puts its folder before the one of what tools/lib/build.sh links in. Only system
        // libraries have providers, so these are the packages of CPNG and COpenEXR too.
        .systemLibrary(
            name: "CCompression",
            providers: [
                .apt(["zlib1g-dev", "libdeflate-dev", "libpng-dev", "libopenexr-dev"]),
                .brew(["libdeflate", "libpng", "openexr"]),
            ]),
        .target(name: "CPNG", linkerSettings: [.linkedLibrary("png16")]),
        // Libraries opened when first needed, so that no start waits for them: libcrypto, OpenBLAS, libtiff.
        .target(name: "CLibraries", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
        // OpenEXRCore, opened likewise; apart, because it needs a header to build.
        .target(name: "COpenEXR", dependencies: ["CLibraries"]),
        .target(name: "CSupport", cSettings: commit),
        .target(name: "CStandardStreams"),
        .systemLibrary(name: "CProcessor"),
        // The header of the functions for other languages.
        .systemLibrary(name: "CDepthcheck"),
        // The files of tools/web/source.
        .target(name: "CWebSources"),

        .target(name: "Support", dependencies: ["CSupport", "CLibraries"], swiftSettings: settings),
        // The kernels once more, for processors with AVX2. The linker must not take a function of theirs for the same
        // function of another module: so they have no run-time description of their types, and
        // tools/dev/bench/kernel-symbols checks. A debug build has them for any processor, and does not call them.
        .target(
            name: "KernelsAVX2",
            dependencies: ["CProcessor"],
            swiftSettings: settings + [
                // Eight floats are one vector.
                .define("WIDE_VECTORS", .when(platforms: [.linux], configuration: .release)),
                .unsafeFlags(
                    [
                        "-Xcc", "-Qunused-arguments", "-Xcc", "-Xarch_x86_64", "-Xcc", "-march=x86-64-v3",
                        "-Xfrontend", "-disable-reflection-metadata",
                    ], .when(platforms: [.linux], configuration: .release)),
            ]),
        .target(
            name: "DepthAnalysis",
            dependencies: [
                "CProcessor",
                .target(name: "KernelsAVX2", condition: .when(platforms: [.linux])),
                .product(name: "RealModule", package: "swift-numerics"),
            ],
            swiftSettings: settings + [
                .define("KERNEL_BUILDS", .when(platforms: [.linux], configuration: .release))
            ]),
        // Measurements beside the server's, never in its verdict.
        .target(name: "PlanarityMeasurements", dependencies: ["DepthAnalysis"], swiftSettings: settings),
        .target(name: "GzipReader", swiftSettings: settings),
        .target(
            name: "DepthFiles",
            dependencies: [
                "Support", "DepthAnalysis", "GzipReader", "CCompression", "CPNG", "CLibraries", "COpenEXR",
            ],
            swiftSettings: settings),
        .target(
            name: "DepthPictures", dependencies: ["Support", "DepthAnalysis", "CPNG"],
            swiftSettings: settings),
        .target(
            name: "Captures",
            dependencies: [
                "Support", "DepthAnalysis", "GzipReader", "DepthFiles",
                .product(name: "SwiftASN1", package: "swift-asn1"),
            ],
            swiftSettings: settings),
        .target(
            name: "Conformance",
            dependencies: [
                "Support", "GzipReader", "DepthAnalysis", "DepthFiles",
                .product(name: "RealModule", package: "swift-numerics"),
            ],
            swiftSettings: settings),
        .target(
            name: "Reports",
            dependencies: [
                "Support", "DepthAnalysis", "PlanarityMeasurements", "GzipReader", "DepthFiles", "DepthPictures",
                "Captures", "Conformance",
            ],
            swiftSettings: unoptimised),
        .target(
            name: "ThresholdTuning",
            dependencies: [
                "Support", "CLibraries", "DepthAnalysis", "PlanarityMeasurements", "DepthFiles",
                .product(name: "RealModule", package: "swift-numerics"),
            ],
            swiftSettings: settings),
        // The use cases of the command and of Python: options, their rules and the work.
        .target(
            name: "Tasks",
            dependencies: [
                "Support", "DepthAnalysis", "DepthFiles", "Captures", "Conformance", "Reports", "ThresholdTuning",
            ],
            swiftSettings: unoptimised),
        .target(
            name: "ExplorerReports",
            dependencies: [
                "CWebSources", "Support", "DepthAnalysis", "PlanarityMeasurements", "DepthFiles", "DepthPictures",
                "Reports", "ThresholdTuning",
            ],
            swiftSettings: unoptimised),
        .target(
            name: "CInterface",
            dependencies: [
                "CDepthcheck", "Support", "DepthAnalysis", "PlanarityMeasurements", "GzipReader", "DepthFiles",
                "DepthPictures", "Captures", "Reports", "Conformance", "ThresholdTuning", "Tasks",
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "depthcheck",
            dependencies: [
                "CStandardStreams", "Support", "DepthAnalysis", "DepthFiles", "DepthPictures", "Captures",
                "Reports", "Conformance", "ThresholdTuning", "Tasks", "ExplorerReports",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: unoptimised),

        // Synthetic captures to try tuning on; in no product, so whoever uses the libraries does not build it.
        .executableTarget(
            name: "make-corpus",
            dependencies: [
                "Support", "DepthAnalysis", "DepthFiles",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "RealModule", package: "swift-numerics"),
            ],
            path: "tools/dev/tuning/corpus",
            swiftSettings: settings),
        // The ES module and the page, put together.
        .executableTarget(
            name: "write-web-pages", dependencies: ["Support", "ExplorerReports"], path: "tools/web/pages",
            swiftSettings: settings),
        // One answer, for the golden set without the optimiser.
        .executableTarget(
            name: "answer-golden",
            dependencies: ["Support", "DepthAnalysis", "DepthFiles"],
            path: "tools/dev/golden/answers",
            swiftSettings: settings),
        // How often what tuning says of new scenes holds, on simulated ones.
        .executableTarget(
            name: "coverage",
            dependencies: [
                "Support", "DepthAnalysis", "ThresholdTuning",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "RealModule", package: "swift-numerics"),
            ],
            path: "tools/dev/tuning/simulation",
            swiftSettings: settings),

        .target(
            name: "TestSupport",
            dependencies: ["Support", "DepthAnalysis", "DepthFiles", "Captures"],
            path: "Tests/TestSupport", swiftSettings: settings),
        .testTarget(
            name: "SupportTests",
            dependencies: ["Support", "TestSupport"],
            swiftSettings: unoptimised),
        .testTarget(
            name: "DepthAnalysisTests", dependencies: ["DepthAnalysis", "TestSupport"], swiftSettings: settings),
        .testTarget(
            name: "CapturesTests",
            dependencies: ["Support", "DepthAnalysis", "DepthFiles", "Captures", "TestSupport"],
            swiftSettings: unoptimised),
        .testTarget(
            name: "DepthPicturesTests",
            dependencies: ["DepthAnalysis", "DepthFiles", "DepthPictures", "TestSupport", "CCompression"],
            exclude: ["pictures"],
            swiftSettings: settings),
        .testTarget(
            name: "DepthFilesTests",
            dependencies: ["CCompression", "Support", "DepthAnalysis", "GzipReader", "DepthFiles", "TestSupport"],
            exclude: ["Archives/formats", "formats"],
            swiftSettings: settings),
        .testTarget(
            name: "PlanarityMeasurementsTests",
            dependencies: ["Support", "DepthAnalysis", "PlanarityMeasurements", "TestSupport", "DepthFiles"],
            exclude: ["values.csv"],
            swiftSettings: settings),
        .testTarget(
            name: "ReportsTests",
            dependencies: [
                "Support", "DepthAnalysis", "DepthFiles", "Captures", "Reports", "Conformance",
                "TestSupport", "depthcheck",
            ],
            swiftSettings: unoptimised),
        .testTarget(
            name: "ConformanceTests",
            dependencies: [
                "Support", "DepthAnalysis", "DepthFiles", "Reports", "Conformance", "TestSupport", "depthcheck",
            ],
            exclude: ["junit.xsd"],
            swiftSettings: settings),
        .testTarget(
            name: "ThresholdTuningTests",
            dependencies: [
                "DepthAnalysis", "PlanarityMeasurements", "DepthFiles", "ThresholdTuning", "TestSupport", "depthcheck",
                "make-corpus", "Support",
            ],
            swiftSettings: unoptimised),
        .testTarget(
            name: "ExplorerReportsTests",
            dependencies: [
                "Support", "DepthPictures", "ExplorerReports", "TestSupport", "DepthAnalysis", "PlanarityMeasurements",
                "DepthFiles", "ThresholdTuning", "depthcheck", "make-corpus",
            ],
            swiftSettings: unoptimised),
        .testTarget(
            name: "CommandTests",
            dependencies: [
                "Support", "DepthAnalysis", "DepthFiles", "Captures", "Reports", "Conformance",
                "Tasks", "ThresholdTuning", "TestSupport", "depthcheck",
            ],
            swiftSettings: unoptimised),
    ]
)

// libFuzzer brings the main function of this one, so only tools/dev/fuzzing/fuzz asks for it.
if Context.environment["DEPTHCHECK_FUZZ"] != nil {
    package.targets.append(
        .executableTarget(
            name: "fuzz",
            dependencies: [
                "Support", "GzipReader", "DepthAnalysis", "DepthFiles", "Captures", "Reports",
                "ThresholdTuning", "Conformance", "TestSupport",
            ],
            path: "tools/dev/fuzzing",
            exclude: ["seeds", "make-seeds", "fuzz", "fuzz.py"],
            // Itself with coverage wherever it is built; tools/dev/fuzzing/fuzz decides whether the modules have it.
            swiftSettings: settings + [.unsafeFlags(["-parse-as-library", "-sanitize=fuzzer"])],
            linkerSettings: [.unsafeFlags(["-sanitize=fuzzer"])]))
}

// The capture server for developers. Only tools/server asks for its dependencies, in a build folder of its own.
if Context.environment["DEPTHCHECK_SERVER"] != nil {
    package.dependencies += [
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ]
    package.targets.append(
        .executableTarget(
            name: "depthcheck-server",
            dependencies: [
                "Support", "DepthAnalysis", "DepthFiles", "DepthPictures", "Captures", "Reports", "Tasks",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "tools/server/source",
            swiftSettings: settings))
}

// The shared library that the Python package loads. Its sources are in an sdist without tests and tools.
if Context.environment["DEPTHCHECK_PYTHON"] != nil {
    package.products = [.library(name: "depthcheck-python", type: .dynamic, targets: ["CInterface"])]
    package.targets.removeAll { $0.type == .test || $0.type == .executable || $0.path != nil }
}
