package import DepthAnalysis

extension FileAnalyzer {
    /// Analyses the file at `path`, or standard input for `-`.
    ///
    /// Never fails: if the file cannot be read, the result contains the error.
    public func analyze(_ path: String) -> FileAnalysis { analyze(.file(.path(path))) }

    /// Analyses an input.
    ///
    /// - Parameter options: options for this input; nil for those of ``reader``.
    package func analyze(_ input: DepthInput, options: ReadingOptions? = nil) -> FileAnalysis {
        analyze(input, options: options) { _, _ in }.result
    }

    /// Analyses an input and passes the map and its analysis to `look`, which is not called if the file cannot be
    /// read.
    ///
    ///     let (result, picture) = fileAnalyzer.analyze(.file(.path(path))) { map, analysis in draw(map, analysis) }
    package func analyze<Value>(
        _ input: DepthInput, options: ReadingOptions? = nil, seeing look: (DepthMap, SceneAnalysis) -> Value
    ) -> (result: FileAnalysis, value: Value?) {
        analyze(reader.knowing(options).open(input), seeing: look)
    }
}
