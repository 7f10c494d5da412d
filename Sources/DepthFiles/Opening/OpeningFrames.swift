internal import DepthAnalysis
internal import Support

// Frames of apps that store confidence beside each map. The confidence is read only if the result depends on it.

extension DepthFileReader {
    /// Reads the bytes of the file at `path`, which can be a frame of a ``CaptureLayout``, of Record3D or of a
    /// ``DataSet``.
    func openFrame(_ bytes: [UInt8], path: String) -> OpenedDepthFile {
        openFrame(bytes, path: path) { () throws(ReadingError) in try MapDescription(besideFileAt: path) }
    }

    func openFrame(
        _ bytes: [UInt8], path: String, description: () throws(ReadingError) -> MapDescription?
    ) -> OpenedDepthFile {
        var reader = self
        let beside: ConfidenceMap?
        do throws(ReadingError) {
            reader = described(try description(), bytes, path: path)
            let recorded = try Record3DFrame(at: path, limit: options.maximumByteCount)
            if let recorded, reader.options.dimensions == options.dimensions {
                reader.options.dimensions = recorded.dimensions
                reader.options.dimensionsAreCertain = true
            }
            if options.minimumConfidence == nil {
                beside = nil
            } else if let recorded {
                beside = try recorded.confidence(limit: options.maximumByteCount)
            } else {
                beside = try confidence(besideFileAt: path)
            }
        } catch {
            let reading = self.read(bytes).serverReadingWithoutMap
            return OpenedDepthFile(path: path, bytes: bytes, serverReading: reading, error)
        }
        return reader.refusingMatrix(reader.openOfDataSet(bytes, path: path, confidence: beside))
            .namingDescription(givesDimensions: reader.options.dimensions != options.dimensions)
            .withUnits { Self.layout(ofFileAt: path)?.layout }
            .withPortraitNote(isInferred: reader.options.dimensions == nil)
    }

    /// Reads bytes in the units of the data set their path belongs to, unless the caller gave units.
    func openOfDataSet(_ bytes: [UInt8], path: String, confidence: ConfidenceMap?) -> OpenedDepthFile {
        guard options.unitsPerMetre == nil, FileExtension(of: path).map(Self.extensionsOfSteps.contains) == true,
            let dataSet = DataSet(recognisedIn: path) ?? Self.dataSet(ofRelative: path)
        else { return open(bytes, path: path, confidence: confidence) }
        var reader = self
        dataSet.apply(to: &reader.options)
        let file = reader.open(bytes, path: path, confidence: confidence)
        guard let decoded = try? file.decoded(), let units = decoded.unitsPerMetre else { return file }
        return file.with(decoded.with(notes: [.unitsOfDataSet(dataSet, unitsPerMetre: units)] + decoded.notes))
    }

    /// Extensions of formats that can store integers.
    private static let extensionsOfSteps: [FileExtension] = ["png", "pgm", "tif", "tiff"]

    /// - Parameter path: relative to the working directory.
    private static func dataSet(ofRelative path: String) -> DataSet? {
        guard !path.isAbsolutePath, let whole = FileAccess.resolved(path) else { return nil }
        return DataSet(recognisedIn: whole)
    }

    /// Returns the reader with the options implied by the file name.
    func reader(named path: String) -> DepthFileReader {
        let ending = Array(".depth.zlib".utf8)
        let end = path.utf8.suffix(ending.count).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        var reader = self
        reader.options.nameImpliesHalves = end == ending
        reader.options.nameAllowsTable = !DepthFileList.isDepthFile(path)
        switch FileExtension(of: path) {
        case "dmb": reader.options.impliedFormat = .dmb
        case "idep": reader.options.impliedFormat = .scoop
        case "adep": reader.options.refusedFormat = .scoopAndroid
        default: break
        }
        return reader
    }

    /// The layout of which a file is a frame, and the path of its confidence.
    static func layout(ofFileAt path: String) -> (layout: CaptureLayout, path: String)? {
        CaptureLayout.confidence(besideMapAt: path).first { (try? FileStatus(of: $0.path)) != nil }
    }

    /// The confidence beside a file; nil if there is none.
    package func confidence(besideFileAt path: String) throws(ReadingError) -> ConfidenceMap? {
        if let recorded = try Record3DFrame(at: path, limit: options.maximumByteCount) {
            return try recorded.confidence(limit: options.maximumByteCount)
        }
        guard let beside = Self.layout(ofFileAt: path) else { return nil }
        let bytes: [UInt8]
        do throws(FileAccessError) {
            bytes = try FileAccess.readFile(beside.path, maximumByteCount: options.maximumByteCount)
        } catch {
            throw .inaccessible(error)
        }
        return try beside.layout.confidence(png: bytes, named: beside.path, limit: options.maximumByteCount)
    }
}

extension CaptureLayout {
    /// Decodes the confidence of a frame; `name` is its path, for errors.
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

extension OpenedDepthFile {
    /// Replaces a note on assumed units by one on the units of the layout. `layout` is called only if there is such a
    /// note.
    func withUnits(of layout: () -> CaptureLayout?) -> OpenedDepthFile {
        guard let decoded = try? decoded(), let place = decoded.notes.firstIndex(where: \.isUnitsAssumed),
            let layout = layout()
        else { return self }
        var notes = decoded.notes
        notes[place] = .unitsOfLayout(layout, unitsPerMetre: layout.unitsPerMetre)
        return with(decoded.with(notes: notes))
    }
}

extension OpenedDepthFile {
    /// Adds a note if width and height were inferred for a file that Record3D probably stored upright.
    func withPortraitNote(isInferred: Bool) -> OpenedDepthFile {
        let inferred = MapDimensions.lidar
        guard isInferred, FileExtension(of: path) == "depth", let decoded = try? decoded(), decoded.container == .lzfse,
            decoded.format == .float32, decoded.map.dimensions == inferred
        else { return self }
        let upright = MapDimensions(width: inferred.height, height: inferred.width)
        let note = ReadingNote.portraitLikely(inferred: inferred, upright: upright)
        return with(decoded.with(notes: decoded.notes + [note]))
    }
}

extension DepthFileReader {
    /// Decompresses bytes that are exactly one complete LZFSE stream; nil for anything else.
    package static func unpackedLZFSE(_ bytes: [UInt8], limit: Int) -> [UInt8]? {
        let stream = decompressLZFSE(bytes, limit: limit)
        return stream.end == .complete && stream.consumed == bytes.count ? stream.output : nil
    }
}

extension ReadingNote {
    fileprivate var isUnitsAssumed: Bool { if case .unitsAssumed = self { true } else { false } }
}
