internal import Support

extension Departure {
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
        attestation("strict-issuer", "REG-043 REG-046", "another issuer of the second certificate") { draft, random in
            draft.intermediate.issuer = name(
                random.pick(["Apple", TestChain.intermediateName, TestChain.rootName.lowercased()]))
        },
        attestation("strict-root", "REG-044 REG-046", "a second certificate that the root did not sign") {
            draft, random in draft.intermediateSigner = random.pick([TestKeys.intermediate, TestKeys.other])
        },
        attestation("strict-leaf", "REG-045 REG-046", "a leaf that the second certificate did not sign") {
            draft, random in draft.leafSigner = random.pick([TestKeys.root, TestKeys.device, TestKeys.other])
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
        nonce("nonce-context", "REG-071", "a nonce under another context tag", false) { nonce, random in
            DERWriter.sequence(DERWriter.context(random.pick([0, 2, 30, 31]), DERWriter.octets(nonce)))
        },
    ]

    private static let zeros = [UInt8](repeating: 0, count: 32)

    private static func usual(_ nonce: [UInt8]) -> [UInt8] { AttestationDraft.nonceValue(nonce) }

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
