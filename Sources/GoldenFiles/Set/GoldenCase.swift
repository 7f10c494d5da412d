public import DepthAnalysis

/// One stored answer: which input, whose answer, and what it was. The schema of the files is in `golden/README.md`.
public struct GoldenCase: Sendable, Hashable {
    /// The schema this module reads and writes.
    public static let schemaVersion = 1

    /// The name: the file's without `.json`.
    public var name: String
    /// The folder of the set it stands in, such as `server`.
    public var folder: String
    /// Which rule of the specification it guards, in a sentence.
    public var guards: String
    /// The depth map.
    public var input: GoldenInput
    /// Whose arithmetic the answer was given in.
    public var profile: AnalysisProfile
    /// The version of the algorithm that answered.
    public var algorithmVersion: String
    /// Who answered, and when.
    public var provenance: Provenance
    /// The answer: any of the fields in ``Field/all``.
    public var expected: JSONValue

    /// The name with the folder, which is unique in a set.
    public var id: String { "\(folder)/\(name)" }
}

/// The input of a golden.
public struct GoldenInput: Sendable, Hashable {
    /// The file in the fixtures' folder.
    public var file: String
    /// SHA-256 of the unpacked float32 samples, in hexadecimal. Packing the file anew does not change it.
    public var sha256: String
    /// The dimensions that stood beside the map when it was answered; nil when none did and they are inferred.
    public var given: MapDimensions?
    /// The dimensions the server settled on. They need not multiply to `sampleCount`.
    public var used: MapDimensions
    /// Number of samples.
    public var sampleCount: Int
}

/// Who answered.
public struct Provenance: Sendable, Hashable {
    /// The program.
    public var implementation: String
    /// Its version, if known.
    public var version: String?
    /// What it was built with, if known.
    public var toolchain: String?
    /// The day of the answer, `2026-11-21`, if known.
    public var answeredOn: String?
    /// The day it became part of the set.
    public var importedOn: String
    /// Whether somebody else than depthcheck answered. Goldens made by the code under test drift with it.
    public var isIndependent: Bool
    /// Whether this golden may never be replaced: it is a truth from outside that nothing here can give again.
    public var isFrozen: Bool
    /// Anything else a reader should know, such as that the answer is not the real server's.
    public var note: String?
}
