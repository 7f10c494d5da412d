internal import Platform

// Frames of apps whose confidence lies beside them: looked for only where something depends on it.

extension DepthFileReader {
    /// Reads bytes that came from the file at `path`, which may be a frame of a ``CaptureLayout``.
    func openFrame(_ bytes: [UInt8], path: String) -> OpenedDepthFile {
        let beside: ConfidenceMap?
        do throws(ReadingError) {
            beside = options.minimumConfidence == nil ? nil : try confidence(besideFileAt: path)
        } catch {
            let server = read(bytes).serverReading
            return OpenedDepthFile(path: path, bytes: bytes, serverReading: server, result: .failure(error))
        }
        let file = open(bytes, path: path, confidence: beside)
        guard case .success(let decoded) = file.result, let place = decoded.notes.firstIndex(where: \.isUnitsAssumed),
            let layout = Self.layout(ofFileAt: path)?.layout
        else { return file }
        var notes = decoded.notes
        notes[place] = .unitsOfLayout(layout, unitsPerMetre: layout.unitsPerMetre)
        return OpenedDepthFile(
            path: path, bytes: bytes, serverReading: file.serverReading, result: .success(decoded.with(notes: notes)))
    }

    /// The layout that a file is a frame of, and where its confidence lies.
    static func layout(ofFileAt path: String) -> (layout: CaptureLayout, path: String)? {
        CaptureLayout.confidence(besideMapAt: path).first { (try? FileStatus(of: $0.path)) != nil }
    }

    /// The confidence beside a file; nil where there is none.
    package func confidence(besideFileAt path: String) throws(ReadingError) -> ConfidenceMap? {
        guard let beside = Self.layout(ofFileAt: path) else { return nil }
        let bytes: [UInt8]
        do throws(FileAccessError) {
            bytes = try FileAccess.readFile(beside.path, maximumByteCount: options.maximumByteCount)
        } catch {
            throw .inaccessible(error)
        }
        let values = beside.layout.confidenceValues
        let fault: DepthFileError?
        do throws(DepthFileError) {
            let limit = options.maximumByteCount
            if let map = try ConfidenceMap(png: bytes, meanings: values, limit: limit) { return map }
            fault = nil
        } catch {
            fault = error
        }
        throw .undecodable(path: beside.path, .confidenceUnusable(meanings: values, fault: fault?.finding))
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
