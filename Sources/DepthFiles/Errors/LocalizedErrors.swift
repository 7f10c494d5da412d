// The only file that imports Foundation, and only on Darwin, where every process loads Foundation anyway. On other
// systems, Foundation would add milliseconds to each start of the command. These conformances make
// `localizedDescription` and the alerts of apps show the messages of this package. They contain no logic, because the
// Linux build does not compile them.

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
