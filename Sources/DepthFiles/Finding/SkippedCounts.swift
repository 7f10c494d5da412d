internal import Support

/// The numbers of skipped files and archive members, by reason.
package struct SkippedCounts: Sendable, Hashable {
    /// The number of files and members that have an unknown extension or are excluded.
    package var unknownOrExcluded = 0
    package var colourFrames = 0
    /// The number of files and members whose contents are not a map.
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
