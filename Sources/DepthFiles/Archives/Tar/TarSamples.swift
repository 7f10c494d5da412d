import Support

/// The depth files of one shard, sample by sample. The members of a sample are consecutive, and their paths are equal
/// up to the first dot of the last component. A JSON file among them supplies the reading options.
final class TarSamples {
    private(set) var taken: Set<ExactText>
    private let shard: String
    private let options: ReadingOptions
    private let isWanted: ((String) -> Bool)?
    private let selection: FileSelection
    private let leaveOut: (SkippedEntry) -> Void
    private let reader: TarReader
    private var sample = TarSample()
    private var ready: [DepthInput] = []
    /// A member to read when `ready` is empty.
    private var waiting: NamedMember?
    private var hasSome = false
    /// The first bytes of each array and colour picture. They are errors only if the shard has no map.
    private var besides: [(member: DepthFileMember, found: String)] = []
    private var skippedCount = 0
    private var isAtEnd = false

    init(
        _ shard: String, options: ReadingOptions, selection: FileSelection, taken: Set<ExactText>,
        isWanted: ((String) -> Bool)?, leaveOut: @escaping (SkippedEntry) -> Void,
        source: @escaping () throws(FileAccessError) -> [UInt8]
    ) {
        (self.shard, self.options, self.selection, self.taken) = (shard, options, selection, taken)
        (self.isWanted, self.leaveOut) = (isWanted, leaveOut)
        reader = TarReader(source)
    }

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
            handOn()
            isAtEnd = true
            if !hasSome { ready += errorsOfNothing() }
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
        if member.kind == .file, member.isSideFile { return readSideFile(member) }
        guard includes(member) else { return leave(.unknownExtension(member.name)) }
        switch member.kind {
        case .folder: break
        case .device, .other: leave(.notRegular(member.name))
        case .link: hold(.unusable(.unusableMember(path: unique(member), .link)))
        case .sparse: hold(.unusable(.unusableMember(path: unique(member), .sparse)))
        case .file: prepare(member)
        }
    }

    private func prepare(_ member: NamedMember) {
        let name = unique(member)
        guard name.isExactly(member.name)
        else { return hold(.unusable(.unusableMember(path: name, .sameName(member.name)))) }
        guard isWanted?(name) ?? true else { return noteMap() }
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
            hold(.member(DepthFileMember(name: member.name, bytes: bytes)), byteCount: bytes.count)
        } catch {
            hold(.unusable(Self.error(error, named: member.name)))
        }
    }

    /// Whether a member is not a map but a matrix, a mask, a colour picture, or confidence. Judges the member alone,
    /// because later ones are not yet known.
    private func isNoMap(_ name: String, _ bytes: [UInt8]) -> Bool {
        guard
            let found = ColourFrames.isColourPNG(bytes)
                ? SkippedEntry.colourFrame
                : CaptureLayout.isConfidence(name, bytes) ? "confidence" : ArrayKind.reasonNotMap(name, bytes)
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

    private func readSideFile(_ member: NamedMember) {
        let known = member.describedName.map { sample.descriptions[ExactText($0)] } ?? sample.side
        guard known == nil
        else { return hold(.unusable(.unusableMember(path: "\(shard)/@\(member.offset)", .sameName(member.name)))) }
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

    private func hold(_ input: DepthInput, byteCount: Int = 0) {
        noteMap()
        if !sample.hasRoom(for: 0, limit: .max) { handOn() }
        sample.hold(input, byteCount: byteCount)
    }

    private func noteMap() {
        hasSome = true
        for (member, found) in besides { leave(.noMap(member.name, found: found)) }
        besides = []
    }

    private func handOn() { ready += sample.release() }

    private func fail(_ failure: TarReader.Failure, named name: String?, at offset: Int) {
        noteMap()
        // An error of a named member is reported only if the member is wanted.
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
