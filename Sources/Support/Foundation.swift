// With the trait Foundation, errors have a localized description, and URLs give their paths.

#if Foundation
    #if canImport(FoundationEssentials)
        public import FoundationEssentials
    #else
        public import Foundation
    #endif

    /// An error whose `localizedDescription`, which alerts of apps show, is its description.
    public protocol DescribedError: LocalizedError, CustomStringConvertible {}

    extension DescribedError {
        /// The same as `description`.
        public var errorDescription: String? { description }
    }

    extension URL {
        package func filePath() throws(FileAccessError) -> String {
            let path = path(percentEncoded: false)
            // A path that is not UTF-8 is empty.
            guard isFileURL, !path.isEmpty else { throw FileAccessError(absoluteString, .notFileURL) }
            return path
        }
    }
#endif
