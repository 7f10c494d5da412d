internal import Support

extension AttestationVerifier {
    /// All failing steps, in the server's order. The server itself stops at the first.
    ///
    ///     let faults = verifier.faults(of: object, challenge: challenge, isStrict: false)
    ///     print(faults.map(\.code))
    ///
    /// A step whose input cannot be decoded is skipped.
    ///
    /// - Parameter challenge: nil if unknown; the nonce is then not compared.
    package func faults(of bytes: [UInt8], challenge: [UInt8]?, isStrict: Bool) -> [AttestationFailure] {
        let object: AttestationObject
        do throws(CBORFault) { object = try AttestationObject(cbor: bytes) } catch { return [.invalidCBOR(error)] }
        let data = object.authenticatorData.flatMap { AttestedData($0) }
        let chain = object.certificates ?? []
        let certificates = chain.map { Certificate($0) }
        return memberFaults(object, data) + chainFaults(chain, certificates, isStrict: isStrict)
            + nonceFaults(certificates.first ?? nil, data, challenge) + keyFaults(data)
    }

    private func memberFaults(_ object: AttestationObject, _ data: AttestedData?) -> [AttestationFailure] {
        var faults: [AttestationFailure] = []
        if let format = object.format {
            let isApple = format.utf8.elementsEqual(AttestationObject.appleFormat.utf8)
            if !isApple { faults.append(.invalidFormat(found: format)) }
        } else {
            faults.append(.missingMember(.format))
        }
        if object.authenticatorData == nil { faults.append(.missingMember(.authenticatorData)) }
        if !object.hasStatement {
            faults.append(.missingMember(.statement))
        } else if let certificates = object.certificates {
            if certificates.isEmpty { faults.append(.missingMember(.certificates)) }
        } else {
            faults.append(.missingMember(.chain))
        }
        if let bytes = object.authenticatorData, data == nil {
            faults.append(.invalidAuthenticatorData(byteCount: bytes.count))
        }
        return faults
    }

    private func chainFaults(
        _ chain: [[UInt8]], _ certificates: [Certificate?], isStrict: Bool
    ) -> [AttestationFailure] {
        guard !certificates.isEmpty else { return [] }
        var faults: [AttestationFailure] = []
        if certificates.count < 2 { faults.append(.incompleteChain(count: certificates.count)) }
        if let failure = Self.failure(toRead: chain, as: certificates) { faults.append(failure) }
        for (index, certificate) in certificates.enumerated() {
            guard let certificate, !certificate.isValid(at: now) else { continue }
            faults.append(
                .certificateExpired(
                    index: index, notBefore: certificate.notBefore, notAfter: certificate.notAfter))
        }
        guard certificates.count >= 2, let leaf = certificates[0], let intermediate = certificates[1] else {
            return faults
        }
        if leaf.issuer != intermediate.subject { faults.append(.chain(.leafIssuer)) }
        guard isStrict else { return faults }
        if intermediate.issuer != root.subject { faults.append(.chain(.intermediateIssuer)) }
        if !intermediate.isSigned(by: root) { faults.append(.chain(.intermediateSignature)) }
        if !leaf.isSigned(by: intermediate) { faults.append(.chain(.leafSignature)) }
        return faults
    }

    private func nonceFaults(
        _ leaf: Certificate?, _ data: AttestedData?, _ challenge: [UInt8]?
    ) -> [AttestationFailure] {
        guard let leaf else { return [] }
        guard let value = leaf.extensionValue(.nonce) else { return [.nonceMissing] }
        guard let nonce = NonceExtension.nonce(in: value) else { return [.invalidNonceFormat] }
        guard let data, let challenge else { return [] }
        let expected = SHA256Digest.bytes(of: data.bytes + SHA256Digest.bytes(of: challenge))
        return nonce == expected ? [] : [.nonceMismatch(found: nonce, expected: expected)]
    }

    private func keyFaults(_ data: AttestedData?) -> [AttestationFailure] {
        guard let data else { return [] }
        var faults: [AttestationFailure] = []
        if data.rpIDHash != application.rpIDHash {
            faults.append(.appIDMismatch(found: data.rpIDHash, expected: application.rpIDHash))
        }
        do throws(COSEKey.Fault) {
            _ = try COSEKey(data.keyBytes)
        } catch {
            faults.append(.invalidPublicKey(error))
        }
        if data.counter != 0 { faults.append(.counterNotZero(data.counter)) }
        return faults
    }
}
