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
            end in .bin, .bin.gz or .png.
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
        guard !FileAccess.isFile(GoldenSet.manifestPath(directory)) else {
            Terminal.report("\(directory.printable): found a golden set; expected none; name another folder")
            throw ExitCode.validationFailure
        }
        try Output.reporting { try GoldenSet.create(directory, fixtures: fixtures, profile: profile) }
        let count = try GoldenSetArgument.read(directory).inputFiles(of: nil).count
        let isElsewhere = directory != GoldenSetArgument.defaultPath
        let record =
            "depthcheck golden record" + (isElsewhere ? " --set \(directory)" : "")
            + (profile == .server ? "" : " --profile \(profile.rawValue)") + " --guards 'the results of our maps'"
        try output.finish(
            """
            \(directory.printable): a golden set of \(NumberText.count(count, "map")) in \(fixtures.printable)
            Next: \(count == 0 ? "copy maps to \(fixtures.printable), then " : "")\(record.printable)

            """)
    }
}
