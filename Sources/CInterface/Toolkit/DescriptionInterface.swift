// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

internal import CDepthcheck
internal import DepthAnalysis
internal import DepthFiles
internal import DepthPictures
internal import PlanarityMeasurements
internal import Reports
internal import Support

// Implements depthcheck.h, where the functions are documented; the compiler checks the signatures.

@c @implementation public func depthcheck_abi_version() -> Int32 { DEPTHCHECK_ABI_VERSION }

@c @implementation public func depthcheck_description() -> UnsafeMutablePointer<CChar> {
    returnedJSON { writer in
        AnalysisDescription.write(to: &writer)
        writer.member("algorithmVersion", SceneAnalysis.algorithmVersion)
        writer.member("columns", AnalysisColumn.all.map { $0.name })
        writer.member(
            "measured", SceneAnalysis.Field.allCases.filter { $0.kind.isSingle && $0.isStored }.map { $0.rawValue })
        writer.member("reasons", VerdictReason.allCases.map { $0.rawValue })
        // The overlays of candidates are omitted to keep libraries small.
        writer.member("overlays", Overlay.allCases.map { $0.name })
        writer.member("extensions", DepthFileList.extensions)
        writer.member("candidates", CandidateMeasurement.allCases.map { $0.rawValue })
        writer.member("confidences", DepthConfidence.allCases.map { $0.name })
        writer.member("sampleTypes", SampleType.allCases.map { $0.rawValue })
        writer.member("dataSets", PublishedDataSet.allCases.map { $0.rawValue })
    }
}

/// JSON, with names of Python's arguments, as a C string to return; freed with `depthcheck_free`.
func returnedJSON(_ write: (inout JSONWriter) -> Void) -> UnsafeMutablePointer<CChar> {
    var writer = JSONWriter(.compact, .names, .python)
    writer.object { write(&$0) }
    return returned(writer.bytes)
}

func returned(_ text: String) -> UnsafeMutablePointer<CChar> { returned(Array(text.utf8)) }

private func returned(_ bytes: [UInt8]) -> UnsafeMutablePointer<CChar> {
    let text = UnsafeMutableBufferPointer<CChar>.allocate(capacity: bytes.count + 1)
    for (place, byte) in bytes.enumerated() { text.initializeElement(at: place, to: CChar(bitPattern: byte)) }
    text.initializeElement(at: bytes.count, to: 0)
    // SAFETY: the buffer holds at least the final zero.
    return text.baseAddress!
}
