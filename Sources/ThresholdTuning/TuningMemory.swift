internal import Support

/// The memory that tuning takes for what was asked for, to be asked for before the work: far more than the rows take
/// where there are many replicates, steps or points.
struct TuningMemory {
    let presentations: Presentations
    let options: TuningOptions

    /// - Throws: ``TuningError/notEnoughMemory(for:byteCount:)``.
    func require() throws(TuningError) {
        for (purpose, byteCount) in [
            ("\(options.replicates) replicates", replicates), ("the grid", grid),
            ("\(options.operatingPoints) operating points", points),
        ] where !Memory.hasRoom(for: byteCount) {
            throw .notEnoughMemory(for: purpose, byteCount: byteCount)
        }
    }

    /// How often each group was drawn, as it is kept and as it is multiplied, the counts of each class, and what is
    /// under way.
    private var replicates: Int {
        guard options.replicates > 0 else { return 0 }
        let columns = presentations.groupNames.count + 2 * presentations.count + 6 * presentations.classCount
        return BLAS.byteCount(jobs: options.jobs) + 4 * columns * options.replicates
            + options.jobs * 3 * GroupBootstrap.byteCountOfBlock(presentations, options.replicates)
    }

    private var grid: Int {
        guard case .grid(let steps) = options.method else { return 0 }
        // No more lines of it are looked at than there are presentations.
        let lines = min(steps, presentations.count)
        return lines * lines * presentations.classCount * MemoryLayout<Int32>.stride
    }

    /// Each with a count and an interval of each class.
    private var points: Int { 40 * options.operatingPoints * presentations.classCount }
}
