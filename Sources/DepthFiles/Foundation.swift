// With the trait Foundation, `localizedDescription`, which apps show in alerts, is the message of an error, and
// functions that take a path also take a URL.

#if Foundation
    #if canImport(FoundationEssentials)
        public import FoundationEssentials
    #else
        public import Foundation
    #endif
    public import DepthAnalysis
    public import Support

    extension ReadingError: DescribedError {}
    extension DepthFileError: DescribedError {}
    extension ArchiveMemberError: DescribedError {}
    extension ZipError: DescribedError {}
    extension WritingError: DescribedError {}
    extension FileAccessError: DescribedError {}
    extension FileAccessError.Reason: DescribedError {}

    extension DepthMap {
        /// Reads a depth file of any supported format, synchronously, as ``init(contentsOf:options:)`` does for a path.
        ///
        /// - Throws: ``ReadingError``; ``FileAccessError/Reason/notFileURL`` for a URL that is not a file URL.
        public init(contentsOf url: URL, options: ReadingOptions = ReadingOptions()) throws(ReadingError) {
            try self.init(contentsOf: ReadingError.path(of: url), options: options)
        }

        /// Reads a depth file off the caller's actor, as ``load(contentsOf:options:)`` does for a path.
        ///
        /// - Throws: ``ReadingError``; ``FileAccessError/Reason/notFileURL`` for a URL that is not a file URL.
        @concurrent
        public static func load(
            contentsOf url: URL, options: ReadingOptions = ReadingOptions()
        ) async throws(ReadingError) -> DepthMap {
            try DepthMap(contentsOf: url, options: options)
        }
    }

    extension ReadingError {
        fileprivate static func path(of url: URL) throws(ReadingError) -> String {
            do throws(FileAccessError) { return try url.filePath() } catch { throw .inaccessible(error) }
        }
    }

    extension FileAnalyzer {
        /// Analyses the file at a URL. Never fails: if the file cannot be read, the result contains the error.
        public func analyze(_ url: URL) -> FileAnalysis {
            do throws(FileAccessError) { return analyze(try url.filePath()) } catch { return result(of: error) }
        }
    }

    extension DepthFileList {
        /// Lists the depth files in a folder and all its subfolders, as ``files(below:_:)`` does for a path.
        public static func files(
            below folder: URL, _ selection: FileSelection = FileSelection()
        ) throws(FileAccessError) -> Contents {
            try files(below: folder.filePath(), selection)
        }
    }
#endif
