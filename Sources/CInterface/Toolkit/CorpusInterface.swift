// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

internal import CDepthcheck
internal import DepthAnalysis
internal import DepthFiles
internal import Reports
internal import Support
internal import ThresholdTuning

// Lists and measures corpora for other languages, in the same way as `depthcheck measure`.

@c @implementation public func depthcheck_corpus(
    _ analyzer: OpaquePointer, _ reading: UnsafePointer<CChar>,
    _ paths: UnsafePointer<UnsafePointer<CChar>>?, _ count: Int, _ root: UnsafePointer<CChar>?,
    _ areShards: Int32, _ measuresCandidates: Int32, _ corpus: UnsafeMutablePointer<OpaquePointer?>
) -> UnsafeMutablePointer<CChar> {
    corpus.pointee = nil
    do throws(CryptographyError) { try CryptographyLibrary.require() } catch {
        return returnedJSON { $0.member("no_cryptography", error.description) }
    }
    // SAFETY: the caller guarantees that `paths` has `count` elements.
    let paths = UnsafeBufferPointer(start: paths, count: count).map { String(fileCharacters: $0) }
    let measurer = CorpusMeasurer(
        analyzer: DepthAnalyzer(handle: analyzer), reader: DepthFileReader(reading),
        candidates: measuresCandidates != 0, .reports)
    do throws(CorpusError) {
        let root = root.map { String(fileCharacters: $0) }
        let shards = areShards == 0 ? [] : try NamedArchive.named(paths, root: root) { _ in nil }
        let listed = try DepthFileCorpus(areShards == 0 ? paths : [], root: root)
        let handle = CorpusHandle(entries: listed.entries, archives: listed.archives + shards, measurer)
        corpus.pointee = OpaquePointer(Unmanaged.passRetained(handle).toOpaque())
        return returnedJSON { write(listed, count: handle.count, to: &$0) }
    } catch {
        return returnedJSON { writer in
            switch error {
            case .sameName(let file, let first, let second): writer.member("same_name", [file, first, second])
            case .outsideRoot(let path, let root): writer.member("outside_root", [path, root])
            default: preconditionFailure("listing a corpus does not fail otherwise: \(error)")
            }
        }
    }
}

private func write(_ corpus: DepthFileCorpus, count: Int, to writer: inout JSONWriter) {
    writer.member("count", count)
    writer.objects("missing", corpus.missing) { error, writer in
        writer.member("path", error.path)
        write(error, to: &writer)
    }
    // The caller decides whether it matters that a folder has no depth file.
    let skipped = corpus.failures.filter { if case .noDepthFiles = $0.reason { false } else { true } }
    writer.objects("skipped", skipped) { error, writer in
        writer.member("path", error.path)
        write(error, to: &writer)
    }
    writer.member("not_files", corpus.irregularFiles)
}

private func write(_ error: FileAccessError, to writer: inout JSONWriter) {
    writer.member("error", error.wording)
    writer.member("error_code", error.code)
    writer.member("error_number", Int(error.reason.errorNumber))
}

@c @implementation public func depthcheck_release_corpus(_ corpus: OpaquePointer) {
    Unmanaged<CorpusHandle>.fromOpaque(UnsafeRawPointer(corpus)).release()
}

@c @implementation public func depthcheck_measure(
    _ corpus: OpaquePointer, _ place: Int
) -> UnsafeMutablePointer<CChar>? {
    let corpus = CorpusHandle.held(by: corpus)
    guard (0..<corpus.count).contains(place) else { return nil }
    return returnedRows { () throws(FileAccessError) in try corpus.measured(at: place) }
}

@c @implementation public func depthcheck_measure_bytes(
    _ corpus: OpaquePointer, _ name: UnsafePointer<CChar>, _ bytes: UnsafePointer<UInt8>, _ count: Int
) -> UnsafeMutablePointer<CChar> {
    // SAFETY: the caller guarantees that `bytes` has `count` elements.
    let bytes = Array(UnsafeBufferPointer(start: bytes, count: count))
    let member = DepthFileMember(name: String(fileCharacters: name), in: DepthFileMember.inTar) { bytes }
    return returnedRows { () throws(FileAccessError) in
        try CorpusHandle.held(by: corpus).measurer.measureMaps(in: .member(member))
    }
}

/// Returns the rows as a JSON array; if measuring fails, a JSON object with the error.
private func returnedRows(
    _ measured: () throws(FileAccessError) -> [CorpusMeasurer.MeasuredMember]
) -> UnsafeMutablePointer<CChar> {
    do throws(FileAccessError) {
        let lines = try measured().compactMap { member in
            if case .row(let row, _) = member { MeasurementFormat.ndjson.line(row) } else { nil }
        }
        return returned("[" + lines.joined(separator: ",") + "]")
    } catch {
        return returnedJSON { writer in
            writer.member("path", error.path)
            write(error, to: &writer)
        }
    }
}

private final class CorpusHandle: Sendable {
    let measurer: CorpusMeasurer
    private let entries: [DepthFileCorpus.Entry]
    private let archives: [NamedArchive]

    init(entries: [DepthFileCorpus.Entry], archives: [NamedArchive], _ measurer: CorpusMeasurer) {
        (self.measurer, self.entries, self.archives) = (measurer, entries, archives)
    }

    static func held(by handle: OpaquePointer) -> CorpusHandle {
        Unmanaged<CorpusHandle>.fromOpaque(UnsafeRawPointer(handle)).takeUnretainedValue()
    }

    var count: Int { entries.count + archives.count }

    /// Measures the maps of the file at `place`. Archives come after all other files, as in the command.
    func measured(at place: Int) throws(FileAccessError) -> [CorpusMeasurer.MeasuredMember] {
        if place < entries.count { return try measurer.measureMaps(of: entries[place], unless: EarlierRows()) }
        var measured: [CorpusMeasurer.MeasuredMember] = []
        for input in ArchiveInputs([archives[place - entries.count]], options: measurer.options) {
            measured += try measurer.measureMaps(in: input)
        }
        return measured
    }
}
