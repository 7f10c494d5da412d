import ArgumentParser
import DepthFiles
import Reports
import Support

/// What was asked of `info`, whoever read it from the arguments.
///
///     try request.validate()
///     try request.run()
struct InfoRequest {
    /// How it is written.
    enum Format: String, CaseIterable {
        case text, json, ndjson
    }

    var files = NamedFiles()
    var archives = NamedTarArchives()
    var reading = ReadingRequest()
    var destination = Destination()
    var format = Format.text
    /// Nil for as many as there are processors.
    var jobs: Int?

    /// - Throws: `ValidationError` for what has no meaning, alone or together.
    func validate() throws {
        try files.validate()
        try archives.validate()
        try reading.validate()
        try files.requireSome(or: archives)
    }

    /// Says what the files are, with as few files open, memory and threads as that takes.
    ///
    /// - Throws: an `ExitCode` other than 0; `ValidationError` for a list that cannot be used.
    func run() throws {
        let isOfOnePath = files.isOfOnePath && archives.isEmpty
        if !isOfOnePath { try Depthcheck.requireFilesAndMemory() }
        let found = try files.found()
        let skipped = SkippedFiles()
        skipped.add(found)
        let isOfOneFile = isOfOnePath && found.isSingleFile && !found.isArchive
        if isOfOnePath, !isOfOneFile { try Depthcheck.requireFilesAndMemory() }
        let stream = try destination.open(besides: files.named(found) + archives.named)
        let reader = reading.reader
        // One file may hold several maps, which only shows when it is read.
        let items = reading.items(found, archives, files.selection, skipped)
        var one = items.makeIterator()
        let single = isOfOneFile ? one.next().map { FileInformation.all(in: $0, reader: reader) } : nil
        let isList = single?.count != 1
        let batch = Batch(
            items: items, jobs: !isOfOneFile ? DescriptorNeed.jobs(jobs) : 1,
            isProgressWanted: destination.isProgressWanted
        ) { input in
            single ?? FileInformation.all(in: input, reader: reader)
        }
        var isFirst = true
        if isList, format == .json { try stream.write("[") }
        let code = try batch.run { several in
            var code = ExitCode.success
            for information in several {
                guard case .failure(let error) = information.result else { continue }
                if !destination.isReadWithErrors {
                    Terminal.remark("error: \(information.input.printable): \(error.message(naming: .command))")
                }
                code = .unreadableInput
            }
            return code
        } consume: { several in
            for information in several {
                defer { isFirst = false }
                switch format {
                case .text:
                    let text = information.text(style: destination.style, width: destination.width)
                    try stream.write((isFirst ? "" : "\n") + text + "\n")
                case .ndjson: try stream.write(information.json(layout: .compact) + Array("\n".utf8))
                case .json where isList:
                    try stream.write(isFirst ? "\n  " : ",\n  ")
                    try stream.write(information.json(layout: .indented, outerDepth: 1))
                case .json: try stream.write(information.json(layout: .indented) + Array("\n".utf8))
                }
            }
        } finish: {
            if isList, format == .json { try stream.write(isFirst ? "]\n" : "\n]\n") }
            try stream.commit()
        }
        skipped.remark()
        try code.leave()
    }
}
