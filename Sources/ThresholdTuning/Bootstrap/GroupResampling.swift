internal import Support

/// Bootstrap replicates over groups. Each replicate draws the same number of groups as there are, with replacement. A
/// drawn group contributes all its presentations.
///
/// Groups are drawn within strata (bona fide only, attacks only, both), so every replicate has bona fide
/// presentations. Frames of one scene resemble each other; drawing frames instead of groups would make intervals
/// too narrow.
///
/// Source: Davison and Hinkley, Bootstrap Methods and their Application (1997), 3.8, on hierarchical data.
package struct GroupResampling: Sendable {
    package let replicateCount: Int
    /// The number of times each replicate drew each group: row-major, one row per group.
    package let drawCounts: [UInt16]

    /// Draws the replicates. Each has its own random stream, so a replicate depends neither on the number of
    /// replicates nor on threads.
    package init(_ presentations: LabelledPresentations, replicateCount: Int, seed: UInt64) {
        precondition(replicateCount >= 1, "a bootstrap has replicates")
        self.replicateCount = replicateCount
        let strata = Self.strata(presentations)
        let groupCount = presentations.groupNames.count
        drawCounts = Array(unsafeUninitializedCapacity: groupCount * replicateCount) { counts, initializedCount in
            // Draw into one row per replicate for locality, then transpose one block at a time.
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
                            // Saturates. More than 65535 draws of one group are practically impossible.
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

    /// The groups with bona fide presentations only, with attacks only, and with both. Empty groups are in none.
    static func strata(_ presentations: LabelledPresentations) -> [[Int]] {
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
