/// A criterion of the stories that a program can check. The raw value is its stable id: the number of the story,
/// and the number of the criterion where the documents at hand state one.
package enum ChecklistCriterion: String, CaseIterable, Sendable {
    case registration = "6.2-registration"
    case depthSize = "6.6-depth-size"
    case depthSamples = "6.6-AC2"
    case photoHash = "6.6-photo-hash"
    case metadata = "6.6-metadata"
    case locationAge = "6.6-location-age"
    case assertion = "6.8-assertion"
    case binding = "6.8-binding"
    case assertionSize = "6.8-AC3"
    case counter = "6.8-counter"
    case requestWindow = "5.3-headers"
    case parityNumbers = "8.1-numbers"
    case parityExact = "8.1-exact"
    case claims = "8.1-claims"

    /// The criterion, without a period.
    package var sentence: String {
        switch self {
        case .registration: "the server registers the device as verified"
        case .depthSize: "the depth part has at most 1 MiB"
        case .depthSamples: "the server reads the number of samples that the metadata state from the depth part"
        case .photoHash: "photo_hash is SHA-256 of the photo"
        case .metadata: "the metadata are complete and follow the rules of the server"
        case .locationAge: "the location is at most 5 s old"
        case .assertion: "each capture has a readable assertion"
        case .binding: "the assertion signs what the server checks"
        case .assertionSize: "the assertion has 500 bytes to 5 KB"
        case .counter: "the counter of each assertion is above the one before"
        case .requestWindow: "each request has its three headers, is at most 300 s old and at most 60 s ahead"
        case .parityNumbers:
            "depth_variance and edge_coherence of this program's client and server profiles differ by at most 0.01"
        case .parityExact: "depth_layers and verdict of this program's client and server profiles are equal"
        case .claims: "the analysis in a hash-only capture is that of this program's client profile of the depth map"
        }
    }

    /// Why the criterion cannot be measured in a folder that has nothing to measure it in.
    var missing: String {
        switch self {
        case .registration: "the folder has no registration"
        case .depthSize, .depthSamples, .photoHash, .metadata: "the folder has no full capture"
        case .locationAge:
            "a capture does not state when its location was measured; the capture library uses only locations of at "
                + "most 5 s"
        case .assertion, .assertionSize: "the folder has no readable capture"
        case .binding: "the folder has no assertion that the server reads, of a device whose key is known"
        case .counter: "the folder has no assertion of a device whose counter is known"
        case .requestWindow:
            "the folder has no signed request whose arrival is stated; state it in times or now of session.json"
        case .parityNumbers, .parityExact: "the folder has no depth map that both profiles analyse"
        case .claims:
            "the folder has no hash-only capture with the depth map of the same photo"
        }
    }
}
