internal import Support

/// How many files of folders and members of archives were skipped, by kinds.
package struct SkippedCounts: Sendable, Hashable {
    /// Of unknown extension, or excluded.
    package var unnamed = 0
    package var colourFrames = 0
    /// What is no map by its contents.
    package var other = 0

    package init() {}

    package var total: Int { unnamed + colourFrames + other }

    package static func += (counts: inout SkippedCounts, more: SkippedCounts) {
        counts.unnamed += more.unnamed
        counts.colourFrames += more.colourFrames
        counts.other += more.other
    }

    /// Counts some that were left out alike; what is no regular file is none.
    package mutating func add(_ leftOut: LeftOut, _ number: Int = 1) {
        switch leftOut {
        case .noFile: break
        case .unknownExtension: unnamed += number
        case .noMap(_, LeftOut.colourFrame): colourFrames += number
        case .noMap: other += number
        }
    }
}

extension DepthFileList.Found {
    /// How many files were skipped.
    package var skipped: SkippedCounts {
        var counts = SkippedCounts()
        (counts.unnamed, counts.colourFrames, counts.other) = (leftOut.count, colourFrames.count, otherArrays.count)
        return counts
    }
}
