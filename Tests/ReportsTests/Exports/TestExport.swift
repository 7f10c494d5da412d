import Captures
import Foundation
import Support
import TestSupport

@testable import Reports

/// Requests that an export holds, and the inputs that are read from it.
enum TestExport {
    struct Request {
        let path: String
        let headers: [(name: String, value: String)]
        let body: [UInt8]

        /// The request as HTTP/1.1.
        var http: [UInt8] {
            let lines = ["POST \(path) HTTP/1.1"] + headers.map { "\($0.name): \($0.value)" }
            return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
        }

        init(_ path: String, contentType: String, _ body: [UInt8]) {
            self.path = path
            self.body = body
            headers = [("Content-Type", contentType), ("Content-Length", "\(body.count)"), ("X-Device-Id", "x")]
        }
    }

    /// A body with bytes that are not UTF-8.
    static let full = Request(
        "/api/v1/captures", contentType: MultipartWriter.standard.contentType,
        MultipartWriter.standard.body(of: [TestCapture.part(.photo, [0xFF, 0xD8, 0x00, 0x2E])] + TestCapture.parts))
    static let hashOnly = Request(
        "/api/v1/captures/hash-only", contentType: "application/json", TestCapture.payload())

    /// The name and the body of each input, or the code of its error.
    static func inputs(_ bytes: [UInt8], _ name: String = "file") -> [Found] {
        let results: [Result<CaptureInput, CaptureInputError>]
        do throws(CaptureInputError) { results = try CaptureInputReader().inputs(bytes, name) } catch {
            results = [.failure(error)]
        }
        return results.map { result in
            do throws(CaptureInputError) {
                let input = try result.get()
                var body: [UInt8]?
                if case .message(let message) = input.contents { body = message.body }
                return Found(name: input.path, body: body, origin: input.origin, form: input.form)
            } catch {
                return Found(name: error.path, code: error.code, wording: error.wording.description)
            }
        }
    }

    static func inputs(json: Any, _ name: String = "file") throws -> [Found] {
        inputs([UInt8](try JSONSerialization.data(withJSONObject: json)), name)
    }

    struct Found {
        let name: String
        var body: [UInt8]?
        var origin: InputOrigin?
        var form: CaptureInput.Form?
        var code: String?
        var wording = ""
    }

    /// Reads every prefix and many changed forms of a file, none of which may end the process.
    static func readDamaged(_ bytes: [UInt8]) {
        for count in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 200)) {
            _ = inputs(Array(bytes.prefix(count)))
            var changed = bytes
            changed[count] ^= 0x15
            _ = inputs(changed)
        }
    }
}
