internal import Support

extension Departure {
    /// The chain of certificates.
    static let certificates: [Departure] = [
        attestation("chain-count", "REG-039 REG-036", "another number of certificates") { draft, random in
            let count = random.below(5)
            draft.chainEdits.append { chain in
                let third = chain.last
                chain = Array(chain.prefix(count))
                while chain.count < count, let third { chain.append(third) }
            }
        },
        attestation("chain-items", "REG-036", "items of x5c that are not byte strings") { draft, random in
            let (item, place) = (
                random.bytes([[0xF6], CBORWriter.text("x"), [0x80], [0x00]] as [[UInt8]]), random.below(3)
            )
            let isReplaced = random.below(2) == 0
            draft.itemEdits.append { items in
                if isReplaced, place < items.count {
                    items[place] = item
                } else {
                    items.insert(item, at: min(place, items.count))
                }
            }
        },
        attestation("chain-order", "REG-042", "the certificates in another order") { draft, random in
            let isTwice = random.below(2) == 0
            draft.chainEdits.append { chain in
                if isTwice, let leaf = chain.first { chain = [leaf, leaf] } else { chain.reverse() }
            }
        },
        attestation("chain-third", "REG-047", "a third certificate") { draft, random in
            let (seconds, isForeign) = (random.pick([-1, 0, 1, 86_400]) as Int64, random.below(2) == 0)
            let garbage = random.below(4) == 0
            let now = InputDraft.clock
            var third = draft.intermediate
            third.validity = CertificateDraft.validity(now.adding(days: -9), now.adding(seconds: seconds))
            if isForeign { third.issuer = CertificateDraft.name("another") }
            let bytes = garbage ? [0x30, 3, 2, 1, 1] : third.signed(TestKeys.other.reproducibleSignature)
            draft.chainEdits.append { $0.append(bytes) }
        },
        attestation("chain-after", "REG-040", "bytes after a certificate") { draft, random in
            let (place, bytes) = (random.below(2), random.bytes([[0], [0, 0xFF], Array("PEM".utf8)] as [[UInt8]]))
            draft.chainEdits.append { if place < $0.count { $0[place] += bytes } }
        },
        attestation("chain-unreadable", "REG-040", "a certificate that is not readable") { draft, random in
            let place = random.below(2)
            let bytes = random.pick(
                [[], [0x30], [0x30, 0x00], Array("leaf".utf8), [0x31, 0x00], [0x30, 0x02, 0x02, 0x00]] as [[UInt8]])
            draft.chainEdits.append { if place < $0.count { $0[place] = bytes } }
        },
        attestation("validity", "REG-041", "a certificate at the ends of its time") { draft, random in
            let now = InputDraft.clock
            let (first, last): (Int64, Int64) = random.pick([
                (0, 0), (1, 9), (-9, -1), (0, 9), (-9, 0), (9, -9), (0, -1),
            ])
            let validity = CertificateDraft.validity(now.adding(seconds: first), now.adding(seconds: last))
            if random.below(2) == 0 { draft.leaf.validity = validity } else { draft.intermediate.validity = validity }
        },
        attestation("validity-far", "REG-041", "times of another century") { draft, _ in
            draft.leaf.validity = CertificateDraft.validity(
                CaptureTimestamp(utcSeconds: -631_152_000), CaptureTimestamp(utcSeconds: 2_524_608_000))
        },
        attestation("issuer", "REG-042", "another issuer of the leaf") { draft, random in
            draft.leaf.issuer = name(
                random.pick(["another", TestChain.intermediateName.uppercased(), TestChain.rootName, ""]))
        },
        attestation("issuer-form", "REG-042", "the issuer's name in another form", mayDiffer: true) { draft, random in
            let tag = random.pick([0x13, 0x16, 0x14] as [UInt8])
            let name = DERWriter.sequence(
                DERWriter.set(
                    DERWriter.sequence(
                        DERWriter.identifier("2.5.4.3"), DERWriter.value(tag, Array(TestChain.intermediateName.utf8)))))
            draft.leaf.issuer = name
            if random.below(2) == 0 { draft.intermediate.subject = name }
        },
        attestation("strict-issuer", "REG-043 REG-046", "another issuer of the second certificate") { draft, random in
            draft.intermediate.issuer = name(
                random.pick(["Apple", TestChain.intermediateName, TestChain.rootName.lowercased()]))
        },
        attestation("strict-root", "REG-044 REG-046", "a second certificate that the root did not sign") {
            draft, random in
            draft.intermediateSigner = random.pick([TestKeys.intermediate, TestKeys.other])
        },
        attestation("strict-leaf", "REG-045 REG-046", "a leaf that the second certificate did not sign") {
            draft, random in
            draft.leafSigner = random.pick([TestKeys.root, TestKeys.device, TestKeys.other])
        },
        attestation("strict-changed", "REG-045 REG-044", "a certificate that was changed after it was signed") {
            draft, random in
            let place = random.below(2)
            draft.chainEdits.append { chain in
                guard place < chain.count, let index = chain[place].firstIndex(of: 2) else { return }
                // The serial number is the second INTEGER; the first one is the version.
                let serial = chain[place][(index + 1)...].firstIndex(of: 2) ?? index
                if serial + 2 < chain[place].count { chain[place][serial + 2] ^= 0x10 }
            }
        },
        attestation("strict-algorithm", "REG-058", "a stated algorithm that is not the key's", mayDiffer: true) {
            draft, random in
            let identifiers = ["1.2.840.113549.1.1.11", "1.2.840.10045.4.3.3", "1.3.101.112", "1.2.840.10045.4.3.4"]
            draft.leaf.algorithm = DERWriter.sequence(DERWriter.identifier(random.pick(identifiers)))
        },
        attestation("certificate-fields", "REG-057 REG-047", "other fields of a certificate", mayDiffer: true) {
            draft, random in
            switch random.below(8) {
            case 0: draft.leaf.serial = DERWriter.value(2, [0x7F] + Array(repeating: 0xFF, count: 19))
            case 1: draft.leaf.serial = DERWriter.value(2, [0x80])
            case 2:
                draft.leaf.version = random.pick([
                    [], DERWriter.context(0, DERWriter.integer(1)), DERWriter.context(0, DERWriter.integer(5)),
                ])
            case 3: draft.leaf.identifiers = DERWriter.value(0x82, [0, 1])
            case 4: draft.leaf.extensions = []
            case 5:
                draft.leaf.extensions.append(.init(identifier: "1.2.3", isCritical: true, value: DERWriter.octets([])))
            case 6: draft.leaf.subject = DERWriter.sequence()
            default: draft.leaf.serial = DERWriter.value(2, [0, 1])
            }
        },
        attestation("leaf-key", "REG-055 REG-047", "a leaf with another key, or one that may certify") {
            draft, random in
            if random.below(2) == 0 {
                draft.leaf.keyInfo = CertificateKey.info(p256: TestKeys.other.publicKey)
            } else {
                draft.leaf.extensions = draft.intermediate.extensions
            }
        },
    ]

    private static func name(_ text: String) -> [UInt8] { CertificateDraft.name(text) }

    /// The nonce and the forms of its extension.
    static let nonces: [Departure] = [
        attestation("nonce-extensions", "REG-048 REG-049", "no extension of the nonce, or two", mayDiffer: true) {
            draft, random in
            let values: @Sendable ([UInt8]) -> [[UInt8]] = random.pick([
                { _ in [] }, { [usual($0), usual(zeros)] }, { [usual(zeros), usual($0)] }, { [usual($0), usual($0)] },
                { [[], usual($0)] },
            ])
            draft.nonceValues = values
        },
        attestation("nonce-covered", "REG-051", "a nonce of something else") { draft, random in
            draft.covered = random.pick([
                { $0 + $1 }, { data, _ in data }, { SHA256Digest.bytes(of: $1) + $0 },
                { $0 + SHA256Digest.bytes(of: SHA256Digest.bytes(of: $1)) },
                { SHA256Digest.bytes(of: $0 + SHA256Digest.bytes(of: $1)) },
                { $0 + SHA256Digest.bytes(of: Array(StrictBase64.text(of: $1).utf8)) },
            ])
        },
        nonce("nonce-length", "REG-051 REG-072", "a nonce of another length", false) { nonce, random in
            usual(
                random.pick([
                    Array(nonce.dropLast()), nonce + [0], [], [0] + nonce, Array(nonce.dropLast()) + [nonce[31] ^ 1],
                ]))
        },
        nonce("nonce-sequence", "REG-070", "an extension that is another sequence", true) { nonce, random in
            let tagged = DERWriter.context(1, DERWriter.octets(nonce))
            return random.pick([
                usual(nonce) + [0, 0xFF], DERWriter.sequence(), DERWriter.set(tagged), DERWriter.octets(nonce),
                [0x30, 0x80] + tagged + [0, 0], DERWriter.value(0x10, tagged), Array(usual(nonce).dropLast()),
                DERWriter.sequence(usual(nonce)), [0x30, 0x81, UInt8(tagged.count)] + tagged, [],
            ])
        },
        nonce("nonce-context", "REG-071", "a nonce under another context tag", false) { nonce, random in
            DERWriter.sequence(DERWriter.context(random.pick([0, 2, 30, 31]), DERWriter.octets(nonce)))
        },
        nonce("nonce-tag", "REG-071 REG-072", "a nonce under another tag", true) { nonce, random in
            let octets = DERWriter.octets(nonce)
            return random.pick([
                DERWriter.sequence(DERWriter.context(0, octets)), DERWriter.sequence(octets),
                DERWriter.sequence(DERWriter.value(0x81, octets)), DERWriter.sequence(DERWriter.value(0x81, nonce)),
                DERWriter.sequence(DERWriter.value(0x61, octets)), DERWriter.sequence(DERWriter.value(0x09, octets)),
                DERWriter.sequence(DERWriter.value(0x0F, octets)),
                DERWriter.sequence(DERWriter.context(1, octets, DERWriter.octets(zeros))),
                DERWriter.sequence(DERWriter.context(1, DERWriter.value(5, []), octets)),
                DERWriter.sequence(DERWriter.context(1, DERWriter.value(0x24, nonce))),
                DERWriter.sequence(DERWriter.context(1, [4, 0x82, 0, 32] + nonce)),
                DERWriter.sequence([0x1F, 0x1F, 0x22] + octets),
                DERWriter.sequence(DERWriter.context(1200, octets)), DERWriter.sequence(DERWriter.octets(octets)),
            ])
        },
        nonce("nonce-in", "REG-073", "a nonce inside another element", true) { nonce, random in
            let octets = DERWriter.octets(nonce)
            let tag = random.pick([2, 7, 12, 18, 19, 20, 21, 22, 25, 26, 27, 28, 30] as [UInt8])
            return random.pick([
                DERWriter.sequence(DERWriter.value(3, [0] + octets)), DERWriter.sequence(DERWriter.value(tag, octets)),
                DERWriter.sequence(
                    DERWriter.value(tag, Array(repeating: 0x30, count: 32)), DERWriter.context(1, octets)),
                DERWriter.sequence(
                    DERWriter.value(12, DERWriter.octets(Array(repeating: 0x78, count: 29))),
                    DERWriter.context(1, octets)),
                DERWriter.sequence(
                    DERWriter.value(12, DERWriter.octets(Array(repeating: 0x78, count: 30))),
                    DERWriter.context(1, octets)),
            ])
        },
        nonce("nonce-beside", "REG-074 REG-075 REG-076", "an element beside the nonce", true) { nonce, random in
            beside(nonce, random.pick(elements), &random)
        },
        nonce("nonce-text", "REG-077", "a text beside the nonce", true) { nonce, random in
            let tag = random.pick([7, 12, 18, 19, 20, 21, 22, 25, 26, 27, 28, 30] as [UInt8])
            let content = random.pick(
                [
                    "", "x", "12 3", "aZ09 '()+,-./:=?", "a*b", "\u{7F}", "\u{1F}", "é", "a@b", "\0x", "_",
                ].map { Array($0.utf8) } + [[0xFF], [0xD8, 0x00], [0x80], [0xD8, 0x00, 0xDC, 0x00]])
            return beside(nonce, DERWriter.value(random.below(6) == 0 ? tag | 0x20 : tag, content), &random)
        },
        nonce("nonce-time", "REG-077", "a time beside the nonce", true) { nonce, random in
            let isLong = random.below(2) == 0
            let times = [
                "261128080059Z", "2611280800Z", "261128080000+0100", "261128080000-0130", "260000000000Z",
                "261128080000", "261128080060Z",
                "261328080000Z", "2611280800+0100", "x", "261128080000+01", "261128080000.1Z", "261128080000.123",
                "261128080000,1-0130",
                "261128080000.Z", "261128080000.1234Z", "261128080000.", "2611280800", "261128240000Z", "2611280860Z",
                "2611280Z", "Z",
                "261128080000z", "261128080000 Z", "261128080000+0160", "261128080000+2400",
            ]
            let text = (isLong ? "20" : "") + random.pick(times)
            return beside(nonce, DERWriter.value(isLong ? 0x18 : 0x17, Array(text.utf8)), &random)
        },
    ]

    private static let zeros = [UInt8](repeating: 0, count: 32)

    private static func usual(_ nonce: [UInt8]) -> [UInt8] { AttestationDraft.nonceValue(nonce) }

    /// An element before or after the nonce.
    private static func beside(_ nonce: [UInt8], _ element: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
        let tagged = DERWriter.context(1, DERWriter.octets(nonce))
        return random.below(4) == 0 ? DERWriter.sequence(tagged, element) : DERWriter.sequence(element, tagged)
    }

    /// Elements at the bounds of what the server reads.
    private static let elements: [[UInt8]] = [
        [1, 1, 0xFF], [1, 1, 1], [1, 0], [1, 2, 0, 0], [2, 0], [2, 1, 7], [2, 2, 0, 1], [3, 0], [3, 1, 0],
        [3, 2, 9, 0x78], [3, 2, 8, 0],
        [0x23, 4, 3, 2, 0, 0x78], [5, 0], [5, 1, 0], [6, 0], [6, 1, 0x80], [6, 3, 0x2A, 3, 4], [0x0A, 1, 5],
        [0x0A, 5, 0] + ones,
        [0x0A, 5, 1, 0, 0, 0, 0], [0x0A, 0], [0x2A, 1, 1], [0x0D, 1, 1], [0x30, 0], [0x30, 3, 1, 1, 1],
        [0x30, 2, 1, 1], [0x30, 0x80, 5, 0, 0, 0],
        [0x30, 0x80, 5, 0], [0x10, 0], [0x31, 2, 5, 0], [0x11, 0], [0x31, 0x80, 0, 0], [0, 0], [0, 1, 0],
        [2, 0x80, 0, 0], [0xA1, 0x80, 0, 0],
        [0xA1, 0x80, 4, 0, 0, 0], [4, 2, 0x78], [0x1F, 0], [0x3F, 0x80, 0x80, 0x80, 0x80, 0x11, 0],
        [0x3F, 0x80, 0x80, 0x80, 0x80, 0x80, 0x11, 0],
        [1, 0x89, 0, 0, 0, 0, 0, 0, 0, 0, 1, 7], [1, 0x84, 0, 0, 0, 1, 7], [1, 0xFF, 1], [8, 0], [0x0B, 1, 0],
        [0x24, 2, 4, 0], [0x24, 0x80, 0, 0],
        [0x61, 0], [0xC1, 1, 0], [0x81, 0], [0xA1, 0], nested(47), nested(48), nested(49), [4, 0], [4, 1, 0x78],
    ]
    private static let ones: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF]

    /// A NULL inside a number of sequences and one more.
    private static func nested(_ count: Int) -> [UInt8] {
        (0...count).reduce([5, 0]) { element, _ in DERWriter.sequence(element) }
    }

    private static func nonce(
        _ id: String, _ rules: String, _ text: String, _ mayDiffer: Bool,
        _ value: @escaping @Sendable (_ nonce: [UInt8], inout SplitMix64) -> [UInt8]
    ) -> Departure {
        attestation(id, rules + " REG-050", text, mayDiffer: mayDiffer) { draft, random in
            let seed = random.next()
            draft.nonceValues = { nonce in
                var random = SplitMix64(seed: seed)
                return [value(nonce, &random)]
            }
        }
    }
}
