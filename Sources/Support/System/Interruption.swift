import CSupport

/// Cleanup before SIGINT, SIGTERM, SIGHUP or a similar signal ends the process; the process then exits with 128 plus
/// the signal's number.
///
/// The signal is forwarded to the registered process groups, followed by SIGKILL a fifth of a second later. Then the
/// files are removed, then the folders, also nested ones, and the passing line of ``Terminal`` is erased. Signals
/// ignored at the start, as under nohup, stay ignored. SIGKILL itself cannot be handled.
package enum Interruption {
    /// A cleanup action, active until withdrawn.
    package struct Registration: @unchecked Sendable {
        // The entry is owned by the C side, which synchronises access to it.
        fileprivate let entry: OpaquePointer

        /// Sets the process group of a started program.
        ///
        /// - Parameter group: the number of the group, above 1 and not this process's own group.
        package func isStarted(asGroup group: Int32) { cinterruption_started(entry, group) }

        /// Cancels the action. Call it once only and, for a program, before it is reaped. Does not return while a
        /// signal is ending the process.
        package func withdraw() { cinterruption_withdraw(entry) }
    }

    package static func install() { cinterruption_install() }

    /// Removes a file that is about to be created; nil if out of memory. The file need not exist when the signal
    /// arrives.
    package static func removingFile(_ path: String) -> Registration? { registered(CINTERRUPTION_FILE, path: path) }

    /// Removes a folder that is about to be created; everything in it must be registered too. Nil if out of memory.
    package static func removingFolder(_ path: String) -> Registration? {
        registered(CINTERRUPTION_FOLDER, path: path)
    }

    /// Ends the process group of a program that is about to be started; nil if out of memory. Signals wait until the
    /// group is set or the registration withdrawn. Does not return while a signal is ending the process.
    package static func endingProgram() -> Registration? { registered(CINTERRUPTION_PROCESS_GROUP, path: "") }

    static func erasesPassingLine(_ isShown: Bool) { cinterruption_set_passing(isShown ? 1 : 0) }

    private static func registered(_ kind: cinterruption_kind, path: String) -> Registration? {
        // SAFETY: the path is copied before the call returns.
        let entry = try? path.withSystemPath { cinterruption_register(kind, $0) }
        return entry.flatMap { $0 }.map(Registration.init(entry:))
    }
}
