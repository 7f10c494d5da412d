import Synchronization

/// Workspaces that wait for a map, shared by all copies of an analyzer.
///
/// There are as many as maps were ever measured at once. A measurement takes one out and puts it back, so that no two
/// measurements meet in one.
final class WorkspacePool: Sendable {
    /// SAFETY: a workspace is no value and has no lock. It is sent from task to task only through the pool, and in the pool it
    /// is in use by nobody.
    private struct Waiting: @unchecked Sendable {
        var workspaces: [KernelWorkspace] = []
    }

    private let waiting = Mutex(Waiting())

    /// Calls `body` with a workspace that nobody else has meanwhile.
    func withWorkspace<Result, Failure: Error>(
        _ body: (KernelWorkspace) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let workspace = take()
        defer { putBack(workspace) }
        return try body(workspace)
    }

    private func take() -> KernelWorkspace {
        let kept: Kept = waiting.withLock { Kept(workspace: $0.workspaces.popLast()) }
        return kept.workspace ?? KernelWorkspace()
    }

    private func putBack(_ workspace: KernelWorkspace) {
        let kept = Kept(workspace: workspace)
        waiting.withLock { waiting in
            if let workspace = kept.workspace { waiting.workspaces.append(workspace) }
        }
    }

    /// SAFETY: as for ``Waiting``: one owner at a time.
    private struct Kept: @unchecked Sendable {
        let workspace: KernelWorkspace?
    }
}
