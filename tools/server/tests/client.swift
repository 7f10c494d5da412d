import Foundation
import FoundationNetworking

/// A client with URLSession, as an app has: asks for a challenge, sends a request whose headers and body are in files,
/// and prints the status, the rules, the link to the explanation and the member of each answer as one line.
///
/// usage: client ADDRESS HEADERS BODY
@main
struct Client {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let server = URL(string: arguments[1]) else {
            fatalError("usage: client ADDRESS HEADERS BODY")
        }
        try await send(URLRequest(url: server.appendingPathComponent("api/v1/devices/challenge")))
        var request = URLRequest(url: server.appendingPathComponent("api/v1/captures"))
        request.httpMethod = "POST"
        request.httpBody = try Data(contentsOf: URL(fileURLWithPath: arguments[3]))
        for line in try String(contentsOfFile: arguments[2], encoding: .utf8).split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 1)
            request.setValue(parts[1].trimmingCharacters(in: .whitespaces), forHTTPHeaderField: String(parts[0]))
        }
        try await send(request)
    }

    static func send(_ request: URLRequest) async throws {
        let (body, response) = try await URLSession.shared.data(for: request)
        guard let response = response as? HTTPURLResponse else { fatalError("found no HTTP response") }
        let answer = try JSONSerialization.jsonObject(with: body) as? [String: Any]
        let header = { response.value(forHTTPHeaderField: $0) ?? "-" }
        let columns = [
            "\(response.statusCode)", header("X-Depthcheck-Reason"), header("Link"),
            ["data", "error"].first { answer?[$0] != nil } ?? "-",
        ]
        print(columns.joined(separator: "\t"))
    }
}
