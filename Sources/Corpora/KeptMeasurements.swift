internal import DepthAnalysis
internal import DepthFiles
internal import Digests
internal import Platform

/// A file of a folder in which measurements are kept, one file for each way of measuring, so that what was measured
/// once need not be measured again.
///
///     let kept = try KeptMeasurements(folder: "sweep", provenance: measurer.provenance, digests: digests)
///     let row = kept.rows["room/1.bin"] ?? measurer.measure(entry)
///     try kept.append(row)
///
/// The file is a ``MeasurementJournal``: a run that is killed loses at most the row it was writing.
public final class KeptMeasurements {
    /// What is there already of the files asked for, by file: measured in this way, of files with these very bytes.
    public let rows: [String: MapMeasurement]
    private let journal: MeasurementJournal

    /// Opens the file of a way of measuring in `folder`, which is made if it is not there.
    ///
    /// No row is ever dropped: a file is told by its name and its bytes, so that corpora whose files have the same
    /// names are kept side by side.
    ///
    /// - Parameters:
    ///   - folder: where to keep measurements.
    ///   - provenance: the way of measuring.
    ///   - digests: SHA-256 of each file asked for, by its name. Rows of other files stay and are not looked at.
    /// - Throws: ``CorpusError``: what is there was measured otherwise, is no table of measurements, is being written
    ///   by another process or cannot be written.
    public init(
        folder: String, provenance: MeasuringProvenance, digests: [String: String]
    ) throws(CorpusError) {
        do throws(FileAccessError) { try FileAccess.createFolder(folder) } catch {
            throw .system(path: error.path, text: error.message)
        }
        journal = try MeasurementJournal(
            path: Self.path(in: folder, provenance), format: .csv, provenance: provenance, hasOneCorpus: false,
            isResumed: true)
        var rows: [String: MapMeasurement] = [:]
        for row in journal.rows where !row.fileDigest.isEmpty && digests[row.file] == row.fileDigest {
            rows[row.file] = row
        }
        self.rows = rows
        try journal.goOn(without: [])
    }

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
