internal import DepthAnalysis
internal import DepthFiles
internal import Support
internal import Tasks
internal import ThresholdTuning

/// A request: a JSON object whose member `request` names the work and whose other members are options, and the bytes
/// that it reads.
struct Request {
    let kind: Kind
    private let members: JSONValue
    private let inputs: [[UInt8]]

    /// Refuses members that a request of this kind does not have: a misspelt one would silently be ignored.
    init(_ text: String, _ inputs: [[UInt8]]) throws(TaskFailure) {
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

extension Request: JSONOptions {
    func value(_ name: String) -> JSONValue? {
        assert(kind.members.contains(name), "\(kind.rawValue) has no member \(name)")
        return members[name]
    }

    func place(_ name: String) throws(TaskFailure) -> Int? { try optional(name, .whole(in: 0...Int.max)) }

    /// Parameters of the analysis by name. Omitted ones have the server's values.
    func parameters(_ name: String = "parameters") throws(TaskFailure) -> AnalysisParameters {
        guard let members = try optional(name, .object) else { return .standard }
        do throws(AnalysisParameterError) { return try AnalysisParameters(members: members) } catch {
            throw .parameter(error)
        }
    }

    func input(_ place: Int) throws(TaskFailure) -> [UInt8] {
        guard inputs.indices.contains(place) else { throw .noInput(place) }
        return inputs[place]
    }

    func inputs(from place: Int) -> ArraySlice<[UInt8]> { inputs.dropFirst(place) }

    /// The map whose samples are the input at a place. Its size is in the members `width` and `height`; 0 infers it.
    func map(_ place: Int) throws(TaskFailure) -> DepthMap {
        let bytes = try input(place)
        let samples = bytes.withUnsafeBytes { bytes in
            (0..<bytes.count / 4).map {
                Float(bitPattern: bytes.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self))
            }
        }
        let (width, height) = (try optional("width", .whole) ?? 0, try optional("height", .whole) ?? 0)
        if width == 0, height == 0 { return DepthMap(inferringDimensionsOf: samples) }
        guard let map = try? DepthMap(width: width, height: height, samples: samples) else {
            throw .badDimensions(width: width, height: height, sampleCount: samples.count)
        }
        return map
    }
}

extension Request.Kind {
    /// The members of a request of this kind, besides `request`. depthcheck.h describes them.
    var members: [String] {
        switch self {
        case .tune: Self.labelled + ["parameters"] + TuneTask.Options.members
        case .measureAgain: Self.labelled + ["parameters", "variant", "corpus", "first", "count"]
        case .evaluate:
            Self.labelled + [
                "parameters", "name", "against", "against_name", "against_measurements", "tuned_on", "development",
                "development_labels", "tables", "figures", "others", "other_names",
            ] + EvaluateTask.Options.members
        case .plan: PlanTask.Options.members
        case .compareProfiles: MapReading.Options.members + ["paths", "shards", "parameters", "jobs"]
        case .measureCandidates: ["parameters", "width", "height"]
        case .verifyCapture: ["path", "name"] + VerifyTask.Options.members
        case .exampleDevice: []
        case .inspectCapture: ["path", "name", "boundary"]
        case .auditCapture: MapReading.Options.members + ["path", "name", "depth"]
        case .packCapture: MapReading.Options.members + ["depth"] + PackTask.Options.members
        case .checkAnswers: ["set", "answers", "subject"] + CheckTask.Options.members
        case .listRequests: ["set", "filters"]
        case .checkReading: MapReading.Options.members
        case .readConfidence: ["path"]
        }
    }

    /// The members for measurements and their labels.
    private static let labelled = ["measurements_name", "labels_name", "label_map", "ignore_unlabelled"]
}

extension Request {
    func reading() throws(TaskFailure) -> MapReading {
        let options = try MapReading.Options(self)
        return try validated(MapReading.init, options)
    }
}
