internal import DepthAnalysis

// What other languages call: functions of C over the analysis. Numbers go in and numbers come out, in the order that a
// description made from the same sources tells (tools/web/describe). There is no state but in handles, and a handle may
// be used by many threads.

/// Room for bytes that the caller fills, such as samples; to be given back with `depthcheck_free`.
@c(depthcheck_allocate) public func depthcheckAllocate(_ byteCount: UInt32) -> UnsafeMutableRawPointer {
    .allocate(byteCount: max(Int(byteCount), 1), alignment: 16)
}

/// Gives back what `depthcheck_allocate`, `depthcheck_analyze`, `depthcheck_trace` or `depthcheck_inflate` returned;
/// nothing for nil.
@c(depthcheck_free) public func depthcheckFree(_ pointer: UnsafeMutableRawPointer?) { pointer?.deallocate() }

/// Makes an analyzer.
///
/// - Parameters:
///   - profile: the number of a profile in the description, from 0.
///   - engine: the number of an engine, likewise.
///   - parameters: a number for each parameter, in the order of the description; none for the server's constants.
///   - count: how many.
/// - Returns: a handle for `depthcheck_analyze`, to be given back with `depthcheck_release`; nil for numbers of no
///   profile or engine, and where `depthcheck_meaningless_parameter` finds one.
@c(depthcheck_analyzer) public func depthcheckAnalyzer(
    _ profile: Int32, _ engine: Int32, _ parameters: UnsafePointer<Double>?, _ count: UInt32
) -> UnsafeMutableRawPointer? {
    let (profiles, engines) = (AnalysisProfile.allCases, DepthAnalyzer.Engine.allCases)
    guard profiles.indices.contains(Int(profile)), engines.indices.contains(Int(engine)),
        case .success(let parameters) = AnalysisParameters.read(parameters, count),
        let analyzer = DepthAnalyzer(
            profile: profiles[Int(profile)], meaningful: parameters, engine: engines[Int(engine)])
    else { return nil }
    return Unmanaged.passRetained(AnalyzerHandle(analyzer)).toOpaque()
}

/// The number of the first parameter that has no meaning, in the order of the description; -1 if all have one.
@c(depthcheck_meaningless_parameter) public func depthcheckMeaninglessParameter(
    _ parameters: UnsafePointer<Double>, _ count: UInt32
) -> Int32 {
    let key: AnalysisParameters.Key? =
        switch AnalysisParameters.read(parameters, count) {
        case .success(let parameters): parameters.firstWithoutMeaning
        case .failure(let unstorable): unstorable.key
        }
    return key.flatMap { AnalysisParameters.Key.allCases.firstIndex(of: $0) }.map { Int32($0) } ?? -1
}

/// Gives an analyzer back.
@c(depthcheck_release) public func depthcheckRelease(_ analyzer: UnsafeMutableRawPointer) {
    Unmanaged<AnalyzerHandle>.fromOpaque(analyzer).release()
}

/// Analyses a map.
///
/// - Parameters:
///   - analyzer: what `depthcheck_analyzer` returned.
///   - samples: metres, row by row.
///   - count: how many.
///   - width: samples in a row; 0 together with `height` infers both from the count, as the server does.
///   - height: rows.
/// - Returns: how many numbers there are, as the first of them, then they, see `NumberRecord`; nil for dimensions that
///   do not fit the count. To be given back with `depthcheck_free`.
@c(depthcheck_analyze) public func depthcheckAnalyze(
    _ analyzer: UnsafeMutableRawPointer, _ samples: UnsafePointer<Float>, _ count: UInt32, _ width: Int32,
    _ height: Int32
) -> UnsafeMutableRawPointer? {
    let analyzer = Unmanaged<AnalyzerHandle>.fromOpaque(analyzer).takeUnretainedValue().analyzer
    // SAFETY: the caller says how many samples there are.
    let samples = UnsafeBufferPointer(start: samples, count: Int(count))
    if width == 0, height == 0 {
        let map = DepthMap(inferringDimensionsOf: Array(samples))
        return returned(NumberRecord(of: analyzer.analyze(map)).numbers)
    }
    guard let analysis = try? analyzer.analyze(samples.span, width: Int(width), height: Int(height)) else { return nil }
    return returned(NumberRecord(of: analysis).numbers)
}

/// Analyses a map, and tells what each sample took part in: what a picture of the analysis shows.
///
/// - Parameters:
///   - analyzer: what `depthcheck_analyzer` returned.
///   - samples: metres, row by row.
///   - count: how many.
///   - width: samples in a row; 0 together with `height` infers both.
///   - height: rows.
///   - marks: where a byte goes for each sample, the sum of what it took part in: 1 valid, 2 interior, 4 edge, 8 within
///     the screen band, 16 in the bin of a layer.
/// - Returns: as `depthcheck_analyze`, with the numbers of `NumberRecord.append(_:)` for a trace behind.
@c(depthcheck_trace) public func depthcheckTrace(
    _ analyzer: UnsafeMutableRawPointer, _ samples: UnsafePointer<Float>, _ count: UInt32, _ width: Int32,
    _ height: Int32, _ marks: UnsafeMutablePointer<UInt8>
) -> UnsafeMutableRawPointer? {
    let analyzer = Unmanaged<AnalyzerHandle>.fromOpaque(analyzer).takeUnretainedValue().analyzer
    // SAFETY: the caller says how many samples there are.
    let samples = Array(UnsafeBufferPointer(start: samples, count: Int(count)))
    let map: DepthMap
    if width == 0, height == 0 {
        map = DepthMap(inferringDimensionsOf: samples)
    } else {
        guard let given = try? DepthMap(width: Int(width), height: Int(height), samples: samples) else { return nil }
        map = given
    }
    let trace = analyzer.trace(map)
    for (place, found) in trace.marks.enumerated() { marks[place] = found.rawValue }
    var record = NumberRecord(of: trace.analysis)
    record.append(trace)
    return returned(record.numbers)
}

/// An analyzer that a handle stands for.
private final class AnalyzerHandle {
    let analyzer: DepthAnalyzer

    init(_ analyzer: DepthAnalyzer) { self.analyzer = analyzer }
}

/// A parameter that cannot hold the number given for it.
private struct Unstorable: Error {
    let key: AnalysisParameters.Key
}

extension AnalysisParameters {
    /// The server's parameters, with as many replaced as there are numbers.
    fileprivate static func read(
        _ numbers: UnsafePointer<Double>?, _ count: UInt32
    ) -> Result<AnalysisParameters, Unstorable> {
        var parameters = AnalysisParameters.standard
        // SAFETY: the caller says how many numbers there are.
        for (key, number) in zip(Key.allCases, UnsafeBufferPointer(start: numbers, count: Int(count))) {
            guard parameters.set(key, to: number) else { return .failure(Unstorable(key: key)) }
        }
        return .success(parameters)
    }
}

/// Numbers as they are returned, their count first.
func returned(_ numbers: [Double]) -> UnsafeMutableRawPointer {
    let buffer = UnsafeMutableBufferPointer<Double>.allocate(capacity: numbers.count + 1)
    _ = buffer.initialize(from: CollectionOfOne(Double(numbers.count)))
    for (place, number) in numbers.enumerated() { buffer.initializeElement(at: place + 1, to: number) }
    // SAFETY: the buffer has room for the count at least.
    return UnsafeMutableRawPointer(buffer.baseAddress!)
}
