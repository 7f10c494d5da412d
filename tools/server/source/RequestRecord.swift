import Captures
import DepthAnalysis
import DepthPictures
import Reports
import Support
import Tasks

/// A request with its answer and the explanation.
struct RequestRecord: Sendable {
    let number: Int
    let message: HTTPRequestMessage
    let reply: ServeTask.Reply
    /// The numbers of earlier requests that make this one fail.
    let causes: [Int]

    /// Method and path, in which characters that cannot be printed are escaped.
    var title: String { "\(message.method) \(message.path)".printable }

    /// The ids of the rules that give the answer, without repetition.
    var rules: [String] {
        (reply.judged?.reasons ?? []).flatMap(\.rules).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// One line: the answer, its cause, and the parties that must change something.
    var line: String {
        let time = reply.time.millisecondText ?? ""
        let earlier = causes.isEmpty ? "" : "  (caused by request \(causes.map { "#\($0)" }.joined(separator: ", ")))"
        guard let judged = reply.judged else { return "#\(number) \(time)  \(reply.response.status)  \(title)" }
        let text = JudgementText(style: .plain, width: 120, namesRules: true).line(judged)
        return "#\(number) \(time)  \(text)\(earlier)"
    }

    static let shape = Shape<RequestRecord> {
        Member("number", .count) { $0.number }
        Member("time", .text, or: .null) { $0.reply.time.millisecondText }
        Member("method", .text) { $0.message.method.printable }
        Member("path", .text) { $0.message.path.printable }
        Member("status", .count) { $0.reply.response.status }
        Member("rules", .texts) { $0.rules }
        Member("caused_by", .list(of: .count)) { $0.causes }
        Member("explanation", JudgedInput.shape.orNull) { $0.reply.judged }
    }

    var judgedCapture: JudgedCapture? {
        switch reply.judged?.kind {
        case .chain(let chain): chain.capture
        case .capture(let capture): capture
        default: nil
        }
    }

    /// The depth map with its histogram as PNG; nil if the server analyses none.
    var picture: [UInt8]? {
        guard let (map, analysis) = judgedCapture?.analyzedMap else { return nil }
        let analyzer = DepthAnalyzer(profile: .server)
        var options = PictureOptions()
        options.overlays = Overlays(.histogram)
        let trace = analyzer.trace(map)
        let isReal = analysis.status == .pass
        let caption = Caption(
            verdict: analysis.status.rawValue, tone: isReal ? .good : .bad, name: "depth_map",
            paragraphs: analysis.reasons.map(\.description))
        let picture = DepthPicture(
            map, analysis: analysis, trace: trace, parameters: analyzer.parameters, options: options, caption: caption)
        guard picture.width * picture.height <= DepthPicture.maximumPixels else { return nil }
        return picture.image.png
    }
}
