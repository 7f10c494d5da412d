internal import Support

extension Departure {
    static let requests: [Departure] = [
        Departure("headers-missing", "REQ-001", "a header that is missing", .signed) { draft, random in
            let count = random.pick([1, 1, 2, 3])
            let first = random.below(3)
            draft.headerEdits.append { headers in
                for place in (first..<first + count).map({ $0 % 3 }).sorted(by: >) where place < headers.count {
                    headers.remove(at: place)
                }
            }
        },
        Departure("headers-names", "REQ-002", "header names in other letters", .signed) { draft, random in
            let isUpper = random.below(2) == 0
            draft.headerEdits.append { headers in
                for place in headers.indices {
                    headers[place].name = isUpper ? headers[place].name.uppercased() : headers[place].name.lowercased()
                }
            }
        },
        Departure("headers-order", "REQ-002", "headers in another order, and others", .signed) { draft, random in
            let place = random.below(4)
            draft.headerEdits.append { headers in
                headers.reverse()
                headers.insert(("X-Other", [0xFF]), at: min(place, headers.count))
            }
        },
        Departure("headers-twice", "REQ-002", "two headers with one name", .signed) { draft, random in
            let (place, isFirst) = (random.below(3), random.below(2) == 0)
            let value = random.bytes([[], Array("?".utf8), Array("1".utf8), [0x80]])
            draft.headerEdits.append { headers in
                guard place < headers.count else { return }
                headers.insert((headers[place].name.lowercased(), value), at: isFirst ? 0 : headers.count)
            }
        },
        Departure("headers-space", "REQ-002", "white space around a value", .signed) { draft, random in
            let space = random.pick([" ", "\t", " \t ", "\u{A0}", "\u{C}", "\n"])
            draft.changeHeader(&random) { $0 = Array(space.utf8) + $0 + Array(space.utf8) }
        },
        Departure("headers-bytes", "REQ-003", "a byte in a value that is not text", .signed, mayDiffer: true) {
            draft, random in
            let (byte, isLast) = (random.pick([0x80, 0xFF, 0x7F, 0x1F, 0x00, 0x09] as [UInt8]), random.below(2) == 0)
            draft.changeHeader(&random) { $0.insert(byte, at: isLast ? $0.count : $0.count / 2) }
        },
        Departure("id-form", "REQ-004 REQ-003", "an identifier that is not a UUID", .signed) { draft, random in
            let id = draft.deviceID
            let (head, digits) = (String(id.prefix(8)), id.replacing("-", with: ""))
            draft.deviceID = random.pick([
                "", String(id.dropLast()), "\(id)0", "g\(id.dropFirst())", digits, id.replacing("-", with: "_"),
                "\(id.prefix(4))-\(id.dropFirst(4))", "\(id) x", id.uppercased(),
                "0b9D2f6e-53C1-4a8e-9c07-1d2e3f405162", "\(head)\t\(id.dropFirst(9))", "null",
            ])
        },
        Departure("id-version", "REQ-004", "a UUID of another version or variant", .signed) { draft, random in
            var digits = Array(draft.deviceID)
            guard digits.count > 19 else { return }
            digits[14] = random.pick(Array("01235678f"))
            if random.below(2) == 0 { digits[19] = random.pick(Array("07cef")) }
            draft.deviceID = String(digits)
        },
        Departure("id-other-form", "REQ-005", "a UUID in another form", .signed, mayDiffer: true) { draft, random in
            let id = draft.deviceID
            let digits = id.replacing("-", with: "")
            draft.deviceID = random.pick([
                digits, "{\(id)}", "urn:uuid:\(id)", "URN:UUID:\(id)", "{\(digits)}", "{\(id)", "\(id)}",
                "urn:uuid:\(digits)",
                "urn:uuid:{\(id)}", "{\(id))", digits.uppercased(), digits + "0", "(\(id))", "urn:UUID:\(id)",
            ])
        },
        Departure("timestamp-bound", "REQ-010 REQ-011", "a timestamp at its bounds", .signed) { draft, random in
            let (past, future) = (RequestJudge.ages.upperBound, RequestJudge.ages.lowerBound)
            draft.timestamp = String(
                InputDraft.clock.milliseconds
                    - random.pick([past, past + 1, past - 1, future, future - 1, future + 1, 0, 301_000]))
        },
        Departure("timestamp-fraction", "REQ-010 REQ-011", "a clock with a fraction of a millisecond", .signed) {
            draft, random in
            let (past, future) = (RequestJudge.ages.upperBound, RequestJudge.ages.lowerBound)
            draft.now = random.pick([
                "2026-03-01T12:00:20.0009Z", "2026-03-01T12:00:20.000999999Z", "2026-03-01T12:00:19.9999Z",
            ])
            draft.timestamp = String(InputDraft.clock.milliseconds - random.pick([past, past + 1, future, future - 1]))
        },
        Departure("timestamp-wraps", "REQ-012", "a timestamp at the bounds of 64 bits", .signed, mayDiffer: true) {
            draft, random in
            let now = InputDraft.clock.milliseconds
            draft.timestamp = String(
                random.pick([.max, .min, .min + now, .min + now - 1, .min + now + 1, -1, 0, now &+ .min &- 60_000]))
        },
        Departure("timestamp-least", "REQ-006 REQ-011", "the least or the greatest timestamp", .signed) {
            draft, random in draft.timestamp = String(random.pick([Int64.min, Int64.max]))
        },
        Departure("timestamp-form", "REQ-006", "a timestamp that is not an integer of 64 bits", .signed) {
            draft, random in
            let usual = draft.timestamp
            draft.timestamp = random.pick([
                "", "+", "-", usual + ".0", "1e12", "--1", "0x10", "17 72", "1_772", "9223372036854775808",
                "-9223372036854775809", "\u{661}", "+-1", String(usual.dropLast(3)), usual + "000", "٠",
            ])
        },
        Departure("timestamp-written", "REQ-023 REQ-006", "a timestamp with a sign or zeros", .signed) {
            draft, random in
            let usual = draft.timestamp
            draft.signedMilliseconds = Int64(usual)
            draft.timestamp = random.pick(["+", "000", "+0", "00000000000000000000000"]) + usual
            let written = Array(draft.timestamp.utf8)
            if random.below(3) == 0 {
                draft.requestAssertion.clientEdits.append { $0 = written + $0.drop { $0 != 0x7C } }
            }
        },
        Departure("timestamp-other", "REQ-022", "another timestamp than the signed one", .signed) { draft, random in
            draft.signedMilliseconds = (Int64(draft.timestamp) ?? 0) &+ random.pick([1, -1, 1000])
        },
        Departure("signature-empty", "REQ-007", "an empty signature", .signed) { draft, _ in
            draft.headerEdits.append { headers in if headers.count > 2 { headers[2].value = [] } }
        },
        Departure("request-body", "REQ-024", "a body of other bytes", .request) { draft, random in
            let body = random.pick([
                [], Array(128...255), Array("{\"a\" : 1.0}\r\n".utf8), Array("{\"b\":1,\"a\":2}".utf8),
                Array("{\"a\":1,\"a\":1}".utf8), [0x7B], Array("{\"a\":\"\\u0041\"}".utf8),
            ])
            draft.bodyEdits.append { $0 = body }
        },
        Departure("request-body-limit", "REQ-015", "a body at the limit of requests", .request) { draft, random in
            // A body at the limit takes as long as thousands of smaller ones.
            guard random.below(10) == 0 else {
                draft.bodyByteCount = CapturePayload.byteLimit / 100 + random.below(2)
                return
            }
            draft.bodyByteCount = AuthenticationRequest.byteLimit + random.below(2)
        },
        Departure("request-body-changed", "REQ-022 REQ-024", "a body that was changed after it was signed", .signed) {
            draft, random in
            let change = random.pick(["x", "|", ""])
            draft.requestAssertion.clientEdits.append { text in
                if change.isEmpty { _ = text.popLast() } else { text += change.utf8 }
            }
        },
    ]
}

extension InputDraft {
    fileprivate mutating func changeHeader(
        _ random: inout SplitMix64, _ change: @escaping @Sendable (inout [UInt8]) -> Void
    ) {
        let place = random.below(3)
        headerEdits.append { headers in if place < headers.count { change(&headers[place].value) } }
    }
}
