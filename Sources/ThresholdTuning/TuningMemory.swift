internal import Support

/// The memory that tuning needs, checked before the work starts. Many replicates or operating points need far more
/// memory than the measurements.
struct TuningMemory {
    let presentations: Presentations
    let options: TuningOptions

    /// - Throws: ``TuningError/notEnoughMemory(for:byteCount:)``.
    func require() throws(TuningError) {
        for (purpose, byteCount) in [
            ("\(options.replicates) replicates", replicates), ("\(options.operatingPoints) operating points", points),
        ] where !Memory.hasRoom(for: byteCount) {
            throw .notEnoughMemory(for: purpose, byteCount: byteCount)
        }
    }

    /// The draws of each group, as stored and as multiplied, the counts of each class, and the blocks in progress.
    private var replicates: Int {
        guard options.replicates > 0 else { return 0 }
        let columns = presentations.groupNames.count + 2 * presentations.count + 6 * presentations.classCount
        return BLAS.byteCount(jobs: options.jobs) + 4 * columns * options.replicates
            + options.jobs * 3 * GroupBootstrap.byteCountOfBlock(presentations, options.replicates)
    }

    /// Counts and intervals of each class at each point.
    private var points: Int { 40 * options.operatingPoints * presentations.classCount }
}
