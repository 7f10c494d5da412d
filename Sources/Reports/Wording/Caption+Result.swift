package import DepthAnalysis
package import DepthFiles
package import DepthPictures
internal import Support

extension Caption {
    package init(_ result: FileAnalysis, parameters: AnalysisParameters) {
        let words = ResultWording(parameters: parameters).caption(result)
        let tone: Caption.Tone =
            switch result.analysis.status {
            case .pass: result.serverDiffers ? .warning : .good
            case .fail: .bad
            case .unavailable: .warning
            }
        self.init(verdict: words.verdict, tone: tone, name: result.input.printable, paragraphs: words.paragraphs)
    }
}
