internal import Support

extension RepeatedMember {
    /// The consequence of the repetition.
    package var consequence: AnswerReason { AnswerReason(code: "repeated_member", sentence: sentence) }

    package var sentence: String {
        let times = count == 2 ? "twice" : "\(count) times"
        let place =
            switch map {
            case .attestation: ""
            case .statement: " in attStmt"
            case .key: " in the key"
            case .assertion: " in the assertion"
            case .extensions: " in the map of extensions"
            }
        let use =
            if map == .key {
                "the server rejects the key, some libraries use the first and others the last (REG-063)"
            } else if isRead {
                "the server uses the first (AST-005); another library, such as cbor2 of Python, reads the last"
            } else {
                "the server uses none"
            }
        return "\(name.printable) occurs \(times)\(place); \(use)"
    }
}
