import ArgumentParser
import DepthAnalysis
import DepthFiles
import GoldenFiles
import Platform

/// The golden set a command works on.
struct GoldenSetArgument: ParsableArguments {
    /// The set of this project, where the command runs in its folder.
    static let defaultPath = "golden"

    @Argument(
        help: ArgumentHelp("The folder of the golden set.", valueName: "dir"), completion: .directory)
    var directory = GoldenSetArgument.defaultPath

    /// The set.
    ///
    /// - Throws: `ExitCode.unreadableInput`, after saying why.
    func read() throws -> GoldenSet { try Self.read(directory) }

    static func read(_ path: String) throws -> GoldenSet {
        do throws(GoldenSetError) { return try GoldenSet(path) } catch {
            Terminal.remark("error: \(error.path): \(error.finding)")
            throw ExitCode.unreadableInput
        }
    }
}

/// The pending files a command works on, in a set that an option names because the arguments are names.
struct PendingArguments: ParsableArguments {
    @Argument(
        help: ArgumentHelp("Names, or patterns with * and ?, such as room-01 or 'server/*'.", valueName: "name"))
    var names: [String] = []

    @Option(help: ArgumentHelp("The folder of the golden set.", valueName: "dir"), completion: .directory)
    var set = GoldenSetArgument.defaultPath
}

/// Who gives the fresh answers.
struct AnswererArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Ask this program instead of depthcheck. It prints one JSON object for {input}, a packed file, or {f32}, a "
                + "file of little-endian float32. {width} {height}: as the server settled on them; {given_width} "
                + "{given_height}: as they stood beside the map, 0 if none did.",
            valueName: "command"))
    var run: String?

    @Option(help: "How depthcheck measures: as written in the specification, or with its kernels.")
    var engine = DepthAnalyzer.Engine.kernel

    @Option(
        name: .customLong("exp"),
        help: "How depthcheck's exp rounds: with fused multiply-add, or as on a processor without.")
    var exponential = DepthAnalyzer.Exponential.fused

    @Option(help: ArgumentHelp("Seconds that program has for one input.", valueName: "seconds"))
    var timeout = 10.0

    @OptionGroup var jobs: JobsOption

    func validate() throws {
        guard timeout.isFinite, timeout > 0 else {
            throw ValidationError("--timeout is \(timeout); expected a number of seconds above 0")
        }
        if let run {
            do throws(CommandTemplateError) { _ = try CommandTemplate(run) } catch {
                throw ValidationError("--run: \(error.description)")
            }
        }
    }

    /// Who is asked.
    func makeAnswerer() throws -> Answerer {
        guard let run else {
            let (engine, exponential) = (engine, exponential)
            return .analyzer { DepthAnalyzer(profile: $0, engine: engine, exponential: exponential) }
        }
        return .program(try CommandTemplate(run), timeout: timeout)
    }
}

extension RecordingError {
    /// Says what is wrong, and returns the exit code for it.
    var reported: ExitCode {
        switch self {
        case .refusedInCI, .unacceptable, .nothingPending, .nothingMatches:
            Terminal.remark("error: \(message)")
            return .conditionHolds
        case .file:
            Terminal.remark("error: \(message)")
            return .outputFailed
        }
    }
}

extension Terminal {
    /// Whether this is continuous integration, as its services say in the environment.
    static var isContinuousIntegration: Bool { Machine.environment("CI")?.isEmpty == false }
}
