import Support

/// The maps of an input, `depth.bin/0` and so on, each decoded when it is needed; there may be a million. A gzip file
/// is not split unless it holds a Scoop recording, because the server reads it as one map.
package struct MapFiles: Sequence, IteratorProtocol, Sendable {
    /// The only map, or an error in its place. If the file holds several, the error that it does.
    let only: MapFile
    private var several: Several?
    private(set) var count = 1
    private var number = 0

    private struct Several: Sendable {
        let source: Source
        let contents: Decoder.Contents
        let name: String
        var decoder: Decoder
    }

    init(_ only: MapFile) { self.only = only }

    init(_ source: Source, _ decoder: Decoder, mapsName: String, onlyNamed name: String?) {
        let contents = decoder.contents(of: source.bytes)
        only = MapFile(source, contents, decoder, named: name)
        guard name == nil, let count = only.severalCount, contents.isDivisible else { return }
        self.count = count
        several = Several(source: source, contents: contents, name: mapsName, decoder: decoder)
    }

    package var hasMore: Bool { number < count }

    package mutating func next() -> MapFile? {
        guard hasMore else { return nil }
        defer { number += 1 }
        guard let several else { return only }
        var decoder = several.decoder
        decoder.options.mapNumber = number
        return MapFile(several.source, several.contents, decoder, named: "\(several.name)/\(number)")
    }

    /// The maps from a number on; an error if the file no longer has `count` maps.
    fileprivate func from(_ number: Int, of count: Int, path: String) -> MapFiles {
        guard several != nil, self.count == count
        else { return MapFiles(MapFile(path: path, .failure(.inaccessible(FileAccessError(path, .changedWhileRead))))) }
        var maps = self
        maps.number = number
        return maps
    }

    /// The same maps, whose memory does not count against the budget.
    fileprivate func unreserved() -> MapFiles {
        var maps = self
        maps.several?.decoder.reservation = nil
        return maps
    }
}

extension MapFile {
    /// The number of maps, if the error is that the file holds several.
    fileprivate var severalCount: Int? {
        do throws(ReadingError) {
            _ = try decoded()
        } catch {
            if case .undecodable(_, .severalMaps(let count, _)) = error { return count }
        }
        return nil
    }
}

extension Decoder.Contents {
    fileprivate var isDivisible: Bool {
        guard case .bare(let unpacked) = self, unpacked.container == .gzip else { return true }
        return ScoopRecording.isHeader(unpacked.bytes)
    }
}

/// The results for all maps of a file, in order. The first few thousand are made at once. For the others, the file is
/// opened again, and each is made when requested. A crash report names the file.
package struct MapResults<Value: Sendable>: Sequence, Sendable {
    package let first: [Value]
    /// Opens the file again, for the maps after those of ``first``; nil if there are none.
    private let rest: (@Sendable () -> MapFiles)?
    private let name: String
    private let make: @Sendable (MapFile) -> Value

    package init(
        in input: DepthInput, _ reader: DepthFileReader, countAtOnce: Int = 4096,
        _ make: @escaping @Sendable (MapFile) -> Value
    ) {
        (name, self.make) = (input.name, make)
        let (maps, first) = CrashReport.naming(name) {
            var maps = reader.maps(in: input)
            var first: [Value] = []
            while first.count < countAtOnce, let file = maps.next() { first.append(make(file)) }
            return (maps, first)
        }
        self.first = first
        guard maps.hasMore else {
            rest = nil
            return
        }
        // Standard input cannot be read again. Maps that wait to be read hold no budget, or all could wait for it.
        let held = input.name == FileAccess.standardInputName ? maps.unreserved() : nil
        let count = maps.count
        rest = { held ?? reader.maps(in: input).from(countAtOnce, of: count, path: input.name) }
    }

    package func makeIterator() -> AnyIterator<Value> {
        var first = first.makeIterator()
        var maps: MapFiles?
        return AnyIterator {
            if let value = first.next() { return value }
            guard let rest else { return nil }
            return CrashReport.naming(name) {
                if maps == nil { maps = rest() }
                return maps?.next().map(make)
            }
        }
    }
}

extension DepthFileReader {
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
        guard (1...10).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
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
}
