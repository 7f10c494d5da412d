import ArgumentParser
import Support

/// A mistyped command, such as `anlyze`, and the commands that exist.
///
///     if let unknown = UnknownCommand(in: ["anlyze", "map.bin.gz"], of: Depthcheck.self) { throw unknown.reported }
struct UnknownCommand {
    let name: String
    /// The existing commands at this place, in the order of the help.
    let known: [String]
    /// The words that precede the name, such as `depthcheck` and `golden`.
    private let parents: [String]

    /// Follows the arguments from command to subcommand; nil if each of them exists.
    init?(in arguments: [String], of root: any ParsableCommand.Type) {
        var type = root
        var parents = [root._commandName]
        for name in arguments.first == "help" ? arguments.dropFirst() : arguments[...] {
            let subcommands = type.configuration.subcommands
            guard !subcommands.isEmpty, !name.hasPrefix("-"), name != "help" else { return nil }
            guard let next = subcommands.first(where: { $0._commandName == name }) else {
                // It is an argument of the default subcommand.
                if type.configuration.defaultSubcommand != nil { return nil }
                self.name = name
                self.parents = parents
                known = subcommands.map { $0._commandName } + (parents.count == 1 ? ["help"] : [])
                return
            }
            type = next
            parents.append(name)
        }
        return nil
    }

    /// The most similar name; nil if none is similar.
    var suggestion: String? {
        func distance(_ other: String) -> Int {
            other.hasPrefix(name) && name.count > 1 ? 0 : Resemblance.distance(name, other)
        }
        let closest = known.min { distance($0) < distance($1) }
        return closest.flatMap { distance($0) <= max(1, $0.count / 3) ? $0 : nil }
    }

    /// The lines for stderr: the error with a suggestion, the list, and how to get help.
    var lines: [String] {
        func command(_ name: String) -> String { (parents.dropFirst() + [name]).joined(separator: " ") }
        let hint = suggestion.map { "did you mean \(command($0))?" } ?? "expected one of those below"
        let list = ("Commands: " + known.joined(separator: ", ")).wrapped(width: 80, indent: 10)
        return ["\(Depthcheck._errorPrefix)found no command \(command(name.printable)); \(hint)"] + list
            + ["  See '\(parents.joined(separator: " ")) --help' for more information."]
    }

    /// Prints the lines and returns the exit code.
    var reported: ExitCode {
        try? Terminal.write(lines.map { $0.sanitisedLine + "\n" }.joined(), to: .error)
        return .validationFailure
    }
}
