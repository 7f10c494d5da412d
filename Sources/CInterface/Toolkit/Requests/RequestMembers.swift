internal import Tasks

extension Request.Kind {
    /// The members of a request of this kind, besides `request`. depthcheck.h describes them.
    var members: [String] {
        switch self {
        case .tune: Self.labelled + ["parameters"] + TuneTask.Options.members
        case .measureAgain: Self.labelled + ["parameters", "variant", "corpus", "first", "count"]
        case .evaluate:
            Self.labelled + [
                "parameters", "name", "against", "against_name", "against_measurements", "tuned_on", "development",
                "development_labels", "tables", "figures",
            ] + EvaluateTask.Options.members
        case .plan: PlanTask.Options.members
        case .compareProfiles: Request.readingMembers + ["paths", "shards", "parameters", "jobs"]
        case .measureCandidates: ["parameters", "width", "height"]
        case .verifyCapture:
            [
                "path", "name", "boundary", "device", "at", "team", "bundle", "request_verified",
                "strict_attestation", "require_verified", "challenge", "key_id", "root", "challenge_state",
                "key_registered",
            ]
        case .inspectCapture: ["path", "name", "boundary"]
        case .auditCapture: Request.readingMembers + ["path", "name", "depth"]
        case .packCapture:
            Request.readingMembers + [
                "depth", "at", "model", "latitude", "longitude", "hash_only", "key", "binding", "counter", "team",
                "bundle", "device_id", "request_counter",
            ]
        case .checkAnswers: ["set", "answers", "subject", "filters", "reasons"]
        case .listRequests: ["set", "filters"]
        case .readConfidence: ["path"]
        }
    }

    /// The members for measurements and their labels.
    private static let labelled = ["measurements_name", "labels_name", "label_map", "ignore_unlabelled"]
}
