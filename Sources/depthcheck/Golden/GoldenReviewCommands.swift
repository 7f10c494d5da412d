import ArgumentParser
import Conformance
import Support

struct GoldenReviewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "review", abstract: "Shows what each pending file would change.")

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
        commandName: "accept", abstract: "Makes pending files the stored ones. Refuses when CI is set.")

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
    static let configuration = CommandConfiguration(commandName: "reject", abstract: "Removes pending files.")

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
        if all, !names.isEmpty { throw ValidationError("expected names or --all, found both") }
        if !all, names.isEmpty { throw ValidationError("expected names, or --all") }
    }

    fileprivate func report(_ deed: String, _ decide: (Review) throws(RecordingError) -> [String]) throws {
        let set = try GoldenSetArgument.read(set)
        let output = try Destination().open(besides: GoldenSetArgument.named(set))
        let ids: [String]
        do throws(RecordingError) { ids = try decide(Review(set)) } catch { throw error.reported }
        try output.finish(ids.map { "\(deed)  \($0)\n" }.joined())
    }
}
