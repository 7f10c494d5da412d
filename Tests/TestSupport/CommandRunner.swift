package import Foundation

/// Runs the binary that was built with the tests.
package enum CommandRunner {
    package struct Outcome: Sendable {
        /// The exit code, or the number of the signal that ended the run.
        package let exitCode: Int32
        package let output: String
        package let errors: String
    }

    package static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    package static var binary: URL {
        URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "depthcheck")
    }

    /// Runs `depthcheck` to its end; `environment` extends one without colours, columns or CI.
    package static func depthcheck(
        _ arguments: [String], input: Data = Data(), in folder: URL = package, environment: [String: String] = [:]
    ) throws -> Outcome {
        try run(binary, arguments, input: input, in: folder, environment: environment)
    }

    /// A standard output that rejects every write.
    package enum DeadEnd: String, Sendable, CaseIterable {
        case full = "exec \"$@\" > /dev/full"
        /// A pipe whose reader closed it before the first write.
        case closedPipe = "mkfifo dead && exec 3<>dead 4>dead 3<&- && rm dead && exec \"$@\" >&4"
    }

    package static func depthcheck(
        _ arguments: [String], writingTo end: DeadEnd, in folder: URL
    ) throws -> Outcome {
        try run(URL(filePath: "/bin/bash"), ["-c", end.rawValue, "bash", binary.path] + arguments, in: folder)
    }

    package static func run(
        _ program: URL, _ arguments: [String], input: Data = Data(), in folder: URL = package,
        environment: [String: String] = [:]
    ) throws -> Outcome {
        // Files instead of pipes: a full pipe that is not read would block the process.
        let scratch = try TemporaryFolder()
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.currentDirectoryURL = folder
        var variables = ProcessInfo.processInfo.environment
        for name in ["CI", "NO_COLOR", "COLUMNS"] { variables[name] = nil }
        process.environment = variables.merging(environment) { $1 }
        process.standardInput = try FileHandle(forReadingFrom: scratch.file("input", input))
        process.standardOutput = try FileHandle(forWritingTo: scratch.file("output", Data()))
        process.standardError = try FileHandle(forWritingTo: scratch.file("errors", Data()))
        try process.run()
        process.waitUntilExit()
        return Outcome(
            exitCode: process.terminationStatus, output: try scratch.text(of: "output"),
            errors: try scratch.text(of: "errors"))
    }
}
