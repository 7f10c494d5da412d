import CSystem

/// What is undone when SIGINT, SIGTERM, SIGHUP or another signal that asks for it ends the process, which then exits
/// with 128 and the signal's number.
///
///     Interruption.install()
///     let registration = Interruption.removingFile(temporaryPath)
///     // write, rename
///     registration?.withdraw()
///
/// Process groups are sent the same signal, and SIGKILL a fifth of a second later; then files are removed, then folders
/// and what folder they lie in; then the passing line of ``Terminal`` is erased. A signal that was ignored at the
/// start, as under nohup, stays ignored. Against SIGKILL nothing helps.
package enum Interruption {
    /// Something to be undone, until it is withdrawn.
    package struct Registration: @unchecked Sendable {
        // The entry belongs to the C side, which synchronises what it does with it.
        fileprivate let entry: OpaquePointer

        /// Says which group a program that was about to be started leads.
        ///
        /// - Parameter group: the group's number, above 1; never this process's own.
        package func isStarted(asGroup group: Int32) {
            cinterruption_started(entry, group)
        }

        /// Takes it back. Once only; for a program that has ended before its end is taken note of. While a signal is
        /// ending the process this does not return.
        package func withdraw() {
            cinterruption_withdraw(entry)
        }
    }

    /// Listens to the signals. Before this, they end the process as the system has it.
    package static func install() {
        cinterruption_install()
    }

    /// Removes a file that is about to be created; nil if there is no memory to remember it. A file that is gone by
    /// then is no error.
    package static func removingFile(_ path: String) -> Registration? {
        registered(CINTERRUPTION_FILE, path: path)
    }

    /// Removes a folder that is about to be created, provided that what is put in it is registered too; nil if there is
    /// no memory to remember it.
    package static func removingFolder(_ path: String) -> Registration? {
        registered(CINTERRUPTION_FOLDER, path: path)
    }

    /// Ends all processes of the group of a program that is about to be started; nil if there is no memory to remember
    /// it. A signal waits until the group is known, or the registration withdrawn; while one is ending the process this
    /// does not return.
    package static func endingProgram() -> Registration? {
        registered(CINTERRUPTION_PROCESS_GROUP, path: "")
    }

    /// Whether a passing line is to be erased.
    static func erasesPassingLine(_ isShown: Bool) {
        cinterruption_set_passing(isShown ? 1 : 0)
    }

    private static func registered(_ kind: cinterruption_kind, path: String) -> Registration? {
        // SAFETY: the path is copied before the call returns.
        let entry = try? path.withSystemPath { cinterruption_register(kind, $0) }
        return entry.flatMap { $0 }.map(Registration.init(entry:))
    }
}
