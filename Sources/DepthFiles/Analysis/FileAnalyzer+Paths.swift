package import DepthAnalysis

extension FileAnalyzer {
    /// Analyses the file at `path`, or standard input for `-`.
    ///
    /// Never fails: what cannot be read is a result with its error.
    public func analyze(_ path: String) -> FileAnalysis { analyze(.file(.path(path))) }

    /// Analyses a file that was found, or says why it was not.
    ///
    /// - Parameter options: what is known of this file; nil for what ``reader`` knows of all.
    package func analyze(_ input: DepthInput, options: ReadingOptions? = nil) -> FileAnalysis {
        analyze(input, options: options) { _, _ in }.result
    }

    /// Analyses a file, or each map of one that holds several (`depth.bin/0`, `depth.bin/1` and so on), as
    /// ``analyze(_:options:seeing:)`` does.
    package func analyzeMaps<Seen>(
        in input: DepthInput, options: ReadingOptions? = nil, seeing look: (DepthMap, SceneAnalysis) -> Seen
    ) -> [(result: FileAnalysis, seen: Seen?)] {
        var results: [(result: FileAnalysis, seen: Seen?)] = []
        reader.knowing(options).forEachMap(in: input) { file in
            results.append(analyze(file, seeing: look))
        }
        return results
    }

    /// The same, with a look at the map beside what was found of it; nothing is seen of a file that could not be read.
    ///
    ///     let (result, picture) = fileAnalyzer.analyze(.file(.path(path))) { map, analysis in draw(map, analysis) }
    package func analyze<Seen>(
        _ input: DepthInput, options: ReadingOptions? = nil, seeing look: (DepthMap, SceneAnalysis) -> Seen
    ) -> (result: FileAnalysis, seen: Seen?) {
        analyze(reader.knowing(options).open(input), seeing: look)
    }
}
