internal import Support

extension Departure {
    static let cborForms: [Departure] = bothAssertions { assertion in
        [
            assertion("cbor-other", "AST-002 REQ-017", "something other than a map", false) { draft, _, random in
                let bytes = random.pick(
                    [[], [0x60], [0x80], [0xF6], Array("{}".utf8), [0x40], [0xA1], [0xA0], [0x00]] as [[UInt8]])
                draft.mapEdits.append { $0.edits.append { $0 = bytes } }
            },
            assertion("cbor-around", "AST-002 AST-003", "bytes before or around the map", false) { draft, _, random in
                let bytes = random.bytes([[0xC1], [0xD9, 0xD9, 0xF7], [0x00], [0x81], [0x58, 0x8C]] as [[UInt8]])
                draft.mapEdits.append { $0.edits.append { $0 = bytes + $0 } }
            },
            assertion("cbor-after", "AST-003", "bytes after the map", false) { draft, _, random in
                let bytes = random.bytes([[0], [0xFF], [0xA0], Array(repeating: 0x1C, count: 100)] as [[UInt8]])
                draft.mapEdits.append { $0.edits.append { $0 += bytes } }
            },
            assertion("cbor-cut", "AST-002 AST-009", "a map that is cut off", false) { draft, _, random in
                let count = random.pick([1, 2, 37, 100])
                draft.mapEdits.append { $0.edits.append { $0 = $0.dropLast(count) } }
            },
            assertion("cbor-order", "AST-004", "the members in the other order", false) { draft, _, _ in
                draft.mapEdits.append { $0.members.reverse() }
            },
            assertion("cbor-names", "AST-004", "other names", false) { draft, _, random in
                let name = random.pick([
                    CBORWriter.text("Signature"), CBORWriter.bytes(Array("signature".utf8)),
                    CBORWriter.text("signature "), CBORWriter.integer(1), CBORWriter.text(""),
                ])
                let index = random.below(2)
                draft.mapEdits.append { if $0.members.indices.contains(index) { $0.members[index].name = name } }
            },
            assertion("cbor-member", "AST-004 AST-008", "a further member", false) { draft, _, random in
                let members: [CBORDraft.Member] = [
                    (CBORWriter.text("x"), [0xF6]), (CBORWriter.integer(-5), [0x80]), ([0x80], [0xA0]),
                    ([0xF4], [0xF9, 0, 0]),
                    (CBORWriter.text("é"), CBORWriter.text("\u{1F600}")), (CBORWriter.bytes([0xFF]), [0xC1, 0x00]),
                    (CBORWriter.text("x"), [0xFB, 0, 0, 0, 0, 0, 0, 0, 0]), (CBORWriter.text("x"), [0xF8, 0xFF]),
                ]
                let member = random.pick(members)
                let place = random.below(3)
                draft.mapEdits.append { $0.members.insert(member, at: min(place, $0.members.count)) }
            },
            twice(
                assertion, "cbor-twice-first", "AST-006 AST-005", "a member with an invalid one before it",
                isFirst: true),
            twice(assertion, "cbor-twice-last", "AST-005", "a member with an invalid one after it", isFirst: false),
            assertion("cbor-missing", "AST-006 REQ-017", "a member that is absent or of another type", false) {
                draft, _, random in
                let index = random.below(2)
                let value: [UInt8]? = random.pick([nil, [0xF6], CBORWriter.text("x"), [0x00], [0x80], [0xC2, 0x40]])
                draft.mapEdits.append { map in
                    guard map.members.indices.contains(index) else { return }
                    if let value { map.members[index].value = value } else { map.members.remove(at: index) }
                }
            },
        ]
    }

    /// A second member of the same name. A server may refuse the repetition, but must not use the last value.
    private static func twice(
        _ maker: Maker, _ id: String, _ rules: String, _ text: String, isFirst: Bool
    ) -> Departure {
        maker(id, rules, text, !isFirst) { draft, _, random in
            let index = random.below(2)
            let value = random.bytes([[0xF6], CBORWriter.bytes([]), CBORWriter.bytes(Array(repeating: 0, count: 36))])
            draft.mapEdits.append { map in
                guard map.members.indices.contains(index) else { return }
                map.members.insert((map.members[index].name, value), at: isFirst ? 0 : map.members.count)
            }
        }
    }

    static let signatures: [Departure] = bothAssertions { assertion in
        [
            signature(assertion, "signature-s", "AST-028", "the other s", false) { r, s, _ in
                der(r, integer(negative(s)))
            },
            signature(assertion, "signature-low-s", "AST-028", "the smaller or the larger s", false) { r, s, random in
                let (low, high) = s.lexicographicallyPrecedes(negative(s)) ? (s, negative(s)) : (negative(s), s)
                return der(r, integer(random.below(2) == 0 ? low : high))
            },
            signature(assertion, "signature-raw", "AST-026", "64 bytes", true) { r, s, random in
                random.pick([
                    r + s, r + negative(s), s + r, r.reversed() + s.reversed(), r + s + [0], Array((r + s).dropLast()),
                    [0] + r + [0] + s, Array(Hexadecimal.text(of: r + s).utf8),
                    Array(repeating: 0, count: 16) + r + Array(repeating: 0, count: 16) + s,
                ])
            },
            signature(assertion, "signature-der", "AST-025", "a signature that is not strict DER", false) {
                r, s, random in
                let usual = der(r, integer(s))
                let content = integer(r) + integer(s)
                return random.pick([
                    usual + [0], Array(usual.dropLast()), [0x31] + usual.dropFirst(), [0x30, 0x81] + usual.dropFirst(),
                    [0x30, 0x80] + content + [0, 0], [0x30, UInt8(content.count + 1)] + content + [0],
                    der(r, [2, UInt8(s.count + 2), 0, 0] + s), der(r, [3] + integer(s).dropFirst()), der(r, [2, 0]),
                    der(r, [2, 0x81] + integer(s).dropFirst()),
                    der(r, [2, UInt8(s.count)] + [s[0] | 0x80] + s.dropFirst()),
                    [0x30, UInt8(integer(r).count)] + integer(r), [], DERWriter.sequence(usual),
                    DERWriter.octets(usual), DERWriter.sequence(integer(r), integer(s), integer([1])),
                    DERWriter.sequence(integer(r), integer(s), DERWriter.octets([])),
                ])
            },
            signature(assertion, "signature-range", "AST-027", "r or s at its bounds", false) { r, s, random in
                let zero = [UInt8](repeating: 0, count: 32)
                let one = Array(zero.dropLast()) + [1]
                let numbers: [[UInt8]] = [zero, one, P256Curve.order, negative(one), Array(repeating: 0xFF, count: 32)]
                if random.below(2) == 0 {
                    let numbers = random.pick([(r, aboveOrder(s)), (aboveOrder(r), s), (aboveOrder(r), aboveOrder(s))])
                    return der(numbers.0, integer(numbers.1))
                }
                let (first, second) = random.below(2) == 0 ? (random.pick(numbers), s) : (r, random.pick(numbers))
                return random.below(2) == 0 ? der(first, integer(second)) : first + second
            },
        ]
    }

    private static func signature(
        _ maker: Maker, _ id: String, _ rules: String, _ text: String, _ mayDiffer: Bool,
        _ change: @escaping @Sendable (_ r: [UInt8], _ s: [UInt8], inout SplitMix64) -> [UInt8]
    ) -> Departure {
        maker(id, rules + " REQ-021", text, mayDiffer) { draft, _, random in
            let seed = random.next()
            draft.signatureEdits.append { bytes in
                guard let numbers = P256Signature(bytes)?.raw else { return }
                var random = SplitMix64(seed: seed)
                bytes = change(Array(numbers[..<32]), Array(numbers[32...]), &random)
            }
        }
    }

    private static func integer(_ number: [UInt8]) -> [UInt8] { DERWriter.integer(number) }
    private static func der(_ r: [UInt8], _ s: [UInt8]) -> [UInt8] { DERWriter.sequence(integer(r), s) }

    /// n + a number, in 33 bytes.
    private static func aboveOrder(_ number: [UInt8]) -> [UInt8] {
        var (sum, carry) = ([UInt8](), 0)
        for (left, right) in zip(P256Curve.order, number).reversed() {
            carry += Int(left) + Int(right)
            sum.insert(UInt8(carry & 0xFF), at: 0)
            carry >>= 8
        }
        return [UInt8(carry)] + sum
    }

    private static func negative(_ number: [UInt8]) -> [UInt8] {
        var (difference, borrow) = (P256Curve.order, 0)
        for index in difference.indices.reversed() {
            let digit = Int(difference[index]) - Int(number[index]) - borrow
            (difference[index], borrow) = (UInt8(truncatingIfNeeded: digit), digit < 0 ? 1 : 0)
        }
        return difference
    }
}
