/// A program that was started as the leader of a group of its own, and all that it starts.
///
///     let group = ProcessGroup(leader: processNumber)
///     // read what the program prints
///     await group.endAfterLeader()
///
/// A signal that ends this process ends the group, see ``Interruption``. What leaves the group by a session of its own
/// cannot be found.
package struct ProcessGroup: Sendable {
    private let leader: Int32
    private let registration: Interruption.Registration?

    /// - Parameter leader: the number of the program's process, which must not have been waited for yet.
    package init(leader: Int32) {
        self.leader = leader
        registration = Interruption.endingProcessGroup(leader)
    }

    /// Waits until the leader has ended and kills what it has left running. To be called once, before the leader's end
    /// is taken note of by anybody who waits for it: until then its number is nobody else's.
    package func endAfterLeader() async {
        var milliseconds = 1
        while !SystemCalls.hasEnded(leader) {
            // Nothing is to be hurried for one that is cancelled: it is about to be killed.
            try? await Task.sleep(for: .milliseconds(milliseconds))
            milliseconds = min(2 * milliseconds, 50)
        }
        end()
        registration?.withdraw()
    }

    /// Kills all processes of the group.
    package func end() {
        SystemCalls.killGroup(leader)
    }
}
