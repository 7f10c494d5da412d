import DepthAnalysis
import DepthFiles
import DepthPictures
import Foundation
import TestSupport

extension DepthMap {
    static func fixture(_ name: String) throws -> DepthMap {
        try DepthMap(contentsOf: CommandRunner.package.appending(path: "fixtures/\(name).bin.gz").path)
    }
}

extension DepthPicture {
    static func of(
        _ map: DepthMap, _ overlays: Overlays = [], profile: AnalysisProfile = .server, named name: String = "x <&>",
        _ change: (inout PictureOptions) -> Void = { _ in }
    ) -> DepthPicture {
        let analyzer = DepthAnalyzer(profile: profile)
        let trace = analyzer.trace(map)
        var options = PictureOptions()
        options.overlays = overlays
        change(&options)
        let caption = Caption(
            verdict: trace.analysis.status.rawValue.uppercased(),
            tone: trace.analysis.isLikelyRealScene ? .good : .bad, name: name,
            paragraphs: ["\(map.width)x\(map.height) samples, profile \(profile.rawValue)"])
        return DepthPicture(
            map, analysis: trace.analysis, trace: trace, parameters: analyzer.parameters, options: options,
            caption: caption)
    }

    /// One pixel per sample.
    static func plain(_ map: DepthMap, _ overlay: Overlay) -> DepthPicture {
        of(map, Overlays(overlay)) { $0.isPlain = true }
    }
}

extension IndexedImage {
    func count(of colour: UInt32) -> Int { pixels.count { palette.colours[Int($0)] == colour } }
}
