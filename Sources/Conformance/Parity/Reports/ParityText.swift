internal import DepthAnalysis
internal import Support

struct ParityText {
    let style: Style

    func line(_ file: FileParity) -> String {
        switch file.outcome {
        case .unreadable(let error): "\(style.bad("ERR  "))  \(file.input.printable)  (\(error.text(style.names)))"
        case .read(let parity):
            switch parity.coverage {
            case .serverOnly: "\(style.warning("n/a  "))  \(file.input.printable)  (only the server can analyse it)"
            case .neither: "\(style.warning("n/a  "))  \(file.input.printable)  (no valid sample)"
            case .compared: "\(badge(parity))  \(file.input.printable)\(remark(parity))"
            }
        }
    }

    private func badge(_ parity: MapParity) -> String {
        if parity.verdictFlips { return style.bad("FLIP ") }
        return parity.brokenPromises.isEmpty ? style.good("ok   ") : style.bad("DRIFT")
    }

    private func remark(_ parity: MapParity) -> String {
        let flips = parity.checkFlips.map(\.comparisonWording)
        let broken = parity.brokenPromises.map(\.field.rawValue)
        let parts = flips.isEmpty ? broken.map { "\($0) differs" } : flips
        return parts.isEmpty ? "" : "  (\(parts.joined(separator: "; ")))"
    }

    func page(_ summary: ParitySummary) -> String {
        var lines = headline(summary)
        if summary.comparedCount > 0 { lines += [""] + promises(summary) + [""] + drifts(summary) }
        lines += section("verdicts flip", summary.verdictFlips) { parity in
            ["\(parity.server.status.rawValue) on the server, \(parity.client.status.rawValue) on the client"]
                + parity.responsible.map(\.sentence)
        }
        lines += section("layers differ", summary.layerDifferences) { parity in
            let place = parity.layerDifference.map { "; first \($0.wording)" } ?? ""
            return ["\(parity.server.layerCount) on the server, \(parity.client.layerCount) on the client\(place)"]
        }
        lines += section("looks like a screen to only one", summary.screenFlips) { parity in
            parity.responsible.map(\.sentence)
        }
        lines += section("quadrant warning on only one", summary.warningFlips) { parity in
            parity.checkFlips.filter { $0.check == .quadrant }.map(\.sentence)
        }
        return lines.joined(separator: "\n")
    }

    private func headline(_ summary: ParitySummary) -> [String] {
        let verdict =
            summary.comparedCount == 0
            ? style.warning("NOTHING TO COMPARE")
            : summary.holds ? style.good("PARITY HOLDS") : style.bad("PARITY DOES NOT HOLD")
        var lines = [
            style.bold(verdict),
            "  \(summary.comparedCount) of \(counted(summary.fileCount, "file")) compared, f64 with f32",
        ]
        func add(_ count: Int, _ text: String) {
            if count > 0 { lines.append("  \(count) \(text)") }
        }
        add(summary.serverOnly.count, "only the server can analyse (a side below 3)")
        add(summary.unavailableCount, "without a valid sample")
        add(summary.unreadable.count, "could not be read")
        return lines
    }

    private func promises(_ summary: ParitySummary) -> [String] {
        [style.dim("      \("promised".padded(to: 34))broken by")]
            + ParityPromise.allCases.map { promise in
                let count = summary.brokenCount(promise)
                let subject = promise == .verdict ? "verdict" : promise.field.rawValue
                let name = subject + (promise.limit.map { " within \($0)" } ?? " equal")
                return (count == 0 ? style.good("ok  ") : style.bad("no  "))
                    + "  " + name.padded(to: 34) + (count == 0 ? "none" : counted(count, "map"))
            }
    }

    private func drifts(_ summary: ParitySummary) -> [String] {
        func row(_ name: String, _ largest: String, _ mean: String, _ percentile99: String) -> String {
            "  " + name.padded(to: 25) + largest.padded(to: 11) + mean.padded(to: 11) + percentile99
        }
        func text(_ number: Double) -> String { NumberText.significant(number, digits: 3) }
        var lines = [style.dim(row("difference of", "largest", "mean", "99 %"))]
        for field in SceneAnalysis.Field.drifting {
            guard let drift = summary.drifts[field] else { continue }
            lines.append(row(field.rawValue, text(drift.largest), text(drift.mean), text(drift.percentile99)))
            if let place = drift.place { lines.append(style.dim("    at \(place.printable)")) }
        }
        return lines
    }

    private func section(
        _ title: String, _ findings: [ParitySummary.MapFinding], _ sentences: (MapParity) -> [String]
    ) -> [String] {
        guard !findings.isEmpty else { return [] }
        return ["", style.bold("\(title): \(counted(findings.count, "map"))")]
            + findings.flatMap { finding in
                ["  \(finding.input.printable)"]
                    + sentences(finding.parity).flatMap { $0.wrapped(indent: 4, firstIndent: 4) }
            }
    }

    private func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
}
