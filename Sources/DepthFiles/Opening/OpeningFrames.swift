internal import DepthAnalysis
internal import Support

// Frames of apps whose confidence lies beside them: looked for only where something depends on it.

extension DepthFileReader {
    /// Reads bytes that came from the file at `path`, which may be a frame of a ``CaptureLayout``, of Record3D, or of a
    /// ``DataSet``.
    func openFrame(_ bytes: [UInt8], path: String) -> OpenedDepthFile {
        openFrame(bytes, path: path) { () throws(ReadingError) in try MapDescription(besideFileAt: path) }
    }

    /// The same of a file that is described so.
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

    /// Reads bytes whose path may lead through folders of a data set, which say the units where nobody else does.
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

    /// Formats of whole numbers.
    private static let extensionsOfSteps: [FileExtension] = ["png", "pgm", "tif", "tiff"]

    /// That of a path that begins where the process is.
    private static func dataSet(ofRelative path: String) -> DataSet? {
        guard !path.isAbsolutePath, let whole = FileAccess.resolved(path) else { return nil }
        return DataSet(recognisedIn: whole)
    }

    /// The same reader for a file whose name says something of it.
    func reader(named path: String) -> DepthFileReader {
        let ending = Array(".depth.zlib".utf8)
        let end = path.utf8.suffix(ending.count).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        let isGipuma = FileExtension(of: path) == "dmb"
        guard end == ending || isGipuma else { return self }
        var reader = self
        reader.options.nameImpliesHalves = end == ending
        reader.options.impliedFormat = isGipuma ? .dmb : nil
        return reader
    }

    /// The layout that a file is a frame of, and where its confidence lies.
    static func layout(ofFileAt path: String) -> (layout: CaptureLayout, path: String)? {
        CaptureLayout.confidence(besideMapAt: path).first { (try? FileStatus(of: $0.path)) != nil }
    }

    /// The confidence beside a file; nil where there is none.
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
    /// Decodes the confidence of a frame; `name` is where it was, for errors.
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
    /// The same with the units known where they were assumed; `layout` is asked only then.
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
    /// With a note where the sides of one of Record3D's maps were inferred, as of a file that was taken out of it.
    func withPortraitNote(isInferred: Bool) -> OpenedDepthFile {
        let inferred = MapDimensions(width: 256, height: 192)
        guard isInferred, FileExtension(of: path) == "depth", let decoded = try? decoded(), decoded.container == .lzfse,
            decoded.format == .float32, decoded.map.dimensions == inferred
        else { return self }
        let note = ReadingNote.portraitLikely(inferred: inferred, upright: MapDimensions(width: 192, height: 256))
        return with(decoded.with(notes: decoded.notes + [note]))
    }
}

extension DepthFileReader {
    /// What is in a whole LZFSE stream; nil for anything else.
    package static func unpackedLZFSE(_ bytes: [UInt8], limit: Int) -> [UInt8]? {
        let stream = decompressLZFSE(bytes, limit: limit)
        return stream.end == .complete && stream.consumed == bytes.count ? stream.output : nil
    }
}

extension ReadingNote {
    fileprivate var isUnitsAssumed: Bool { if case .unitsAssumed = self { true } else { false } }
}
