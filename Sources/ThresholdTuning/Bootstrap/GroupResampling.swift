internal import Support

/// Bootstrap replicates over groups: in each, as many groups are drawn with replacement as there are, and a group
/// brings all its presentations.
///
/// Groups are drawn within strata: those with real scenes only, with attacks only, and with both; so no replicate is
/// without real scenes because it drew attacks alone. Frames of one scene resemble each other, so drawing frames would
/// make intervals too narrow.
///
/// Source: Davison and Hinkley, Bootstrap Methods and their Application (1997), 3.8, on hierarchical data.
package struct GroupResampling: Sendable {
    package let replicateCount: Int
    /// How often each replicate drew each group: row-major, a row a group.
    package let drawCounts: [UInt16]

    /// Draws the replicates. Each has a random stream of its own, so neither their number nor threads change any of
    /// them.
    package init(_ presentations: Presentations, replicateCount: Int, seed: UInt64) {
        precondition(replicateCount >= 1, "a bootstrap has replicates")
        self.replicateCount = replicateCount
        let strata = Self.strata(presentations)
        let groupCount = presentations.groupNames.count
        drawCounts = Array(unsafeUninitializedCapacity: groupCount * replicateCount) { counts, initializedCount in
            // Drawn a replicate a row, where a draw is near the one before, and turned a block at a time, so that what
            // is written together stands together.
            let blockSize = 32
            var drawn = Array(repeating: UInt16(0), count: blockSize * groupCount)
            for start in stride(from: 0, to: replicateCount, by: blockSize) {
                let block = start..<min(start + blockSize, replicateCount)
                for place in drawn.indices { drawn[place] = 0 }
                for replicate in block {
                    let row = (replicate - start) * groupCount
                    var random = SplitMix64(seed: seed, stream: replicate)
                    for groups in strata {
                        for _ in groups {
                            let place = row + groups[random.below(groups.count)]
                            // A count beyond 65535 has no chance: the sum over the groups would need as many draws of
                            // one group.
                            drawn[place] += drawn[place] == .max ? 0 : 1
                        }
                    }
                }
                for group in 0..<groupCount {
                    for replicate in block {
                        counts[group * replicateCount + replicate] = drawn[(replicate - start) * groupCount + group]
                    }
                }
            }
            initializedCount = groupCount * replicateCount
        }
    }

    /// The groups with real scenes only, attacks only, both. Groups without any presentation are in none.
    static func strata(_ presentations: Presentations) -> [[Int]] {
        var hasBonaFide = Array(repeating: false, count: presentations.groupNames.count)
        var hasAttack = hasBonaFide
        for presentation in presentations.all {
            if presentation.kind == 0 {
                hasBonaFide[presentation.group] = true
            } else {
                hasAttack[presentation.group] = true
            }
        }
        let groups = presentations.groupNames.indices
        return [(true, false), (false, true), (true, true)].map { bonaFide, attack in
            groups.filter { hasBonaFide[$0] == bonaFide && hasAttack[$0] == attack }
        }
    }
}
