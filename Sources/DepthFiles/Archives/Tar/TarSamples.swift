import Support

/// The depth files of one shard, sample by sample. A sample consists of consecutive members whose paths are equal
/// up to the first dot of the last component. A JSON file among them supplies the reading options.
final class TarSamples {
    /// The names of all inputs so far.
    private(set) var taken: Set<ExactText>
    private let shard: String
    private let options: ReadingOptions
    private let isWanted: ((String) -> Bool)?
    private let selection: FileSelection
    private let leaveOut: (SkippedEntry) -> Void
    private let reader: TarReader
    private var sample = TarSample()
    private var confidence: HeldConfidence
    private var recorded: RecordedFrames
    private var ready: [DepthInput] = []
    /// A member to read when `ready` is empty.
    private var waiting: NamedMember?
    /// Whether there was a depth file, or an error in its place.
    private var hasSome = false
    /// Arrays and colour pictures, without their samples. They are errors only if the shard has no map.
    private var besides: [(member: DepthFileMember, found: String)] = []
    private var skippedCount = 0
    private var isAtEnd = false

    init(
        _ shard: String, options: ReadingOptions, selection: FileSelection, taken: Set<ExactText>,
        isWanted: ((String) -> Bool)?, leaveOut: @escaping (SkippedEntry) -> Void,
        source: @escaping () throws(FileAccessError) -> [UInt8]
    ) {
        self.shard = shard
        self.options = options
        self.selection = selection
        self.taken = taken
        self.isWanted = isWanted
        self.leaveOut = leaveOut
        confidence = HeldConfidence(limit: options.maximumByteCount)
        recorded = RecordedFrames(options)
        reader = TarReader(source)
    }

    /// The next depth file, or an error in its place; nil at the end.
    func next() -> DepthInput? {
        while ready.isEmpty {
            if let waiting {
                self.waiting = nil
                read(waiting)
            } else if isAtEnd {
                return nil
            } else {
                advance()
            }
        }
        return ready.removeFirst()
    }

    private func advance() {
        switch reader.next() {
        case .member(let member): take(NamedMember(member, in: shard))
        case .failure(let failure, let member, let offset):
            // The sample may have lost a part, so what follows may not belong to it.
            handOn()
            fail(failure, named: member.map { NamedMember.name(of: $0, in: shard) }, at: offset)
        case nil:
            releaseHeld()
            handOn()
            isAtEnd = true
            if !hasSome { ready += errorsOfNothing() }
        }
    }

    /// Releases members whose counterpart has not arrived.
    private func releaseHeld() {
        let left = recorded.release()
        for frame in left.frames { hold(.member(self.frame(frame.member, frame.bytes))) }
        for (member, bytes) in left.metadata + confidence.release().map({ ($0.member, $0.bytes) }) {
            guard includes(member) else {
                leave(.unknownExtension(member.name))
                continue
            }
            hold(.member(DepthFileMember(name: member.name, bytes: bytes)))
        }
    }

    /// The errors of a shard without depth files: one for each array or picture, or one for the shard.
    private func errorsOfNothing() -> [DepthInput] {
        guard besides.isEmpty else {
            return besides.map { beside in
                beside.found == SkippedEntry.colourFrame
                    ? .member(beside.member)
                    : .unusable(.undecodable(path: beside.member.name, ArrayKind.error(beside.found)))
            }
        }
        let error: ReadingError =
            reader.offset == 0
            ? .undecodable(path: shard, .empty)
            : .unusableMember(path: shard, .noDepthFiles(skippedCount: skippedCount))
        return [.unusable(error)]
    }

    private func leave(_ entry: SkippedEntry) {
        skippedCount += 1
        self.leaveOut(entry)
    }

    private func includes(_ member: NamedMember) -> Bool {
        selection.includes(member.path, isDepthFile: DepthFileList.isDepthFile(member.path))
    }

    private func take(_ member: NamedMember) {
        if member.isHidden || member.kind == .folder { return }
        if !member.key.isExactly(sample.key) {
            handOn()
            sample = TarSample(key: member.key)
        }
        let part = member.kind == .file ? Record3DPart(member.name) : nil
        if member.kind == .file {
            if member.isSideFile { return readSideFile(member) }
            if let part, recorded.wants(member, part) { return readMetadata(member, part) }
            if takeConfidence(member) { return }
        }
        guard includes(member) else {
            let isColour = part?.kind == .colour
            return leave(
                isColour ? .noMap(member.name, found: SkippedEntry.colourFrame) : .unknownExtension(member.name))
        }
        switch member.kind {
        case .folder: break
        case .device, .other: leave(.notRegular(member.name))
        case .link: hold(.unusable(.unusableMember(path: unique(member), .link)))
        case .sparse: hold(.unusable(.unusableMember(path: unique(member), .sparse)))
        case .file: prepare(member)
        }
    }

    private func readMetadata(_ member: NamedMember, _ part: Record3DPart) {
        do throws(TarReader.Failure) {
            let bytes = try reader.contents(atMost: RecordedFrames.mostOfMetadata)
            let name = unique(member)
            guard let frames = recorded.addMetadata(bytes, of: member, part, isKept: includes(member)) else {
                return hold(.unusable(.unusableMember(path: name, .lateSideFile(key: part.folder))))
            }
            for frame in frames { giveOut(frame) }
        } catch {
            fail(error, named: member.name, at: member.offset)
        }
    }

    /// Releases a Record3D frame with its metadata, or holds it until the metadata arrives.
    private func giveOut(_ frame: RecordedFrames.Waiting) {
        do throws(ReadingError) {
            if let options = try recorded.options(of: frame.member, frame.part) {
                hold(.member(self.frame(frame.member, frame.bytes, options)), byteCount: frame.bytes.count)
            } else if !recorded.hold(frame) {
                hold(.member(self.frame(frame.member, frame.bytes)), byteCount: frame.bytes.count)
            }
        } catch {
            hold(.unusable(error))
        }
    }

    /// Keeps a member that may be the confidence of later maps; returns whether it is handled.
    private func takeConfidence(_ member: NamedMember) -> Bool {
        let maps = HeldConfidence.maps(of: member)
        if let map = maps.first(where: { taken.contains(ExactText($0)) && !recorded.isWaiting($0) }) {
            // A late confidence matters only if a minimum is requested.
            if options.minimumConfidence != nil {
                hold(.unusable(.unusableMember(path: unique(member), .lateConfidence(map: map))))
            }
            return true
        }
        guard !maps.isEmpty, confidence.hasRoom(for: member.byteCount),
            taken.insert(ExactText(member.name)).inserted
        else { return false }
        do throws(TarReader.Failure) {
            confidence.hold(try reader.contents(atMost: options.maximumByteCount), of: member)
        } catch {
            hold(.unusable(Self.error(error, named: member.name)))
        }
        return true
    }

    /// Makes room in the sample for a depth file.
    private func prepare(_ member: NamedMember) {
        let name = unique(member)
        guard name.isExactly(member.name) else {
            return hold(.unusable(.unusableMember(path: name, .sameName(member.name))))
        }
        guard isWanted?(name) ?? true else {
            noteMap()
            // A map that is not wanted still takes its confidence.
            _ = confidence.remove(besideMapAt: name)
            return
        }
        if !sample.hasRoom(for: member.byteCount, limit: options.maximumByteCount) {
            ready += sample.release()
            waiting = member
        } else {
            read(member)
        }
    }

    private func read(_ member: NamedMember) {
        do throws(TarReader.Failure) {
            let bytes = try reader.contents(atMost: options.maximumByteCount)
            if selection.isByExtension, isNoMap(member.name, bytes) { return }
            if let part = Record3DPart(member.name), part.kind == .depth {
                giveOut(RecordedFrames.Waiting(member: member, part: part, bytes: bytes))
            } else {
                hold(.member(frame(member, bytes)), byteCount: bytes.count)
            }
        } catch {
            hold(.unusable(Self.error(error, named: member.name)))
        }
    }

    /// Whether a member beside maps is not a map itself (a matrix, a mask, or a colour picture); such a member is
    /// skipped. Later members are not yet known.
    private func isNoMap(_ name: String, _ bytes: [UInt8]) -> Bool {
        guard
            let found = ColourFrames.isColourPNG(bytes)
                ? SkippedEntry.colourFrame : ArrayKind.reasonNotMap(name, bytes)
        else { return false }
        if hasSome || besides.count == Self.mostBesides {
            leave(.noMap(name, found: found))
        } else {
            let start = Array(bytes.prefix(ArrayKind.maximumHeaderByteCount))
            besides.append((DepthFileMember(name: name, bytes: start), found))
        }
        return true
    }

    /// The largest number of arrays and pictures to report as errors if there is no map.
    private static let mostBesides = 1000

    /// A map with its held confidence.
    ///
    /// - Parameter known: the options from the metadata of its capture; nil for the general ones.
    private func frame(_ member: NamedMember, _ bytes: [UInt8], _ known: ReadingOptions? = nil) -> DepthFileMember {
        let map = DepthFileMember(name: member.name, bytes: bytes, options: known)
        guard let beside = confidence.remove(besideMapAt: member.name) else { return map }
        let (limit, name) = (options.maximumByteCount, beside.member.name)
        let decode: @Sendable () throws(ReadingError) -> ConfidenceMap
        if let layout = beside.layout {
            decode = { () throws(ReadingError) in
                try layout.confidence(png: beside.bytes, named: name, limit: limit)
            }
        } else if let dimensions = known?.dimensions {
            decode = { () throws(ReadingError) in
                try Record3DFrame.confidence(beside.bytes, dimensions, named: name, limit: limit)
            }
        } else {
            return map
        }
        return DepthFileMember(
            name: map.name, in: map.archive, options: known, layout: beside.layout, confidence: decode,
            bytes: map.bytes)
    }

    private func readSideFile(_ member: NamedMember) {
        let known = member.describedName.map { sample.descriptions[ExactText($0)] } ?? sample.side
        guard known == nil else {
            return hold(.unusable(.unusableMember(path: "\(shard)/@\(member.offset)", .sameName(member.name))))
        }
        do throws(TarReader.Failure) {
            let bytes = try reader.contents(atMost: MapDescription.maximumByteCount)
            keep(SideFile(bytes, name: member.name, over: options), of: member)
        } catch {
            let message = Self.error(error, named: member.name).message
            let fault = ReadingColumnError("nothing usable (\(message))", expected: "JSON")
            keep(.unusable(name: member.name, fault), of: member)
            // Skip a file that is too large; any other error may be the end of the shard.
            if case .inaccessible(.tooLarge) = error {
            } else {
                return fail(error, named: member.name, at: member.offset)
            }
        }
        // The map may have been released with an earlier sample of the same key.
        let isLate = member.describedName.map { taken.contains(ExactText($0)) && !sample.holds($0) } ?? false
        if sample.isReleased || isLate {
            hold(.unusable(.unusableMember(path: unique(member), .lateSideFile(key: sample.key))))
        }
    }

    private func keep(_ side: SideFile, of member: NamedMember) {
        if let described = member.describedName {
            sample.descriptions[ExactText(described)] = side
        } else {
            sample.side = side
        }
    }

    /// Holds an input until its sample is complete, as long as there is room.
    private func hold(_ input: DepthInput, byteCount: Int = 0) {
        noteMap()
        if !sample.hasRoom(for: 0, limit: .max) { handOn() }
        sample.hold(input, byteCount: byteCount)
    }

    /// Records that there is a map, which makes arrays and pictures beside it skipped instead of errors.
    private func noteMap() {
        hasSome = true
        for (member, found) in besides { leave(.noMap(member.name, found: found)) }
        besides = []
    }

    private func handOn() { ready += sample.release() }

    private func fail(_ failure: TarReader.Failure, named name: String?, at offset: Int) {
        noteMap()
        // The error of a member is that of the reader that wants it.
        if let name, isWanted?(name) == false { return }
        var path = name ?? "\(shard)/@\(offset)"
        // An error of the shard file itself is not at an offset within the shard.
        if name == nil, case .inaccessible = failure { path = shard }
        if !taken.insert(ExactText(path)).inserted { path = "\(shard)/@\(offset)" }
        hold(.unusable(Self.error(failure, named: path)))
    }

    /// The name of a member, or its offset if the name is taken.
    private func unique(_ member: NamedMember) -> String {
        taken.insert(ExactText(member.name)).inserted ? member.name : "\(shard)/@\(member.offset)"
    }

    private static func error(_ failure: TarReader.Failure, named name: String) -> ReadingError {
        switch failure {
        case .unusable(let error): .unusableMember(path: name, error)
        case .inaccessible(let reason): .inaccessible(FileAccessError(name, reason))
        }
    }
}
