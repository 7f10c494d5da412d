/// How text is set off on a terminal.
package struct Style: Sendable {
    private let isColored: Bool

    /// - Parameter isColored: whether escape sequences are written at all.
    package init(isColored: Bool) {
        self.isColored = isColored
    }

    /// Text without escape sequences.
    package static let plain = Style(isColored: false)

    /// A headline.
    package func bold(_ text: String) -> String { set(text, "1") }
    /// What the eye may skip.
    package func dim(_ text: String) -> String { set(text, "2") }
    /// Good news.
    package func good(_ text: String) -> String { set(text, "32") }
    /// Bad news.
    package func bad(_ text: String) -> String { set(text, "31") }
    /// What deserves a look.
    package func warning(_ text: String) -> String { set(text, "33") }

    private func set(_ text: String, _ code: String) -> String {
        isColored ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
