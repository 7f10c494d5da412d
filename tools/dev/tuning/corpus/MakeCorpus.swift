import ArgumentParser
import DepthAnalysis
import DepthFiles
import Support

/// Makes a labelled corpus of synthetic captures.
///
/// Half of the captures show real scenes, half attacks, with kinds in rotation. The captures of one scene are a
/// group: they share its geometry and differ in the position of the camera and in sensor noise.
@main
struct MakeCorpus: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "make-corpus",
        abstract: "Makes a labelled corpus of synthetic LiDAR captures: FOLDER/*/*.bin.gz and FOLDER/labels.csv.")

    @Argument(help: "The folder to write to; it is created if it does not exist.")
    var folder: String

    @Option(help: "The number of captures.")
    var count = 1000

    @Option(help: "The number of captures of each scene.")
    var perScene = 4

    @Option(help: "The width and height of the maps.")
    var size = "256x192"

    @Option(help: "The seed; equal seeds make equal corpora.")
    var seed: UInt64 = 1

    @Option(help: "The number of threads.")
    var jobs = 2

    private struct Capture {
        var file: String
        var row: String
        var scene: Int
        var number: Int
    }

    func run() throws {
        let sides = size.split(separator: "x").compactMap { Int($0) }
        guard sides.count == 2, sides.allSatisfy({ (3...4096).contains($0) }) else {
            throw ValidationError("found --size \(size); expected WIDTHxHEIGHT, such as 256x192")
        }
        guard count >= 1, perScene >= 1, jobs >= 1 else {
            throw ValidationError("expected at least 1 for --count, --per-scene and --jobs")
        }
        let captures = (0..<count).map { plan($0) }
        do throws(FileAccessError) {
            try FileAccess.createFolders(folder)
            for kind in Set(captures.map { $0.file.prefix { $0 != "/" } }) {
                try FileAccess.createFolder("\(folder)/\(kind)")
            }
        } catch {
            throw ValidationError("\(error.path): \(error.message)")
        }
        let sensor = Sensor(width: sides[0], height: sides[1])
        let (folder, seed) = (folder, seed)
        try parallelMap(captures, jobs: jobs) { capture -> (any Error)? in
            var sceneRandom = Random(seed: seed, scene: capture.scene)
            var random = Random(seed: seed, scene: capture.scene, capture: capture.number)
            let samples = sensor.capture(Self.scene(capture.scene, &sceneRandom), &random)
            do {
                let map = try DepthMap(width: sensor.width, height: sensor.height, samples: samples)
                let bytes = DepthFileWriter.pack(DepthFileWriter.float32Bytes(of: map), as: .gzip, level: 1)
                try FileAccess.write(bytes, to: "\(folder)/\(capture.file)")
                return nil
            } catch {
                return error
            }
        } consume: { (error: (any Error)?) throws in
            if let error = error as? FileAccessError { throw ValidationError("\(error.path): \(error.message)") }
            if let error { throw error }
        }
        let labels = "file,label,species,group\n" + captures.map { $0.row + "\n" }.joined()
        do throws(FileAccessError) {
            try FileAccess.write(Array(labels.utf8), to: "\(folder)/labels.csv")
        } catch {
            throw ValidationError("\(error.path): \(error.message)")
        }
    }

    /// Even scene numbers are real scenes, odd ones attacks.
    private func plan(_ capture: Int) -> Capture {
        let scene = capture / perScene
        let number = capture % perScene
        let isReal = scene.isMultiple(of: 2)
        let kind = isReal ? Self.real(scene).rawValue : Self.attack(scene).rawValue
        let group = "\(kind)-\(seed)-\(Self.padded(scene))"
        let file = "\(kind)/\(group)-\(Self.padded(number, 2)).bin.gz"
        let row = "\(file),\(isReal ? "bona_fide" : "attack"),\(isReal ? "" : kind),\(group)"
        return Capture(file: file, row: row, scene: scene, number: number)
    }

    private static func real(_ scene: Int) -> RealScene { RealScene.allCases[scene / 2 % RealScene.allCases.count] }
    private static func attack(_ scene: Int) -> AttackScene {
        AttackScene.allCases[scene / 2 % AttackScene.allCases.count]
    }

    private static func scene(_ scene: Int, _ random: inout Random) -> Scene {
        scene.isMultiple(of: 2) ? real(scene).scene(&random) : attack(scene).scene(&random)
    }

    private static func padded(_ number: Int, _ digits: Int = 5) -> String {
        let text = number.description
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}
