// The trait Foundation: `localizedDescription` and alerts of apps show the messages of errors, and functions that take
// a path take a URL too.

#if Foundation
    #if canImport(FoundationEssentials)
        public import FoundationEssentials
    #else
        public import Foundation
    #endif
    public import DepthFiles
    public import Support

    extension CorpusError: DescribedError {}
    extension TuningError: DescribedError {}

    extension CorpusError {
        fileprivate static func path(of url: URL) throws(CorpusError) -> String {
            do throws(FileAccessError) { return try url.filePath() } catch {
                throw .system(path: error.path, text: error.message)
            }
        }
    }

    extension DepthFileCorpus {
        /// Lists depth files and folders of them, as ``init(_:root:part:selection:)`` does for paths.
        ///
        /// - Throws: ``CorpusError``, also for a URL that is not a file URL.
        public init(
            _ urls: [URL], root: URL? = nil, part: CorpusPart? = nil, selection: FileSelection = FileSelection()
        ) throws(CorpusError) {
            var paths: [String] = []
            for url in urls { paths.append(try CorpusError.path(of: url)) }
            var base: String?
            if let root { base = try CorpusError.path(of: root) }
            try self.init(paths, root: base, part: part, selection: selection)
        }
    }

    extension FileStamp {
        /// Reads the stamp from the file system, as ``init(ofFileAt:)`` does for a path.
        ///
        /// - Throws: `FileAccessError` if the file is inaccessible.
        public init(ofFileAt url: URL) throws(FileAccessError) { try self.init(ofFileAt: url.filePath()) }
    }

    extension MeasurementJournal {
        /// Opens the journal at a URL, as
        /// ``init(path:format:provenance:hasOneReading:hasOneCorpus:isResumed:)`` does at a path.
        ///
        /// - Throws: ``CorpusError``, also for a URL that is not a file URL.
        public convenience init(
            url: URL, format: MeasurementFormat, provenance: MeasuringProvenance, hasOneReading: Bool = true,
            hasOneCorpus: Bool = true, isResumed: Bool
        ) throws(CorpusError) {
            try self.init(
                path: CorpusError.path(of: url), format: format, provenance: provenance,
                hasOneReading: hasOneReading, hasOneCorpus: hasOneCorpus, isResumed: isResumed)
        }
    }

    extension KeptMeasurements {
        /// Opens the table of a measurement variant in a folder, as ``init(folder:provenance:of:)`` does for a path.
        ///
        /// - Throws: ``CorpusError``, also for a URL that is not a file URL.
        public convenience init(
            folder: URL, provenance: MeasuringProvenance, of known: [MapMeasurement]
        ) throws(CorpusError) {
            try self.init(folder: CorpusError.path(of: folder), provenance: provenance, of: known)
        }
    }
#endif
