/// The members of an answer that are always compared, by kind of case. All others are compared only if given.
///
/// Names are paths, such as `permissive.assertion.status`. ``modes`` are the two positions of the server's switches.
enum RequiredMembers {
    static let modes = ["permissive", "strict"]

    private static let response = ["answer.http_status", "answer.error_code"]
    private static let assertion = [
        "assertion.status", "assertion.assertion_verified", "assertion.counter_valid", "assertion.new_counter",
    ]
    private static let capture = response + assertion + ["depth_status", "confidence"]
    private static let request = ["http_status", "error_code", "passes", "request_verified", "new_counter"]

    static func paths(of kind: ConformanceCase.Kind) -> Set<String> { all[kind] ?? [] }

    private static let all: [ConformanceCase.Kind: Set<String>] = {
        func inModes(_ members: [String], below prefix: String = "") -> [String] {
            modes.flatMap { mode in members.map { "\(prefix)\(mode).\($0)" } }
        }
        return [
            .full: Set(capture), .hashOnly: Set(capture),
            .registration: Set(
                response + ["challenge_spent"] + inModes(["attestation_level"]) + ["permissive.public_key_hex"]),
            .request: Set(inModes(request)),
            .chain: Set(inModes(request, below: "request.") + inModes(capture + ["counter_after"])),
        ]
    }()

    /// The mode that a path belongs to; nil for others.
    static func mode(of path: String) -> String? {
        path.split(separator: ".").lazy.map(String.init).first(where: modes.contains)
    }
}
