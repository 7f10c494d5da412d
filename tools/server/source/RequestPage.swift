import Captures
import Reports
import Support
import Tasks

/// The page of recent requests, with the explanation of one of them. All text of a request is escaped.
struct RequestPage {
    let records: [RequestRecord]
    /// The number of the explained request; nil for the last one.
    let selected: Int?

    private var shown: RequestRecord? { records.first { $0.number == selected } ?? records.last }

    var document: String {
        """
        <!DOCTYPE html>
        <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
        <title>depthcheck-server</title><style>\(Self.style)</style></head>
        <body><main id="main">\(main)</main><p role="status" id="news"></p><script>\(Self.script)</script></body></html>
        """
    }

    /// The part that changes with each request.
    var main: String {
        guard let shown else {
            return """
                <h1>depthcheck-server</h1>
                <p>No request yet. Send one to <code>/api/v1/devices/challenge</code>,
                <code>/api/v1/devices/register</code>, <code>/api/v1/captures</code> or
                <code>/api/v1/captures/hash-only</code>.</p>
                """
        }
        let items = records.reversed().map { record in
            let current = record.number == shown.number ? " aria-current=\"true\"" : ""
            return "<li><a href=\"/?request=\(record.number)\"\(current)>#\(record.number) "
                + "<b class=\"\(Self.tone(record))\">\(record.reply.response.status)</b> "
                + "\(record.title.xmlEscaped)</a></li>"
        }
        return """
            <h1>depthcheck-server</h1>
            <div class="columns"><nav aria-label="Requests"><ol>\(items.joined())</ol></nav>
            <article>\(explanation(of: shown))</article></div>
            """
    }

    private static func tone(_ record: RequestRecord) -> String {
        switch record.reply.judged?.outcome {
        case nil: record.reply.response.status < 400 ? "good" : "bad"
        case .high?, .verified?: "good"
        case .refused?, .suspicious?: "bad"
        default: "doubt"
        }
    }

    private func explanation(of record: RequestRecord) -> String {
        var blocks = [
            "<h2>#\(record.number) \(record.title.xmlEscaped)</h2>",
            "<p class=\"verdict \(Self.tone(record))\">\(verdict(record).xmlEscaped)</p>",
        ]
        if !record.causes.isEmpty {
            let links = record.causes.map { "<a href=\"/?request=\($0)\">request #\($0)</a>" }
            blocks.append("<p>Caused by \(links.joined(separator: " and ")).</p>")
        }
        if let judged = record.reply.judged {
            blocks.append(
                list(
                    "Why",
                    judged.reasons.map { reason in
                        let rules =
                            reason.rules.isEmpty ? "" : " <small>\(reason.rules.joined(separator: ", "))</small>"
                        return reason.sentence.sanitisedLine.xmlEscaped + rules
                    }))
            blocks.append(
                list(
                    "Required changes, in order",
                    judged.changes.map { change in
                        "<b>\(change.party == .server ? "The server" : "The sender")</b>: "
                            + change.sentence.sanitisedLine.xmlEscaped
                    }, tag: "ol"))
            blocks.append(list("The signature covers", bindings(judged).map(\.xmlEscaped)))
            if record.judgedCapture?.judgement.depth?.analysis != nil {
                blocks.append(
                    "<h3>Depth map</h3><img alt=\"The depth map and its histogram\" "
                        + "src=\"/_depthcheck/requests/\(record.number).png\">")
            }
            blocks.append(checks(judged))
        }
        blocks.append(
            """
            <p class="exports"><a href="/_depthcheck/requests/\(record.number)">JSON</a>
            <a href="/_depthcheck/requests/\(record.number).http" download>Request as .http</a>
            <a href="/_depthcheck/requests/\(record.number).case" download="request-\(record.number).json">As a case</a>
            <a href="/_depthcheck/requests/\(record.number).case?redact=1"
            download="request-\(record.number).json">Without keys and locations</a></p>
            """)
        return blocks.joined(separator: "\n")
    }

    private func verdict(_ record: RequestRecord) -> String {
        guard let judged = record.reply.judged else { return "\(record.reply.response.status)" }
        return switch judged.kind {
        case .chain(let chain):
            chain.capture?.judgement.answerText ?? chain.request.judgement.outcome.answerText
        case .capture(let capture): capture.judgement.answerText
        case .registration(let registration): registration.judgement.answerText
        case .signedRequest(let request): request.judgement.outcome.answerText
        case .unreadable: "\(record.reply.response.status)"
        }
    }

    private func bindings(_ judged: JudgedInput) -> [String] {
        guard case .chain(let chain) = judged.kind else { return [] }
        return chain.request.bindings.map { "request: \($0)" }
            + (chain.examined?.judgement.bindings ?? []).map { "capture: \($0.name)" }
    }

    private func checks(_ judged: JudgedInput) -> String {
        let results: [CaptureCheckResult] =
            switch judged.kind {
            case .chain(let chain): chain.judgement.request.checks + (chain.examined?.judgement.checks ?? [])
            case .capture(let capture): capture.judgement.checks
            case .registration(let registration): registration.judgement.checks
            case .signedRequest(let request): request.judgement.checks
            case .unreadable: []
            }
        let rows = results.map { result in
            let outcome = result.outcome.rawValue
            let tone = ["passed": "good", "failed": "bad"][outcome] ?? ""
            // On a narrow page, the name can be broken after these characters.
            let name = result.check.name.xmlEscaped.replacing("_", with: "_<wbr>").replacing(":", with: ":<wbr>")
            return "<tr><td>\(name)</td><td class=\"\(tone)\">"
                + "\(outcome.replacing("_", with: " "))</td>"
                + "<td>\((result.found?.description ?? "").printable.xmlEscaped)</td></tr>"
        }
        guard !rows.isEmpty else { return "" }
        return """
            <h3>Checks</h3><div class="wide" tabindex="0" role="region" aria-label="Checks"><table>
            <thead><tr><th scope="col">Check</th><th scope="col">Result</th><th scope="col">Found</th></tr></thead>
            <tbody>\(rows.joined())</tbody></table></div>
            """
    }

    private func list(_ title: String, _ items: [String], tag: String = "ul") -> String {
        guard !items.isEmpty else { return "" }
        return "<h3>\(title)</h3><\(tag)>\(items.map { "<li>\($0)</li>" }.joined())</\(tag)>"
    }

    static let styleHash = StrictBase64.text(of: SHA256Digest.bytes(of: Array(style.utf8)))
    static let scriptHash = StrictBase64.text(of: SHA256Digest.bytes(of: Array(script.utf8)))

    static let style = """
        :root{color-scheme:light dark;--good:light-dark(#0a5c2b,#7ee2a0);--bad:light-dark(#a3131b,#ff9d9d);
        --doubt:light-dark(#6b4a00,#ffd27a);--line:light-dark(#ccc,#555)}
        html{background:light-dark(#fff,#121212);color:light-dark(#111,#eee)}
        body{font:16px/1.5 system-ui,sans-serif;margin:1rem auto;max-width:80rem;padding:0 1rem;overflow-wrap:anywhere}
        .columns{display:grid;gap:1.5rem;grid-template-columns:minmax(0,1fr)}
        nav ol{list-style:none;margin:0;padding:0;max-height:40vh;overflow:auto}
        @media(min-width:800px){.columns{grid-template-columns:20rem minmax(0,1fr)}nav ol{max-height:90vh}}
        nav a{padding:.3rem .5rem;text-decoration:none;color:inherit;border-bottom:1px solid var(--line)}
        nav a,h2{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden}
        nav a[aria-current]{outline:2px solid var(--line);outline-offset:-2px}
        article a{color:inherit}.exports a{margin-right:1rem}
        .good{color:var(--good)}.bad{color:var(--bad)}.doubt{color:var(--doubt)}
        .verdict{font-size:1.25rem;font-weight:600}h1{font-size:1.3rem}h2{font-size:1.15rem}h3{font-size:1rem}
        #news{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
        img{max-width:100%;height:auto}.wide{overflow-x:auto}
        table{border-collapse:collapse}table{overflow-wrap:normal}
        td:first-child{overflow-wrap:anywhere;min-width:9rem}
        td:nth-child(3){overflow-wrap:anywhere;min-width:10rem}
        td,th{border-bottom:1px solid var(--line);padding:.2rem .6rem;text-align:left}
        """

    /// Requests the changing part every second, and replaces it if it differs.
    static let script = """
        let last="";setInterval(async()=>{try{const r=await fetch("/_depthcheck/fragment"+location.search);
        const t=await r.text();if(t!==last){last=t;const y=document.querySelector("nav ol")?.scrollTop;
        const f=document.activeElement?.getAttribute("href");document.getElementById("main").innerHTML=t;
        const l=document.querySelector("nav ol");if(l)l.scrollTop=y;
        document.getElementById("news").textContent=document.querySelector("nav a")?.textContent??"";
        if(f)[...document.querySelectorAll("a")].find(a=>a.getAttribute("href")===f)?.focus()}}catch{}},1000)
        """
}
