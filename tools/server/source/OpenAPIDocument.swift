import Captures
import Reports
import Support
import Tasks

/// The description of all paths in OpenAPI 3.1, with the schemas of docs/schemas.
enum OpenAPIDocument {
    static let adminPaths =
        "/, /_depthcheck/requests, /_depthcheck/requests/N, N.http, N.case, N.png, /_depthcheck/state, "
        + "/_depthcheck/clock, /_depthcheck/reset, /_depthcheck/cases, /_depthcheck/openapi.json"

    /// A body: its content type, and its schema or the name of one.
    fileprivate enum Content {
        case json(String)
        case text
        case bytes(String)
        /// The parts of a full capture.
        case parts

        var type: String {
            switch self {
            case .json: "application/json"
            case .text: "text/plain"
            case .bytes(let type): type
            case .parts: "multipart/form-data"
            }
        }

        var schema: JSONValue {
            func binary(_ type: String) -> JSONValue {
                .object([
                    .init(key: "type", value: .string("string")), .init(key: "format", value: .string("binary")),
                    .init(key: "contentMediaType", value: .string(type)),
                ])
            }
            func reference(_ name: String) -> JSONValue {
                .object([.init(key: "$ref", value: .string("#/components/schemas/\(name)"))])
            }
            switch self {
            case .json(let name): return reference(name)
            case .text: return JSONSchema.string.json
            case .bytes(let type): return binary(type)
            case .parts:
                let names = CapturePart.allCases.map(\.rawValue)
                return .object([
                    .init(key: "type", value: .string("object")),
                    .init(
                        key: "properties",
                        value: .object([
                            .init(key: CapturePart.photo.rawValue, value: binary("image/jpeg")),
                            .init(key: CapturePart.depthMap.rawValue, value: binary("application/octet-stream")),
                            .init(key: CapturePart.metadata.rawValue, value: reference("metadata")),
                            .init(key: "detection", value: JSONSchema.map(of: .any).json),
                        ])),
                    .init(key: "required", value: .array(names.map { .string($0) })),
                ])
            }
        }
    }

    fileprivate struct Operation {
        let path: String
        let method: String
        let summary: String
        var request: Content?
        var isSigned = false
        let responses: [(statuses: [Int], contents: [Content])]
    }

    private static let schemas: [(name: String, schema: JSONSchema)] = [
        ("challenge", ServerResponse.challengeSchema), ("device", ServerResponse.deviceSchema),
        ("capture", ServerResponse.captureSchema), ("error", ServerResponse.errorSchema),
        ("registration", RegistrationBody.schema), ("metadata", CaptureMetadata.schema),
        ("hash_only_capture", HashOnlyPayload.schema), ("case", RequestCase.schema),
        ("judgement", JudgedInput.shape.schema),
        ("explained_request", RequestRecord.shape.schema),
        ("explained_requests", .list(of: RequestRecord.shape.schema)),
        ("state", SessionSettings.schema), ("clock", .object(["now": .string])), ("document", .map(of: .any)),
    ]

    private static let foreign: (statuses: [Int], contents: [Content]) = ([403], [.text])
    /// The status for a body that does not arrive in time.
    private static let late: (statuses: [Int], contents: [Content]) = ([408], [])

    private static let operations = [
        Operation(
            path: "/api/v1/devices/challenge", method: "get", summary: "A challenge",
            responses: [([200], [.json("challenge")]), ([429], [.json("error")])]),
        Operation(
            path: "/api/v1/devices/register", method: "post", summary: "Register a device",
            request: .json("registration"),
            responses: [
                ([201], [.json("device")]), ([400], [.json("error"), .text]), ([401, 409, 500], [.json("error")]),
                ([413, 415, 422, 501], [.text]), late,
            ]),
        Operation(
            path: "/api/v1/captures", method: "post", summary: "A full capture", request: .parts, isSigned: true,
            responses: [
                ([202], [.json("capture")]), ([400], [.json("error"), .text]),
                ([401, 403, 404, 500], [.json("error")]),
                ([501], [.text]), late,
            ]),
        Operation(
            path: "/api/v1/captures/hash-only", method: "post", summary: "A hash-only capture",
            request: .json("hash_only_capture"), isSigned: true,
            responses: [
                ([202], [.json("capture")]), ([400], [.json("error"), .text]),
                ([401, 403, 404, 500], [.json("error")]),
                ([413, 415, 422, 501], [.text]), late,
            ]),
        Operation(
            path: "/_depthcheck/requests", method: "get", summary: "The explained requests",
            responses: [([200], [.json("explained_requests")]), foreign]),
        explained("", "One explained request", .json("explained_request")),
        explained(".http", "The request as an HTTP message", .bytes("application/octet-stream")),
        explained(".case", "The request as a case for capture verify", .json("document")),
        explained(".png", "The depth map of the request and its histogram", .bytes("image/png")),
        Operation(
            path: "/_depthcheck/state", method: "get", summary: "The clock, the configuration and the state",
            responses: [([200], [.json("state")]), foreign]),
        Operation(
            path: "/_depthcheck/state", method: "put", summary: "Set the clock, the configuration and the state",
            request: .json("state"), responses: [([204], []), ([400, 413], [.text]), foreign]),
        Operation(
            path: "/_depthcheck/clock", method: "put", summary: "Set the clock", request: .json("clock"),
            responses: [([204], []), ([400, 413], [.text]), foreign]),
        Operation(
            path: "/_depthcheck/reset", method: "post", summary: "Forget everything",
            responses: [([204], []), foreign]),
        Operation(
            path: "/_depthcheck/cases", method: "post", summary: "Judge a case, which contains its own state",
            request: .json("case"),
            responses: [
                ([200], [.json("judgement")]), ([400], [.json("judgement"), .text]),
                ([413], [.text]), foreign,
            ]),
        Operation(
            path: "/_depthcheck/openapi.json", method: "get", summary: "This document",
            responses: [([200], [.json("document")]), foreign]),
    ]

    private static func explained(_ suffix: String, _ summary: String, _ content: Content) -> Operation {
        Operation(
            path: "/_depthcheck/requests/{number}\(suffix)", method: "get", summary: summary,
            responses: [([200], [content]), ([404], [.text]), foreign])
    }

    static let text: String = {
        var writer = JSONWriter(.indented, .texts)
        writer.object { writer in
            writer.member("openapi", "3.1.0")
            writer.member("info") { writer in
                writer.object { writer in
                    writer.member("title", "depthcheck-server")
                    writer.member("version", Release.version)
                }
            }
            writer.member("paths") { writer in
                writer.object { writer in
                    let paths = operations.map(\.path).reduce(into: [String]()) { if $0.last != $1 { $0.append($1) } }
                    for path in paths {
                        writer.member(path) { writer in
                            writer.object { writer in
                                for operation in operations where operation.path == path {
                                    writer.member(operation.method) { operation.write(to: &$0) }
                                }
                            }
                        }
                    }
                }
            }
            writer.member("components") { writer in
                writer.object { writer in
                    writer.member("schemas") { writer in
                        writer.object { for (name, schema) in schemas { $0.key(name); $0.value(schema.json) } }
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
            var parameters = isSigned ? SignatureHeader.allCases.map { ($0.rawValue, "header", JSONSchema.string) } : []
            if path.contains("{number}") { parameters.append(("number", "path", .count)) }
            if !parameters.isEmpty {
                writer.objects("parameters", parameters) { parameter, writer in
                    writer.member("name", parameter.0)
                    writer.member("in", parameter.1)
                    writer.member("required", true)
                    writer.member("schema") { $0.value(parameter.2.json) }
                }
            }
            if let request {
                writer.member("requestBody") { writer in
                    writer.object { writer in
                        writer.member("required", true)
                        Self.write([request], to: &writer)
                    }
                }
            }
            writer.member("responses") { writer in
                writer.object { writer in
                    for (statuses, contents) in responses {
                        for status in statuses {
                            writer.member("\(status)") { writer in
                                writer.object { writer in
                                    writer.member("description", "See docs/CAPTURE.md and docs/SERVER.md.")
                                    if !contents.isEmpty { Self.write(contents, to: &writer) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    private static func write(_ contents: [OpenAPIDocument.Content], to writer: inout JSONWriter) {
        writer.member("content") { writer in
            writer.object { writer in
                for content in contents {
                    writer.member(content.type) { writer in
                        writer.object { $0.member("schema") { $0.value(content.schema) } }
                    }
                }
            }
        }
    }
}
