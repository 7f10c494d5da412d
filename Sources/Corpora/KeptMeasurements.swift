internal import DepthAnalysis
internal import DepthFiles
internal import DepthReports
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
    /// Rows of files whose bytes have changed since, or were never read, are dropped; they have to be measured again.
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
        let path = folder + "/" + provenance.fileName
        do throws(FileAccessError) { try FileAccess.createFolder(folder) } catch {
            throw .system(path: error.path, text: error.message)
        }
        // Opening takes the lock, checks the rows' provenance and cuts a torn row off.
        var journal = try MeasurementJournal(path: path, format: .csv, provenance: provenance, isResumed: true)
        var present = try Self.rows(of: path)
        let isOutdated = { (row: MapMeasurement) in
            digests[row.file].map { $0 != row.fileDigest || $0.isEmpty } ?? false
        }
        if present.contains(where: isOutdated) {
            present.removeAll(where: isOutdated)
            let lines = [MeasurementFormat.csv.header] + present.map(MeasurementFormat.csv.line)
            do throws(FileAccessError) { try FileAccess.write(Array(lines.joined().utf8), to: path) } catch {
                throw .system(path: path, text: error.message)
            }
            journal = try MeasurementJournal(path: path, format: .csv, provenance: provenance, isResumed: true)
        }
        self.journal = journal
        rows = Dictionary(
            uniqueKeysWithValues: present.filter { digests[$0.file] != nil }.map { ($0.file, $0) })
    }

    /// Adds a row of a file that had none.
    public func append(_ measurement: MapMeasurement) throws(CorpusError) { try journal.append(measurement) }

    /// Waits until all rows are on the disk.
    public func synchronize() throws(CorpusError) { try journal.synchronize() }

    private static func rows(of path: String) throws(CorpusError) -> [MapMeasurement] {
        let bytes: [UInt8]
        do throws(FileAccessError) { bytes = try FileAccess.read(path, maximumByteCount: 1 << 40) } catch {
            throw .system(path: path, text: error.message(naming: .command))
        }
        return try MeasurementTable(bytes, name: path).rows
    }
}

extension MeasuringProvenance {
    /// A file name for measurements made in this way and no other: the measuring digest, and the beginning of a digest
    /// of whose arithmetic it was and how files were read.
    public var fileName: String {
        let rest = SHA256Digest.hexadecimal(of: Array("\(profile.rawValue) \(reading) \(parametersDigest)".utf8))
        return "\(measuringDigest)-\(rest.prefix(12)).csv"
    }
}
