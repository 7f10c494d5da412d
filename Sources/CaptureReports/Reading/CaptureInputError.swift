package import CapturePayloads
internal import DepthFiles
package import Platform

/// Why there is no capture at a path, or none that can be judged. ``message`` puts it into words.
package enum CaptureInputError: Error, Hashable, Sendable {
    /// A file could not be read.
    case inaccessible(FileAccessError)
    /// The file is in none of the forms.
    case noCapture(path: String)
    /// The case file is none.
    case badCase(path: String, CaptureCaseError)
    /// A case names a file by a path that leads elsewhere.
    case fileElsewhere(path: String, name: String)
    /// The capture does not say for which device and at what time it is judged, and neither did anybody else.
    case circumstancesMissing(path: String, form: CaptureInput.Form, lacksDevice: Bool, lacksTime: Bool)
    /// Where a hash-only payload was needed.
    case noPayload(path: String, ServerJSONError?)

    /// The file.
    package var path: String {
        switch self {
        case .inaccessible(let error): error.path
        case .noCapture(let path), .badCase(let path, _), .fileElsewhere(let path, _),
            .circumstancesMissing(let path, _, _, _), .noPayload(let path, _):
            path
        }
    }

    /// What kind of error it is, in snake case.
    package var code: String {
        switch self {
        case .inaccessible(let error): error.code
        case .noCapture: "no_capture"
        case .badCase: "bad_case"
        case .fileElsewhere: "file_elsewhere"
        case .circumstancesMissing: "circumstances_missing"
        case .noPayload: "no_payload"
        }
    }
}
