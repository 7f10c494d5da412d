import DepthAnalysis
import DepthFiles
import Testing

@Suite struct DimensionTests {
    static let six: [Float] = [1, 2, 3, 4, 5, 6]

    @Test func givenDimensionsThatFitAreUsed() throws {
        let options = ReadingOptions(dimensions: MapDimensions(width: 2, height: 3), isStrict: true)
        let file = try read(float32(Self.six), options).result.get()
        #expect(file.map == (try DepthMap(width: 2, height: 3, samples: Self.six)))
        #expect(file.notes == [])
    }

    @Test func unfittingDimensionsAreReplacedWithANote() throws {
        let given = MapDimensions(width: 5, height: 5)
        let packed = DepthFileWriter.pack(try float32(Self.six), as: .gzip)
        let file = try read(packed, ReadingOptions(dimensions: given)).result.get()
        // height = Int(sqrt(6 / (4/3))) = Int(2.12) = 2, width = 3.
        let used = MapDimensions(width: 3, height: 2)
        #expect(file.map == (try DepthMap(width: 3, height: 2, samples: Self.six)))
        #expect(file.notes == [.givenDimensionsDoNotFit(given: given, sampleCount: 6, used: used)])
        #expect(file.notes[0].brief == "5x5 does not fit, used 3x2")
    }

    /// The server reads none of these containers, so nothing is inferred against the caller's dimensions.
    @Test(arguments: [DepthContainer.none, .zlib, .deflate, .lzfse])
    func outsideGzipUnfittingDimensionsAreAnError(container: DepthContainer) throws {
        let given = MapDimensions(width: 24, height: 20)
        let samples = (0..<1200).map { 1 + Float($0) / 1000 }
        // Two and a half float32 maps, or five float16 maps.
        let packed = DepthFileWriter.pack(try float32(samples), as: container)
        #expect(
            read(packed, ReadingOptions(dimensions: given)).error
                == .dimensionsDoNotFit(given: given, sampleCount: 1200, paddedRow: nil))
        // Half a float32 map, or one float16 map.
        let half = DepthFileWriter.pack(try float32(Array(samples.prefix(240))), as: container)
        #expect(
            read(half, ReadingOptions(dimensions: given)).error
                == .dimensionsDoNotFit(given: given, sampleCount: 240, paddedRow: nil))
    }

    @Test func possibleRowPaddingIsSuggested() throws {
        let given = MapDimensions(width: 24, height: 20)
        let rows = (0..<20).flatMap { row in (0..<36).map { $0 < 24 ? 1 + Float(row) / 10 : 0 } }
        let error = try #require(read(float32(rows), ReadingOptions(dimensions: given)).error)
        #expect(error == .dimensionsDoNotFit(given: given, sampleCount: 720, paddedRow: 144))
        #expect(error.message.contains("give ReadingOptions.bytesPerRow 144 if rows are padded"), "\(error)")
        let padded = try read(float32(rows), ReadingOptions(dimensions: given, bytesPerRow: 144)).result.get()
        #expect(padded.map.samples.allSatisfy { $0 >= 1 })
    }

    @Test func unfittingDimensionsAreAnErrorWhenStrict() throws {
        let given = MapDimensions(width: 5, height: 5)
        let packed = DepthFileWriter.pack(try float32(Self.six), as: .gzip)
        let reading = read(packed, ReadingOptions(dimensions: given, isStrict: true))
        #expect(reading.error == .dimensionsDoNotFit(given: given, sampleCount: 6, paddedRow: nil))
        #expect(reading.serverReading == .otherMap(DepthMap(inferringDimensionsOf: Self.six)))
    }

    @Test func inferredDimensionsWithoutAFullGridAreNoted() throws {
        let file = try read(float32([Float](repeating: 1, count: 1000))).result.get()
        let inferred = MapDimensions(width: 37, height: 27)
        #expect(file.notes == [.notAGrid(inferred: inferred, sampleCount: 1000)])
        #expect(!file.map.isGrid)
    }

    @Test(arguments: [(0, 3), (3, 0), (-1, -6), (-2, 3), (Int.min, Int.min)])
    func dimensionsThatAreNotPositiveAreAnError(width: Int, height: Int) throws {
        let given = MapDimensions(width: width, height: height)
        for container in DepthContainer.allCases {
            for bytesPerRow in [nil, 8, -8, .max] {
                let packed = DepthFileWriter.pack(try float32(Self.six), as: container)
                let reading = read(packed, ReadingOptions(dimensions: given, bytesPerRow: bytesPerRow))
                #expect(reading.error == .dimensionsNotPositive(given))
            }
        }
    }

    @Test func hugeDimensionsDoNotOverflow() throws {
        let given = MapDimensions(width: .max, height: .max)
        let packed = DepthFileWriter.pack(try float32(Self.six), as: .gzip)
        #expect(try read(packed, ReadingOptions(dimensions: given)).result.get().map.width == 3)
        #expect(read(try float32(Self.six), ReadingOptions(dimensions: given)).error?.code == "dimensions_do_not_fit")
        let padded = ReadingOptions(dimensions: given, bytesPerRow: .max)
        #expect(read(try float32(Self.six), padded).error == .rowTooShort(given: given, bytesPerRow: .max))
        let tall = MapDimensions(width: 1, height: .max)
        #expect(
            read(try float32(Self.six), ReadingOptions(dimensions: tall, bytesPerRow: 8)).error
                == .rowsDoNotFit(given: tall, bytesPerRow: 8, expected: nil, found: 24))
    }

    // MARK: padded rows

    /// Two rows of two samples and four bytes of padding each.
    static let padded: [Float] = [1, 2, 99, 3, 4, 99]
    static let paddedOptions = ReadingOptions(dimensions: MapDimensions(width: 2, height: 2), bytesPerRow: 12)

    @Test(arguments: DepthContainer.allCases, [24, 20])
    func paddingIsExcludedFromTheMap(container: DepthContainer, byteCount: Int) throws {
        let packed = DepthFileWriter.pack(Array(try float32(Self.padded).prefix(byteCount)), as: container)
        let file = try read(packed, Self.paddedOptions).result.get()
        #expect(file.map == (try DepthMap(width: 2, height: 2, samples: [1, 2, 3, 4])))
        #expect(file.container == container)
    }

    @Test func theServerReadsPaddingAsSamples() throws {
        let packed = DepthFileWriter.pack(try float32(Self.padded), as: .gzip)
        let server = read(packed, Self.paddedOptions).serverReading
        #expect(server == .otherMap(DepthMap(inferringDimensionsOf: Self.padded)))
    }

    @Test func rowLengthWithoutPaddingGivesTheServersMap() throws {
        let packed = DepthFileWriter.pack(try float32(Self.six), as: .gzip)
        let options = ReadingOptions(dimensions: MapDimensions(width: 3, height: 2), bytesPerRow: 12)
        #expect(read(packed, options).serverReading == .sameMap)
    }

    @Test func rowsThatDoNotFitAreAnError() throws {
        let given = MapDimensions(width: 2, height: 2)
        for container in [DepthContainer.none, .gzip] {
            let packed = DepthFileWriter.pack(try float32([1, 2, 3, 4]), as: container)
            #expect(
                read(packed, Self.paddedOptions).error
                    == .rowsDoNotFit(given: given, bytesPerRow: 12, expected: 24, found: 16))
            #expect(
                read(packed, ReadingOptions(dimensions: given, bytesPerRow: 7)).error
                    == .rowTooShort(given: given, bytesPerRow: 7))
        }
    }

    @Test func rowLengthWithoutDimensionsIsAnError() throws {
        let reading = read(try float32(Self.padded), ReadingOptions(bytesPerRow: 12))
        #expect(reading.error == .bytesPerRowWithoutDimensions(bytesPerRow: 12))
    }
}
