package import DepthAnalysis
package import PlainText

/// One stored answer: which input, whose answer, and what it was. The schema of the files is in `golden/README.md`.
package struct GoldenCase: Sendable, Hashable {
    /// The schema this module reads and writes.
    package static let schemaVersion = 1

    package var name: String
    /// The folder of the set it stands in, such as `server`.
    package var folder: String
    /// Which rule of the specification it guards, in a sentence.
    package var guards: String
    package var input: GoldenInput
    /// Whose arithmetic the answer was given in.
    package var profile: AnalysisProfile
    package var algorithmVersion: String
    package var provenance: Provenance
    /// The answer: any of the fields in ``Field/compared``.
    package var expected: JSONValue

    /// The name with the folder, which is unique in a set.
    package var id: String { "\(folder)/\(name)" }
    /// Whether the answer tells its intermediate results too.
    var hasStages: Bool { expected[Field.stagesKey] != nil }
}

package struct GoldenInput: Sendable, Hashable {
    package var file: String
    /// SHA-256 of the unpacked float32 samples, in hexadecimal. Packing the file anew does not change it.
    package var sha256: String
    /// The dimensions that stood beside the map when it was answered; nil when none did and they are inferred.
    package var given: MapDimensions?
    /// The dimensions the server settled on. They need not multiply to `sampleCount`.
    package var used: MapDimensions
    package var sampleCount: Int
}

/// Who answered, and when.
package struct Provenance: Sendable, Hashable {
    /// The program that answered.
    package var implementation: String
    package var version: String?
    package var toolchain: String?
    /// The day of the answer, `2026-11-21`, if known.
    package var answeredOn: String?
    package var importedOn: String
    /// Whether somebody else than depthcheck answered. Goldens made by the code under test drift with it.
    package var isIndependent: Bool
    /// Whether this golden may never be replaced: it is a truth from outside that nothing here can give again.
    package var isFrozen: Bool
    /// Anything else a reader should know, such as that the answer is not the real server's.
    package var note: String?
}

/// Names with `*` for any text and `?` for any one character.
enum Pattern {
    /// Whether one of the patterns matches one of the names; without patterns everything does.
    static func any(_ patterns: [String], match names: String...) -> Bool {
        patterns.isEmpty || patterns.contains { pattern in names.contains { matches(pattern[...], $0[...]) } }
    }

    static func matches(_ pattern: Substring, _ text: Substring) -> Bool {
        guard let first = pattern.first else { return text.isEmpty }
        let rest = pattern.dropFirst()
        if first == "*" { return matches(rest, text) || (!text.isEmpty && matches(pattern, text.dropFirst())) }
        guard let character = text.first, first == "?" || first == character else { return false }
        return matches(rest, text.dropFirst())
    }
}
