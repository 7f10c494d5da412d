import DepthFiles

extension ResolvedInputs {
    /// The inputs, with archives replaced by their maps.
    func spread(
        _ reading: ReadingArguments, _ selection: FileSelection, _ skipped: SkippedFiles
    ) -> [DepthInput] {
        spread(
            options: reading.reader.options,
            ArchivePaths(arrays: reading.array, selection: selection) { skipped.add($0) })
    }
}
