import ArgumentParser
import Conformance
import DepthFiles
import Support

struct SearchArguments: ParsableArguments {
    @Flag(help: "Construct maps whose verdict flips, one for each cause, as small as possible.")
    var search = false

    @Option(
        parsing: .unconditional, help: "The random seed; the same seed finds the same maps. [default: 1]",
        transform: Seed.number)
    var seed: UInt64?

    @Option(parsing: .unconditional, help: "The number of maps to try. [default: 2000]")
    var budget: Int?

    @Option(
        help: ArgumentHelp(
            "Write each map and its description to this folder, which must exist. [default: only the report]",
            valueName: "folder"),
        completion: .directory)
    var outputFolder: String?

    /// The largest budget takes hours.
    private static let budgets = 1...10_000_000

    func validate() throws {
        if !search {
            for (name, isGiven) in [
                ("--seed", seed != nil), ("--budget", budget != nil), ("--output-folder", outputFolder != nil),
            ] where isGiven {
                throw ValidationError("\(name) needs --search")
            }
        }
        if let budget, !Self.budgets.contains(budget) {
            throw ValidationError(
                "--budget is \(budget); expected \(Self.budgets.lowerBound) to \(Self.budgets.upperBound) maps")
        }
        if let outputFolder, !FileAccess.isFolder(outputFolder) {
            throw ValidationError("--output-folder is \(outputFolder.printable); expected an existing folder")
        }
    }

    func run(_ format: ParityReport.Format, _ destination: Destination) throws {
        let stream = try open(destination)
        let search = FlipFinder(seed: seed ?? 1, budget: budget ?? 2000)
        var progress = ProgressBar(total: search.budget, isWanted: !destination.isQuiet)
        let found = search.run { progress.advance() }
        progress.finish()
        let report = SearchReport(search, found: found)
        if let outputFolder {
            for flip in found {
                let bytes = DepthFileWriter.pack(DepthFileWriter.float32Bytes(of: flip.map), as: .gzip, level: 9)
                let description = Array((report.description(of: flip) + "\n").utf8)
                let paths = Self.paths(of: flip.cause, in: outputFolder)
                try write(bytes, to: paths.map)
                try write(description, to: paths.description)
            }
        }
        try stream.write(report.text(format, isBrief: destination.isQuiet, style: destination.style))
        try stream.commit()
    }

    /// Opens the report, which must not be one of the files that the search may write.
    private func open(_ destination: Destination) throws -> Output {
        let found = outputFolder.map { folder in
            FlipCause.allCases.map { Self.paths(of: $0, in: folder) }.flatMap { [$0.map, $0.description] }
        }
        let files = (found ?? []).map { Destination(named: $0, option: "--output-folder") }
        try OutputConflictGuard(reads: []).requireDistinct([destination] + files)
        return try destination.open(besides: [])
    }

    private static func paths(of cause: FlipCause, in folder: String) -> (map: String, description: String) {
        let path = "\(folder)/\(FoundFlip.name(of: cause))"
        return (path + ".bin.gz", path + ".json")
    }

    private func write(_ bytes: [UInt8], to path: String) throws {
        try Output.reporting { try FileAccess.write(bytes, to: path) }
    }
}
