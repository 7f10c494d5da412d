/// The names that messages use for choices: those of the API, or the options of a command.
///
///     let error = "correct \(names[.root])"
package struct OptionNames<Choice: RawRepresentable<String> & SendableMetatype>: Sendable {
    /// The names in the API.
    package static var properties: Self { Self { $0.rawValue } }

    private let name: @Sendable (Choice) -> String

    package init(_ name: @escaping @Sendable (Choice) -> String) {
        self.name = name
    }

    package subscript(choice: Choice) -> String { name(choice) }
}
