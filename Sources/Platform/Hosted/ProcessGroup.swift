import Synchronization

/// A program that is started as the leader of a group of its own, and all that it starts.
///
///     let group = await ProcessGroup()
///     // start the program
///     group.isLed(by: processNumber)
///     // read what the program prints
///     await group.endAfterLeader()
///
/// A signal that ends this process ends the group, also while the program is being started, see ``Interruption``. What
/// leaves the group by a session of its own cannot be found.
package final class ProcessGroup: Sendable {
    private struct State: Sendable {
        var leader: Int32?
        var registration: Interruption.Registration?
    }

    private let state: Mutex<State>

    /// The group of a program that is about to be started.
    package init() async {
        let registration = await Interruption.endingProgram()
        state = Mutex(State(registration: registration))
    }

    deinit {
        takeRegistration()?.withdraw()
    }

    /// Says that the program was started.
    ///
    /// - Parameter leader: the number of its process, which must not have been waited for yet.
    package func isLed(by leader: Int32) {
        state.withLock { state in
            state.leader = leader
            state.registration?.isStarted(asGroup: leader)
        }
    }

    /// Waits until the leader has ended and kills what it has left running. To be called once, before the leader's end
    /// is taken note of by anybody who waits for it: until then its number is nobody else's.
    package func endAfterLeader() async {
        guard let leader = state.withLock({ $0.leader }) else { return }
        var milliseconds = 1
        while !SystemCalls.hasEnded(leader) {
            // Who is cancelled cannot sleep so, and has little to wait for: the leader is about to be killed.
            let hasSlept: Void? = try? await Task.sleep(for: .milliseconds(milliseconds))
            if hasSlept == nil { SystemCalls.sleep(nanoseconds: 1_000_000) }
            milliseconds = min(2 * milliseconds, 50)
        }
        end()
        await takeRegistration()?.withdrawProgram()
    }

    /// Kills all processes of the group.
    package func end() {
        if let leader = state.withLock({ $0.leader }) { SystemCalls.killGroup(leader) }
    }

    private func takeRegistration() -> Interruption.Registration? {
        state.withLock { $0.registration.take() }
    }
}
