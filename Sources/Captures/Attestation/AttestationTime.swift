/// A time at which an attestation can be judged: every certificate of it is valid then.
///
///     print(diagnosis.usableTime?.text ?? "there is none")
package struct AttestationTime: Sendable, Hashable {
    /// As `--at` and case files take it, such as `2025-12-01T10:00:00Z`.
    package let text: String
    /// Whether the receipt says that the attestation was made then.
    package let isOfReceipt: Bool
}

extension AttestationDiagnosis {
    /// The time of the receipt if it works, otherwise the first second at which every certificate is valid; nil where
    /// there is none, and without certificates.
    package var usableTime: AttestationTime? {
        let certificates = certificates.compactMap { $0 }
        func works(_ time: CaptureTimestamp) -> Bool { certificates.allSatisfy { $0.isValid(at: time) } }
        guard let latest = certificates.map(\.notBefore).max(by: { $0.utcSeconds < $1.utcSeconds }) else { return nil }
        if let text = receipt?.createdAtText, let time = CaptureTimestamp(text), works(time) {
            return AttestationTime(text: text.contains(" ") ? time.secondText : text, isOfReceipt: true)
        }
        // A year without four digits cannot be written as a time.
        guard works(latest), CaptureTimestamp(latest.secondText) != nil else { return nil }
        return AttestationTime(text: latest.secondText, isOfReceipt: false)
    }
}
