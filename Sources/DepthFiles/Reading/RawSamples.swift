import DepthAnalysis

/// The type of samples in a file without a header: floating-point metres, or integers of some unit.
///
///     let options = ReadingOptions(dimensions: MapDimensions(width: 320, height: 240), sampleType: .uint16)
public enum SampleType: String, Sendable, Hashable, CaseIterable {
    /// Little-endian IEEE binary32, metres.
    case float32
    /// Little-endian IEEE binary16, metres.
    case float16
    /// Little-endian 16-bit integers, such as millimetres.
    case uint16

    /// Bytes per sample.
    public var byteCount: Int { self == .float32 ? 4 : 2 }

    var format: DepthFileFormat {
        switch self {
        case .float32: .float32
        case .float16: .float16
        case .uint16: .uint16
        }
    }

    var element: ElementType {
        switch self {
        case .float32: ElementType(.float32, isBigEndian: false)
        case .float16: ElementType(.float16, isBigEndian: false)
        case .uint16: ElementType(.uint16, isBigEndian: false)
        }
    }
}

/// The type of the samples in bytes without a header, and the number of maps of the given dimensions.
///
/// The first that applies: the type given by the options or the file's description; for gzip float32, because the
/// server reads it so; float16 if the name and the samples imply it; with dimensions, the type that fills exactly one
/// map, or else several (``TwoByteSamples`` selects the type); float16 if compressed samples look like it; float32.
struct RawSamples {
    let type: SampleType
    /// The dimensions of each map; nil if the samples are one map whose dimensions are inferred.
    let dimensions: MapDimensions?
    /// The number of maps of the given dimensions; 1 if it is not whole.
    let mapCount: Int

    init(_ unpacked: Unpacked, _ options: ReadingOptions) {
        let byteCount = unpacked.bytes.count
        let known = options.sampleType
        let isNamedHalves = known == nil && Self.isNamedHalves(unpacked, options)
        guard let given = options.dimensions, options.bytesPerRow == nil else {
            let type = known ?? Self.typeWithoutDimensions(unpacked, options)
            self.init(type: options.bytesPerRow == nil ? type : .float32, dimensions: nil, mapCount: 1)
            return
        }
        func mapCount(_ type: SampleType) -> Int {
            let count = given.mapCount(byteCount: byteCount, of: type)
            // Tiny dimensions do not count as several maps: any file is a whole number of 2x2 maps.
            let isPicture = min(given.width, given.height) > NumPyHeader.maximumMatrixSide
            return count == 1 || isPicture && !options.dimensionsAreCertain ? count : 0
        }
        let types: [SampleType]
        if let known {
            types = [known]
        } else if isNamedHalves, mapCount(.float16) > 0 {
            types = [.float16]
        } else if unpacked.container == .gzip || mapCount(.float32) == 1 || mapCount(.float16) == 0 {
            types = [.float32]
        } else {
            let twoBytes = TwoByteSamples(unpacked.bytes)
            // 2.5 float32 maps are as long as five maps of two-byte samples.
            let isFloat32 =
                mapCount(.float32) > 0
                ? !twoBytes.areHalves
                : !(twoBytes.areMetres && twoBytes.zerosAreAlike) && Self.areFloat32Metres(unpacked.bytes)
            types = isFloat32 ? [.float32] : [twoBytes.areMetres ? .float16 : .uint16]
        }
        let count = mapCount(types[0])
        let isServerMap = unpacked.container == .gzip && types[0] == .float32
        let isSplit = !isServerMap || options.mapNumber != nil || options.isStrict
        self.init(
            type: types[0], dimensions: count == 1 || count > 1 && isSplit ? given : nil, mapCount: max(count, 1))
    }

    private init(type: SampleType, dimensions: MapDimensions?, mapCount: Int) {
        (self.type, self.dimensions, self.mapCount) = (type, dimensions, mapCount)
    }

    private static func typeWithoutDimensions(_ unpacked: Unpacked, _ options: ReadingOptions) -> SampleType {
        guard mayBeHalves(unpacked) else { return .float32 }
        return isNamedHalves(unpacked, options) || TwoByteSamples(unpacked.bytes).areHalves ? .float16 : .float32
    }

    private static func mayBeHalves(_ unpacked: Unpacked) -> Bool {
        [.zlib, .deflate, .lzfse].contains(unpacked.container) && unpacked.bytes.count.isMultiple(of: 2)
    }

    /// Whether the name implies float16, and the samples are distances as float16 or are not distances as float32.
    private static func isNamedHalves(_ unpacked: Unpacked, _ options: ReadingOptions) -> Bool {
        guard options.nameImpliesHalves, mayBeHalves(unpacked) else { return false }
        return TwoByteSamples(unpacked.bytes).areMetres || !areFloat32Metres(unpacked.bytes)
    }

    private static func areFloat32Metres(_ bytes: [UInt8]) -> Bool {
        guard bytes.count.isMultiple(of: 4) else { return false }
        var (metres, counted) = (0, 0)
        for sample in lazyFloat32Samples(of: bytes) where sample.isFinite && sample != 0 {
            counted += 1
            if TwoByteSamples.metres.contains(sample) { metres += 1 }
        }
        return metres * 2 > counted
    }
}

/// Statistics of some bytes, read as two-byte samples. float32 read as float16 alternates between arbitrary lower and
/// upper halves, so neighbours are unrelated; distances in float16 are smooth.
struct TwoByteSamples {
    /// Whether nearly all finite numbers other than 0 are distances from 5 cm to 100 m; false if there are none.
    private(set) var areMetres = false
    /// Whether ``areMetres`` holds and neighbours are smooth, so that they are not float32.
    private(set) var areHalves = false
    /// Whether nearly all are integers of millimetres from 10 cm to 20 m.
    private(set) var areMillimetres = false
    /// Whether zeros are equally frequent at even and odd indices. In float32, the lower halves have more.
    private(set) var zerosAreAlike = false

    /// The range of distances measured by phones and sensors in rooms.
    static let metres: ClosedRange<Float> = 0.05...100

    private static let maximumSampleCount = 4096

    init(_ bytes: [UInt8]) {
        self.init(count: bytes.count / 2) { UInt16(bytes[2 * $0]) | UInt16(bytes[2 * $0 + 1]) << 8 }
    }

    init(count: Int, bits: (Int) -> UInt16) {
        let step = max(2, count / Self.maximumSampleCount & ~1)
        func number(_ place: Int) -> Float { Float(halfBits: bits(place)) }
        var (counted, metres, evenZeros, oddZeros, pairs, continued) = (0, 0, 0, 0, 0, 0)
        var (sampled, integers, millimetres) = (0, 0, 0)
        for place in stride(from: 0, to: count - 1, by: step) {
            sampled += 1
            let (even, odd) = (number(place), number(place + 1))
            if even == 0 { evenZeros += 1 }
            if odd == 0 { oddZeros += 1 }
            for half in [even, odd] where half != 0 && half.isFinite {
                counted += 1
                if Self.metres.contains(half) { metres += 1 }
            }
            for integer in [bits(place), bits(place + 1)] where integer != 0 {
                integers += 1
                if (100...20_000).contains(integer) { millimetres += 1 }
            }
            guard even.isFinite, odd.isFinite, even != 0, odd != 0 else { continue }
            pairs += 1
            if abs(even - odd) <= 0.1 * min(even.magnitude, odd.magnitude) { continued += 1 }
        }
        areMetres = counted > 0 && metres * 10 >= counted * 9
        zerosAreAlike = abs(evenZeros - oddZeros) * 4 <= max(sampled, 4)
        areMillimetres = zerosAreAlike && integers >= 8 && integers * 2 >= sampled && millimetres * 10 >= integers * 9
        areHalves = areMetres && zerosAreAlike && pairs >= 4 && continued * 10 >= pairs * 8
    }
}
