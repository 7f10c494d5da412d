internal import DepthAnalysis
internal import DepthFiles
internal import Support
internal import ThresholdTuning

/// A request: a JSON object whose member `request` names the work and whose other members are options, and the bytes
/// that it reads.
struct Request {
    /// The work that the request names.
    let kind: Kind
    private let members: JSONValue
    private let inputs: [[UInt8]]

    /// Refuses members that a request of this kind does not have: a misspelt one would silently be omitted.
    init(_ text: String, _ inputs: [[UInt8]]) throws(RequestError) {
        do throws(JSONError) { members = try JSONReader.read(text, .texts) } catch { throw .notJSON(error) }
        self.inputs = inputs
        let name = "request"
        guard let found = members[name] else { throw .missing(name) }
        guard let kind = found.string.flatMap(Kind.init(rawValue:)) else {
            let kinds = Kind.allCases.map(\.rawValue).joined(separator: ", ")
            throw .badMember(name, found: found, expected: "one of \(kinds)")
        }
        self.kind = kind
        for member in members.members ?? [] where member.key != name && !kind.members.contains(member.key) {
            throw .unknownMember(member.key, known: [name] + kind.members)
        }
    }
}

extension Request {
    // The member of a name, of one kind; nil if it is absent or null.

    func string(_ name: String) throws(RequestError) -> String? { try member(name, "a string", \.string) }
    func number(_ name: String) throws(RequestError) -> Double? { try member(name, "a number", \.real) }
    func whole(_ name: String) throws(RequestError) -> Int? { try member(name, "a whole number", \.whole) }

    func flag(_ name: String) throws(RequestError) -> Bool { try member(name, "a boolean", \.flag) ?? false }

    func strings(_ name: String) throws(RequestError) -> [String] {
        try member(name, "an array of strings") { value in
            guard let strings = value.elements?.map(\.string), strings.allSatisfy({ $0 != nil }) else { return nil }
            return strings.compactMap { $0 }
        } ?? []
    }

    /// A word of an enum.
    func word<Word: RawRepresentable<String> & CaseIterable>(
        _ name: String, _ type: Word.Type
    ) throws(RequestError) -> Word? {
        let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
        return try member(name, "one of \(words)") { $0.string.flatMap(Word.init(rawValue:)) }
    }

    /// A number within a range.
    func number<Range: RangeExpression<Double>>(
        _ name: String, in range: Range, _ expected: String
    ) throws(RequestError) -> Double? {
        try member(name, expected) { $0.real.flatMap { range.contains($0) ? $0 : nil } }
    }

    /// A whole number within a range.
    func whole(_ name: String, in range: ClosedRange<Int>) throws(RequestError) -> Int? {
        try member(name, "a whole number from \(range.lowerBound) to \(range.upperBound)") {
            $0.whole.flatMap { range.contains($0) ? $0 : nil }
        }
    }

    /// The words of an error for the share that was expected.
    static func share(within range: ClosedRange<Double>) -> String {
        "a share from \(range.lowerBound) to \(range.upperBound)"
    }

    /// A random seed; 1 by default.
    func seed() throws(RequestError) -> UInt64 {
        try member("seed", "a whole number from 0 to \(UInt64.max)") { value in
            if case .number(let text) = value, let seed = UInt64(text) { return seed }
            return value.whole.flatMap { UInt64(exactly: $0) }
        } ?? TuningOptions().seed
    }

    /// The number of threads; 1 by default. More threads than processors only take memory.
    func jobs() throws(RequestError) -> Int { min(try whole("jobs", in: 1...Int.max) ?? 1, 1 << 12) }

    /// The place of an input.
    func place(_ name: String) throws(RequestError) -> Int? { try whole(name, in: 0...Int.max) }

    func member<Value>(
        _ name: String, _ expected: String, _ read: (JSONValue) -> Value?
    ) throws(RequestError) -> Value? {
        assert(kind.members.contains(name), "\(kind.rawValue) has no member \(name)")
        guard let found = members[name], found != .null else { return nil }
        guard let value = read(found) else { throw .badMember(name, found: found, expected: expected) }
        return value
    }

    /// Parameters of the analysis by name; those omitted have the server's values.
    func parameters(_ name: String = "parameters") throws(RequestError) -> AnalysisParameters {
        guard let members = try member(name, "an object", \.members) else { return .standard }
        do throws(ParameterError) { return try AnalysisParameters(members: members) } catch { throw .parameter(error) }
    }

    /// The bytes of the input at a place.
    func input(_ place: Int) throws(RequestError) -> [UInt8] {
        guard inputs.indices.contains(place) else { throw .noInput(place) }
        return inputs[place]
    }

    /// The inputs from a place on.
    func inputs(from place: Int) -> ArraySlice<[UInt8]> { inputs.dropFirst(place) }

    /// The map whose samples are the input at a place, in the members `width` and `height`, both 0 to infer them.
    func map(_ place: Int) throws(RequestError) -> DepthMap {
        let bytes = try input(place)
        let samples = bytes.withUnsafeBytes { bytes in
            (0..<bytes.count / 4).map {
                Float(bitPattern: bytes.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self))
            }
        }
        let (width, height) = (try whole("width") ?? 0, try whole("height") ?? 0)
        if width == 0, height == 0 { return DepthMap(inferringDimensionsOf: samples) }
        guard let map = try? DepthMap(width: width, height: height, samples: samples) else {
            throw .badDimensions(width: width, height: height, sampleCount: samples.count)
        }
        return map
    }
}
