/// A time at which every certificate of an attestation is valid.
///
///     print(diagnosis.usableTime?.text ?? "there is none")
package struct AttestationTime: Sendable, Hashable {
    /// The form that `--at` and case files accept, such as `2025-12-01T10:00:00Z`.
    package let text: String
    /// Whether this is the creation time in the receipt.
    package let isReceiptTime: Bool
}

extension AttestationDiagnosis {
    /// The creation time in the receipt if all certificates are valid then; otherwise the first second at which they
    /// all are. Nil if there is no such second or no certificate.
    package var usableTime: AttestationTime? {
        let certificates = certificates.compactMap { $0 }
        func works(_ time: CaptureTimestamp) -> Bool { certificates.allSatisfy { $0.isValid(at: time) } }
        guard let latest = certificates.map(\.notBefore).max(by: { $0.utcSeconds < $1.utcSeconds }) else { return nil }
        if let text = receipt?.createdAtText, let time = CaptureTimestamp(text), works(time) {
            return AttestationTime(text: text.contains(" ") ? time.secondText : text, isReceiptTime: true)
        }
        // Times with a year outside four digits have no text form.
        guard works(latest), CaptureTimestamp(latest.secondText) != nil else { return nil }
        return AttestationTime(text: latest.secondText, isReceiptTime: false)
    }
}
