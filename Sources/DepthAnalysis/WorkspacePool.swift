import Synchronization

/// Workspaces that wait for a map, shared by all copies of an analyzer.
///
/// There are at most as many as maps were ever measured at once. A measurement takes one out and puts it back, so that
/// no two measurements meet in one.
///
/// Nobody waits: who finds the pool in use by another thread, which is a matter of nanoseconds, measures with a new
/// workspace, or gives its own back to the system. So a flag is enough of a lock, and no lock of the platform is
/// needed.
///
/// SAFETY: `waiting` is touched only by whoever raised `isInUse`, and a workspace only by whoever took it out.
final class WorkspacePool<Workspace: AnyObject>: @unchecked Sendable {
    private let make: @Sendable () -> Workspace
    private let isInUse = Atomic(false)
    private var waiting: [Workspace] = []

    /// - Parameter make: makes a workspace of the build.
    init(_ make: @escaping @Sendable () -> Workspace) { self.make = make }

    /// Calls `body` with a workspace that nobody else has meanwhile.
    func withWorkspace<Result, Failure: Error>(
        _ body: (Workspace) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var taken: Workspace?
        ifFree { taken = waiting.popLast() }
        let workspace = taken ?? make()
        defer { ifFree { waiting.append(workspace) } }
        return try body(workspace)
    }

    private func ifFree(_ body: () -> Void) {
        guard !isInUse.exchange(true, ordering: .acquiring) else { return }
        body()
        isInUse.store(false, ordering: .releasing)
    }
}
