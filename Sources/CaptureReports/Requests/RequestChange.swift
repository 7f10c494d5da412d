internal import Support

/// A change that is required for the server to verify a registration or request.
package struct RequestChange: Sendable, Hashable {
    /// A stable code for this kind of change.
    package let code: String
    package let party: CaptureChange.Party
    package let purpose: CaptureChange.Purpose
    /// The instruction, without a period.
    package let sentence: String

    init(_ code: String, _ party: CaptureChange.Party, _ purpose: CaptureChange.Purpose, _ sentence: String) {
        (self.code, self.party, self.purpose, self.sentence) = (code, party, purpose, sentence)
    }

    var json: JSONValue {
        .object(
            ChangeField.allCases.map { field in
                let value =
                    switch field {
                    case .change: code
                    case .party: party.rawValue
                    case .purpose: purpose.rawValue
                    case .sentence: sentence
                    }
                return JSONValue.Member(key: field.rawValue, value: .string(value))
            })
    }
}
