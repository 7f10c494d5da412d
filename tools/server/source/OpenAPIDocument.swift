import Captures
import Support

/// The description of all paths in OpenAPI 3.1.
enum OpenAPIDocument {
    static let adminPaths =
        "/, /_depthcheck/requests, /_depthcheck/requests/N, N.http, N.case, N.png, /_depthcheck/clock, "
        + "/_depthcheck/reset, /_depthcheck/cases, /_depthcheck/openapi.json"

    fileprivate struct Operation {
        let path: String
        let method: String
        let summary: String
        var contentType: String?
        var isSigned = false
        let statuses: [Int]
    }

    private static let operations = [
        Operation(path: "/api/v1/devices/challenge", method: "get", summary: "A challenge", statuses: [200, 429]),
        Operation(
            path: "/api/v1/devices/register", method: "post", summary: "Register a device",
            contentType: "application/json", statuses: [201, 400, 401, 409, 413, 415, 422, 500, 501]),
        Operation(
            path: "/api/v1/captures", method: "post", summary: "A full capture", contentType: "multipart/form-data",
            isSigned: true, statuses: [202, 400, 401, 403, 404, 500, 501]),
        Operation(
            path: "/api/v1/captures/hash-only", method: "post", summary: "A hash-only capture",
            contentType: "application/json", isSigned: true,
            statuses: [202, 400, 401, 403, 404, 413, 415, 422, 500, 501]),
        Operation(
            path: "/_depthcheck/requests", method: "get", summary: "The explained requests", statuses: [200, 403]),
        Operation(
            path: "/_depthcheck/clock", method: "put", summary: "Set the clock", contentType: "application/json",
            statuses: [204, 400, 403]),
        Operation(path: "/_depthcheck/reset", method: "post", summary: "Forget everything", statuses: [204, 403]),
        Operation(
            path: "/_depthcheck/cases", method: "post", summary: "Judge a case file, which states its own state",
            contentType: "application/json", statuses: [200, 400, 403, 413]),
        Operation(path: "/_depthcheck/openapi.json", method: "get", summary: "This document", statuses: [200, 403]),
    ]

    static let text: String = {
        var writer = JSONWriter(.indented, .texts)
        writer.object { writer in
            writer.member("openapi", "3.1.0")
            writer.member("info") { writer in
                writer.object { writer in
                    writer.member("title", "depthcheck-server")
                    writer.member("version", "1.0")
                }
            }
            writer.member("paths") { writer in
                writer.object { writer in
                    for operation in operations {
                        writer.member(operation.path) { writer in
                            writer.object { $0.member(operation.method) { operation.write(to: &$0) } }
                        }
                    }
                }
            }
        }
        return writer.text
    }()
}

extension OpenAPIDocument.Operation {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("summary", summary)
            if isSigned {
                writer.objects("parameters", SignatureHeader.allCases) { header, writer in
                    writer.member("name", header.rawValue)
                    writer.member("in", "header")
                    writer.member("required", true)
                    writer.member("schema") { $0.object { $0.member("type", "string") } }
                }
            }
            if let contentType {
                writer.member("requestBody") { writer in
                    writer.object { writer in
                        writer.member("required", true)
                        writer.member("content") { $0.object { $0.member(contentType) { $0.object { _ in } } } }
                    }
                }
            }
            writer.member("responses") { writer in
                writer.object { writer in
                    for status in statuses {
                        writer.member("\(status)") { $0.object { $0.member("description", "See docs/CAPTURE.md") } }
                    }
                }
            }
        }
    }
}
