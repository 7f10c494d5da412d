/// A reader of external input, and the properties it must have for any input.
///
/// To add a format, add one file in `Targets` and one line in ``all``.
struct FuzzTarget: Sendable {
    /// The name of its folder of seeds.
    let name: String
    /// Further folders of the package with seeds.
    var seeds: [String] = []
    /// Tokens from which the fuzzer can build inputs.
    var words: [String] = []
    /// The decoded output as bytes; nil if the target decodes nothing. Inputs are decoded twice, with memory filled
    /// with different bytes beforehand, and both outputs must be equal.
    var decoded: (@Sendable (_ input: [UInt8]) -> [UInt8])?
    /// Reads an input. The process ends if a promise is broken, and for any trap, access outside of memory, or more
    /// memory or time than the driver allows.
    let read: @Sendable (_ input: [UInt8]) -> Void

    /// All targets, in the order of processing.
    static let all: [FuzzTarget] = [
        .inflating, .lzfse, .containers, .storedFormats, .pictures, .maps, .parameters, .json, .csv, .options,
        .fileLists, .manifests, .shards, .zip, .serverJSON, .assertions, .multipart, .hashOnly,
        .captureMetadata, .captureCases, .captureFiles, .exports, .attestations, .certificates, .receipts,
        .httpRequests, .conversions, .corpora, .measurements, .labels, .tuning, .goldens, .goldenManifests,
        .fingerprints, .answers,
    ]
}

extension FuzzTarget {
    /// Decodes an input twice, with different contents of uninitialized memory.
    func promiseSameOnEveryHeap(_ input: [UInt8]) {
        guard let decoded else { return }
        let (first, second) = (HeapFilling.with(0x40) { decoded(input) }, HeapFilling.with(0xBF) { decoded(input) })
        promise(first == second, "earlier contents of memory change nothing: \(Self.difference(first, second))")
    }

    private static func difference(_ first: [UInt8], _ second: [UInt8]) -> String {
        guard first.count == second.count else { return "\(first.count) bytes, then \(second.count)" }
        let places = first.indices.filter { first[$0] != second[$0] }
        return "\(places.count) of \(first.count) bytes differ, the first at \(places.first ?? 0)"
    }
}

/// Ends the process with a message unless `holds`; libFuzzer keeps the input.
func promise(_ holds: Bool, _ sentence: @autoclosure () -> String) {
    if !holds { fatalError("not kept: " + sentence()) }
}
