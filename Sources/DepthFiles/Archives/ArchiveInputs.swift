package import Support

/// The selected depth files in tar shards and other archives, in order, each read on demand under a unique name.
package final class ArchiveInputs: Sequence, IteratorProtocol {
    private var shards: IndexingIterator<[NamedArchive]>
    private var current: Contents?
    /// The path of the current shard, and the row to write if it crashes the process.
    private var named = (path: "", row: "")

    private enum Contents {
        case tar(TarSamples)
        case archive(IndexingIterator<DepthInputs>)
    }

    private let options: ReadingOptions
    private let arrays: [String]
    private let selection: FileSelection
    private let isWanted: ((String) -> Bool)?
    private var taken: Set<ExactText>
    private var names: UniqueNames
    private let rowOfCrash: (NamedArchive) -> String
    private let leaveOut: (SkippedEntry) -> Void

    /// `rowOfCrash` gives the row to write for a shard that crashes the process while it is listed.
    package init(
        _ shards: [NamedArchive], options: ReadingOptions, arrays: [String] = [],
        selection: FileSelection = FileSelection(), taken: Set<ExactText> = [],
        leaveOut: @escaping (SkippedEntry) -> Void = { _ in },
        rowOfCrash: @escaping (NamedArchive) -> String = { _ in "" }, isWanted: ((String) -> Bool)? = nil
    ) {
        self.shards = shards.makeIterator()
        (self.options, self.arrays, self.selection, self.taken) = (options, arrays, selection, taken)
        names = UniqueNames(taken: taken)
        (self.isWanted, self.rowOfCrash, self.leaveOut) = (isWanted, rowOfCrash, leaveOut)
    }

    /// The next input of the current shard, wanted or not.
    private func nextOfCurrent() -> DepthInput? { nextAsNamed().map { names.unique($0) } }

    private func nextAsNamed() -> DepthInput? {
        switch current {
        case nil: return nil
        case .tar(let samples): return CrashReport.naming(named.path, row: named.row) { samples.next() }
        case .archive(var inputs):
            let input = inputs.next()
            current = .archive(inputs)
            return input
        }
    }

    private func inputs(_ shard: NamedArchive, maps: [String]?, _ options: ReadingOptions) -> DepthInputs {
        guard let maps else {
            let archive = DepthArchive(path: shard.path, name: shard.name)
            return archive.inputs(options: options, arrays: arrays, selection: selection) { leaveOut($0) }
        }
        let archives = ArchivePaths()
        let inputs = maps.map { map in
            let name = "\(shard.name)/\(map)"
            return archives.map(at: "\(shard.path)/\(map)", named: name, options: options)
                ?? .unusable(.inaccessible(FileAccessError(name, .missing)))
        }
        return DepthInputs(inputs)
    }

    package func next() -> DepthInput? {
        while true {
            while let input = nextOfCurrent() {
                if isWanted?(input.name) ?? true { return input }
            }
            if case .tar(let samples) = current { taken = samples.taken }
            current = nil
            guard let shard = shards.next() else { return nil }
            named = (shard.path, rowOfCrash(shard))
            if case .archive(let maps, let known) = shard.kind {
                let found = CrashReport.naming(named.path, row: named.row) {
                    inputs(shard, maps: maps, known ?? options)
                }
                current = .archive(found.makeIterator())
                continue
            }
            do throws(FileAccessError) {
                let file = try StreamedFile(named: shard.path)
                current = .tar(
                    TarSamples(
                        shard.name, options: options, selection: selection.ofMembers(ofArchiveAt: shard.path),
                        taken: taken, isWanted: isWanted, leaveOut: leaveOut
                    ) { () throws(FileAccessError) in try file.next() })
            } catch {
                let input = names.unique(.unusable(.inaccessible(FileAccessError(shard.name, error.reason))))
                if isWanted?(input.name) ?? true { return input }
            }
        }
    }
}
