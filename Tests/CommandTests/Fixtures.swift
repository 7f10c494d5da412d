import Foundation
import TestSupport
import Testing

struct StoredAnswer {
    let name: String
    let given: (width: Int, height: Int)?
    let expected: [String: Any]

    static let fixtures = CommandRunner.package.appending(path: "fixtures")

    var file: URL { Self.fixtures.appending(path: "\(name).bin.gz") }

    /// The dimensions that the server received, as options.
    var dimensionArguments: [String] {
        given.map { ["--width", "\($0.width)", "--height", "\($0.height)"] } ?? []
    }

    /// All answers of the real server, sorted by name; throws if some are missing.
    static func all() throws -> [StoredAnswer] {
        let folder = CommandRunner.package.appending(path: "golden/server")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }
        let answers: [StoredAnswer] = try names.sorted().compactMap { name in
            let object = try JSONSerialization.jsonObject(with: Data(contentsOf: folder.appending(path: name)))
            let golden = try #require(object as? [String: Any])
            let provenance = try #require(golden["provenance"] as? [String: Any])
            guard (provenance["implementation"] as? String)?.hasPrefix("capture backend") == true else { return nil }
            let input = try #require(golden["input"] as? [String: Any])
            let width = input["given_width"] as? Int
            let height = input["given_height"] as? Int
            return StoredAnswer(
                name: String(name.dropLast(".json".count)),
                given: width.flatMap { width in height.map { (width, $0) } },
                expected: try #require(golden["expected"] as? [String: Any]))
        }
        try #require(answers.count == 48)
        return answers
    }

    /// Expects every stored field in a result, to the last bit.
    func expect(_ result: [String: Any], _ comment: String, sourceLocation: SourceLocation = #_sourceLocation) {
        for (key, value) in expected {
            let found = result[key] as? NSObject
            #expect(found == value as? NSObject, "\(name) \(comment): \(key)", sourceLocation: sourceLocation)
        }
    }
}

/// A JSON document parsed by Foundation. Its numbers are decimals: compare them with each other; a `Double` can
/// differ in the last bit.
func parse<Value>(_ text: some StringProtocol, as type: Value.Type = Value.self) throws -> Value {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? Value, "\(text)")
}
