internal import DepthFiles
internal import Platform
internal import TarShards

/// The depth files of one shard, sample by sample: members whose names are the same up to the first dot of the last
/// part stand side by side, and a JSON file among them says how the others are read.
final class TarSamples {
    /// The names that inputs have had.
    private(set) var taken: Set<ExactText>
    private let shard: String
    private let options: ReadingOptions
    private let part: Shard?
    private let leaveOut: (LeftOut) -> Void
    private let reader: TarReader
    private var sample = Sample()
    private var confidence: HeldConfidence
    /// What can be given out.
    private var ready: [DepthInput] = []
    /// A member that is read once what is ready has gone.
    private var waiting: NamedMember?
    /// Whether there was a depth file, or an error in place of whatever there was.
    private var hasSome = false
    private var isAtEnd = false

    init(
        _ shard: String, options: ReadingOptions, taken: Set<ExactText>, part: Shard?,
        leaveOut: @escaping (LeftOut) -> Void, source: @escaping () throws(FileAccessError) -> [UInt8]
    ) {
        self.shard = shard
        self.options = options
        self.taken = taken
        self.part = part
        self.leaveOut = leaveOut
        confidence = HeldConfidence(limit: options.maximumByteCount)
        reader = TarReader(source)
    }

    /// The next depth file, or what should have been one; nil at the end.
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
            // The sample may have lost a part: what comes behind is none of it for sure.
            handOn()
            fail(failure, named: member.map { NamedMember.name(of: $0, in: shard) }, at: offset)
        case nil:
            handOn()
            ready += confidence.release()
            isAtEnd = true
            if !hasSome {
                ready.append(
                    .unusable(
                        reader.offset == 0
                            ? .undecodable(path: shard, .empty) : .unusableMember(path: shard, .noDepthFiles)))
            }
        }
    }

    /// Finds out what is to be done with a member.
    private func take(_ member: NamedMember) {
        if member.isHidden || member.kind == .folder { return }
        if !member.key.isExactly(sample.key) {
            handOn()
            sample = Sample(key: member.key)
        }
        switch member.kind {
        case .folder: break
        case .file where member.isSideFile: readSideFile(member)
        case _ where !DepthFileList.isDepthFile(member.name): leaveOut(.unknownExtension(member.name))
        case .device, .other: leaveOut(.noFile(member.name))
        case .link: hold(.unusable(.unusableMember(path: unique(member), .link)))
        case .sparse: hold(.unusable(.unusableMember(path: unique(member), .sparse)))
        case .file: if !takeConfidence(member) { prepare(member) }
        }
    }

    /// Keeps a member that may be the confidence of maps to come; says whether it is done with.
    private func takeConfidence(_ member: NamedMember) -> Bool {
        let maps = HeldConfidence.maps(of: member)
        if let map = maps.first(where: { taken.contains(ExactText($0)) }) {
            // Only who wants samples left out by it misses something.
            if options.minimumConfidence != nil {
                hold(.unusable(.unusableMember(path: unique(member), .lateConfidence(map: map))))
            }
            return true
        }
        guard !maps.isEmpty, confidence.hasRoom(for: member.byteCount),
            taken.insert(ExactText(member.name)).inserted
        else { return false }
        hasSome = true
        do throws(TarReader.Failure) {
            confidence.hold(try reader.contents(atMost: options.maximumByteCount), of: member.name)
        } catch {
            hold(.unusable(Self.error(error, named: member.name)))
        }
        return true
    }

    /// Sees to it that there is room for a depth file among those of its sample.
    private func prepare(_ member: NamedMember) {
        hasSome = true
        let name = unique(member)
        guard name.isExactly(member.name) else {
            return hold(.unusable(.unusableMember(path: name, .sameName(member.name))))
        }
        guard part?.contains(name) ?? true else {
            // What is another part's map has its confidence all the same.
            _ = confidence.take(besideMapAt: name)
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
            if let found = Self.whatIsNoMap(member.name, bytes) {
                leaveOut(.noMap(member.name, found: found))
                return
            }
            hold(.member(frame(member, bytes)), byteCount: bytes.count)
        } catch {
            hold(.unusable(Self.error(error, named: member.name)))
        }
    }

    /// What a member is that lies beside maps: a matrix, whole numbers that nobody called depth, a picture called after
    /// colour; nil for others. Which members are still to come nobody knows.
    private static func whatIsNoMap(_ name: String, _ bytes: [UInt8]) -> String? {
        if ColourFrames.isNamedAfterColour(name), isColourPNG(bytes) { return LeftOut.colourFrame }
        guard FileExtension(of: name) == "npy", let kind = ArrayKind(of: bytes), !kind.isMap else { return nil }
        return kind.isDepthType || !ColourFrames.isNamedAfterDepth(name) ? kind.words : nil
    }

    /// Whether the header of a PNG says three or four channels, or a palette: depth has one.
    private static func isColourPNG(_ bytes: [UInt8]) -> Bool {
        let colourTypePlace = 25
        return bytes.count > colourTypePlace && [2, 3, 6].contains(bytes[colourTypePlace])
    }

    /// A map with what is held of its confidence.
    private func frame(_ member: NamedMember, _ bytes: [UInt8]) -> DepthFileMember {
        guard let beside = confidence.take(besideMapAt: member.name) else {
            return DepthFileMember(name: member.name, bytes: bytes)
        }
        let limit = options.maximumByteCount
        return DepthFileMember(
            name: member.name, in: DepthFileMember.inTar, layout: beside.layout,
            confidence: { () throws(ReadingError) in
                try beside.layout.confidence(png: beside.bytes, named: beside.name, limit: limit)
            }, bytes: { () throws(ReadingError) in bytes })
    }

    private func readSideFile(_ member: NamedMember) {
        guard sample.side == nil else {
            return hold(.unusable(.unusableMember(path: "\(shard)/@\(member.offset)", .sameName(member.name))))
        }
        do throws(TarReader.Failure) {
            let bytes = try reader.contents(atMost: SideFile.maximumByteCount)
            sample.side = SideFile(bytes, name: member.name, over: options)
        } catch {
            let message = Self.error(error, named: member.name).message
            sample.side = .unusable(name: member.name, ManifestFault("nothing usable (\(message))", expected: "JSON"))
            // One that is too large is passed over; all else may be the end of the shard.
            if case .inaccessible(.tooLarge) = error {
            } else {
                return fail(error, named: member.name, at: member.offset)
            }
        }
        if sample.isReleased {
            hold(.unusable(.unusableMember(path: unique(member), .lateSideFile(key: sample.key))))
        }
    }

    /// Keeps an input until all of its sample is known, or as long as there is room.
    private func hold(_ input: DepthInput, byteCount: Int = 0) {
        hasSome = true
        if !sample.hasRoom(for: 0, limit: .max) { handOn() }
        sample.hold(input, byteCount: byteCount)
    }

    /// Gives out what is held of a sample.
    private func handOn() { ready += sample.release() }

    private func fail(_ failure: TarReader.Failure, named name: String?, at offset: Int) {
        hasSome = true
        // Of a member of another part that part tells.
        if let name, let part, !part.contains(name) { return }
        var path = name ?? "\(shard)/@\(offset)"
        // What is wrong with the file of the shard is not wrong with a place in it.
        if name == nil, case .inaccessible = failure { path = shard }
        if !taken.insert(ExactText(path)).inserted { path = "\(shard)/@\(offset)" }
        hold(.unusable(Self.error(failure, named: path)))
    }

    /// The name of a member, or where it stands if another has its name.
    private func unique(_ member: NamedMember) -> String {
        hasSome = true
        return taken.insert(ExactText(member.name)).inserted ? member.name : "\(shard)/@\(member.offset)"
    }

    private static func error(_ failure: TarReader.Failure, named name: String) -> ReadingError {
        switch failure {
        case .unusable(let error): .unusableMember(path: name, error)
        case .inaccessible(let reason): .inaccessible(FileAccessError(name, reason))
        }
    }
}
