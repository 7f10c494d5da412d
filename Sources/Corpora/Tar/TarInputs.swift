package import DepthFiles
package import Platform

/// The depth files in tar shards, one after the other, each read when it is asked for.
///
///     for input in TarInputs([TarShard(path: "shard.tar", name: "shard.tar")], options: ReadingOptions()) {
///         print(analyzer.analyze(input).analysis.status)
///     }
///
/// What is no depth file by its name is left out, as in folders. No two inputs have one name.
package final class TarInputs: Sequence, IteratorProtocol {
    /// Members that are no inputs.
    package enum LeftOut: Sendable {
        /// Its name is that of no depth file.
        case unknownExtension(String)
        /// It is named like one, but is a device or a pipe.
        case noFile(String)
    }

    private var shards: IndexingIterator<[TarShard]>
    private var current: TarSamples?
    private let options: ReadingOptions
    private let part: Shard?
    private var taken: Set<ExactText>
    private let leaveOut: (LeftOut) -> Void

    /// Goes through shards.
    ///
    /// - Parameters:
    ///   - shards: in order.
    ///   - options: what is known of all members, for what a side file leaves out; and the limit of bytes.
    ///   - taken: names that members may not have.
    ///   - part: the part of all members to give out, by their names; nil for all.
    ///   - leaveOut: is told what is left out.
    package init(
        _ shards: [TarShard], options: ReadingOptions, taken: Set<ExactText> = [], part: Shard? = nil,
        leaveOut: @escaping (LeftOut) -> Void = { _ in }
    ) {
        self.shards = shards.makeIterator()
        self.options = options
        self.taken = taken
        self.part = part
        self.leaveOut = leaveOut
    }

    /// The next depth file, or what should have been one.
    package func next() -> DepthInput? {
        while true {
            while let input = current?.next() {
                if part?.contains(input.name) ?? true { return input }
            }
            if let current { taken = current.taken }
            current = nil
            guard let shard = shards.next() else { return nil }
            do throws(FileAccessError) {
                let file = try StreamedFile(named: shard.path)
                current = TarSamples(
                    shard.name, options: options, taken: taken, part: part, leaveOut: leaveOut
                ) { () throws(FileAccessError) in try file.next() }
            } catch {
                let input = DepthInput.unusable(.inaccessible(FileAccessError(shard.name, error.reason)))
                if part?.contains(input.name) ?? true { return input }
            }
        }
    }
}
