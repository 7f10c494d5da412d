import Synchronization

/// A pool of idle workspaces, shared by all copies of an analyzer. It holds at most one per concurrent measurement.
///
/// No thread ever waits. Taking or returning a workspace lasts nanoseconds. If another thread is doing so, a
/// measurement creates a new workspace, or frees its own instead of returning it. A flag therefore suffices as a lock,
/// and no platform lock is needed.
///
/// SAFETY: only the thread that raised `isInUse` touches `idle`, and only the thread that removed a workspace
/// touches it.
final class WorkspacePool<Workspace: AnyObject>: @unchecked Sendable {
    private let make: @Sendable () -> Workspace
    private let isInUse = Atomic(false)
    private var idle: [Workspace] = []

    init(_ make: @escaping @Sendable () -> Workspace) { self.make = make }

    func withWorkspace<Result, Failure: Error>(
        _ body: (Workspace) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var taken: Workspace?
        ifFree { taken = idle.popLast() }
        let workspace = taken ?? make()
        defer { ifFree { idle.append(workspace) } }
        return try body(workspace)
    }

    private func ifFree(_ body: () -> Void) {
        guard !isInUse.exchange(true, ordering: .acquiring) else { return }
        body()
        isInUse.store(false, ordering: .releasing)
    }
}
