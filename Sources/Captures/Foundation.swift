// The trait Foundation: `localizedDescription` and alerts of apps show the messages of errors.

#if Foundation
    #if canImport(FoundationEssentials)
        public import FoundationEssentials
    #else
        public import Foundation
    #endif

    extension CapturePackingError: LocalizedError {
        /// The same as ``description``.
        public var errorDescription: String? { description }
    }

    extension CaptureFrameError: LocalizedError {
        /// The same as ``description``.
        public var errorDescription: String? { description }
    }

    extension CaptureCaseError: LocalizedError {
        /// The same as ``description``.
        public var errorDescription: String? { description }
    }

    extension DeviceFile.Fault: LocalizedError {
        /// The same as ``description``.
        public var errorDescription: String? { description }
    }

    extension ServerJSONError: LocalizedError {
        /// The same as ``description``.
        public var errorDescription: String? { description }
    }

    extension AssertionFailure: LocalizedError {
        /// The same as ``description``.
        public var errorDescription: String? { description }
    }

    extension CBORFault: LocalizedError {
        /// The same as ``description``.
        public var errorDescription: String? { description }
    }

    extension COSEKey.Fault: LocalizedError {
        /// The same as ``description``.
        public var errorDescription: String? { description }
    }

    extension HTTPRequestMessage.Fault: LocalizedError {
        /// The same as ``description``.
        public var errorDescription: String? { description }
    }

    extension MultipartFault: LocalizedError {
        /// The same as ``description``.
        public var errorDescription: String? { description }
    }

    extension UnmodelledBehaviour: LocalizedError {
        /// The same as ``description``.
        public var errorDescription: String? { description }
    }
#endif
