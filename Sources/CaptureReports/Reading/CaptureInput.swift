package import CapturePayloads

/// A capture as it was found at a path.
///
///     let input = try CaptureInputReader().read("capture/")
///     print(input.form, input.name)
package struct CaptureInput: Sendable {
    /// In which form a capture stands in files.
    package enum Form: String, Sendable, CaseIterable {
        /// A multipart body from the wire.
        case multipart
        /// A folder with a file for each part.
        case folder
        /// The JSON of a hash-only capture.
        case hashOnly = "hash_only"
        /// Everything about one request in one JSON.
        case caseFile = "case"
    }

    /// What a capture says of itself: only a case file says for which device and at what time it is judged.
    package enum Contents: Sendable {
        case payload(CapturePayload)
        case request(CaptureRequest)
    }

    /// As it was named.
    package let path: String
    package let form: Form
    /// By what expected answers name it: the identifier of a case, else the name without folders and extension.
    package let name: String
    package let contents: Contents

    package var payload: CapturePayload {
        switch contents {
        case .payload(let payload): payload
        case .request(let request): request.payload
        }
    }

    /// The request that is judged.
    package func request(
        under circumstances: CaptureCircumstances
    ) throws(CaptureInputError) -> CaptureRequest {
        switch contents {
        case .request(let request): return request
        case .payload(let payload):
            guard let device = circumstances.device, let now = circumstances.now else {
                throw .circumstancesMissing(
                    path: path, form: form, lacksDevice: circumstances.device == nil,
                    lacksTime: circumstances.now == nil)
            }
            return CaptureRequest(
                payload: payload, device: device, application: circumstances.application, now: now,
                isRequestVerified: circumstances.isRequestVerified)
        }
    }
}

/// What an answer depends on beside the capture itself, for captures that do not say it.
package struct CaptureCircumstances: Sendable {
    package var device: CaptureDevice?
    package var application: CaptureApplication
    package var now: CaptureTimestamp?
    package var isRequestVerified: Bool

    package init(
        device: CaptureDevice? = nil, application: CaptureApplication = .standard, now: CaptureTimestamp? = nil,
        isRequestVerified: Bool = false
    ) {
        self.device = device
        self.application = application
        self.now = now
        self.isRequestVerified = isRequestVerified
    }
}
