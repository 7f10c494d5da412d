// The path of a URL, with the trait Foundation.

#if Foundation
    #if canImport(FoundationEssentials)
        package import FoundationEssentials
    #else
        package import Foundation
    #endif

    extension URL {
        /// The path of a file URL.
        package func filePath() throws(FileAccessError) -> String {
            let path = path(percentEncoded: false)
            // A path that is not UTF-8 is empty.
            guard isFileURL, !path.isEmpty else { throw FileAccessError(absoluteString, .notFileURL) }
            return path
        }
    }
#endif
