import DepthAnalysis
import Support

@testable import Conformance

extension FuzzTarget {
    /// A stored answer.
    static let goldens = FuzzTarget(
        name: "goldens", seeds: ["golden/server", "golden/client", "golden/stages"],
        words: Field.compared.map { "\"\($0.rawValue)\":" } + numberWords
    ) { bytes in
        guard let json = try? JSONReader.read(bytes) else { return }
        let name = json["name"]?.string ?? ""
        do throws(GoldenFormatError) {
            let golden = try GoldenCase(json, name: name, folder: "server")
            let again = try GoldenCase(promiseJSON(golden.text), name: name, folder: "server")
            promise(again.text == golden.text, "a written golden is read back unchanged: \(golden.text)")
            _ = KnifeEdge.all(in: golden.expected, tolerances: AskedGolden.tolerances, profile: golden.profile)
            let asked = AskedGolden.one(for: bytes)
            promiseReport(of: asked.golden.expected, to: asked.storing(golden))
        } catch {
            promise(!error.finding.isEmpty, "an error has a message")
        }
    }

    /// The manifest of a set of stored answers.
    static let goldenManifests = FuzzTarget(
        name: "golden-manifests", words: Field.compared.map { "\"\($0.rawValue)\":" } + ["\"ulp\":", "\"absolute\":"]
    ) { bytes in
        guard let json = try? JSONReader.read(bytes) else { return }
        do throws(GoldenFormatError) {
            let manifest = try Manifest(json)
            promise(manifest.tolerances(.server).isEmpty, "the server's answers are compared exactly")
            let tolerances = manifest.tolerances(.client)
            let expected = AskedGolden.one(for: bytes).golden.expected
            _ = KnifeEdge.all(in: expected, tolerances: tolerances, profile: .client)
            for tolerance in tolerances.values {
                promise(!tolerance.text.isEmpty && tolerance.accepts(1, for: 1, in: .client), "a value equals itself")
            }
        } catch {
            promise(!error.finding.isEmpty, "an error has a message")
        }
    }

    /// The effects of known deviations on the answers to a set.
    static let fingerprints = FuzzTarget(
        name: "fingerprints", words: Field.compared.map { "\"\($0.path)\":" } + ["0 +12", "[3]-1*2", "#-1", "!"]
    ) { bytes in
        guard let json = try? JSONReader.read(bytes) else { return }
        do throws(GoldenFormatError) {
            let fingerprints = try FingerprintFile.read(json)
            let asked = AskedGolden.one(for: bytes)
            for other in AskedGolden.all { promiseReport(of: other.golden.expected, to: asked, fingerprints) }
        } catch {
            promise(!error.finding.isEmpty, "an error has a message")
        }
    }
}
