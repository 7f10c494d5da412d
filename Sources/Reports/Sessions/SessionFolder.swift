package import Captures
internal import Support

/// The files of a session, in the order of their names.
///
///     let folder = try SessionFolder.read("session/")
///     for file in folder.files { print(file.name) }
///
/// Names begin with a digit: `02-register.http` is an HTTP/1.1 request, `04-capture.json` the body of a registration
/// or of a hash-only capture, `01-challenge.response.json` an answer of the server.
package struct SessionFolder: Sendable {
    package let path: String
    package let settings: SessionSettings
    package let files: [SessionFile]
    /// The names of files that are no part of the session.
    package let skipped: [String]

    /// - Parameter reader: Reads the requests.
    package static func read(
        _ path: String, by reader: CaptureInputReader = CaptureInputReader()
    ) throws(CaptureInputError) -> SessionFolder {
        let folder = path.hasSuffix("/") ? String(path.dropLast()) : path
        let names: [String]
        do throws(FileAccessError) {
            names = try FileAccess.names(inFolder: path).filter { !$0.hasPrefix(".") }
        } catch {
            throw .inaccessible(error)
        }
        let settings = try settings(in: folder, names)
        let members = names.filter(SessionFile.isName)
        if let other = settings.times.keys.sorted().first(where: { !members.contains($0) }) {
            throw .badSession(
                path: "\(folder)/\(SessionSettings.fileName)",
                SessionSettings.Fault(
                    finding: "the file name \"\(other.printable)\" in times", expected: "a file of the session"))
        }
        guard !members.isEmpty else { throw .noSession(path: path, count: names.count) }
        let others = names.filter {
            !members.contains($0) && $0 != SessionSettings.fileName && $0 != settings.rootFile
        }
        return SessionFolder(
            path: path, settings: settings,
            files: members.map { SessionFile(name: $0, contents: contents(of: "\(folder)/\($0)", reader)) },
            skipped: others)
    }

    private static func settings(
        in folder: String, _ names: [String]
    ) throws(CaptureInputError) -> SessionSettings {
        guard names.contains(SessionSettings.fileName) else { return SessionSettings() }
        let path = "\(folder)/\(SessionSettings.fileName)"
        let bytes = try CaptureInputReader.bytes(ofRegularFile: path)
        do throws(SessionSettings.Fault) {
            return try SessionSettings(json: bytes) { (name) throws(SessionSettings.Fault) in
                do throws(CaptureInputError) {
                    return try CaptureInputReader.bytes(ofFile: name, namedBy: path)
                } catch {
                    throw SessionSettings.Fault(
                        finding: "a name of a file that cannot be read, \"\(name.printable)\"",
                        expected: "a file beside it")
                }
            }
        } catch {
            throw .badSession(path: path, error)
        }
    }

    /// Options for other forms of input do not help here.
    private static func input(
        at path: String, _ reader: CaptureInputReader
    ) throws(CaptureInputError) -> CaptureInput {
        do throws(CaptureInputError) {
            return try reader.read(path)
        } catch {
            switch error {
            case .noCapture, .empty, .damagedAttestation, .foreign: throw .notInSession(path: path, form: nil)
            default: throw error
            }
        }
    }

    private static func contents(of path: String, _ reader: CaptureInputReader) -> SessionFile.Contents {
        do throws(CaptureInputError) {
            try CaptureInputReader.requireRegularFile(path)
            if SessionFile.isResponse(path) {
                return .response(try SessionResponse(json: CaptureInputReader.bytes(of: path), path: path))
            }
            let input = try input(at: path, reader)
            switch input.contents {
            case .message(let message): return SessionFile.Contents(message)
            case .registrationBody(let body):
                return .request(.registration(.http(body, contentType: "application/json")))
            case .payload(.hashOnly(let body, let contentType)):
                return .request(.capture(.hashOnly(body, contentType: contentType), headers: nil))
            default: throw .notInSession(path: path, form: input.form)
            }
        } catch {
            return .unreadable(error)
        }
    }
}

/// A file of a session.
package struct SessionFile: Sendable {
    package let name: String
    package let contents: Contents

    package enum Contents: Sendable {
        case request(SessionRequest)
        /// A request for a challenge; the next answer states it.
        case challengeRequest
        /// A request to an endpoint that is not simulated; `signed` is nil if the endpoint needs no signature.
        case other(method: String, target: String, signed: SessionRequest?)
        case response(SessionResponse)
        case unreadable(CaptureInputError)
    }

    /// The path of the endpoint that issues challenges.
    package static let challengeTarget = "/api/v1/devices/challenge"

    static func isName(_ name: String) -> Bool {
        (name.utf8.first.map { (0x30...0x39).contains($0) } ?? false)
            && [".http", ".json"].contains { name.hasSuffix($0) }
    }

    static func isResponse(_ name: String) -> Bool { name.hasSuffix(".response.json") }
}

extension SessionFile.Contents {
    init(_ message: HTTPRequestMessage) {
        if message.method == "GET", message.path == SessionFile.challengeTarget {
            self = .challengeRequest
            return
        }
        let target = RequestTarget(message)
        if target == .registration {
            self = .request(.registration(.http(message.body, contentType: message.contentType)))
        } else if let payload = target?.payload(of: message) {
            self = .request(.capture(payload, headers: message.headers))
        } else {
            self = .other(
                method: message.method, target: message.path,
                signed: target == .signed ? .signed(body: message.body, headers: message.headers) : nil)
        }
    }

    /// The earliest time at which the server can have received the file, if its contents suggest one: that of a signed
    /// request, of an attestation, or of the issue of a challenge.
    var suggestedTime: CaptureTimestamp? {
        switch self {
        case .request(.capture(_, let headers?)), .request(.signed(_, let headers)),
            .other(_, _, .signed(_, let headers)?):
            headers.milliseconds.map { CaptureTimestamp(milliseconds: $0) }
        case .request(.registration(let content)):
            content.usableTime.flatMap { $0.isReceiptTime ? CaptureTimestamp($0.text) : nil }
        case .response(let response):
            response.expiresAt.map { $0.adding(seconds: -SessionState.challengeLifetime) }
        case .request(.capture(_, headers: nil)), .challengeRequest, .other, .unreadable: nil
        }
    }

    /// Whether only a header states ``suggestedTime``.
    var isTimeOfHeader: Bool {
        switch self {
        case .request(.capture(_, headers: _?)), .request(.signed), .other(_, _, .signed?): true
        default: false
        }
    }
}

/// An answer of the server, as far as later requests depend on it.
package struct SessionResponse: Sendable, Hashable {
    package var challenge: [UInt8]?
    package var expiresAt: CaptureTimestamp?
    /// The identifier of a registered device.
    package var deviceIdentifier: String?
    /// The level of a registered device.
    package var attestationLevel: String?
    /// The code of an error.
    package var errorCode: String?
    /// Whether the answer is that of an accepted request.
    package var isAcceptance = false

    init(json bytes: [UInt8], path: String) throws(CaptureInputError) {
        func fault(_ finding: String) -> CaptureInputError { .badResponse(path: path, finding: finding) }
        let json: JSONValue
        do throws(JSONError) { json = try JSONReader.read(bytes, .texts) } catch { throw fault(error.description) }
        guard json.members != nil else { throw fault(json.kindName) }
        let data = json["data"]
        isAcceptance = data?.members != nil
        attestationLevel = data?["attestation_level"]?.string
        errorCode = json["error"]?["code"]?.string
        if let text = data?["challenge"] {
            guard let bytes = text.string.flatMap(StrictBase64.bytes) else { throw fault("no base64 as challenge") }
            challenge = bytes
        }
        if let text = data?["expires_at"] {
            guard let time = text.string.flatMap({ CaptureTimestamp($0) }) else {
                throw fault("no time as expires_at")
            }
            expiresAt = time
        }
        if let text = data?["device_id"] {
            guard let identifier = text.string, DeviceIdentifier.isValid(identifier) else {
                throw fault("no UUID as device_id")
            }
            deviceIdentifier = identifier
        }
    }
}
