internal import DepthAnalysis
package import Support

/// The lines of a text report, wrapped to a width.
///
///     var page = ReportPage(style: style, width: 80)
///     page.headline("On new scenes")
///     page.add("quote this, not the rates at hand", setting: style.dim)
///     print(page.text, terminator: "")
///
/// Text may contain names from files, so control characters are escaped.
package struct ReportPage {
    package let style: Style
    /// The line width in columns, at least 60.
    package let width: Int
    private var lines: [String] = []

    package init(style: Style, width: Int) {
        self.style = style
        self.width = width
    }

    package var text: String { lines.joined(separator: "\n") + "\n" }

    package mutating func headline(_ text: String) {
        lines.append("")
        add(text, indent: 0, setting: style.bold)
    }

    /// Adds a paragraph before the first section.
    package mutating func lead(_ text: String, setting: (String) -> String) {
        add(text, indent: 0, hanging: 0, setting: setting)
    }

    /// Adds wrapped text with a hanging indent. A number and its unit stay on one line.
    package mutating func add(
        _ text: String, indent: Int = 2, hanging: Int = 2, setting: (String) -> String = { $0 }
    ) {
        let joint: Unicode.Scalar = "\u{A0}"
        var joined = text.sanitisedLine
        for unit in ["%", "m"] {
            for end in [" ", ",", ".", ")", ":", ";"] {
                joined = joined.replacing(" \(unit)\(end)", with: "\(joint)\(unit)\(end)")
            }
        }
        lines += joined.wrapped(width: width, indent: indent + hanging, firstIndent: indent)
            .map { setting($0.replacingScalars([joint: " "])) }
    }

    package mutating func add(lines added: [String]) { lines += added }

    /// Adds a table of error rates, the worst species last, followed by `others`, which have no interval.
    package mutating func add(
        _ rates: ErrorRates, _ grouped: GroupedRates, of species: [String], confidence: Double,
        others: [(name: String, rate: Double?)] = []
    ) {
        var rows = [RateRows.Row("BPCER", grouped.bpcer)]
        rows += zip(species, grouped.apcer).map { RateRows.Row("APCER \($0)", $1) }
        if let worst = rates.worstSpecies {
            // If no attack is accepted, no species is the worst.
            let name = rates.worstAPCER == 0 ? "worst species" : "worst (\(species[worst]))"
            rows.append(RateRows.Row(name, rates.worstAPCER, grouped.worstAPCER, level: confidence))
        }
        rows += others.map { RateRows.Row($0.name, $0.rate, nil, level: confidence) }
        lines += RateRows.lines(rows, width: width).map { line in
            line.isHeader ? style.dim(line.text) : line.text
        }
    }

    /// Ends the page with the data behind the report: the number of maps, unreadable and omitted files, and the
    /// vocabulary.
    package mutating func addData(
        _ presentations: LabelledPresentations, _ remarks: DataRemarks, selection: String? = nil, intervals: String,
        _ required: RequiredGroups
    ) {
        headline("Data")
        add(
            "\(presentations.count) maps in \(presentations.groupNames.count) groups, profile "
                + presentations.profile.rawValue)
        add(
            "groups that even an error-free result needs: \(required.eachSpecies) of each species to bound its APCER "
                + "by \(TuningReport.limit(required.apcer)), \(required.bonaFide) of real scenes to bound BPCER by "
                + TuningReport.limit(required.bpcer))
        if let selection { add(selection) }
        for paragraph in remarks.paragraphs {
            add(paragraph.title)
            add(lines: paragraph.files.map { "    " + $0 })
        }
        for remark in [
            intervals,
            "The words are those of ISO/IEC 30107-3; a scene is no biometric characteristic, so this is no test by it.",
        ] { add(remark, setting: style.dim) }
    }
}
