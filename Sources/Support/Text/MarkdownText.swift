extension String {
    /// The text for a line or a table cell of Markdown: characters that could be markup have a backslash.
    ///
    /// Source: GitHub Flavored Markdown, 6.1 (any ASCII punctuation can be escaped) and 4.10 (`|` in cells).
    package var markdownEscaped: String {
        replacingScalars { "\\`*_[]<>|~&$".unicodeScalars.contains($0) ? "\\\($0)" : nil }
    }
}
