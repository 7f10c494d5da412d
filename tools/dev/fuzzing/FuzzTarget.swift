/// Something that reads what others wrote, and what is promised of it whatever stands there.
///
/// A format that comes later is one file in `Targets` and one line in ``all``.
struct FuzzTarget: Sendable {
    /// What its folder of seeds is called.
    let name: String
    /// Folders of the package with more seeds.
    var seeds: [String] = []
    /// What its inputs are made of, for the fuzzer to put together.
    var words: [String] = []
    /// What comes out of an input, as bytes; nil for what decodes nothing. It is decoded twice, over memory that was
    /// filled with different bytes before, and has to be the same.
    var decoded: (@Sendable (_ input: [UInt8]) -> [UInt8])?
    /// Reads an input. A promise that does not hold ends the process, as does what is never to happen: a trap, an
    /// access outside of memory, more memory or time than the driver allows.
    let read: @Sendable (_ input: [UInt8]) -> Void

    /// Every target, in the order in which bytes become answers.
    static let all: [FuzzTarget] = [
        .inflating, .lzfse, .containers, .storedFormats, .pictures, .photos, .maps, .parameters, .rules, .json, .csv,
        .options, .fileLists, .manifests, .shards, .zip, .serverJSON, .assertions, .multipart, .hashOnly,
        .captureMetadata, .captureCases, .attestations, .certificates, .receipts, .httpRequests, .measurements, .tuning,
        .goldens, .goldenManifests, .fingerprints, .answers,
    ]
}

extension FuzzTarget {
    /// Decodes an input where it finds what others wrote to memory, twice.
    func promiseSameOnEveryHeap(_ input: [UInt8]) {
        guard let decoded else { return }
        let (first, second) = (HeapFilling.with(0x40) { decoded(input) }, HeapFilling.with(0xBF) { decoded(input) })
        promise(first == second, "what memory held before changes nothing: \(Self.difference(first, second))")
    }

    private static func difference(_ first: [UInt8], _ second: [UInt8]) -> String {
        guard first.count == second.count else { return "\(first.count) bytes, then \(second.count)" }
        let places = first.indices.filter { first[$0] != second[$0] }
        return "\(places.count) of \(first.count) bytes differ, the first at \(places.first ?? 0)"
    }
}

/// Ends the process with a sentence unless something holds; libFuzzer keeps the input that led there.
func promise(_ holds: Bool, _ sentence: @autoclosure () -> String) {
    if !holds { fatalError("not kept: " + sentence()) }
}
