// The one file that knows Foundation, and only where every process has it loaded: elsewhere it would cost each start of
// the command milliseconds. With it, `localizedDescription` and the alerts of an app show the words of this module.
// Nothing on Linux compiles this file, so it does nothing but forward.

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
