// The trait Foundation: `localizedDescription` and alerts of apps show the messages of errors.

#if Foundation
    #if canImport(FoundationEssentials)
        public import FoundationEssentials
    #else
        public import Foundation
    #endif

    extension AnalysisParameterError: LocalizedError {
        /// The same as ``description``.
        public var errorDescription: String? { description }
    }

    extension DepthMapError: LocalizedError {
        /// The same as ``description``.
        public var errorDescription: String? { description }
    }

    #if canImport(CoreVideo)
        extension PixelBufferError: LocalizedError {
            /// The same as ``description``.
            public var errorDescription: String? { description }
        }
    #endif
#endif
