// What the trait Foundation adds: the messages of errors in `localizedDescription` and in alerts of apps.

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
