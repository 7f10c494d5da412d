// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

internal import CDepthcheck
package import DepthAnalysis
internal import GzipReader

// Implements depthcheck.h, where the functions are documented; the compiler checks the signatures.

@c @implementation public func depthcheck_allocate(_ byteCount: Int) -> UnsafeMutableRawPointer {
    .allocate(byteCount: max(byteCount, 1), alignment: 16)
}

@c @implementation public func depthcheck_free(_ pointer: UnsafeMutableRawPointer?) { pointer?.deallocate() }

@c @implementation public func depthcheck_analyzer(
    _ profile: Int32, _ engine: Int32, _ parameters: UnsafePointer<Double>?, _ count: Int
) -> OpaquePointer? {
    let (profiles, engines) = (AnalysisProfile.allCases, DepthAnalyzer.Engine.inEveryBuild)
    guard profiles.indices.contains(Int(profile)), engines.indices.contains(Int(engine)),
        let parameters = AnalysisParameters(parameters, count),
        let analyzer = DepthAnalyzer(
            profile: profiles[Int(profile)], meaningful: parameters, engine: engines[Int(engine)])
    else { return nil }
    return OpaquePointer(Unmanaged.passRetained(AnalyzerHandle(analyzer)).toOpaque())
}

@c @implementation public func depthcheck_meaningless_parameter(
    _ parameters: UnsafePointer<Double>, _ count: Int
) -> Int32 {
    let key: AnalysisParameters.Key? =
        switch AnalysisParameters.read(parameters, count) {
        case .success(let parameters): parameters.firstOutOfRange
        case .failure(let unstorable): unstorable.key
        }
    return key.flatMap { AnalysisParameters.Key.allCases.firstIndex(of: $0) }.map { Int32($0) } ?? -1
}

@c @implementation public func depthcheck_release(_ analyzer: OpaquePointer) {
    Unmanaged<AnalyzerHandle>.fromOpaque(UnsafeRawPointer(analyzer)).release()
}

@c @implementation public func depthcheck_analyze(
    _ analyzer: OpaquePointer, _ samples: UnsafePointer<Float>, _ count: Int, _ width: Int32, _ height: Int32
) -> UnsafeMutablePointer<Double>? {
    DepthAnalyzer(handle: analyzer).analyze(samples, count, width, height).map { NumberRecord(of: $0).allocatedCopy }
}

@c @implementation public func depthcheck_analyze_many(
    _ analyzer: OpaquePointer, _ samples: UnsafePointer<Float>, _ mapCount: Int, _ sampleCount: Int, _ width: Int32,
    _ height: Int32, _ rows: UnsafeMutablePointer<Double>, _ peaks: UnsafeMutablePointer<Double>, _ peakCapacity: Int
) -> Int32 {
    let analyzer = DepthAnalyzer(handle: analyzer)
    for map in 0..<mapCount {
        guard let analysis = analyzer.analyze(samples + map * sampleCount, sampleCount, width, height)
        else { return -1 }
        let row = rows + map * AnalysisColumn.all.count
        for (place, column) in AnalysisColumn.all.enumerated() { row[place] = column.value(in: analysis) }
        for (place, depth) in analysis.peakDepths.prefix(peakCapacity).enumerated() {
            peaks[map * peakCapacity + place] = depth
        }
    }
    return 0
}

@c @implementation public func depthcheck_trace(
    _ analyzer: OpaquePointer, _ samples: UnsafePointer<Float>, _ count: Int, _ width: Int32, _ height: Int32,
    _ marks: UnsafeMutablePointer<UInt8>
) -> UnsafeMutablePointer<Double>? {
    guard let map = DepthMap(samples, count, width, height) else { return nil }
    let trace = DepthAnalyzer(handle: analyzer).trace(map)
    for (place, found) in trace.marks.enumerated() { marks[place] = found.rawValue }
    var record = NumberRecord(of: trace.analysis)
    record.append(trace)
    return record.allocatedCopy
}

private final class AnalyzerHandle {
    let analyzer: DepthAnalyzer

    init(_ analyzer: DepthAnalyzer) { self.analyzer = analyzer }
}

extension DepthAnalyzer {
    /// The analyzer of a handle returned by `depthcheck_analyzer`.
    package init(handle: OpaquePointer) {
        self = Unmanaged<AnalyzerHandle>.fromOpaque(UnsafeRawPointer(handle)).takeUnretainedValue().analyzer
    }

    /// Analyses borrowed samples. Infers the dimensions if both are 0; returns nil if they do not match the count.
    fileprivate func analyze(
        _ samples: UnsafePointer<Float>, _ count: Int, _ width: Int32, _ height: Int32
    ) -> SceneAnalysis? {
        // SAFETY: the caller guarantees that `samples` has `count` elements.
        let samples = UnsafeBufferPointer(start: samples, count: count)
        if width == 0, height == 0 { return analyze(DepthMap(inferringDimensionsOf: Array(samples))) }
        return try? analyze(samples.span, width: Int(width), height: Int(height))
    }
}

extension DepthMap {
    /// Copies borrowed samples. Infers the dimensions if both are 0; returns nil if they do not match the count.
    package init?(_ samples: UnsafePointer<Float>, _ count: Int, _ width: Int32, _ height: Int32) {
        // SAFETY: the caller guarantees that `samples` has `count` elements.
        let samples = Array(UnsafeBufferPointer(start: samples, count: count))
        if width == 0, height == 0 {
            self.init(inferringDimensionsOf: samples)
        } else {
            guard let map = try? DepthMap(width: Int(width), height: Int(height), samples: samples) else { return nil }
            self = map
        }
    }
}

private struct UnstorableParameter: Error {
    let key: AnalysisParameters.Key
}

extension AnalysisParameters {
    /// The server's parameters with the first `count` replaced by `numbers`; nil if a number cannot be stored.
    package init?(_ numbers: UnsafePointer<Double>?, _ count: Int) {
        guard case .success(let parameters) = Self.read(numbers, count) else { return nil }
        self = parameters
    }

    fileprivate static func read(
        _ numbers: UnsafePointer<Double>?, _ count: Int
    ) -> Result<AnalysisParameters, UnstorableParameter> {
        var parameters = AnalysisParameters.standard
        // SAFETY: the caller guarantees that `numbers` has `count` elements.
        for (key, number) in zip(Key.allCases, UnsafeBufferPointer(start: numbers, count: count)) {
            guard parameters.set(key, to: number) else { return .failure(UnstorableParameter(key: key)) }
        }
        return .success(parameters)
    }
}

// Exports the reimplementation of the server's gzip reader to other languages.

@c @implementation public func depthcheck_inflate(
    _ input: UnsafePointer<UInt8>, _ count: Int, _ limit: Int
) -> UnsafeMutablePointer<Double> {
    // SAFETY: the caller guarantees that `input` has `count` elements.
    let input = Array(UnsafeBufferPointer(start: input, count: count))
    // A negative number is a `size_t` above `Int.max`.
    let limit = limit < 0 ? .max : limit
    do throws(GzipRefusal) {
        let member: GzipMember
        if let sound = GzipMember(soundInput: input, limit: limit) {
            member = sound
        } else {
            member = try GzipMember(input, limit: limit)
        }
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: max(member.bytes.count, 1), alignment: 16)
        bytes.copyBytes(from: member.bytes)
        let address = Double(UInt(bitPattern: bytes.baseAddress))
        return NumberRecord([-1, address, Double(member.bytes.count), Double(member.byteCount), 0]).allocatedCopy
    } catch {
        let number = GzipRefusal.kinds.firstIndex(of: error.kind) ?? GzipRefusal.kinds.count
        return NumberRecord([Double(number), 0, 0, 0, Double(error.limit ?? 0)]).allocatedCopy
    }
}
