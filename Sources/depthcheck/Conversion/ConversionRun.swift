import ArgumentParser
import DepthFiles
import Support
import ThresholdTuning

struct ConversionRun {
    let known: [ConversionItem]
    let parts: (ConversionItem, ArchivePaths) -> AnySequence<ConversionItem>?
    let shards: [NamedArchive]
    let arrays: [String]
    let selection: FileSelection
    let skipped: SkippedFiles
    let target: ConversionTarget
    let converter: MapConverter
    let report: ConversionReport
    let jobs: Int

    /// Refuses, before anything is written, an output file in a folder if it is also an input or another output.
    func requireDistinct(_ inUse: OutputConflictGuard) throws {
        guard case .folder(let folder, let format) = target else { return }
        let names = Names(target)
        let archives = ArchivePaths(arrays: arrays, selection: selection)
        let outputs = known.lazy.flatMap { parts($0, archives) ?? AnySequence([$0]) }
            .map { Destination(named: names.named($0).path) }
        try inUse.requireDistinct(outputs)
        if !shards.isEmpty { try inUse.requireDistinct(outputsIn: folder, ending: "." + format.rawValue) }
    }

    /// Converts the maps in parallel and reports them in order.
    func run() throws {
        let archive = try ArchiveOutput(target)
        let batch = Batch(
            items: items(), jobs: jobs, showsProgress: report.destination.showsProgress, name: { $0.input.name }
        ) { [converter] item in converter.convert(item) }
        let code = try batch.run { map in
            report.exitCode(of: map)
        } consume: { map in
            switch map.outcome {
            case .notWritten: throw ExitCode.outputFailed
            case .converted(let conversion):
                if let archive {
                    try archive.add(conversion.bytes, named: map.arrayName)
                } else if map.path == nil {
                    try Output.reporting { try Terminal.write(conversion.bytes, to: .output) }
                }
            case .unreadable, .refused, .notEncoded, .overInput, .unusableName: break
            }
            try report.write(map, to: target)
        } finish: {
            try archive?.commit()
        }
        skipped.report()
        try code.leave()
    }

    private func items() -> BatchItems<ConversionItem> {
        let names = Names(target)
        let inputs = ArchiveInputs(
            shards, options: converter.reader.options, arrays: arrays, selection: selection
        ) { [skipped] in skipped.add($0) }
        let archives = ArchivePaths(arrays: arrays, selection: selection) { [skipped] in skipped.add($0) }
        let members = AnySequence(
            inputs.lazy.flatMap { [converter] in $0.frames(converter.reader.options) }
                .map { names.named(ConversionItem(input: $0)) })
        return BatchItems(known, then: shards.isEmpty ? nil : members) { item in
            AnySequence((parts(item, archives) ?? AnySequence([item])).lazy.map { names.named($0) })
        }
    }

    /// Assigns the names of outputs. Items are created by one thread at a time, so only one thread uses this.
    private final class Names {
        private let target: ConversionTarget
        private var names: ConvertedNames

        init(_ target: ConversionTarget) {
            self.target = target
            let isArchive = if case .archive = target { true } else { false }
            names = ConvertedNames(ending: isArchive ? "" : "." + target.format.rawValue)
        }

        func named(_ item: ConversionItem) -> ConversionItem {
            var item = item
            switch target {
            case .standardOutput: break
            case .file(let path, _): item.path = path
            case .folder(let folder, _):
                let name = names.name(for: item.input.name)
                (item.path, item.nameFault) = (folder.asFolderPrefix + name, OutputName.fault(inFile: name))
            case .archive:
                item.arrayName = names.name(for: item.input.name)
                item.nameFault = OutputName.fault(inArchive: item.arrayName)
            }
            return item
        }
    }
}

private final class ArchiveOutput {
    private let path: String
    private let file: OutputFile?
    private var archive: ZipWriter
    private var count = 0

    init?(_ target: ConversionTarget) throws {
        guard case .archive(let path) = target else { return nil }
        self.path = path
        guard path != FileAccess.standardInputName else {
            file = nil
            archive = ZipWriter { (bytes) throws(FileAccessError) in try Terminal.write(Array(bytes), to: .output) }
            return
        }
        let file = try Output.reporting { try OutputFile(path) }
        self.file = file
        archive = ZipWriter { (bytes) throws(FileAccessError) in try file.write(Array(bytes)) }
    }

    func add(_ array: [UInt8], named name: String) throws {
        try reporting { () throws(ZipWritingError) in try archive.add(array, named: name + ".npy", compresses: true) }
        count += 1
    }

    /// Completes the archive. Writes nothing if there are no maps.
    func commit() throws {
        guard count > 0 else { return }
        try reporting { () throws(ZipWritingError) in try archive.finish() }
        if let file { try Output.reporting { try file.commit() } }
    }

    private func reporting(_ body: () throws(ZipWritingError) -> Void) throws {
        do throws(ZipWritingError) { try body() } catch {
            if case .inaccessible(let error) = error { try Output.reporting { throw error } }
            let name = file == nil ? Terminal.Stream.output.name : path.printable
            Terminal.report("\(name): \(error.message)")
            throw ExitCode.outputFailed
        }
    }
}
