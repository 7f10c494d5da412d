import Foundation
import Support
import TestSupport
import Testing

@testable import Captures

/// Certificates of other forms than RFC 5280 defines get no verdict (REG-057).
@Suite struct CertificateFormTests {
    /// An element of DER whose parts can be changed.
    private struct Element {
        var tag: UInt8
        var content: [UInt8] = []
        var parts: [Element]?
        var hasLongLength = false

        init(_ tag: UInt8, _ content: [UInt8] = [], parts: [Element]? = nil) {
            (self.tag, self.content, self.parts) = (tag, content, parts)
        }

        init(takenFrom rest: inout ArraySlice<UInt8>) throws {
            let header = try #require(DERHeader(rest))
            tag = rest[rest.startIndex]
            var inner = rest[header.contentStart..<(try #require(header.contentEnd))]
            rest = rest[inner.endIndex...]
            if header.isConstructed {
                parts = []
                while !inner.isEmpty { parts?.append(try Element(takenFrom: &inner)) }
            } else {
                content = Array(inner)
            }
        }

        var bytes: [UInt8] {
            let content = parts.map { $0.flatMap(\.bytes) } ?? content
            let digits = (0..<3).map { UInt8(truncatingIfNeeded: content.count >> (16 - 8 * $0)) }
            let length = hasLongLength ? digits : Array(digits.drop { $0 == 0 })
            let isShort = !hasLongLength && content.count < 128
            return [tag] + (isShort ? [UInt8(content.count)] : [0x80 | UInt8(length.count)] + length) + content
        }

        subscript(_ path: Int...) -> Element {
            get { path.reduce(self) { $0.parts?[$1] ?? $0 } }
            set { set(path[...], newValue) }
        }

        private mutating func set(_ path: ArraySlice<Int>, _ value: Element) {
            guard let first = path.first else { return self = value }
            parts?[first].set(path.dropFirst(), value)
        }
    }

    private static func changes() -> [String: (inout Element) -> Void] {
        func time(_ text: String, tag: UInt8 = 0x18) -> (inout Element) -> Void {
            { $0[0, 4, 0] = Element(tag, Array(text.utf8)) }
        }
        func identifier(_ bytes: [UInt8]) -> (inout Element) -> Void { { $0[0, 7, 0, 1, 0] = Element(6, bytes) } }
        func more(_ path: Int...) -> (inout Element) -> Void {
            { leaf in
                var element = path.reduce(leaf) { $0[$1] }
                element.parts?.append(Element(5))
                switch path.count {
                case 0: leaf = element
                case 2: leaf[path[0], path[1]] = element
                default: leaf[path[0], path[1], path[2], path[3]] = element
                }
            }
        }
        return [
            "length of the certificate": { $0.hasLongLength = true },
            "length of the serial number": { $0[0, 1].hasLongLength = true },
            "length in an extension": { $0[0, 7, 0, 1].hasLongLength = true },
            "more in the certificate": more(), "more in the validity": more(0, 4), "more in the key": more(0, 6),
            "more in an extension": more(0, 7, 0, 1),
            "time without seconds": time("2605030715Z", tag: 0x17),
            "time with an offset": time("260503071500+0000", tag: 0x17),
            "time with a point": time("20260503071500.Z"), "six digits": time("20260503071500.123456Z"),
            "thirteen digits": time("20260503071500.1234567890123Z"), "second 60": time("20260503071460Z"),
            "version of two bytes": { $0[0, 0, 0] = Element(2, [0, 2]) },
            "empty version": { $0[0, 0] = Element(0xA0, parts: []) },
            "version 4": { $0[0, 0, 0] = Element(2, [3]) },
            "version of another type": { $0[0, 0, 0] = Element(5) },
            "constructed unique identifier": { $0.parts?[0].parts?.insert(Element(0xA1, parts: []), at: 7) },
            "empty unique identifier": { $0.parts?[0].parts?.insert(Element(0x82), at: 7) },
            "critical of no byte": { $0[0, 7, 0, 0, 1] = Element(1) },
            "critical of two bytes": { $0[0, 7, 0, 0, 1] = Element(1, [0xFF, 0xFF]) },
            "empty identifier": identifier([]), "cut identifier": identifier([0x2A, 0x86]),
            "padded identifier": identifier([0x2A, 0x80, 0x86, 0x48]),
            "tag of a name": { $0[0, 3, 0, 0, 1].tag = 4 }, "constructed text": { $0[0, 3, 0, 0, 1].tag = 0x2C },
            "set without attributes": { $0[0, 5, 0] = Element(0x31, parts: []) },
            "another tag than SET": { $0[0, 5, 0].tag = 0x30 },
            "constructed serial number": { $0[0, 1].tag = 0x22 }, "another class": { $0[0].tag = 0x70 },
            "PSS": {
                let type = Element(6, [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 1, 10])
                $0[1, 0] = type
            },
            "element after the extensions": { $0.parts?[0].parts?.append(Element(0x05)) },
            "no extension": { $0[0, 7, 0] = Element(0x30, parts: []) },
        ]
    }

    private func registration() throws -> (object: [UInt8], leaf: Element) {
        let file = CommandRunner.package.appending(path: "fixtures/captures/registrations/register-verified.json")
        let json = try JSONReader.read([UInt8](try Data(contentsOf: file)))
        let object = try #require(json["attestation_object"]?.string.flatMap(StrictBase64.bytes))
        var bytes = try #require(AttestationObject(cbor: object).certificates?.first)[...]
        return (object, try Element(takenFrom: &bytes))
    }

    @Test func otherFormsHaveNoVerdict() throws {
        let (_, leaf) = try registration()
        #expect(AttestationCertificate(leaf.bytes) != nil)
        for (name, change) in Self.changes() {
            var changed = leaf
            change(&changed)
            #expect(changed.bytes != leaf.bytes, "\(name)")
            #expect(
                AttestationCertificate(changed.bytes) == nil && !AttestationCertificate.isUnreadable(changed.bytes),
                "\(name)")
        }
        for bytes in [[], [0x30], [0x30, 0x80, 0, 0], [0x30, 0], [0x30, 3, 2, 1, 1], [0x30, 2, 0x30, 1]] {
            #expect(AttestationCertificate.isUnreadable(bytes.map { UInt8($0) }), "\(bytes)")
        }
    }

    @Test func aRegistrationWithOneHasNoAnswer() throws {
        let (object, leaf) = try registration()
        var changed = leaf
        changed[0, 1].hasLongLength = true
        func judgement(_ chain: [[UInt8]], isKeyRegistered: Bool = false) throws -> RegistrationJudgement {
            let data = try #require(AttestationObject(cbor: object).authenticatorData)
            let statement = CBORWriter.map([(CBORWriter.text("x5c"), CBORWriter.array(chain.map(CBORWriter.bytes)))])
            let sent = CBORWriter.map([
                (CBORWriter.text("fmt"), CBORWriter.text(AttestationObject.appleFormat)),
                (CBORWriter.text("attStmt"), statement), (CBORWriter.text("authData"), CBORWriter.bytes(data)),
            ])
            let body = RegistrationBody(
                attestation: RegistrationBody.Attestation(
                    keyID: "key", attestationObject: StrictBase64.text(of: sent),
                    challenge: StrictBase64.text(of: Array(repeating: 0, count: 32))))
            return RegistrationJudge().judge(
                RegistrationRequest(
                    content: .members(body),
                    application: CaptureApplication(teamIdentifier: "T", bundleIdentifier: "b"),
                    now: try #require(CaptureTimestamp("2026-05-04T07:15:00Z")), isKeyRegistered: isKeyRegistered))
        }
        let unknown = try judgement([leaf.bytes, changed.bytes])
        #expect(unknown.answer == nil && unknown.permissive == nil && unknown.strict == nil && unknown.stored == nil)
        #expect(unknown.notModelled?.code == "not_modelled:certificate")
        #expect(!unknown.checks.contains { $0.outcome == .failed })
        // Another certificate that the server cannot read decides alone, and the database as well.
        let unreadable = try judgement([changed.bytes, [0]])
        #expect(unreadable.permissive?.failure == .invalidCertificate(index: 1))
        #expect(unreadable.checks.first { $0.outcome == .failed }?.found == .text("certificate 2"))
        #expect(try judgement([changed.bytes, leaf.bytes], isKeyRegistered: true).answer?.httpStatus == 409)
    }
}
