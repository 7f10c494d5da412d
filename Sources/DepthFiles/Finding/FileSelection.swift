import Support

/// Selects files in folders and members in archives.
///
///     let selection = FileSelection(takesAll: true, exclude: [FileNamePattern("*.txt")])
///     let found = try DepthFileList.files(below: "uploads", selection)
public struct FileSelection: Sendable, Hashable {
    /// Whether to include every regular file regardless of its extension. Hidden files are still skipped.
    public var takesAll: Bool
    /// If not empty, only matching files are included, regardless of their extensions.
    public var include: [FileNamePattern]
    /// The patterns of files to exclude, even if another pattern includes them.
    public var exclude: [FileNamePattern]

    /// By default, files are selected by their extensions.
    public init(takesAll: Bool = false, include: [FileNamePattern] = [], exclude: [FileNamePattern] = []) {
        (self.takesAll, self.include, self.exclude) = (takesAll, include, exclude)
    }

    /// Whether files are selected by extension. Only then are selected files skipped if they turn out not to be maps.
    package var isByExtension: Bool { !takesAll && include.isEmpty }

    package func includes(_ path: String, isDepthFile: Bool) -> Bool {
        if exclude.isEmpty, include.isEmpty { return takesAll || isDepthFile }
        if Self.matches(exclude, path) { return false }
        return include.isEmpty ? takesAll || isDepthFile : Self.matches(include, path)
    }

    /// The selection of an archive's members. If an include pattern matches the archive, none applies to them.
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

    private static func matches(_ globs: [FileNamePattern], _ path: String) -> Bool {
        let bytes = path.fileBytes
        let start = bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
        return globs.contains { $0.matches(Array(bytes[start...]), in: Array(bytes[..<start])) }
    }

    /// Whether a file is selected. `folder` is relative to the listed folder; it is empty or ends in a slash.
    func includes(_ name: UnsafeBufferPointer<UInt8>, in folder: some Collection<UInt8>) -> Bool {
        if exclude.isEmpty, include.isEmpty { return takesAll || DepthFileList.isDepthFile(name) }
        func matches(_ globs: [FileNamePattern]) -> Bool {
            globs.contains { $0.matches(Array(name), in: Array(folder)) }
        }
        if matches(exclude) { return false }
        return include.isEmpty ? takesAll || DepthFileList.isDepthFile(name) : matches(include)
    }
}

/// A file name pattern: `*` matches any characters, `?` one character, `[a-f0]` one character in a set, and `[!a-f0]`
/// one outside it.
///
///     let selection = FileSelection(include: [FileNamePattern("*.depth.png")])
///
/// A pattern with a slash is matched against the path relative to the listed folder, where `*` stops at slashes and
/// `**` does not. A pattern without one is matched against the file name.
public struct FileNamePattern: Sendable, Hashable {
    private let pattern: [UInt8]
    private let isPath: Bool

    /// Any text is a valid pattern.
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
            // "a/**/b" also matches "a/b".
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
            guard let end = rest.dropFirst().firstIndex(of: UInt8(ascii: "]")), let letter = text.first
            else { return text.first == first && match(rest, text.dropFirst()) }
            var set = rest[..<end]
            let isNegated = set.first == UInt8(ascii: "!")
            if isNegated { set = set.dropFirst() }
            return contains(set, letter) != isNegated && match(rest[(end + 1)...], text.dropFirst())
        default: return text.first == first && match(rest, text.dropFirst())
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

/// The numbers of skipped files and archive members, by reason.
package struct SkippedCounts: Sendable, Hashable {
    package var unknownOrExcluded = 0
    package var colourFrames = 0
    package var other = 0

    package init() {}
    package var total: Int { unknownOrExcluded + colourFrames + other }

    package static func += (counts: inout SkippedCounts, more: SkippedCounts) {
        counts.unknownOrExcluded += more.unknownOrExcluded
        counts.colourFrames += more.colourFrames
        counts.other += more.other
    }

    /// Adds entries skipped for the same reason. Entries that are not regular files do not count.
    package mutating func add(_ entry: SkippedEntry, _ number: Int = 1) {
        switch entry {
        case .notRegular: break
        case .unknownExtension: unknownOrExcluded += number
        case .noMap(_, SkippedEntry.colourFrame): colourFrames += number
        case .noMap: other += number
        }
    }
}

extension DepthFileList.Contents {
    package var skipped: SkippedCounts {
        var counts = SkippedCounts()
        counts.unknownOrExcluded = unknownExtensions.count
        counts.colourFrames = colourFrames.count
        counts.other = otherArrays.count
        return counts
    }
}

package enum SkippedEntry: Sendable {
    case unknownExtension(String)
    /// A device or pipe with the name of a depth file.
    case notRegular(String)
    /// A file whose content is not a map, or whose name is that of a colour picture; `found` describes it.
    case noMap(String, found: String)

    /// The value of `found` for a colour picture.
    package static let colourFrame = "a colour frame"

    package var name: String {
        switch self {
        case .unknownExtension(let name), .notRegular(let name), .noMap(let name, _): name
        }
    }
}
