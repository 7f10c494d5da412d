// What needs a runtime that Embedded Swift does not have: existentials, tasks, coding. Everything else of this module
// is compiled for it as it stands (`tools/embedded`).

#if !hasFeature(Embedded)
    extension DepthAnalyzer {
        /// Analyses a map away from the caller's actor, so that a main thread goes on meanwhile.
        ///
        ///     let analysis = try await analyzer.analyze(map)
        ///
        /// - Throws: `CancellationError` when the task is cancelled, at the latest after the measurement then under way.
        @concurrent
        public func analyze(_ map: DepthMap) async throws -> SceneAnalysis {
            try map.withView { map throws(any Error) in
                try analyze(map) { () throws(any Error) in try Task.checkCancellation() }
            }
        }
    }

    extension AnalysisProfile: Codable {}
    extension DepthAnalyzer.Engine: Codable {}
    extension AnalysisParameters.Key: CodingKey {}
#endif
