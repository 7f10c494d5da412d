// The texts that `print` shows. Embedded Swift has none.

#if !hasFeature(Embedded)
    extension DepthMap: CustomStringConvertible {
        /// Dimensions and range, without the samples: `256x192 depth map, 0.4521 m to 4.1 m`.
        public var description: String {
            let finite = samples.lazy.filter { $0.isFinite }
            guard let nearest = finite.min(), let farthest = finite.max() else {
                return "\(width)x\(height) depth map without a finite sample"
            }
            return "\(width)x\(height) depth map, \(nearest) m to \(farthest) m"
        }
    }

    extension SceneAnalysis: CustomStringConvertible {
        /// Verdict, reasons and main measurements: `FAIL (too few layers): standard deviation 0.6124 m, 2 layers, …`.
        public var description: String {
            let verdict =
                status.rawValue.uppercased()
                + (reasons.isEmpty ? "" : " (\(reasons.map { $0.description }.joined(separator: ", ")))")
            guard status != .unavailable else { return verdict }
            return "\(verdict): standard deviation \(Self.rounded(standardDeviation)) m, \(layerCount) layers, "
                + "edge coherence \(Self.rounded(edgeCoherence)), "
                + "\(Self.rounded(minimumDepth)) m to \(Self.rounded(maximumDepth)) m, \(width)x\(height)"
        }

        /// The number with four decimals.
        private static func rounded(_ number: Double) -> Double { (number * 10_000).rounded() / 10_000 }
    }
#endif
