internal import Support

extension Departure {
    static let attestations: [Departure] = [
        attestation("object-cbor", "REG-030", "an object in another CBOR form") { draft, random in
            let item = random.pick(
                [
                    [0xF3], [0x1C], [0x61, 0xFF], [0xF8, 0x18], [0xF9, 0, 0], [0x7F, 0x61, 0x61, 0xFF],
                    [0x5F, 0x61, 0x61, 0xFF],
                ] as [[UInt8]])
            switch random.below(6) {
            case 0: draft.objectEdits.append { $0.isIndefinite = true }
            case 1: draft.objectEdits.append { $0.edits.append { $0 += [0, 0xFF] } }
            case 2: draft.objectEdits.append { $0.edits.append { $0 = [0xC1] + $0 } }
            case 3: draft.statementEdits.append { $0.members.append((CBORWriter.text("x"), item)) }
            case 4: draft.objectEdits.append { $0.edits.append { $0.removeLast() } }
            default: draft.objectEdits.append { $0.members.insert((CBORWriter.text("x"), item), at: 0) }
            }
        },
        attestation("object-order", "REG-037 REG-030", "members in another order, and others") { draft, random in
            draft.objectEdits.append { $0.members.reverse() }
            draft.statementEdits.append { $0.members.reverse() }
            if random.below(2) == 0 { draft.objectEdits.append { $0["x"] = [0xF6] } }
        },
        attestation("format", "REG-032 REG-031", "another format") { draft, random in
            let values: [[UInt8]?] = [
                nil, [0xF6], CBORWriter.text("packed"), CBORWriter.text("apple"), CBORWriter.text("Apple-appattest"),
                CBORWriter.bytes(Array("apple-appattest".utf8)), CBORWriter.text("apple-appattest\0"),
            ]
            let value = random.pick(values)
            draft.objectEdits.append { $0["fmt"] = value }
        },
        attestation("object-members", "REG-033 REG-034 REG-035", "a member that is absent or of another type") {
            draft, random in
            let name = random.pick(["authData", "attStmt", "x5c"])
            let value: [UInt8]? = random.pick([nil, [0xF6], [0x80], [0xA0], [0x40], CBORWriter.text("x"), [0x01]])
            if name == "x5c" {
                draft.statementEdits.append { $0[name] = value }
            } else {
                draft.objectEdits.append { $0[name] = value }
            }
        },
        attestation("object-twice", "REG-030 AST-005", "two members with one name", mayDiffer: true) { draft, random in
            let (name, isFirst) = (random.pick(["fmt", "attStmt", "authData"]), random.below(2) == 0)
            draft.objectEdits.append {
                $0.members.insert((CBORWriter.text(name), [0xF6]), at: isFirst ? 0 : $0.members.count)
            }
        },
        attestation("receipt", "REG-037", "another receipt, or none") { draft, random in
            let value: [UInt8]? = random.pick([
                nil, [0xF6], CBORWriter.text("x"), CBORWriter.bytes([0x30, 0x80]), [0x80],
            ])
            draft.statementEdits.append { $0["receipt"] = value }
        },
        attestation("data-credential", "REG-055 REG-038", "another credential id") { draft, random in
            draft.credential = random.bytes([[], [7], Array(repeating: 7, count: 32), Array(repeating: 7, count: 300)])
        },
        attestation("data-credential-length", "REG-038", "a wrong length of the credential id") { draft, random in
            let usual = draft.credential.count
            draft.credentialLength = random.pick([
                0, usual - 1, usual + 1, usual + 77, usual + 76, usual + 78, 0x2000, 0xFFFF,
            ])
        },
        attestation("data-cut", "REG-038", "authenticator data that are cut off") { draft, random in
            let count = random.pick([0, 37, 53, 54, 55, 56, 87, 88, 100])
            draft.dataEdits.append { $0 = Array($0.prefix(count)) }
        },
        attestation("data-app", "REG-052", "the data of another app") { draft, random in
            draft.application = random.pick([
                "ABCDE12345.org.example.other", "org.example.depthcheck", "ABCDE12345.org.example.Depthcheck", "",
                draft.application.lowercased(), draft.application.uppercased(), draft.application + " ",
            ])
        },
        attestation("data-app-hash", "REG-052", "a part of the app's hash") { draft, random in
            let kept = random.pick([0..<16, 16..<32, 0..<8, 0..<31, 1..<32])
            draft.dataEdits.append { data in
                for index in data.indices.prefix(32) where !kept.contains(index) { data[index] ^= 0xFF }
            }
        },
        attestation("data-flags", "REG-055", "other flags or another AAGUID") { draft, random in
            draft.flags = random.pick([0, 0xC0, 0xFF])
            draft.aaguid = random.pick([AttestationEnvironment.development.aaguid, Array(repeating: 0xFF, count: 16)])
        },
        attestation("data-counter", "REG-054", "a counter that is not 0") { draft, random in
            draft.counter = random.pick([1, 256, 1 << 24, .max])
        },
    ]

    /// The key in COSE. Labels are 1 kty, 2 kid, 3 alg, 4 key_ops, 5 base IV, -1 crv, -2 x, -3 y.
    static let coseKeys: [Departure] = [
        coseKey("cose-end", "REG-060", "bytes after the key, or around it") { key, random in
            let bytes = random.bytes([
                [0], [0xA0], AuthenticatorExtensions(bundleVersion: "1", validationCategory: 4).cbor,
            ])
            let change = random.below(4)
            key.edits.append { key in
                switch change {
                case 0: key = [0xC1] + key
                case 1: key.removeLast()
                default: key += bytes
                }
            }
        },
        coseKey("cose-type", "REG-061", "another key type or curve") { key, random in
            let value: [UInt8]? = random.pick([
                nil, [0x00], [0x01], [0x02], [0x03], CBORWriter.text("EC2"), CBORWriter.text("P-256"), [0x18, 0x02],
                [0x19, 0, 1], [0xF6], [0x20],
            ])
            key.set(CBORWriter.integer(random.pick([1, -1])), value)
        },
        coseKey("cose-coordinates", "REG-062", "coordinates of another length or type") { key, random in
            let value: [UInt8]? = random.pick([
                nil, CBORWriter.bytes(Array(repeating: 1, count: 31)), CBORWriter.bytes(Array(repeating: 0, count: 33)),
                [0xF5], CBORWriter.text(String(repeating: "x", count: 32)), CBORWriter.bytes([]),
            ])
            key.set(CBORWriter.integer(random.pick([-2, -3])), value)
        },
        coseKey("cose-curve", "REG-066", "a point that is not on the curve", mayDiffer: true) { key, random in
            let (x, y) = (CBORWriter.integer(-2), CBORWriter.integer(-3))
            guard let first = key.members.first(where: { $0.name == x })?.value else { return }
            key.set(y, random.below(2) == 0 ? first : CBORWriter.bytes(Array(repeating: 0, count: 32)))
        },
    ]

    static func attestation(
        _ id: String, _ rules: String, _ text: String, mayDiffer: Bool = false,
        _ change: @escaping @Sendable (inout AttestationDraft, inout SplitMix64) -> Void
    ) -> Departure {
        Departure(id, rules, text, .registration, mayDiffer: mayDiffer) { draft, random in
            change(&draft.attestation, &random)
        }
    }

    private static func coseKey(
        _ id: String, _ rules: String, _ text: String, mayDiffer: Bool = false,
        _ change: @escaping @Sendable (inout CBORDraft, inout SplitMix64) -> Void
    ) -> Departure {
        attestation(id, rules + " REG-053", text, mayDiffer: mayDiffer) { change(&$0.key, &$1) }
    }
}
