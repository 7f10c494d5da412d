package import Captures
internal import DepthAnalysis
package import DepthFiles
internal import Support

/// The contents of a capture or attestation, read without a key.
package struct CaptureInspection: Sendable {
    package let path: String
    /// The formats around the input; nil for a file without any.
    package var origin: InputOrigin?
    package let result: Result<Subject, CaptureInputError>

    package enum Subject: Sendable {
        case capture(Contents)
        case attestation(Attestation)
    }

    package struct Attestation: Sendable {
        package let form: CaptureInput.Form
        package let byteCount: Int
        package let diagnosis: AttestationDiagnosis
        /// The key id beside the object; nil if there is none.
        package let keyID: String?
        package let remarks: [AnswerReason]
    }

    package struct Contents: Sendable {
        package let form: CaptureInput.Form
        package let endpoint: CaptureEndpoint
        package let byteCount: Int
        /// The fault before the end of the body at which reading stopped, as a sentence.
        package let fault: String?
        package let parts: [Part]
        package let isPhotoJPEG: Bool?
        package let depthMap: DepthPart?
        package let metadata: Result<CaptureMetadata, PartFault>?
        package let payload: Result<HashOnlyPayload, ServerJSONError>?
        fileprivate let assertionText: String?

        /// The assertion, decoded from its text in any form; nil for none.
        package var assertion: Result<AppAttestAssertion, AssertionFailure>? {
            assertionText.flatMap { $0.isEmpty ? nil : $0 }.map { text in
                Result { () throws(AssertionFailure) in try AppAttestAssertion(readable: text) }
            }
        }

        /// Describes how the text of the assertion differs from strict base64; nil if it does not.
        package var assertionForm: String? { assertionText.flatMap { AppAttestAssertion.form(of: $0) } }

        package var repeatedMembers: [RepeatedMember] {
            assertionText.flatMap { AppAttestAssertion.reading(of: $0)?.bytes }.map {
                RepeatedMember.all(inAssertion: $0)
            } ?? []
        }

        /// The numbers that the server misreads, and the signed numbers that it serialises differently.
        package var numbers: [NotedNumber] {
            let unsigned = (try? metadata?.get())?.numbers ?? []
            let signed = (try? payload?.get())?.numbers ?? []
            return unsigned.filter { !$0.isNearest } + signed.filter { $0.text != $0.read }
        }

        package var clientData: [UInt8]? {
            if let metadata = try? metadata?.get() { return Array(metadata.clientText.utf8) }
            return (try? payload?.get())?.signedJSON
        }
    }

    package struct Part: Sendable {
        package let name: String?
        package let fileName: String?
        package let contentType: String?
        package let byteCount: Int
        /// SHA-256 in hexadecimal.
        package let hash: String
        /// Whether a later part of the same name replaces this one.
        package let isReplaced: Bool
        /// Whether the server reads parts with this name.
        package let isKnown: Bool
    }

    package struct DepthPart: Sendable {
        /// Nil if the map could not be decoded.
        package let container: DepthContainer?
        package let analysis: FileAnalysis
    }
}

package struct CaptureInspector: Sendable {
    private let reader: CaptureInputReader

    package init(reader: CaptureInputReader) { self.reader = reader }

    /// Reads an input. The result is one inspection, or one for each request of an export; it can contain errors.
    package func inspections(of input: DepthFileInput) -> [CaptureInspection] {
        switch input {
        case .path(let path): inspections(path) { () throws(CaptureInputError) in try reader.inputs(path) }
        case .failure(let error): [CaptureInspection(path: error.path, result: .failure(.inaccessible(error)))]
        }
    }

    package func inspections(of bytes: [UInt8], named name: String) -> [CaptureInspection] {
        inspections(name) { () throws(CaptureInputError) in try reader.inputs(bytes, name) }
    }

    private func inspections(
        _ path: String, _ read: () throws(CaptureInputError) -> [Result<CaptureInput, CaptureInputError>]
    ) -> [CaptureInspection] {
        do throws(CaptureInputError) { return try read().map(inspection) } catch {
            return [CaptureInspection(path: path, result: .failure(error))]
        }
    }

    private func inspection(_ input: Result<CaptureInput, CaptureInputError>) -> CaptureInspection {
        do throws(CaptureInputError) {
            let input = try input.get()
            return CaptureInspection(path: input.path, origin: input.origin, result: .success(try subject(of: input)))
        } catch {
            return CaptureInspection(path: error.path, result: .failure(error))
        }
    }

    private func subject(of input: CaptureInput) throws(CaptureInputError) -> CaptureInspection.Subject {
        switch input.payload {
        case .full(let body)?: return .capture(full(body, input.form))
        case .hashOnly(let body, _)?: return .capture(hashOnly(body, input.form))
        case nil: break
        }
        guard let object = input.attestationObject else {
            throw .inputWithoutCapture(path: input.path, form: input.form)
        }
        return .attestation(
            CaptureInspection.Attestation(
                form: input.form, byteCount: object.count,
                diagnosis: AttestationDiagnosis(object: object, challenge: input.challenge),
                keyID: input.keyID, remarks: input.remarks))
    }

    private func hashOnly(_ body: [UInt8], _ form: CaptureInput.Form) -> CaptureInspection.Contents {
        let payload = Result { () throws(ServerJSONError) in try HashOnlyPayload(json: body) }
        return CaptureInspection.Contents(
            form: form, endpoint: .hashOnly, byteCount: body.count, fault: nil, parts: [], isPhotoJPEG: nil,
            depthMap: nil,
            metadata: nil, payload: payload, assertionText: (try? payload.get())?.assertion)
    }

    private func full(_ body: FullCaptureBody, _ form: CaptureInput.Form) -> CaptureInspection.Contents {
        let (parts, fault) = body.readableParts
        // The last part of each kind counts.
        var lastIndices: [CapturePart: Int] = [:]
        for (index, part) in parts.enumerated() { if let kind = part.kind { lastIndices[kind] = index } }
        func last(_ kind: CapturePart) -> BodyPart? { lastIndices[kind].map { parts[$0] } }
        let metadata = last(.metadata)?.metadata
        let read = try? metadata?.get()
        return CaptureInspection.Contents(
            form: form, endpoint: .full, byteCount: body.byteCount,
            fault: fault.map { MultipartCause(of: $0, in: body)?.wording ?? $0.description },
            parts: parts.enumerated().map { index, part in
                CaptureInspection.Part(part, isReplaced: part.kind.map { lastIndices[$0] != index } ?? false)
            },
            isPhotoJPEG: last(.photo).map { $0.content.starts(with: [0xFF, 0xD8, 0xFF]) },
            depthMap: last(.depthMap).map { depthMap($0.content, read) },
            metadata: metadata, payload: nil, assertionText: read?.presentAssertion)
    }

    private func depthMap(_ bytes: [UInt8], _ metadata: CaptureMetadata?) -> CaptureInspection.DepthPart {
        var options = ReadingOptions()
        if let metadata, metadata.width > 0, metadata.height > 0 {
            options.dimensions = MapDimensions(width: Int(metadata.width), height: Int(metadata.height))
        }
        let file = DepthFileReader(options: options).open(bytes, path: CapturePart.depthMap.rawValue)
        return CaptureInspection.DepthPart(
            container: (try? file.decoded())?.container, analysis: FileAnalyzer(analyzer: DepthAnalyzer()).analyze(file)
        )
    }
}

extension CaptureInspection.Part {
    fileprivate init(_ part: BodyPart, isReplaced: Bool) {
        self.init(
            name: part.name, fileName: part.fileName, contentType: part.contentType, byteCount: part.content.count,
            hash: SHA256Digest.hexadecimal(of: part.content), isReplaced: isReplaced, isKnown: part.kind != nil)
    }
}
