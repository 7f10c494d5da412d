import DepthFiles
import Support

/// Counts the files that are skipped in folders and archives, and reports them in one line.
///
/// Needs no lock, because only one thread at a time creates items.
final class SkippedFiles {
    private(set) var counts = SkippedCounts()
    private let isNamed: Bool
    private let hint: String

    /// - Parameter isVerbose: whether to print the name of each file; nil for a command without that option.
    init(isVerbose: Bool? = nil) {
        isNamed = isVerbose == true
        hint = isVerbose == false ? "--verbose lists all, --all-files reads all" : "--all-files reads all"
    }

    /// Counts the files skipped in folders; always prints pipes, sockets and devices.
    func add(_ found: ResolvedInputs) {
        counts += found.skipped
        for path in found.irregularFiles { name(.notRegular(path)) }
        guard isNamed else { return }
        for path in found.unknownExtensions { name(.unknownExtension(path)) }
        for path in found.colourFrames { name(.noMap(path, found: SkippedEntry.colourFrame)) }
        for path in found.otherArrays {
            name(.noMap(path, found: ArrayKind.reasonNotMap(at: path) ?? "not a depth map"))
        }
    }

    func add(_ corpus: SkippedCounts) { counts += corpus }

    func add(_ entry: SkippedEntry) {
        counts.add(entry)
        if case .notRegular = entry { name(entry) } else if isNamed { name(entry) }
    }

    private func name(_ entry: SkippedEntry) {
        let reason =
            switch entry {
            case .notRegular: "not a regular file"
            case .unknownExtension: "unknown extension, or excluded"
            case .noMap(_, let found): found
            }
        Terminal.report("skipped \(entry.name.printable): \(reason.printable)")
    }

    /// The message, such as "skipped 3 files: 2 with an unknown extension or excluded, 1 colour frame"; nil if there
    /// are none.
    private var line: String? {
        let count = counts.total
        guard count > 0 else { return nil }
        let (unknownOrExcluded, colourFrames, other) = (counts.unknownOrExcluded, counts.colourFrames, counts.other)
        var kinds: [String] = []
        if unknownOrExcluded > 0 { kinds.append("\(unknownOrExcluded) with an unknown extension or excluded") }
        if colourFrames > 0 { kinds.append("\(colourFrames) colour \(colourFrames == 1 ? "frame" : "frames")") }
        if other > 0 { kinds.append("\(other) not \(other == 1 ? "a depth map" : "depth maps")") }
        let all = "skipped \(count) \(count == 1 ? "file" : "files"): \(kinds.joined(separator: ", "))"
        return isNamed ? all : "\(all) (\(hint))"
    }

    /// Prints the line on stderr, even with --quiet: a skipped file might be one that fails.
    func report() { if let line { Terminal.report(line) } }
}
