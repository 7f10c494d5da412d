import Support
import Testing

@Suite struct StartedProgramTests {
    /// A pipe holds 64 KiB, so the input is written in several steps.
    @Test func standardInputEndsAfterTheLastBytes() throws {
        let bytes = [UInt8](repeating: 0x61, count: 300_000)
        let program = try StartedProgram(["wc", "-c"], hasInput: true)
        program.send(Array(bytes.dropLast(1)))
        program.sendLast([0x0A])
        #expect(program.exchange(until: .now + .seconds(600)) == .ended)
        #expect(String(decoding: program.output, as: UTF8.self).contains("300000"))
        #expect(program.end() == .exited(code: 0))
    }
}
