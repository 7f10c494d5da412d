internal import Support

/// Something that would have to change so that the server verifies a registration or a request.
package struct RequestChange: Sendable, Hashable {
    /// What kind of change it is, for programs.
    package let code: String
    package let party: CaptureChange.Party
    package let purpose: CaptureChange.Purpose
    /// What to do, without a full stop.
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
