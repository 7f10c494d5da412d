/// The meaning of the strings in a JSON document.
package enum JSONStrings: Sendable {
    /// Names of files and other text that may have bytes that are not UTF-8, as ``Swift/String/jsonName``.
    case names
    /// Texts. They are Unicode, and every scalar is itself; a name among them is converted by the caller.
    case texts
}

extension String {
    /// The name as JSON holds it: the printed form of a name that is not UTF-8 or looks like a printed form, or else
    /// the name.
    package var jsonName: String {
        !hasEscapedBytes && Printable.text(of: self).isExactly(self) ? self : printable
    }

    /// The name that a string of JSON holds.
    package init(jsonName text: String) { self = Printable.text(of: String(fileBytes: Array(text.utf8))) }
}
