import DepthAnalysis
import TestSupport
import Testing

@testable import DepthFiles

/// Notes on numbers that are no distances of the scene, and files with short headers.
@Suite struct NumberMeaningTests {
    private static let sides = MapDimensions(width: 64, height: 48)
    /// 1.2 to 3.8 m: a slope, and a box in front of it.
    private static let room: [Float] = (0..<64 * 48).map { place in
        let (column, row) = (Float(place % 64), Float(place / 64))
        return row > 16 && column > 32 ? 1.2 : 2 + column / 40 + row / 200
    }

    private func result(_ bytes: [UInt8], _ options: ReadingOptions = ReadingOptions()) -> FileAnalysis {
        FileAnalyzer(analyzer: DepthAnalyzer(), reader: DepthFileReader(options: options))
            .analyze(bytes, input: "map")
    }

    private func codes(_ samples: [Float]) -> [String] {
        result(NumPyArray.bytes(of: Decoder.map(Self.sides, samples))).notes.map(\.code)
    }

    private func words(_ numbers: [Int]) -> [UInt8] {
        numbers.flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
    }

    @Test(arguments: [65_504, 1e10, 10_000, 0.001, -1] as [Float])
    func aRepeatedNumberIsNamedWithTheVerdictWithoutIt(number: Float) throws {
        var samples = Self.room
        for place in stride(from: 0, to: samples.count, by: 70) { samples[place] = number }
        let result = result(NumPyArray.bytes(of: Decoder.map(Self.sides, samples)))
        guard case .meaning(.repeated(let found))? = result.notes.first else {
            Issue.record("\(result.notes)")
            return
        }
        #expect(found.number == number)
        #expect(found.count == 44)
        #expect(found.status == result.analysis.status)
        let invalid = self.result(
            NumPyArray.bytes(of: Decoder.map(Self.sides, samples)), ReadingOptions(invalidValues: [number]))
        #expect(found.statusWithout == invalid.analysis.status)
        #expect(invalid.notes.isEmpty)
    }

    /// Far distances beside a number, or two other numbers, do not hide it.
    @Test func anIsolatedNumberIsNamedAtAnyShare() {
        let far = Self.room.map { $0 * 12 }
        for other: Float in [1e10, 1000, 200] {
            let samples = far.enumerated().map { $0 % 100 == 0 ? other : $1 }
            #expect(codes(samples).contains("repeated_number"), "\(other)")
        }
        #expect(!codes(far).contains("repeated_number"))
        // Behind thousands of different far numbers.
        let sides = MapDimensions(width: 128, height: 96)
        let noise = (0..<128 * 96).map { place -> Float in
            place < 1000 ? 5 : place < 12_000 ? 30 + Float(place) / 1000 : 200
        }
        let result = result(NumPyArray.bytes(of: Decoder.map(sides, noise)))
        #expect(result.notes.map(\.code).contains("repeated_number"))
        let three = Self.room.enumerated().map { [0: 1e10, 1: 65_504, 2: 1e6][$0 % 64] ?? $1 }
        #expect(codes(three) == ["repeated_number"])
        // Millimetres, with walls of one number, and few numbers in range.
        let millimetres = Self.room.enumerated().map { $0 % 50 == 0 ? 1 : ($1 * 10).rounded() * 100 }
        #expect(codes(millimetres) == ["few_plausible_samples"])
    }

    /// Few repetitions, and distances just out of range, mean nothing.
    @Test func otherNumbersOutOfRangeAreNotNamed() {
        for (number, step): (Float, Int) in [(65_504, 300), (20.1, 70), (.leastNonzeroMagnitude, 70)] {
            var samples = Self.room.map { $0 * 5 }
            for place in stride(from: 0, to: samples.count, by: step) { samples[place] = number }
            #expect(codes(samples).isEmpty, "\(number)")
        }
    }

    @Test func otherMeaningsAreNamed() throws {
        #expect(codes(Self.room).isEmpty)
        #expect(codes(Self.room.map { -$0 }) == ["negative_numbers"])
        // Bits of another type mean nothing else, although two samples of the box are one number as float32.
        let halves = float16Bytes(of: Self.room)
        let ofHalves = result(DepthFileWriter.pack(halves, as: .gzip)).notes.map(\.code)
        #expect(ofHalves.contains("few_plausible_samples") && !ofHalves.contains("repeated_number"))
        let stretched = Self.room.map { ($0 - 1.2) / (Self.room.max()! - 1.2) }
        #expect(codes(stretched) == ["normalised_numbers"])
        #expect(codes(Self.room.map { $0 / 10 }) == ["normalised_numbers"])
        #expect(codes(Self.room.map { 1.001 - 0.1 / $0 }) == ["normalised_numbers"])
        #expect(codes(Self.room.map { $0 > 2 ? 1 : 0 }) == ["only_two_numbers"])
        // Also in bare files, which phones write, and beside a number for no reading.
        func bareCodes(_ samples: [Float]) throws -> [String] { result(try float32(samples)).notes.map(\.code) }
        #expect(try bareCodes(Self.room.map { $0 > 2 ? 1 : 0 }).contains("only_two_numbers"))
        let normalised = stretched.enumerated().map { 0.01 + $1 * 0.95 + Float($0 % 7) / 1000 }
        #expect(try bareCodes(normalised).contains("normalised_numbers"))
        #expect(try !bareCodes(Self.room.map { $0 / 5 }).contains("normalised_numbers"))
        let marked = stretched.enumerated().map { $0 % 70 == 0 ? -1 : $1 }
        #expect(codes(marked) == ["repeated_number", "normalised_numbers"])
        let steps = Self.room.map { UInt16(truncatingIfNeeded: Int(0x3C00 + ($0 - 1) * 800)) }
        let bits = result(TestPNG.grey16(width: 64, height: 48, steps).bytes)
        #expect(bits.notes.map(\.code) == ["float16_bits", "units_assumed"])
        let far = result(TestPNG.grey16(width: 64, height: 48, steps.map { $0 + 0x0F00 }).bytes)
        #expect(far.notes.map(\.code).contains("float16_bits"), "distances beyond 20 m")
        var co3d = ReadingOptions()
        PublishedDataSet.co3d.apply(to: &co3d)
        let read = result(TestPNG.grey16(width: 64, height: 48, steps).bytes, co3d)
        #expect(read.notes.isEmpty && (1...2).contains(read.analysis.minimumDepth))
    }

    @Test func metresOutdoorsComeFirst() throws {
        let notes = result(NumPyArray.bytes(of: Decoder.map(Self.sides, Self.room.map { $0 * 25 }))).notes
        guard case .fewPlausibleSamples(_, _, let causes)? = notes.first else { Issue.record("\(notes)"); return }
        #expect(causes.first == .outdoors)
        // Also in known units. The option for another cause is named.
        let steps = Self.room.enumerated().map { UInt16($1 * 25 * 256) + UInt16($0 % 5) }
        let kitti = result(TestPNG.grey16(width: 64, height: 48, steps).bytes, ReadingOptions(unitsPerMetre: 256)).notes
        guard case .fewPlausibleSamples(_, _, [.outdoors])? = kitti.first else { Issue.record("\(kitti)"); return }
        let tenths = result(TestPNG.grey16(width: 64, height: 48, Self.room.map { UInt16($0 * 13_000) }).bytes).notes
        let unit = "tenths of millimetres as in YCB-Video (PublishedDataSet ycb)"
        #expect(tenths.first?.description.contains(unit) == true)
    }

    @Test func shortHeadersAreRead() throws {
        let samples = try float32(Self.room)
        let millimetres = Self.room.flatMap { number in
            withUnsafeBytes(of: UInt16(number * 1000).littleEndian) { Array($0) }
        }
        let tag = Array("PIEH".utf8)
        for bytes in [
            tag + words([64, 48]) + samples, words([64, 48]) + samples, words([48, 64]) + samples,
            [64, 0, 48, 0] + samples, words([48, 64]) + millimetres,
        ] {
            let file = try DepthFileReader().read(bytes).result.get()
            #expect(file.map.dimensions == Self.sides)
            #expect(file.notes.first?.code == "header_read")
        }
        let flow = DepthFileReader().read(tag + words([64, 48]) + samples + samples).result
        #expect(throws: DepthFileError.otherFormat(.opticalFlow, container: .none)) { try flow.get() }
    }

    @Test func onesAreNoHeaderOfGipumaInGzipOrIfDimensionsFit() throws {
        let bytes = words([1, 1, 1, 1]) + (try float32([1, 2, 3, 4, 5]))
        let given = ReadingOptions(dimensions: MapDimensions(width: 9, height: 1))
        #expect(try DepthFileReader(options: given).read(bytes).result.get().map.width == 9)
        let packed = DepthFileWriter.pack(bytes, as: .gzip)
        #expect(try DepthFileReader().read(packed).result.get().map.samples.count == 9)
    }

    @Test func theWidthThatSamplesSuggestIsNamed() throws {
        let rows = (0..<240 * 640).map { place -> Float in
            let (column, row) = (Float(place % 640), Float(place / 640))
            return 2 + column / 400 + row / 2000
        }
        let notes = try DepthFileReader().read(try float32(rows)).result.get().notes
        #expect(notes.contains(.sizeLikely(MapDimensions(width: 640, height: 240), .float32)))
        #expect(!notes.contains { $0.code == "several_maps_likely" })
        // The dimensions that a note names fit the samples.
        let other = try DepthFileReader().read(try float32(rows + [2, 2])).result.get().notes
        #expect(other.map(\.code) == ["not_a_grid"])
    }

    /// Sizes of float32 samples would contradict the type that the numbers suggest.
    @Test func aSizeIsThatOfTheTypeOfTheNumbers() throws {
        let room = (0..<424 * 512).map { place -> Float in
            let (column, row) = (Float(place % 512), Float(place / 512))
            return 1 + column / 400 + row / 300
        }
        let steps = room.flatMap { number -> [UInt8] in
            let step = UInt16(number * 1000)
            return [UInt8(truncatingIfNeeded: step), UInt8(step >> 8)]
        }
        let doubles = room.flatMap { number -> [UInt8] in
            let bits = (Double(number) * 1.001).bitPattern
            return (0..<8).map { UInt8(truncatingIfNeeded: bits >> (8 * $0)) }
        }
        let size = MapDimensions(width: 512, height: 424)
        for (bytes, type) in [(steps, SampleType.uint16), (float16Bytes(of: room), .float16)] {
            let notes = result(bytes).notes
            #expect(notes.contains(ReadingNote.sizeLikely(size, type)), "\(type): \(notes)")
            #expect(!notes.contains { $0.code == "several_maps_likely" })
        }
        let ofDoubles = result(Array(doubles.prefix(640 * 480 * 4))).notes.map(\.code)
        #expect(ofDoubles == ["few_plausible_samples"])
        let twice = result(Array(doubles.prefix(320 * 240 * 8))).notes.map(\.code)
        #expect(twice == ["few_plausible_samples", "not_a_grid"])
    }
}
