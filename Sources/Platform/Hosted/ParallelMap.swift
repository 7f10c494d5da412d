/// Transforms elements on several threads and hands the results on in the order of the elements.
///
/// Memory is bounded whatever the number of elements: no element is begun before all but a few of the results before it
/// have been handed on, so one slow element cannot let results pile up.
///
/// - Parameters:
///   - elements: what is transformed; taken one by one, as they are needed.
///   - jobs: transformations under way at once, at least 1.
///   - transform: is called on the threads of the global executor.
///   - consume: is called in order, on the actor of the caller. What it throws ends the whole.
package nonisolated(nonsending) func parallelMap<Element: Sendable, Result: Sendable, Failure: Error>(
    _ elements: some Sequence<Element>, jobs: Int, _ transform: @escaping @Sendable (Element) -> Result,
    consume: (Result) throws(Failure) -> Void
) async throws(Failure) {
    precondition(jobs >= 1, "at least one job is needed to get on")
    // More jobs than this would only wait for a processor.
    let jobs = min(jobs, 1024)
    let window = 4 * jobs
    var failure: Failure?
    await withTaskGroup(of: (index: Int, result: Result).self) { group in
        var remaining = elements.makeIterator()
        var isExhausted = false
        var begun = 0
        var consumed = 0
        var early: [Int: Result] = [:]
        while true {
            while !isExhausted, begun - consumed - early.count < jobs, begun - consumed < window {
                guard let element = remaining.next() else {
                    isExhausted = true
                    break
                }
                let index = begun
                begun += 1
                group.addTask { (index, transform(element)) }
            }
            guard let (index, result) = await group.next() else { return }
            early[index] = result
            do throws(Failure) {
                while let result = early.removeValue(forKey: consumed) {
                    consumed += 1
                    try consume(result)
                }
            } catch {
                failure = error
                group.cancelAll()
                return
            }
        }
    }
    if let failure { throw failure }
}
