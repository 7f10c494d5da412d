internal import Support

extension Departure {
    static let registrations: [Departure] = [
        values(
            "platform", "REG-005", "another platform", .registration, at: "platform",
            ["iOS", "IOS", "web", "", " ios", "ios ", "\u{130}os", "i\u{17F}OS", "android", "iOS\0"].map(JSONDraft.text)
        ),
        values(
            "registered-model", "REG-006", "a model that is blank, or looks so", .registration, at: "model",
            ["", " ", "\u{A0}\t", "\u{3000}", "\u{200B}", "\u{1F}", "x"].map(JSONDraft.text)),
        values(
            "registered-nul", "REG-021", "U+0000 in the model or the key id", .registration, at: "model",
            mayDiffer: true,
            ["\0", "iPhone\0", "\0iPhone"].map(JSONDraft.text)),
        Departure("lidar", "REG-007 REG-025", "a device without LiDAR", .registration) { draft, _ in
            draft.json["has_lidar"] = .flag(false)
        },
        Departure("key-id", "REG-010 REG-055 REG-021", "another key id", .registration) { draft, random in
            draft.setKeyID(
                random.pick(["", " ", "\u{A0}\t", "\u{200B}", "x", "\0", String(repeating: "k", count: 300), "é"]))
        },
        Departure("flat-form", "REG-007 REG-008 REG-009 REG-014", "the flat form", .registration) { draft, random in
            draft.flatten()
            if random.below(3) == 0 { draft.json["attestation"] = .null }
            let removed = random.pick([nil, "device_id", "attestation_object", "challenge"])
            if let removed { draft.json[removed] = random.pick([nil, .null]) }
            if random.below(4) == 0, removed != "device_id" {
                draft.json["device_id"] = .text(random.pick(["", "\u{A0}", "x"]))
            }
            if random.below(5) == 0 { draft.json["challenge"] = nil }
        },
        Departure("both-forms", "REG-007", "members of both forms", .registration) { draft, random in
            for name in ["device_id", "public_key", "attestation_object", "challenge"] where random.below(2) == 0 {
                draft.json[name] = random.pick([.null, .text("?"), .text("")])
            }
        },
        Departure("object-base64", "REG-011", "another base64 of the object", .registration) { draft, random in
            let change = random.below(9)
            draft.attestation.textEdits.append { $0 = change == 8 ? "" : changed(base64: $0, change) }
        },
        Departure("challenge-base64", "REG-012", "another base64 of the challenge", .registration) { draft, random in
            draft.setChallenge(changed(base64: StrictBase64.text(of: draft.attestation.challenge), random.below(8)))
        },
        Departure("challenge-length", "REG-013", "a challenge of another length", .registration) { draft, random in
            draft.attestation.challenge = Array(repeating: 7, count: random.pick([0, 1, 31, 33, 64]))
            draft.setChallenge(StrictBase64.text(of: draft.attestation.challenge))
        },
        Departure("challenge-other", "REG-051", "another challenge than the covered one", .registration) { draft, _ in
            draft.setChallenge(StrictBase64.text(of: Array(repeating: 7, count: 32)))
        },
        Departure(
            "android", "REG-026 REG-027 REG-028 REG-025", "an Android registration that is refused", .registration
        ) { draft, random in
            draft.json["platform"] = .text(random.pick(["android", "Android", "ANDROID"]))
            draft.json["has_lidar"] = .flag(random.below(3) == 0)
            let chains = ["[]", "[\"x\"]", "[\"x\",\"y\"]", "[1]", "\"x\"", "null"]
            let chain = random.pick(chains)
            // The rules do not describe the checks of a chain of two certificates with a challenge.
            let challenge = chain == "[\"x\",\"y\"]" ? random.pick(["", " "]) : random.pick(["", "x"])
            draft.json["android_attestation"] = random.pick([
                nil, .null, .of([("certificate_chain", .raw(chain)), ("challenge", .text(challenge))]),
                .of([("certificate_chain", .raw(chain))]), .of([("challenge", .text(challenge))]),
            ])
        },
    ]
}

extension InputDraft {
    fileprivate mutating func setKeyID(_ text: String) {
        json[json["device_id"] == nil ? "attestation.key_id" : "device_id"] = .text(text)
    }

    fileprivate mutating func setChallenge(_ text: String) {
        json[json["attestation.challenge"] == nil ? "challenge" : "attestation.challenge"] = .text(text)
    }

    fileprivate mutating func flatten() {
        guard let nested = json["attestation"], case .object = nested else { return }
        json["device_id"] = nested["key_id"]
        json["attestation_object"] = nested["attestation_object"]
        json["challenge"] = nested["challenge"]
        json["attestation"] = nil
    }
}
