internal import DepthAnalysis
package import DepthFiles
internal import Foundation
internal import Support

/// A depth file of a foreign format with its expected result, written by tools/dev/formats/make.
///
///     for fixture in try FormatFixture.all(in: "npy") { #expect(fixture.isMet(by: reading.result)) }
package struct FormatFixture: Sendable, CustomStringConvertible {
    package let description: String
    package let path: String
    package let bytes: [UInt8]
    package let expectation: Expectation

    /// A map or an error code.
    package enum Expectation: Sendable, Equatable, Decodable {
        case map(width: Int, height: Int, digest: String)
        case error(code: String)

        private enum Key: String, CodingKey {
            case width, height
            case digest = "samples_sha256"
            case code = "error_code"
        }

        package init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            if let code = try container.decodeIfPresent(String.self, forKey: .code) {
                self = .error(code: code)
            } else {
                self = .map(
                    width: try container.decode(Int.self, forKey: .width),
                    height: try container.decode(Int.self, forKey: .height),
                    digest: try container.decode(String.self, forKey: .digest))
            }
        }
    }

    /// The result in the form of an expectation.
    package static func outcome(of result: Result<DecodedDepthFile, DepthFileError>) -> Expectation {
        switch result {
        case .failure(let error): .error(code: error.code)
        case .success(let file):
            .map(
                width: file.map.width, height: file.map.height,
                digest: SHA256Digest.hexadecimal(of: DepthFileWriter.float32Bytes(of: file.map)))
        }
    }

    package static func all(in format: String) throws -> [FormatFixture] {
        let folder = CommandRunner.package.appending(path: "Tests/DepthFilesTests/formats/\(format)")
        let expected = try JSONDecoder().decode(
            [String: Expectation].self, from: Data(contentsOf: folder.appending(path: "expected.json")))
        return try expected.sorted { $0.key < $1.key }.map { name, expectation in
            let file = folder.appending(path: name)
            return FormatFixture(
                description: "\(format)/\(name)", path: file.path(percentEncoded: false),
                bytes: [UInt8](try Data(contentsOf: file)), expectation: expectation)
        }
    }
}
