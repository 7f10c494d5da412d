import ArgumentParser
import Conformance
import Support

struct GoldenReviewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "review", abstract: "Show what each pending file would change.",
        usage: "depthcheck golden review [--set <dir>] [<name> ...]")

    @OptionGroup var pending: PendingArguments

    func run() throws {
        let set = try GoldenSetArgument.read(pending.set)
        let output = try Destination().open(besides: GoldenSetArgument.named(set))
        var lines: [String] = []
        do throws(RecordingError) {
            for file in try Review(set).pending(pending.names) {
                lines.append(file.id)
                lines += file.changes.map { "  \($0)" }
                if let refusal = file.refusal { lines.append("  cannot be accepted: \(refusal)") }
            }
        } catch {
            throw error.reported
        }
        if lines.isEmpty { lines.append("Nothing is pending.") }
        try output.finish(lines.joined(separator: "\n") + "\n")
    }
}

struct GoldenAcceptCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accept", abstract: "Replace stored answers with pending ones. Refuses to run if CI is set.",
        usage: "depthcheck golden accept [--set <dir>] (--all | <name> ...)")

    @OptionGroup var pending: PendingArguments

    @Flag(help: "Accept all pending files.")
    var all = false

    func validate() throws { try pending.validateChoice(all: all) }

    func run() throws {
        try pending.report("accepted") { review throws(RecordingError) in
            try review.accept(pending.names, isCI: Terminal.isContinuousIntegration)
        }
    }
}

struct GoldenRejectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reject", abstract: "Delete pending files.",
        usage: "depthcheck golden reject [--set <dir>] (--all | <name> ...)")

    @OptionGroup var pending: PendingArguments

    @Flag(help: "Reject all pending files.")
    var all = false

    func validate() throws { try pending.validateChoice(all: all) }

    func run() throws {
        try pending.report("rejected") { review throws(RecordingError) in try review.reject(pending.names) }
    }
}

extension PendingArguments {
    fileprivate func validateChoice(all: Bool) throws {
        if all, !names.isEmpty { throw ValidationError("found names and --all; expected one of them") }
        if !all, names.isEmpty { throw ValidationError("found no names; expected names or --all") }
    }

    fileprivate func report(_ deed: String, _ decide: (Review) throws(RecordingError) -> [String]) throws {
        let set = try GoldenSetArgument.read(set)
        let output = try Destination().open(besides: GoldenSetArgument.named(set))
        let ids: [String]
        do throws(RecordingError) { ids = try decide(Review(set)) } catch { throw error.reported }
        try output.finish(ids.map { "\(deed)  \($0)\n" }.joined())
    }
}
