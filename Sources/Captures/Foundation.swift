// The trait Foundation: `localizedDescription` and alerts of apps show the messages of errors.

#if Foundation
    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif
    public import Support

    extension CapturePackingError: DescribedError {}
    extension ServerJSONError: DescribedError {}
    extension AssertionFailure: DescribedError {}
    extension CBORFault: DescribedError {}
    extension COSEKey.Fault: DescribedError {}
    extension MultipartFault: DescribedError {}
    extension UnmodelledBehaviour: DescribedError {}
#endif
