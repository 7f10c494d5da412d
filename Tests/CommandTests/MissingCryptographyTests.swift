import Foundation
import TestSupport
import Testing

#if os(Linux)
    /// Simulates a missing cryptography library: a folder of empty files precedes the library path.
    @Suite struct MissingCryptographyTests {
        private static let room = "fixtures/room-01.bin.gz"

        private func depthcheck(_ arguments: [String]) throws -> CommandRunner.Outcome {
            let folder = try TemporaryFolder()
            for end in ["so", "so.3", "so.4", "so.1.1"] { try folder.file("libcrypto.\(end)") }
            return try CommandRunner.depthcheck(arguments, environment: ["LD_LIBRARY_PATH": folder.path])
        }

        @Test(arguments: [
            ["measure", room], ["golden", "check", "golden"], ["capture", "inspect", "fixtures/captures/x"],
            ["evaluate", room, "--labels", room, "--parameters", room],
        ])
        func commandsThatNeedDigestsReportTheMissingLibrary(arguments: [String]) throws {
            let outcome = try depthcheck(arguments)
            #expect(outcome.exitCode == 71 && outcome.output.isEmpty)
            #expect(outcome.errors.contains("error: found no cryptography library ("))
            #expect(outcome.errors.contains("install it (on Debian and Ubuntu: apt-get install openssl)"))
            #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
        }

        @Test(arguments: [["analyze", room], ["info", room], ["parity", room]])
        func otherCommandsWorkWithoutTheLibrary(arguments: [String]) throws {
            #expect(try depthcheck(arguments).exitCode == 0)
        }
    }
#endif
