internal import DepthAnalysis
package import Support

/// The lines of a report for a person, kept to a width as they are added.
///
///     var page = ReportPage(style: style, width: 80)
///     page.headline("On new scenes")
///     page.add("quote this, not the rates at hand", setting: style.dim)
///     print(page.text, terminator: "")
///
/// Text may hold names out of files: what could move the cursor is shown as it is written in code.
package struct ReportPage {
    package let style: Style
    /// The columns that lines are kept to, at least 60.
    package let width: Int
    private var lines: [String] = []

    package init(style: Style, width: Int) {
        self.style = style
        self.width = width
    }

    /// The page, its last line end included.
    package var text: String { lines.joined(separator: "\n") + "\n" }

    /// Begins a section.
    package mutating func headline(_ text: String) {
        lines.append("")
        add(text, indent: 0, setting: style.bold)
    }

    /// Adds what the whole page says, before its first section.
    package mutating func lead(_ text: String, setting: (String) -> String) {
        add(text, indent: 0, hanging: 0, setting: setting)
    }

    /// Adds text on as many lines as it takes, those after the first further in. A number and its unit stay together.
    package mutating func add(
        _ text: String, indent: Int = 2, hanging: Int = 2, setting: (String) -> String = { $0 }
    ) {
        let joint: Unicode.Scalar = "\u{A0}"
        var joined = text.harmlessLine
        for unit in ["%", "m"] {
            for end in [" ", ",", ".", ")", ":", ";"] {
                joined = joined.replacing(" \(unit)\(end)", with: "\(joint)\(unit)\(end)")
            }
        }
        lines += joined.wrapped(width: width, indent: indent + hanging, firstIndent: indent)
            .map { setting($0.replacingScalars([joint: " "])) }
    }

    /// Adds lines that have their width already.
    package mutating func add(lines added: [String]) { lines += added }

    /// Adds error rates under each other, the worst species last, and `others` that have no interval.
    package mutating func add(
        _ rates: ErrorRates, _ grouped: GroupedRates, of species: [String], confidence: Double,
        others: [(name: String, rate: Double?)] = []
    ) {
        var rows = [RateRows.Row("BPCER", grouped.bpcer)]
        rows += zip(species, grouped.apcer).map { RateRows.Row("APCER \($0)", $1) }
        if let worst = rates.worstSpecies {
            // Where no attack passed, none of the species is worse than another.
            let name = rates.worstAPCER == 0 ? "worst species" : "worst (\(species[worst]))"
            rows.append(RateRows.Row(name, rates.worstAPCER, grouped.worstAPCER, level: confidence))
        }
        rows += others.map { RateRows.Row($0.name, $0.rate, nil, level: confidence) }
        lines += RateRows.lines(rows, width: width).map { line in
            line.isHeader ? style.dim(line.text) : line.text
        }
    }

    /// Ends the page with what the report rests on: how many maps, what could not be read or was left out, and in which
    /// words it speaks.
    ///
    /// - Parameters:
    ///   - selection: what was chosen among, if anything.
    ///   - intervals: how the intervals above were made.
    ///   - required: the groups that even a flawless result needs.
    package mutating func addData(
        _ presentations: Presentations, _ remarks: DataRemarks, selection: String? = nil, intervals: String,
        _ required: RequiredGroups
    ) {
        headline("Data")
        add(
            "\(presentations.count) maps in \(presentations.groupNames.count) groups, profile "
                + presentations.profile.rawValue)
        add(
            "groups that even a flawless result needs: \(required.eachSpecies) of each species to bound its APCER by "
                + "\(TuningReport.limit(required.apcer)), \(required.bonaFide) of real scenes to bound BPCER by "
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
