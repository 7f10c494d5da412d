internal import PlainText
internal import Subprocess
internal import SystemPackage

// The one file that starts processes.

/// Runs a program to its end, or to the end of our patience.
struct ProgramRun {
    let words: [String]
    let timeout: Double

    /// An answer takes a few kilobytes.
    private static let outputLimit = 4 << 20

    private static func read(_ output: [UInt8]) -> Answer {
        func failure(_ finding: String) -> Answer {
            let start = String(decoding: output.prefix(200), as: UTF8.self)
            return .failure(.notJSON(finding: finding, output: String(start.prefix(80))))
        }
        if output.allSatisfy({ $0 <= 0x20 }) { return failure("nothing was printed") }
        do throws(JSONError) {
            let value = try JSONReader.read(output)
            return value.members == nil ? failure("\(value.kindName) was printed") : .success(value)
        } catch {
            return failure(error.description)
        }
    }

    /// A session of its own lets the program be killed together with all it has started.
    private var options: PlatformOptions {
        var options = PlatformOptions()
        options.createSession = true
        options.teardownSequence = [
            .gracefulShutDown(toProcessGroup: true, allowedDurationToNextStep: .milliseconds(200))
        ]
        return options
    }

    /// The JSON object the program prints.
    func answer() async -> Answer {
        let program = words[0]
        let executable: Executable = program.contains("/") ? .path(FilePath(program)) : .name(program)
        let (arguments, options, timeout) = (Arguments(Array(words.dropFirst())), options, timeout)
        return await withTaskGroup(of: Answer.self) { group in
            group.addTask {
                do {
                    let result = try await run(
                        executable, arguments: arguments, platformOptions: options,
                        output: .bytes(limit: Self.outputLimit), error: .bytes(limit: Self.outputLimit))
                    let error = Self.lastLine(result.standardError)
                    return switch result.terminationStatus {
                    case .exited(0): Self.read(result.standardOutput)
                    case .exited(let code): .failure(.wrongExit(code: code, standardError: error))
                    case .signaled(let signal): .failure(.crashed(signal: signal, standardError: error))
                    }
                } catch let error as SubprocessError where error.code == .outputLimitExceeded {
                    return .failure(.tooMuchOutput(limit: Self.outputLimit))
                } catch let error as SubprocessError {
                    return .failure(.notStarted("\(error)"))
                } catch {
                    return .failure(.timedOut(seconds: timeout))
                }
            }
            group.addTask {
                try? await Task.sleep(for: .seconds(timeout))
                return .failure(.timedOut(seconds: timeout))
            }
            let first = await group.next()
            group.cancelAll()
            return first ?? .failure(.timedOut(seconds: timeout))
        }
    }

    private static func lastLine(_ bytes: [UInt8]) -> String {
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        return lines.last.map { String($0.prefix(200)) } ?? ""
    }
}
