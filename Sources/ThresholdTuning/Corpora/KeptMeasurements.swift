internal import DepthAnalysis
internal import DepthFiles
internal import Support

/// A stored table of measurements, so that nothing is measured twice. A folder has one table per measurement variant.
///
///     let kept = try KeptMeasurements(folder: "sweep", provenance: measurer.provenance, of: rows)
///     if kept.row(of: "room/1.bin") == nil { try kept.append(measurer.measure(entry)) }
///
/// The table is a ``MeasurementJournal``: a run that is killed loses at most the row it was writing.
public final class KeptMeasurements {
    private let rows: [ExactText: MapMeasurement]
    private let journal: MeasurementJournal

    /// Opens the table of a measurement variant in `folder`, which is created if needed.
    ///
    /// Rows are never dropped. Files are identified by name and bytes, so corpora with equal file names can share a
    /// folder.
    ///
    /// - Parameters:
    ///   - folder: the folder of the tables.
    ///   - provenance: the measurement variant.
    ///   - known: rows of the requested files, from any variant; only names and SHA-256 are used. Rows of other
    ///     files are ignored.
    /// - Throws: ``CorpusError`` if the existing file has a different provenance, is not a table of measurements,
    ///   is being written by another process, or cannot be written.
    public init(
        folder: String, provenance: MeasuringProvenance, of known: [MapMeasurement]
    ) throws(CorpusError) {
        do throws(FileAccessError) { try FileAccess.createFolder(folder) } catch {
            throw .system(path: error.path, text: error.message)
        }
        journal = try MeasurementJournal(
            path: Self.path(in: folder, provenance), format: .csv, provenance: provenance, hasOneCorpus: false,
            isResumed: true)
        let digests = Dictionary(known.map { (ExactText($0.file), $0.fileDigest) }) { $1 }
        var rows: [ExactText: MapMeasurement] = [:]
        for row in journal.rows where !row.fileDigest.isEmpty {
            let file = ExactText(row.file)
            if digests[file] == row.fileDigest { rows[file] = row }
        }
        self.rows = rows
        try journal.resume(dropping: { _ in false })
    }

    /// The stored row of a requested file; nil if there is none, or if the file had other bytes when it was measured.
    public func row(of file: String) -> MapMeasurement? { rows[ExactText(file)] }

    /// Whether a folder has a table for this variant.
    public static func exists(_ provenance: MeasuringProvenance, in folder: String) -> Bool {
        (try? FileStatus(of: path(in: folder, provenance))) != nil
    }

    package static func path(in folder: String, _ provenance: MeasuringProvenance) -> String {
        folder + "/" + provenance.fileName
    }

    /// Adds a row for a file that has none. A file that could not be opened is not stored.
    public func append(_ measurement: MapMeasurement) throws(CorpusError) {
        if !measurement.fileDigest.isEmpty { try journal.append(measurement) }
    }

    /// Sorts the rows into the order of `files`, and waits until all are on disk.
    public func finish(inOrderOf files: [String]) throws(CorpusError) { try journal.finish(inOrderOf: files) }
}

extension MeasuringProvenance {
    /// The file name of the table for this provenance: the measuring digest, and the start of a digest of the
    /// profile, reading options and parameters.
    public var fileName: String {
        let rest = SHA256Digest.hexadecimal(of: Array("\(profile.rawValue) \(reading) \(parametersDigest)".utf8))
        return "\(measuringDigest)-\(rest.prefix(12)).csv"
    }
}
