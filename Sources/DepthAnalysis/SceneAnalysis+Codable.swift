extension SceneAnalysis: Codable {
    /// The JSON names of an analysis, in the order they are written.
    public enum Key: String, CodingKey, CaseIterable, Sendable {
        /// ``SceneAnalysis/status``
        case status
        /// ``SceneAnalysis/standardDeviation``
        case standardDeviation = "depth_variance"
        /// ``SceneAnalysis/layerCount``
        case layerCount = "depth_layers"
        /// ``SceneAnalysis/edgeCoherence``
        case edgeCoherence = "edge_coherence"
        /// ``SceneAnalysis/minimumDepth``
        case minimumDepth = "min_depth"
        /// ``SceneAnalysis/maximumDepth``
        case maximumDepth = "max_depth"
        /// ``SceneAnalysis/isLikelyRealScene``
        case isLikelyRealScene = "is_likely_real_scene"
        /// ``SceneAnalysis/algorithmVersion``
        case algorithmVersion = "algorithm_version"
        /// ``SceneAnalysis/profile``
        case profile
        /// ``SceneAnalysis/width``
        case width
        /// ``SceneAnalysis/height``
        case height
        /// ``SceneAnalysis/coverage``
        case coverage
        /// ``SceneAnalysis/validCount``
        case validCount = "valid_count"
        /// ``SceneAnalysis/totalCount``
        case totalCount = "total_count"
        /// ``SceneAnalysis/meanDepth``
        case meanDepth = "mean_depth"
        /// ``SceneAnalysis/medianDepth``
        case medianDepth = "median_depth"
        /// ``SceneAnalysis/peakDepths``
        case peakDepths = "peak_depths"
        /// ``SceneAnalysis/isScreenLike``
        case isScreenLike = "is_screen_like"
        /// ``SceneAnalysis/uniformityRatio``
        case uniformityRatio = "uniformity_ratio"
        /// ``SceneAnalysis/quadrantPasses``
        case quadrantPasses = "quadrant_passes"
        /// ``SceneAnalysis/minimumQuadrantStandardDeviation``
        case minimumQuadrantStandardDeviation = "min_quadrant_variance"
        /// ``SceneAnalysis/reasons``
        case reasons
        /// The object of the numbers behind the measurements.
        case stages
    }

    /// The JSON names inside `stages`, in the order they are written.
    public enum StageKey: String, CodingKey, CaseIterable, Sendable {
        /// ``SceneAnalysis/histogramCounts``
        case histogramCounts = "histogram_counts"
        /// ``SceneAnalysis/peakBins``
        case peakBins = "peak_bins"
        /// ``SceneAnalysis/interiorCount``
        case interiorCount = "interior_count"
        /// ``SceneAnalysis/edgeCount``
        case edgeCount = "edge_count"
        /// ``SceneAnalysis/quadrants``
        case quadrants
    }

    /// The JSON names of a quadrant.
    public enum QuadrantKey: String, CodingKey, CaseIterable, Sendable {
        /// ``Quadrant/validCount``
        case validCount = "valid_count"
        /// ``Quadrant/standardDeviation``
        case standardDeviation = "standard_deviation"
    }

    /// Encodes the vocabulary of `docs/JSON.md`. A client's numbers are encoded as the `Float`s they are.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        func encode(_ number: Double, _ key: Key) throws {
            switch profile {
            case .server: try container.encode(number, forKey: key)
            case .client: try container.encode(Float(number), forKey: key)
            }
        }
        try container.encode(status, forKey: .status)
        try encode(standardDeviation, .standardDeviation)
        try container.encode(layerCount, forKey: .layerCount)
        try encode(edgeCoherence, .edgeCoherence)
        try encode(minimumDepth, .minimumDepth)
        try encode(maximumDepth, .maximumDepth)
        try container.encode(isLikelyRealScene, forKey: .isLikelyRealScene)
        try container.encode(Self.algorithmVersion, forKey: .algorithmVersion)
        try container.encode(profile, forKey: .profile)
        try container.encode(width, forKey: .width)
        try container.encode(height, forKey: .height)
        try encode(coverage, .coverage)
        try container.encode(validCount, forKey: .validCount)
        try container.encode(totalCount, forKey: .totalCount)
        try encode(meanDepth, .meanDepth)
        try encode(medianDepth, .medianDepth)
        switch profile {
        case .server: try container.encode(peakDepths, forKey: .peakDepths)
        case .client: try container.encode(peakDepths.map { Float($0) }, forKey: .peakDepths)
        }
        try container.encode(isScreenLike, forKey: .isScreenLike)
        try encode(uniformityRatio, .uniformityRatio)
        try container.encode(quadrantPasses, forKey: .quadrantPasses)
        try encode(minimumQuadrantStandardDeviation, .minimumQuadrantStandardDeviation)
        try container.encode(reasons, forKey: .reasons)

        var stages = container.nestedContainer(keyedBy: StageKey.self, forKey: .stages)
        try stages.encode(histogramCounts, forKey: .histogramCounts)
        try stages.encode(peakBins, forKey: .peakBins)
        try stages.encode(interiorCount, forKey: .interiorCount)
        try stages.encode(edgeCount, forKey: .edgeCount)
        var quadrantList = stages.nestedUnkeyedContainer(forKey: .quadrants)
        for quadrant in quadrants {
            var entry = quadrantList.nestedContainer(keyedBy: QuadrantKey.self)
            try entry.encode(quadrant.validCount, forKey: .validCount)
            switch profile {
            case .server: try entry.encode(quadrant.standardDeviation, forKey: .standardDeviation)
            case .client: try entry.encode(quadrant.standardDeviation.map { Float($0) }, forKey: .standardDeviation)
            }
        }
    }

    /// Decodes a complete analysis; nothing may be missing.
    ///
    /// - Throws: `DecodingError`, also for another algorithm version and for an `is_likely_real_scene` that contradicts the status.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let profile = try container.decode(AnalysisProfile.self, forKey: .profile)
        func number(_ key: Key) throws -> Double {
            switch profile {
            case .server: try container.decode(Double.self, forKey: key)
            case .client: Double(try container.decode(Float.self, forKey: key))
            }
        }
        func require(_ condition: Bool, _ key: Key, _ expectation: String) throws {
            guard condition else {
                throw DecodingError.dataCorruptedError(forKey: key, in: container, debugDescription: expectation)
            }
        }
        try require(
            container.decode(String.self, forKey: .algorithmVersion) == Self.algorithmVersion, .algorithmVersion,
            "expected algorithm version \(Self.algorithmVersion)")

        self.profile = profile
        status = try container.decode(Status.self, forKey: .status)
        standardDeviation = try number(.standardDeviation)
        layerCount = try container.decode(Int.self, forKey: .layerCount)
        edgeCoherence = try number(.edgeCoherence)
        minimumDepth = try number(.minimumDepth)
        maximumDepth = try number(.maximumDepth)
        width = try container.decode(Int.self, forKey: .width)
        height = try container.decode(Int.self, forKey: .height)
        coverage = try number(.coverage)
        validCount = try container.decode(Int.self, forKey: .validCount)
        totalCount = try container.decode(Int.self, forKey: .totalCount)
        meanDepth = try number(.meanDepth)
        medianDepth = try number(.medianDepth)
        peakDepths =
            switch profile {
            case .server: try container.decode([Double].self, forKey: .peakDepths)
            case .client: try container.decode([Float].self, forKey: .peakDepths).map { Double($0) }
            }
        isScreenLike = try container.decode(Bool.self, forKey: .isScreenLike)
        uniformityRatio = try number(.uniformityRatio)
        quadrantPasses = try container.decode(Bool.self, forKey: .quadrantPasses)
        minimumQuadrantStandardDeviation = try number(.minimumQuadrantStandardDeviation)
        reasons = try container.decode([VerdictReason].self, forKey: .reasons)

        let stages = try container.nestedContainer(keyedBy: StageKey.self, forKey: .stages)
        histogramCounts = try stages.decode([Int].self, forKey: .histogramCounts)
        peakBins = try stages.decode([Int].self, forKey: .peakBins)
        interiorCount = try stages.decode(Int.self, forKey: .interiorCount)
        edgeCount = try stages.decode(Int.self, forKey: .edgeCount)
        var quadrantList = try stages.nestedUnkeyedContainer(forKey: .quadrants)
        while !quadrantList.isAtEnd {
            let entry = try quadrantList.nestedContainer(keyedBy: QuadrantKey.self)
            let deviation: Double? =
                switch profile {
                case .server: try entry.decodeIfPresent(Double.self, forKey: .standardDeviation)
                case .client: try entry.decodeIfPresent(Float.self, forKey: .standardDeviation).map { Double($0) }
                }
            quadrants.append(
                Quadrant(validCount: try entry.decode(Int.self, forKey: .validCount), standardDeviation: deviation))
        }
        try require(
            container.decode(Bool.self, forKey: .isLikelyRealScene) == isLikelyRealScene, .isLikelyRealScene,
            "expected \(isLikelyRealScene), for the status is \(status.rawValue)")
    }
}
