// The only file that imports Foundation, and only on Darwin, where every process loads it anyway: elsewhere it would
// add milliseconds to each start of the command. It makes `localizedDescription` and alerts of apps show these
// messages. Linux does not compile this file, so it only forwards.

#if canImport(Darwin)
    public import Foundation
    public import Platform

    extension ReadingError: LocalizedError {
        /// The error with the name of the file.
        public var errorDescription: String? { description }
    }

    extension DepthFileError: LocalizedError {
        /// The error in one line.
        public var errorDescription: String? { description }
    }

    extension FileAccessError: LocalizedError {
        /// The error with the name of the file.
        public var errorDescription: String? { description }
    }
#endif
