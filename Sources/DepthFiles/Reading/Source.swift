internal import DepthAnalysis
internal import Support

/// The bytes of an input, and what lies beside them: description, metadata, confidence, the folder of a data set.
struct Source: Sendable {
    /// The path as given; `-` for standard input.
    let path: String
    let bytes: [UInt8]
    /// The options of the caller, completed by what lies beside the bytes.
    var options: ReadingOptions
    /// Read only if the result depends on it.
    private(set) var confidence: ConfidenceMap?
    /// The data set that defines the units; nil if the caller gave them.
    private var dataSet: PublishedDataSet?
    /// The layout of the app that wrote the bytes, looked up only when needed.
    private var layout: @Sendable () -> CaptureLayout? = { nil }
    /// Whether ``MapDescription`` gave the dimensions.
    private var isDescribed = false
    /// Whether Record3D may have written the bytes without metadata beside them.
    private var mayBePortrait = false

    init(path: String, bytes: [UInt8], options: ReadingOptions) {
        (self.path, self.bytes, self.options) = (path, bytes, options)
    }

    init(
        path: String, _ bytes: [UInt8], _ given: ReadingOptions,
        description: () throws(ReadingError) -> MapDescription?
    ) throws(ReadingError) {
        self.init(path: path, bytes: bytes, options: given.named(path))
        if let description = try description() {
            let hasHeader = StoredFormat.recognised(in: bytes, options.lengthRule) != nil
            options = description.completing(options, hasHeader: hasHeader)
            isDescribed = options.dimensions != given.dimensions
        }
        let recorded = try Record3DFrame(at: path, limit: given.maximumByteCount)
        if let recorded, !isDescribed {
            options.dimensions = recorded.dimensions
            options.dimensionsAreCertain = true
        }
        if given.minimumConfidence != nil {
            confidence = try Self.confidence(besideFileAt: path, recorded, limit: given.maximumByteCount)
        }
        layout = { CaptureLayout.frame(at: path)?.layout }
        complete()
    }

    init(_ member: DepthFileMember, _ bytes: [UInt8], _ given: ReadingOptions) throws(ReadingError) {
        self.init(path: member.name, bytes: bytes, options: given.named(member.name))
        if given.minimumConfidence != nil { confidence = try member.confidence?() }
        layout = { member.layout }
        complete()
    }

    /// Adds the units of the data set that the path belongs to, and the checks that apply only to files.
    private mutating func complete() {
        options.refusesMatrices = true
        mayBePortrait = options.dimensions == nil && FileExtension(of: path) == "depth"
        guard options.unitsPerMetre == nil, FileExtension(of: path).map(Self.extensionsOfSteps.contains) == true
        else { return }
        dataSet = PublishedDataSet(recognisedIn: path) ?? Self.dataSet(ofRelative: path)
        dataSet?.apply(to: &options)
    }

    private static let extensionsOfSteps: [FileExtension] = ["png", "pgm", "tif", "tiff"]

    /// - Parameter path: relative to the working directory.
    private static func dataSet(ofRelative path: String) -> PublishedDataSet? {
        guard !path.isAbsolutePath, let whole = FileAccess.resolved(path) else { return nil }
        return PublishedDataSet(recognisedIn: whole)
    }

    static func confidence(
        besideFileAt path: String, _ recorded: Record3DFrame?, limit: Int
    ) throws(ReadingError) -> ConfidenceMap? {
        if let recorded { return try recorded.confidence(limit: limit) }
        guard let beside = CaptureLayout.frame(at: path) else { return nil }
        let bytes = try ReadingError.readFile(beside.path, limit: limit)
        return try beside.layout.confidence(png: bytes, named: beside.path, limit: limit)
    }

    /// The notes on a decoded map, with those that follow from what lies beside the bytes.
    func notes(on file: DecodedDepthFile) -> [ReadingNote] {
        var notes = file.notes
        if let dataSet, let units = file.unitsPerMetre {
            notes.insert(.unitsOfDataSet(dataSet, unitsPerMetre: units), at: 0)
        }
        if let place = notes.firstIndex(where: \.isUnitsAssumed), let layout = layout() {
            notes[place] = .unitsOfLayout(layout, unitsPerMetre: layout.unitsPerMetre)
        }
        let inferred = MapDimensions.lidar
        if mayBePortrait, file.container == .lzfse, file.format == .float32, file.map.dimensions == inferred {
            let upright = MapDimensions(width: inferred.height, height: inferred.width)
            notes.append(.portraitLikely(inferred: inferred, upright: upright))
        }
        return notes
    }

    /// The error of the map `path`. If dimensions of the description do not fit, the error names the description.
    func error(_ error: DepthFileError, _ path: String) -> ReadingError {
        guard isDescribed, case .dimensionsDoNotFit(let given, let count, _) = error
        else { return .undecodable(path: path, error) }
        let fault = ArchiveMemberError.unusableSideFile(
            name: MapDescription.path(besideFileAt: self.path), found: "\(given.text) for \(sampleText(count))",
            expected: "the width and height of the map")
        return .unusableMember(path: path, fault)
    }
}

extension ReadingOptions {
    func named(_ path: String) -> ReadingOptions {
        let ending = Array(".depth.zlib".utf8)
        let end = path.utf8.suffix(ending.count).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        var options = self
        options.nameImpliesHalves = end == ending
        if let found = FileExtension(of: path) {
            options.impliedFormat = DepthFileFormat.allCases.first { $0.definition.ownedExtension == found }
            options.refusedFormat = found == "adep" ? .scoopAndroid : nil
        }
        return options
    }
}

extension CaptureLayout {
    /// The layout to which a file belongs as a frame, and the path of the frame's confidence.
    static func frame(at path: String) -> (layout: CaptureLayout, path: String)? {
        confidence(besideMapAt: path).first { (try? FileStatus(of: $0.path)) != nil }
    }

    package func confidence(png bytes: [UInt8], named name: String, limit: Int) throws(ReadingError) -> ConfidenceMap {
        let fault: DepthFileError?
        do throws(DepthFileError) {
            if let map = try ConfidenceMap(png: bytes, meanings: confidenceValues, limit: limit) { return map }
            fault = nil
        } catch {
            fault = error
        }
        throw .undecodable(path: name, .confidenceUnusable(meanings: confidenceValues, fault: fault?.finding))
    }
}
