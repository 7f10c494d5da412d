import CSupport

/// Names the file of the thread that crashed, when a trap or an invalid address ends the process.
package enum CrashReport {
    /// Installs the handlers. Without them, ``naming(_:row:_:)`` only calls its body.
    package static func install() { ccrash_install() }

    package static func record(in descriptor: Int32) { ccrash_set_table(descriptor) }

    /// If `body` crashes, `row` is appended to the table; for an empty row, the row of the enclosing call.
    package static func naming<Value, Failure: Error>(
        _ file: String, row: String = "", _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let message =
            "depthcheck: crashed while reading \(file.printable), a defect of depthcheck; please report it "
            + "(SECURITY.md), and leave the file out of the next run\n"
        let text = Array(message.utf8)
        let line = Array(row.utf8)
        // SAFETY: the bytes are copied before the call returns.
        let work = text.withUnsafeBytes { text in
            line.withUnsafeBytes { ccrash_begin(text.baseAddress, text.count, $0.baseAddress, $0.count) }
        }
        defer { ccrash_end(work) }
        return try body()
    }
}
