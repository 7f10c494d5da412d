import ArgumentParser
import Conformance
import DepthAnalysis
import Support

struct GoldenInitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Make a golden set of your own maps, without answers yet.",
        usage: "depthcheck golden init [<options>] [<dir>]",
        discussion: """
            Writes a manifest.json and prints the next command. Inputs are the files of the folder of maps whose names \
            end in .bin.gz or .bin. Programs get every map in gzip.
            """)

    @Argument(
        help: ArgumentHelp("The folder of the new set, created if it does not exist.", valueName: "dir"),
        completion: .directory)
    var directory = GoldenSetArgument.defaultPath

    @Option(
        help: ArgumentHelp(
            "The folder of the maps, created if it does not exist. [default: fixtures in the set]",
            valueName: "folder"),
        completion: .directory)
    var fixtures: String?

    @Option(help: "The arithmetic of the answers.")
    var profile = AnalysisProfile.server

    func run() throws {
        let output = try Destination().open(besides: [])
        let fixtures = fixtures ?? directory.asFolderPrefix + "fixtures"
        for folder in [directory, fixtures] where FileAccess.isFile(folder) {
            Terminal.report("\(folder.printable): found a file; expected a folder, or none; name another")
            throw ExitCode.validationFailure
        }
        guard !FileAccess.isFile(GoldenSet.manifestPath(directory)) else {
            Terminal.report("\(directory.printable): found a golden set; expected none; name another folder")
            throw ExitCode.validationFailure
        }
        try Output.reporting { try GoldenSet.create(directory, fixtures: fixtures, profile: profile) }
        let set = try GoldenSetArgument.read(directory)
        let misnamed = set.misnamedMaps
        for (file, fault) in misnamed {
            Terminal.report(
                "\(set.inputPath(file).printable): found \(fault.printable); expected a name of its own for the "
                    + "golden; rename the file")
        }
        let count = set.inputFiles(of: nil).count
        let isElsewhere = directory != GoldenSetArgument.defaultPath
        let record =
            "depthcheck golden record" + (isElsewhere ? " --set \(directory)" : "")
            + (profile == .server ? "" : " --profile \(profile.rawValue)") + " --guards 'the results of our maps'"
        try output.finish(
            """
            \(directory.printable): a golden set of \(NumberText.count(count, "map")) in \(fixtures.printable)
            Next: \(count == 0 ? "copy maps to \(fixtures.printable), then " : "")\(record.printable)

            """)
        if !misnamed.isEmpty { throw ExitCode.unreadableInput }
    }
}
