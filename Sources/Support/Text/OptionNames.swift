/// The names of choices that messages mention: those of the API, or the options of a command.
///
///     let error = "correct \(names[.root])"
package struct OptionNames<Choice: RawRepresentable<String> & SendableMetatype>: Sendable {
    /// As the API calls them.
    package static var properties: Self { Self { $0.rawValue } }

    private let name: @Sendable (Choice) -> String

    package init(_ name: @escaping @Sendable (Choice) -> String) {
        self.name = name
    }

    package subscript(choice: Choice) -> String { name(choice) }
}
