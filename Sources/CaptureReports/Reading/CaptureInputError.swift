package import Captures
internal import DepthFiles
package import Support

/// Why there is no capture at a path, or none that can be judged. ``message`` puts it into words.
package enum CaptureInputError: Error, Hashable, Sendable {
    /// A file could not be read.
    case inaccessible(FileAccessError)
    /// The file is in none of the forms.
    case noCapture(path: String)
    /// The file has no bytes.
    case empty(path: String)
    /// There is no capture in a folder with so many files.
    case noCaptureInFolder(path: String, count: Int)
    /// The file is meant as an attestation object and is none.
    case damagedAttestation(path: String, AttestationDamage)
    /// Options that do not apply to the case file, with the members that say the same.
    case unusedOptions(path: String, [UnusedOption])
    /// The case file is none.
    case badCase(path: String, CaptureCaseError)
    /// A case names a file by a path that leads elsewhere.
    case fileElsewhere(path: String, name: String)
    /// A file that a case names cannot be read.
    case namedFileInaccessible(path: String, FileAccessError)
    /// The capture does not say for which device and at what time it is judged, and neither did anybody else.
    case circumstancesMissing(path: String, form: CaptureInput.Form, lacksDevice: Bool, lacksTime: Bool)
    /// A registration does not say when it is judged; `offer` is a time at which its certificates are valid.
    case timeMissing(path: String, offer: AttestationTime?)
    /// The export of a request cannot be read.
    case badMessage(path: String, HTTPMessage.Fault)
    /// A request that was sent elsewhere than to the capture server's endpoints.
    case otherTarget(path: String, method: String, target: String)
    /// Where a capture was needed.
    case noCaptureInIt(path: String, form: CaptureInput.Form)
    /// Where a hash-only payload was needed.
    case noPayload(path: String, ServerJSONError?)

    /// The file.
    package var path: String {
        switch self {
        case .inaccessible(let error): error.path
        case .noCapture(let path), .badCase(let path, _), .fileElsewhere(let path, _),
            .namedFileInaccessible(let path, _),
            .circumstancesMissing(let path, _, _, _), .noPayload(let path, _), .timeMissing(let path, _),
            .badMessage(let path, _), .otherTarget(let path, _, _), .noCaptureInIt(let path, _), .empty(let path),
            .noCaptureInFolder(let path, _), .damagedAttestation(let path, _), .unusedOptions(let path, _):
            path
        }
    }

    /// The codes of what is wrong with captures, beside those of files.
    package enum Code: String, CaseIterable, Sendable {
        case noCapture = "no_capture"
        case damagedAttestation = "damaged_attestation"
        case unusedOption = "unused_option"
        case badCase = "bad_case"
        case fileElsewhere = "file_elsewhere"
        case circumstancesMissing = "circumstances_missing"
        case badRequest = "bad_http_request"
        case otherTarget = "other_target"
        case noPayload = "no_payload"
    }

    /// What kind of error it is, in snake case.
    package var code: String {
        switch self {
        case .inaccessible(let error), .namedFileInaccessible(_, let error): error.code
        case .noCapture, .noCaptureInFolder, .empty, .noCaptureInIt: Code.noCapture.rawValue
        case .damagedAttestation: Code.damagedAttestation.rawValue
        case .unusedOptions: Code.unusedOption.rawValue
        case .badCase: Code.badCase.rawValue
        case .fileElsewhere: Code.fileElsewhere.rawValue
        case .circumstancesMissing, .timeMissing: Code.circumstancesMissing.rawValue
        case .badMessage: Code.badRequest.rawValue
        case .otherTarget: Code.otherTarget.rawValue
        case .noPayload: Code.noPayload.rawValue
        }
    }
}

/// An option that does not apply to a case file.
package struct UnusedOption: Hashable, Sendable {
    package let option: CircumstanceOption
    /// The member of the case that says the same; nil where nothing in the case depends on it.
    package let member: String?
}
