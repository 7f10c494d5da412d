internal import Support

extension AssertionBinding {
    var entry: Entry {
        switch self {
        case .serverFull:
            Entry(
                definition: "H(photo_hash ‖ \"|\" ‖ captured_at), both strings as sent",
                users: "the server, for full captures", sources: "story 4-4; the server's code",
                clientDataHash: { $0.fullText.map { SHA256Digest.bytes(of: Array($0.utf8)) } })
        case .serverHashOnly:
            Entry(
                definition: "H(the payload as re-encoded by the server)",
                users: "the server, for hash-only captures", sources: "the server's code",
                clientDataHash: { $0.signedJSON.map { SHA256Digest.bytes(of: $0) } })
        case .request:
            Entry(
                definition: "H(milliseconds ‖ \"|\" ‖ hexadecimal H(body))",
                users: "the server, for signed requests", sources: "the server's code",
                clientDataHash: { $0.requestText.map { SHA256Digest.bytes(of: Array($0.utf8)) } })
        case .challenge:
            Entry(
                definition: "H(challenge of the registration)",
                users: "phone and server, for registrations: the only one they share",
                sources: "the code of both sides", clientDataHash: nil)
        case .jpegDepth:
            Entry(
                definition: "H(photo ‖ depth_map)", users: "the app, for full captures", sources: "the app's code",
                clientDataHash: { $0.photoAndDepthHash })
        case .jpegDepthTwice:
            Entry(
                definition: "H(H(photo ‖ depth_map))",
                users: "no known code: a hash passed to a function that hashes again", sources: "story 6-8; epic 6",
                clientDataHash: { $0.photoAndDepthHash.map { SHA256Digest.bytes(of: $0) } })
        case .jpeg:
            Entry(
                definition: "H(photo)", users: "no known code", sources: "architecture document",
                clientDataHash: { $0.photoHash })
        case .bodyEmptyAssertionTwice:
            Entry(
                definition: "H(H(body with \"assertion\":\"\"))",
                users: "the app, for hash-only captures: hashed before the call and again inside it",
                sources: "the app's code",
                clientDataHash: { $0.bodyWithoutAssertionHash.map { SHA256Digest.bytes(of: $0) } })
        case .bodyEmptyAssertion:
            Entry(
                definition: "H(body with \"assertion\":\"\")", users: "no known code",
                sources: "architecture decision 011; story 8-3 AC5", clientDataHash: { $0.bodyWithoutAssertionHash })
        case .expoMetadata:
            Entry(
                definition: "H(JSON.stringify(metadata with an empty assertion)), as text in base64",
                users: "an unfinished Expo app",
                sources: "epic 3; story 3-4, with other members", clientDataHash: nil)
        case .video:
            Entry(
                definition: "H(last hash of the chain of frames)", users: "the app, for videos and their checkpoints",
                sources: "the app's code", clientDataHash: nil)
        }
    }
}
