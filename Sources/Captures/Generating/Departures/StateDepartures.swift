internal import Support

extension Departure {
    static let keys: [Departure] = [
        key("key-missing", "AST-020 REQ-020", "no stored key") { _, _ in nil },
        key("key-compressed", "AST-021", "a stored key of 33 bytes") { point, random in
            let compressed = TestKeys.compressed(point)
            return random.pick([compressed, [compressed[0] ^ 1] + compressed.dropFirst()])
        },
        key("key-compact", "AST-022", "a stored key of x alone", mayDiffer: true) { point, random in
            // This form means the point with the smaller of the two possible y.
            [5] + (random.below(2) == 0 ? point[1...32] : TestKeys.other.publicKey[1...32])
        },
        key("key-length", "AST-021", "a stored key of another length") { point, random in
            random.bytes([[], Array(point.dropLast()), point + [0], Array(point.prefix(33)), [4]])
        },
        key("key-form", "AST-024", "a stored key of another form", mayDiffer: true) { point, random in
            let tag = random.pick([6, 7, 0, 1, 2, 3, 5, 8] as [UInt8])
            let (rest, x) = (Array(point.dropFirst()), Array(point[1...32]))
            return random.bytes([[tag] + rest, rest, [0], [tag] + x])
        },
        key("key-curve", "AST-023", "a stored key that is not on the curve") { point, random in
            let (x, y, prime) = (Array(point[1...32]), Array(point[33...]), P256Curve.prime)
            let (zero, ones) = ([UInt8](repeating: 0, count: 32), [UInt8](repeating: 0xFF, count: 32))
            let other = point.dropLast() + [point[64] ^ 1]
            let points: [[UInt8]] = [Array(other), [4] + y + x, [4] + zero + zero, [4] + prime + y]
            let compressed: [[UInt8]] = [[2] + prime, [2] + ones, [2] + zero, [3] + zero.dropLast() + [5]]
            return random.pick(points + compressed)
        },
        key("key-other", "AST-034 REQ-022", "the key of another device") { _, _ in TestKeys.other.publicKey },
    ]

    static let states: [Departure] = [
        Departure("state-counter", "AST-032 REQ-018", "a stored counter at a bound", .capture) { draft, random in
            draft.storedCounter = random.pick([0, 42, 43, 44, 1 << 32, .max, -1, .min])
        },
        Departure(
            "state-counter-order", "SES-001 AST-032", "a request signed after its capture, as one key counts",
            [.capture, .signed]
        ) { draft, random in
            draft.requestAssertion.counter = draft.assertion.counter &+ UInt32(random.below(2))
        },
        Departure("state-stored", "CAP-044 CAP-169", "a photo that is stored", .capture) { draft, _ in
            draft.isMediaStored = true
        },
        Departure("state-request", "CAP-081 CAP-170", "a request that was not verified", .capture) { draft, _ in
            draft.isRequestVerified = false
            draft.requestAssertion.key = TestKeys.other
        },
        Departure("state-level", "REQ-016 REQ-014", "another level of the device", .signed) { draft, random in
            draft.level = random.pick([
                "unverified", "tee", "strongbox", "Secure_Enclave", "secure_enclave ", "", "secure_enclave\0",
            ])
        },
        Departure("state-level-capture", "REQ-016", "another level of a capture's device", .capture) { draft, random in
            draft.level = random.pick(["unverified", "tee", "strongbox"])
        },
        Departure("state-unknown", "REQ-013", "an unknown device", .signed) { draft, _ in draft.isDeviceKnown = false },
        Departure("state-challenge", "REG-015 REG-016 REG-017 REG-018", "a challenge that is not valid", .registration)
        {
            draft, random in draft.challengeState = random.pick([.unknown, .used, .expired])
        },
        Departure("state-registered", "REG-020", "a key id that is registered", .registration) { draft, _ in
            draft.isKeyRegistered = true
        },
    ]

    private static func key(
        _ id: String, _ rules: String, _ text: String, mayDiffer: Bool = false,
        _ change: @escaping @Sendable (_ point: [UInt8], inout SplitMix64) -> [UInt8]?
    ) -> Departure {
        Departure(id, rules, text, .device, mayDiffer: mayDiffer) { draft, random in
            draft.publicKey = change(TestKeys.device.publicKey, &random)
        }
    }
}
