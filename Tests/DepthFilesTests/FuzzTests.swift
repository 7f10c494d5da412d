import DepthAnalysis
import DepthFiles
import TestSupport
import Testing

/// Reading damaged files does not crash, and a map that differs is never returned without a note.
@Suite struct FuzzTests {
    static func damaged(_ bytes: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        switch Int.random(in: 0..<4, using: &generator) {
        case 0:
            bytes[Int.random(in: 0..<bytes.count, using: &generator)] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        case 1:
            bytes[Int.random(in: 0..<min(16, bytes.count), using: &generator)] = .random(in: 0...255, using: &generator)
        case 2: bytes.removeLast(Int.random(in: 0...bytes.count, using: &generator))
        default: bytes.remove(at: Int.random(in: 0..<bytes.count, using: &generator))
        }
        return bytes
    }

    @Test(arguments: [DepthContainer.gzip, .zlib])
    func damageToChecksummedContainersIsNeverSilent(container: DepthContainer) throws {
        let map = try roomMap(width: 16, height: 12, seed: 2)
        let packed = DepthFileWriter.pack(DepthFileWriter.float32Bytes(of: map), as: container)
        var generator = SeededGenerator(seed: 77)
        var survivors = 0
        for _ in 0..<3000 {
            let bytes = Self.damaged(packed, &generator)
            guard case .success(let file) = read(bytes).result else { continue }
            survivors += 1
            if file.notes.isEmpty && file.map != map {
                Issue.record("another map without a note, from \(file.container): \(bytes)")
            }
        }
        // Some damage is harmless, such as another time in the header; without survivors the test checks nothing.
        #expect(survivors > 0)
    }

    @Test func damageToPNGIsNeverSilent() throws {
        var generator = SeededGenerator(seed: 78)
        let pixels = (0..<192).map { _ in UInt16.random(in: 400..<3000, using: &generator) }
        let png = TestPNG.grey16(width: 16, height: 12, pixels).bytes
        let map = try read(png).result.get().map
        for _ in 0..<3000 {
            let bytes = Self.damaged(png, &generator)
            let reading = read(bytes, ReadingOptions(unitsPerMetre: 1000))
            if case .success(let file) = reading.result, file.notes.isEmpty, file.map != map {
                Issue.record("another map without a note, as \(file.format): \(bytes)")
            }
        }
    }

    @Test(arguments: DepthContainer.allCases)
    func damageNeverCrashesUnderAnyOptions(container: DepthContainer) throws {
        let map = try roomMap(width: 16, height: 12, seed: 3)
        let packed = DepthFileWriter.pack(DepthFileWriter.float32Bytes(of: map), as: container)
        var generator = SeededGenerator(seed: 79)
        let sides = [nil, 16, 0, -1, 1, 12, Int.max, Int.min]
        for _ in 0..<2000 {
            var options = ReadingOptions(isStrict: .random(using: &generator))
            if let width = sides.randomElement(using: &generator)!, let height = sides.randomElement(using: &generator)!
            {
                options.dimensions = MapDimensions(width: width, height: height)
            }
            options.bytesPerRow = sides.randomElement(using: &generator)!
            options.maximumByteCount = [256 << 20, 768, 100, 0, -1, Int.max].randomElement(using: &generator)!
            options.unitsPerMetre = [1000, 0, .nan].randomElement(using: &generator)!
            let reading = read(Self.damaged(packed, &generator), options)
            if case .success(let file) = reading.result {
                #expect(!file.map.samples.isEmpty)
            }
        }
    }

    @Test func randomBytesNeverCrash() {
        var generator = SeededGenerator(seed: 80)
        for _ in 0..<3000 {
            let bytes = (0..<Int.random(in: 0..<80, using: &generator)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
            if case .success(let file) = read(bytes).result {
                #expect(!file.map.samples.isEmpty)
            }
        }
    }
}
