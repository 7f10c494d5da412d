// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

internal import CDepthcheck
internal import DepthAnalysis
internal import DepthFiles
internal import Reports
internal import Support
internal import Tasks

// Reads files for other languages; the caller passes the bytes of the file.

@c @implementation public func depthcheck_analyze_file(
    _ analyzer: OpaquePointer, _ reading: UnsafePointer<CChar>, _ bytes: UnsafePointer<UInt8>,
    _ count: Int, _ record: UnsafeMutablePointer<UnsafeMutablePointer<Double>?>
) -> UnsafeMutablePointer<CChar> {
    let files = FileAnalyzer(analyzer: DepthAnalyzer(handle: analyzer), reader: DepthFileReader(reading))
    // SAFETY: the caller guarantees that `bytes` has `count` elements.
    let bytes = Array(UnsafeBufferPointer(start: bytes, count: count))
    return returned(files.analyze(bytes, input: ""), record)
}

@c @implementation public func depthcheck_analyze_inaccessible(
    _ analyzer: OpaquePointer, _ reading: UnsafePointer<CChar>, _ errorNumber: Int32,
    _ record: UnsafeMutablePointer<UnsafeMutablePointer<Double>?>
) -> UnsafeMutablePointer<CChar> {
    let reader = DepthFileReader(reading)
    let reason = FileAccessError.Reason(
        errorNumber: errorNumber, limit: reader.options.maximumByteCount)
    let files = FileAnalyzer(analyzer: DepthAnalyzer(handle: analyzer), reader: reader)
    let result = files.result(of: FileAccessError("", reason))
    return returned(result, record) { $0.member("is_transient", reason.isTransient) }
}

/// Returns the fields of a result except its analysis as JSON, and stores the analysis as numbers in `record`.
private func returned(
    _ result: FileAnalysis, _ record: UnsafeMutablePointer<UnsafeMutablePointer<Double>?>,
    _ more: (inout JSONWriter) -> Void = { _ in }
) -> UnsafeMutablePointer<CChar> {
    record.pointee = NumberRecord(of: result.analysis).allocatedCopy
    return returnedJSON { writer in
        for field in ResultField.allCases {
            guard let value = field.value(in: result, .reports) else { continue }
            writer.member(field.rawValue) { $0.value(value, in: result.analysis.profile) }
        }
        // The error in Python's wording; the member `error` has the command's.
        writer.member("message", result.error?.wording)
        more(&writer)
    }
}

@c @implementation public func depthcheck_read_file(
    _ reading: UnsafePointer<CChar>, _ bytes: UnsafePointer<UInt8>, _ count: Int,
    _ samples: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>, _ sampleCount: UnsafeMutablePointer<Int>
) -> UnsafeMutablePointer<CChar> {
    // SAFETY: the caller guarantees that `bytes` has `count` elements.
    let bytes = Array(UnsafeBufferPointer(start: bytes, count: count))
    (samples.pointee, sampleCount.pointee) = (nil, 0)
    switch DepthFileReader(reading).read(bytes).result {
    case .failure(let error):
        return returnedJSON { writer in
            writer.member("error", error.wording)
            writer.member("error_code", error.code)
        }
    case .success(let file):
        (samples.pointee, sampleCount.pointee) = (file.map.allocatedSamples, file.map.samples.count)
        return returnedJSON { file.writeMembers(to: &$0) }
    }
}

extension DepthMap {
    /// A copy of the samples to return; freed with `depthcheck_free`.
    var allocatedSamples: UnsafeMutablePointer<Float>? {
        let room = UnsafeMutableBufferPointer<Float>.allocate(capacity: max(samples.count, 1))
        _ = room.initialize(from: samples)
        return room.baseAddress
    }
}

extension DecodedDepthFile {
    func writeMembers(to writer: inout JSONWriter) {
        writer.member("width", map.width)
        writer.member("height", map.height)
        writer.member("container", container.rawValue)
        writer.member("format", format.rawValue)
        let notes = allNotes
        writer.member("notes", notes.map { $0.wording.text(writer.names) })
        writer.member("note_codes", notes.map { $0.code })
    }
}

extension OptionNaming {
    /// The names of arguments in Python, in errors that it raises.
    static let python = OptionNaming { option in
        switch option {
        case .dimensions: "width and height"
        case .invalidValue: "invalid"
        case .pointLimit: "operating_points"
        case .latitude, .longitude: "the \(option.rawValue) of location"
        case .read: "read()"
        case .allFiles: nil
        case .ignoreUnlabelled: "ignore_unlabelled=True"
        default: option.name(separator: "_")
        }
    }

    /// Names in rows and reports that must equal the command's: reading options have the command's names.
    static let reports = OptionNaming { option in
        switch option {
        case .dimensions: "--width and --height"
        case .width, .height, .rowBytes, .sampleType, .invalidValue, .channel, .array, .dataset, .maxBytes, .allFiles:
            "--" + option.name(separator: "-")
        case .read: nil
        default: python[option]
        }
    }
}

extension DepthFileReader {
    /// The reader for options in JSON.
    ///
    /// - Precondition: the request `check_reading` accepts them.
    init(_ reading: UnsafePointer<CChar>) {
        do {
            let object = ReadingMembers(members: try JSONReader.read(String(cString: reading), .texts))
            self = try MapReading(MapReading.Options(object)).reader
        } catch {
            preconditionFailure("unchecked options of reading: \(error)")
        }
    }
}

private struct ReadingMembers: JSONOptions {
    let members: JSONValue

    func value(_ name: String) -> JSONValue? { members[name] }
}
