import DepthAnalysis
import DepthFiles
import Foundation
import TestSupport
import Testing

/// 35 crafted gzip files with the server's answers. They are outside the repository: in
/// `../shared/reference/containers`, or in `reference/containers` of the folder in `DEPTHCHECK_SHARED`.
@Suite struct ContainerReferenceTests {
    private static let folder: URL = {
        let shared =
            ProcessInfo.processInfo.environment["DEPTHCHECK_SHARED"].map { URL(filePath: $0) }
            ?? CommandRunner.package.deletingLastPathComponent().appending(path: "shared")
        return shared.appending(path: "reference/containers")
    }()

    private static var isThere: Bool {
        FileManager.default.fileExists(atPath: folder.appending(path: "expected.json").path)
    }

    @Test(.enabled(if: isThere, "needs the containers in ../shared/reference or DEPTHCHECK_SHARED"))
    func the35ContainersGetTheServersAnswers() throws {
        let data = try Data(contentsOf: Self.folder.appending(path: "expected.json"))
        let expected = try #require(try JSONSerialization.jsonObject(with: data) as? [String: [String: String]])
        let containers = expected.filter { $0.key.hasSuffix(".gz") }
        #expect(containers.count == 35)
        for (name, answer) in containers {
            let analysis = FileAnalyzer(analyzer: DepthAnalyzer()).analyze(Self.folder.appending(path: name).path)
            #expect(analysis.serverAnswer.code == answer["server"], "\(name)")
        }
    }
}
