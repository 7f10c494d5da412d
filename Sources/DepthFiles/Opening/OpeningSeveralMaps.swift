internal import Support

// Files with several maps of one size: recordings in one stream, and stacks of arrays. A map is named by the file and
// its number, such as `depth.bin/0`.

/// The maps of an opened file, each decoded when it is needed. There may be a million of them.
package struct OpenedMaps: Sequence, IteratorProtocol, Sendable {
    /// The file, unless it holds several maps.
    private var one: OpenedDepthFile?
    private var several: Several?
    private var number = 0

    private struct Several: Sendable {
        let name: String
        let bytes: [UInt8]
        /// Nil for a file that stores its dimensions: each map is read from the same bytes.
        let unpacked: Unpacked?
        let count: Int
        var reader: DepthFileReader
    }

    fileprivate init(_ file: OpenedDepthFile) { one = file }

    fileprivate init(
        _ bytes: [UInt8], _ unpacked: Unpacked?, count: Int, named name: String, _ reader: DepthFileReader
    ) {
        several = Several(name: name, bytes: bytes, unpacked: unpacked, count: count, reader: reader)
    }

    package var hasMore: Bool { one != nil || several != nil && number < count }

    var count: Int { several?.count ?? 1 }

    package mutating func next() -> OpenedDepthFile? {
        guard let several, number < several.count else {
            defer { one = nil }
            return one
        }
        var reader = several.reader
        reader.options.mapNumber = number
        defer { number += 1 }
        let reading = several.unpacked.map { reader.samples(of: $0) } ?? reader.decode(several.bytes)
        return OpenedDepthFile(
            path: "\(several.name)/\(number)", bytes: several.bytes, reader.arranged(reading, nil), reader.reservation)
    }

    /// The maps from a number on; an error if the file no longer has `count` maps.
    func from(_ number: Int, of count: Int, path: String) -> OpenedMaps {
        guard several?.count == count else {
            return OpenedMaps(OpenedDepthFile(path: path, .inaccessible(FileAccessError(path, .changedWhileRead))))
        }
        var maps = self
        maps.number = number
        return maps
    }

    /// The same maps, whose memory does not count against the budget.
    func unreserved() -> OpenedMaps {
        var maps = self
        maps.several?.reader.reservation = nil
        return maps
    }
}

extension DepthFileReader {
    /// Opens a file, and returns its maps, one or several.
    ///
    ///     for map in reader.maps(in: .file(.path("depth.bin"))) { print(map.path) }  // depth.bin/0, depth.bin/1, …
    ///
    /// The file is unpacked once. A gzip file is not split, because the server reads it as one map, unless it holds a
    /// Scoop recording.
    package func maps(in input: DepthInput) -> OpenedMaps {
        let known: ReadingOptions? = if case .member(let member) = input { member.options } else { nil }
        let isFile = if case .file = input { true } else { false }
        return knowing(known).maps(of: open(input), named: input.mapsName, isFile: isFile)
    }

    package func maps(inFileAt path: String) -> OpenedMaps {
        maps(of: open(contentsOf: path), named: path, isFile: true)
    }

    private func maps(of file: OpenedDepthFile, named name: String, isFile: Bool) -> OpenedMaps {
        guard let bytes = file.bytes, let count = file.mapCount else { return OpenedMaps(file) }
        var reader = described(
            isFile ? (try? MapDescription(besideFileAt: file.path)) ?? nil : nil, bytes, path: file.path)
        reader.reservation = file.reservation
        var unpacked: Unpacked?
        if StoredFormat.recognised(in: bytes, reader.lengthRule) == nil {
            unpacked = try? ContainerDetection.unpack(
                bytes, reader.lengthRule, limit: reader.options.maximumByteCount, reservation: reader.reservation)
        }
        if ContainerDetection.looksLikeGzip(bytes), unpacked.map({ ScoopRecording.isHeader($0.bytes) }) != true {
            return OpenedMaps(file)
        }
        return OpenedMaps(bytes, unpacked, count: count, named: name, reader)
    }

    /// Returns one map of a member that holds several; nil if `digits` is not a number.
    package static func numbered(
        _ member: DepthFileMember, _ digits: Substring, _ options: ReadingOptions
    ) -> DepthFileMember? {
        number(digits).map { numbered(member, $0, options, digits) }
    }

    static func numbered(
        _ member: DepthFileMember, _ number: Int, _ options: ReadingOptions, _ digits: Substring? = nil
    ) -> DepthFileMember {
        var known = member.options ?? options
        known.mapNumber = number
        return member.known(as: known, named: "\(member.mapsName)/\(digits ?? "\(number)")")
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
