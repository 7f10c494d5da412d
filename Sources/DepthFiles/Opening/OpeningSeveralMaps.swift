internal import Support

// Files with several maps of one size: recordings in one stream, and stacks of arrays. A map is named by the file and
// its number, such as `depth.bin/0`.

extension DepthFileReader {
    /// Opens a file, or each map if it holds several.
    ///
    ///     reader.forEachMap(in: .file(.path("depth.bin"))) { print($0.path) }  // depth.bin/0, depth.bin/1, …
    ///
    /// The file is unpacked once. A gzip file is not split, because the server reads it as one map, unless it holds a
    /// Scoop recording.
    package func forEachMap(in input: DepthInput, _ body: (OpenedDepthFile) -> Void) {
        let known: ReadingOptions? = if case .member(let member) = input { member.options } else { nil }
        let isFile = if case .file = input { true } else { false }
        knowing(known).forEachMap(in: open(input), named: input.mapsName, isFile: isFile, body)
    }

    package func forEachMap(inFileAt path: String, _ body: (OpenedDepthFile) -> Void) {
        forEachMap(in: open(contentsOf: path), named: path, isFile: true, body)
    }

    private func forEachMap(
        in file: OpenedDepthFile, named name: String, isFile: Bool, _ body: (OpenedDepthFile) -> Void
    ) {
        guard let bytes = file.bytes, let count = file.mapCount else {
            body(file)
            return
        }
        var reader = described(
            isFile ? (try? MapDescription(besideFileAt: file.path)) ?? nil : nil, bytes, path: file.path)
        reader.reservation = file.reservation
        // A file that stores its dimensions is not packed; each map is read from the same bytes.
        var unpacked: Unpacked?
        if StoredFormat.recognised(in: bytes, reader.lengthRule) == nil {
            unpacked = try? ContainerDetection.unpack(
                bytes, reader.lengthRule, limit: reader.options.maximumByteCount, reservation: reader.reservation)
        }
        if ContainerDetection.looksLikeGzip(bytes), unpacked.map({ ScoopRecording.isHeader($0.bytes) }) != true {
            body(file)
            return
        }
        for number in 0..<count {
            reader.options.mapNumber = number
            let reading = unpacked.map { reader.samples(of: $0) } ?? reader.decode(bytes)
            body(
                OpenedDepthFile(
                    path: "\(name)/\(number)", bytes: bytes, reader.arranged(reading, nil), file.reservation))
        }
    }

    /// Returns one map of a member that holds several; nil if `digits` is not a number.
    package static func numbered(
        _ member: DepthFileMember, _ digits: Substring, _ options: ReadingOptions
    ) -> DepthFileMember? {
        guard let number = number(digits) else { return nil }
        var known = member.options ?? options
        known.mapNumber = number
        return member.known(as: known, named: "\(member.mapsName)/\(digits)")
    }

    private static func number(_ digits: Substring) -> Int? {
        guard (1...10).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(digits)
    }

    /// Splits `FILE/17` into the file and the number of its map; nil for any other path.
    package static func numberedMap(at path: String) -> (file: String, number: Int)? {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")),
            let number = number(path[path.utf8.index(after: slash)...])
        else { return nil }
        let file = String(path[..<slash])
        return (try? FileStatus(of: file).kind) == .regular ? (file, number) : nil
    }

    /// Opens `FILE/17`, the 18th map of a file; nil for any other path.
    func openNumbered(_ path: String, _ error: FileAccessError) -> OpenedDepthFile? {
        guard case .isNotFolder = error.reason, let (file, number) = Self.numberedMap(at: path) else { return nil }
        var reader = reserving()
        reader.options.mapNumber = number
        do throws(FileAccessError) {
            let bytes = try FileAccess.read(
                file, maximumByteCount: options.maximumByteCount, reservation: reader.reservation)
            return reader.openFrame(bytes, path: file).named(path)
        } catch {
            return OpenedDepthFile(path: path, .inaccessible(FileAccessError(path, error.reason)))
        }
    }
}

extension OpenedDepthFile {
    /// The number of maps, if the error is that the file holds several.
    fileprivate var mapCount: Int? {
        do throws(ReadingError) {
            _ = try decoded()
        } catch {
            if case .undecodable(_, .severalMaps(let count, _)) = error { return count }
        }
        return nil
    }
}
