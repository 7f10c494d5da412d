internal import Support

/// Which files of folders, and which members of archives, are taken.
///
///     let selection = FileSelection(takesAll: true, exclude: [Glob("*.txt")])
///     let found = try DepthFileList.files(below: "uploads", selection)
public struct FileSelection: Sendable, Hashable {
    /// Whether every regular file is taken, whatever its extension; hidden ones aside.
    public var takesAll: Bool
    /// Files to take whatever their extensions, and no others; none for those with a known extension.
    public var include: [Glob]
    /// Files to leave out of these.
    public var exclude: [Glob]

    /// Makes a selection; by default files are taken by their extensions.
    public init(takesAll: Bool = false, include: [Glob] = [], exclude: [Glob] = []) {
        self.takesAll = takesAll
        self.include = include
        self.exclude = exclude
    }

    /// Whether files are taken by their extensions. Then what is no map by its contents or by what lies beside it is
    /// left out; whatever is asked for by name or as all files is read.
    package var isByExtension: Bool { !takesAll && include.isEmpty }

    /// Whether a member of an archive is taken.
    ///
    /// - Parameters:
    ///   - path: what it is called in the archive.
    ///   - isDepthFile: whether it has a known extension.
    package func takes(_ path: String, isDepthFile: Bool) -> Bool {
        if exclude.isEmpty, include.isEmpty { return takesAll || isDepthFile }
        if Self.matches(exclude, path) { return false }
        return include.isEmpty ? takesAll || isDepthFile : Self.matches(include, path)
    }

    /// What is taken of the archive at `path`. Patterns that took the archive itself out of a folder say nothing of its
    /// members.
    package func ofMembers(ofArchiveAt path: String) -> FileSelection {
        guard !include.isEmpty else { return self }
        var below = path.fileBytes[...]
        while true {
            if Self.matches(include, String(fileBytes: below)) {
                return FileSelection(takesAll: takesAll, exclude: exclude)
            }
            guard let slash = below.firstIndex(of: UInt8(ascii: "/")) else { return self }
            below = below[(slash + 1)...]
        }
    }

    private static func matches(_ globs: [Glob], _ path: String) -> Bool {
        let bytes = path.fileBytes
        let start = bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
        return globs.contains { $0.matches(Array(bytes[start...]), in: Array(bytes[..<start])) }
    }

    /// - Parameters:
    ///   - name: of a file.
    ///   - folder: where it lies, relative to the folder that was named; empty or with a slash at its end.
    func takes(_ name: UnsafeBufferPointer<UInt8>, in folder: some Collection<UInt8>) -> Bool {
        if exclude.isEmpty, include.isEmpty { return takesAll || DepthFileList.isDepthFile(name) }
        func matches(_ globs: [Glob]) -> Bool {
            globs.contains { $0.matches(Array(name), in: Array(folder)) }
        }
        if matches(exclude) { return false }
        return include.isEmpty ? takesAll || DepthFileList.isDepthFile(name) : matches(include)
    }
}

/// A pattern for names of files: `*` stands for any letters, `?` for one, `[a-f0]` and `[!a-f0]` for one of some.
///
///     Glob("*.depth.png").matches(Array("1.depth.png".utf8), in: [])
///
/// One with a slash is held to the path below the folder that was named, where `*` stops at slashes and `**` does not;
/// one without is held to the name alone.
public struct Glob: Sendable, Hashable {
    private let pattern: [UInt8]
    private let isPath: Bool

    /// Any text is a pattern.
    public init(_ pattern: String) {
        self.pattern = pattern.fileBytes
        isPath = self.pattern.contains(UInt8(ascii: "/"))
    }

    func matches(_ name: [UInt8], in folder: [UInt8]) -> Bool {
        Self.match(pattern[...], (isPath ? folder + name : name)[...])
    }

    private static func match(_ pattern: ArraySlice<UInt8>, _ text: ArraySlice<UInt8>) -> Bool {
        guard let first = pattern.first else { return text.isEmpty }
        let rest = pattern.dropFirst()
        switch first {
        case UInt8(ascii: "*"):
            let crosses = rest.first == first
            var after = crosses ? rest.dropFirst() : rest
            // "a/**/b" is also "a/b".
            if crosses, after.first == UInt8(ascii: "/"), match(after.dropFirst(), text) { return true }
            while after.first == first { after = after.dropFirst() }
            var left = text
            while true {
                if match(after, left) { return true }
                guard let next = left.first, crosses || next != UInt8(ascii: "/") else { return false }
                left = left.dropFirst()
            }
        case UInt8(ascii: "?"):
            guard let letter = text.first, letter != UInt8(ascii: "/") else { return false }
            return match(rest, text.dropFirst())
        case UInt8(ascii: "["):
            guard let end = rest.dropFirst().firstIndex(of: UInt8(ascii: "]")), let letter = text.first else {
                return text.first == first && match(rest, text.dropFirst())
            }
            var set = rest[..<end]
            let isNegated = set.first == UInt8(ascii: "!")
            if isNegated { set = set.dropFirst() }
            return contains(set, letter) != isNegated && match(rest[(end + 1)...], text.dropFirst())
        default:
            return text.first == first && match(rest, text.dropFirst())
        }
    }

    private static func contains(_ set: ArraySlice<UInt8>, _ letter: UInt8) -> Bool {
        var place = set.startIndex
        while place < set.endIndex {
            if place + 2 < set.endIndex, set[place + 1] == UInt8(ascii: "-") {
                if set[place] <= letter, letter <= set[place + 2] { return true }
                place += 3
            } else {
                if set[place] == letter { return true }
                place += 1
            }
        }
        return false
    }
}
