import CSystem

/// Names the file in work when a fault of this process, such as a trap or an invalid address, ends it.
///
///     CrashReport.install()
///     let map = CrashReport.naming(path) { read(path) }
///
/// Only the file of the thread that crashed is named. The signal then ends the process as if there were no handler.
package enum CrashReport {
    /// Installs the handlers. Without them, ``naming(_:row:_:)`` only calls its body.
    package static func install() { ccrash_install() }

    /// Sets the table that the rows of crashes are appended to; -1 for none.
    package static func record(in descriptor: Int32) { ccrash_set_table(descriptor) }

    /// Performs work on a file. If it crashes the process, a message names the file.
    ///
    /// - Parameter row: a whole row to append to the table in this case; empty for the row of the enclosing work.
    package static func naming<Value, Failure: Error>(
        _ file: String, row: String = "", _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let message =
            "depthcheck: crashed while reading \(file.printable), a defect of depthcheck; please report it "
            + "(SECURITY.md), and leave the file out of the next run\n"
        // Standard error may be a file that must not change.
        let text = Array((Terminal.writesErrors ? message : "").utf8)
        let line = Array(row.utf8)
        // SAFETY: the bytes are copied before the call returns.
        let work = text.withUnsafeBytes { text in
            line.withUnsafeBytes { ccrash_begin(text.baseAddress, text.count, $0.baseAddress, $0.count) }
        }
        defer { ccrash_end(work) }
        return try body()
    }
}
