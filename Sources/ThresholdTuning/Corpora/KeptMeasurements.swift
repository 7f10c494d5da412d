internal import DepthAnalysis
internal import DepthFiles
internal import Support

/// A file of a folder in which measurements are kept, one file for each way of measuring, so that what was measured
/// once need not be measured again.
///
///     let kept = try KeptMeasurements(folder: "sweep", provenance: measurer.provenance, of: rows)
///     if kept.row(of: "room/1.bin") == nil { try kept.append(measurer.measure(entry)) }
///
/// The file is a ``MeasurementJournal``: a run that is killed loses at most the row it was writing.
public final class KeptMeasurements {
    private let rows: [ExactText: MapMeasurement]
    private let journal: MeasurementJournal

    /// Opens the file of a way of measuring in `folder`, which is made if it is not there.
    ///
    /// No row is ever dropped: a file is told by its name and its bytes, so that corpora whose files have the same
    /// names are kept side by side.
    ///
    /// - Parameters:
    ///   - folder: where to keep measurements.
    ///   - provenance: the way of measuring.
    ///   - known: rows of the files asked for, however they were measured: their names and SHA-256 count. Rows of other
    ///     files stay and are not looked at.
    /// - Throws: ``CorpusError``: what is there was measured otherwise, is no table of measurements, is being written
    ///   by another process or cannot be written.
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
        try journal.goOn { _ in false }
    }

    /// What is there already of a file asked for: measured in this way, of a file with these very bytes.
    public func row(of file: String) -> MapMeasurement? { rows[ExactText(file)] }

    /// Whether a folder has anything of this way of measuring.
    public static func isThere(_ provenance: MeasuringProvenance, in folder: String) -> Bool {
        (try? FileStatus(of: path(in: folder, provenance))) != nil
    }

    /// The file in which measurements made in this way are kept.
    package static func path(in folder: String, _ provenance: MeasuringProvenance) -> String {
        folder + "/" + provenance.fileName
    }

    /// Adds a row of a file that had none. A file that could not be opened leaves nothing to keep.
    public func append(_ measurement: MapMeasurement) throws(CorpusError) {
        if !measurement.fileDigest.isEmpty { try journal.append(measurement) }
    }

    /// Puts the rows into this order of files, and waits until all are on the disk.
    public func finish(inOrderOf files: [String]) throws(CorpusError) { try journal.finish(inOrderOf: files) }
}

extension MeasuringProvenance {
    /// A file name for measurements made in this way and no other: the measuring digest, and the beginning of a digest
    /// of whose arithmetic it was and how files were read.
    public var fileName: String {
        let rest = SHA256Digest.hexadecimal(of: Array("\(profile.rawValue) \(reading) \(parametersDigest)".utf8))
        return "\(measuringDigest)-\(rest.prefix(12)).csv"
    }
}
