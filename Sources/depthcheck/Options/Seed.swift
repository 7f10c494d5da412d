import ArgumentParser

/// Parses `--seed`, with an error message that states the valid range.
///
///     @Option(parsing: .unconditional, transform: Seed.number) var seed: UInt64 = 1
enum Seed {
    static func number(_ text: String) throws -> UInt64 {
        guard let number = UInt64(text) else {
            throw ValidationError("expected a whole number from 0 to \(UInt64.max)")
        }
        return number
    }
}
