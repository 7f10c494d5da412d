import Support
import Testing

@testable import ThresholdTuning

private struct Row {
    var name = "print"
    var share: Double?
    var count = 3
    var threshold = 0.5
}

private func table(_ rows: [Row]) -> ReportTable {
    ReportTable(
        rows,
        [
            TableColumn("name", "", .words) { JSONValue(.some($0.name)) },
            TableColumn("some_rate", heading: "APCER", "", .share) { JSONValue($0.share) },
            TableColumn("number_of_maps", "", .count) { JSONValue(.some($0.count)) },
        ])
}

private func thresholds(_ numbers: [Double]) -> ReportTable {
    ReportTable(
        numbers.map { Row(threshold: $0) },
        [TableColumn("threshold", "", .none) { JSONValue(.some($0.threshold)) }])
}

@Suite struct PrintedTableTests {
    @Test func eachFormatHasTheSameCells() {
        let table = table([Row(share: 0.125), Row(name: "screen", share: nil, count: 12_000)])
        #expect(table.text(for: "a.csv") == "name,some_rate,number_of_maps\nprint,0.125,3\nscreen,,12000\n")
        #expect(
            table.text(for: "a.md") == """
                <!-- Written by depthcheck. -->

                | name | APCER (%) | number of maps |
                | --- | ---: | ---: |
                | print | 12.50 | 3 |
                | screen | – | 12000 |

                """)
        #expect(
            table.text(for: "a.tex") == #"""
                % Written by depthcheck. Needs \usepackage{booktabs} and a text at least 469 pt wide.
                \begin{table}
                \centering
                \fontsize{8}{9.5}\selectfont
                \setlength{\tabcolsep}{3pt}
                \begin{tabular}{@{}lrr@{}}
                \toprule
                name & \shortstack[r]{\strut APCER\\\strut (\%)} & \#
                \shortstack[r]{\strut number\\\strut of\\\strut maps} \\
                \midrule
                print & 12.50 & 3 \\
                screen & -- & 12000 \\
                \bottomrule
                \end{tabular}
                \end{table}

                """#)
    }

    @Test func negativeNumbersHaveAMinusSign() {
        let table = thresholds([-0.25, -5e-17, 1e-7])
        #expect(table.latex.contains("\n$-$0.25 \\\\\n0\\phantom{.00} \\\\\n1e$-$07 \\\\\n"), "\(table.latex)")
        #expect(table.csv == "threshold\n-0.25\n-5e-17\n1e-07\n", "\(table.csv)")
    }

    /// A level of 99.9999 % is not 100 %.
    @Test func aShareBelowOneIsNotRoundedToAHundredPerCent() {
        #expect(table([Row(share: 0.999_999)]).markdown.contains("| 99.9999 |"))
        #expect(table([Row(share: 1)]).markdown.contains("| 100.00 |"))
    }

    @Test(arguments: [
        ("a|b", #"a\|b"#, #"a\textbar{}b"#, "a|b"),
        (#"a\b"#, #"a\\b"#, #"a\textbackslash{}b"#, #"a\b"#),
        ("50 % & $1 #2_3", #"50 % \& \$1 #2\_3"#, ##"50 \% \& \$1 \#2\_3"##, "50 % & $1 #2_3"),
        ("{x}^~", #"{x}^\~"#, #"\{x\}\textasciicircum{}\textasciitilde{}"#, "{x}^~"),
        ("<b>*c*", #"\<b\>\*c\*"#, #"\textless{}b\textgreater{}{*}c{*}"#, "<b>*c*"),
        ("[1] a--b", #"\[1\] a--b"#, "{[}1{]} a{-}{-}b", "[1] a--b"),
        ("say \"x\", y", "say \"x\", y", #"say {\char34}x{\char34}, y"#, "\"say \"\"x\"\", y\""),
        ("a\nb", "a b", "a b", #"a\u{A}b"#),
        ("a\u{202E}b", #"a\\u{202E}b"#, #"a\textbackslash{}u\{202E\}b"#, #"a\u{202E}b"#),
        ("na\u{200D}me\u{A0}1", "na\u{200D}me\u{A0}1", "na\u{200D}me\u{A0}1", #"na\u{200D}me\u{A0}1"#),
    ])
    func namesAreEscapedForEachFormat(name: String, markdown: String, latex: String, csv: String) {
        let table = table([Row(name: name, share: 0)])
        #expect(table.markdown.hasSuffix("| \(markdown) | 0.00 | 3 |\n"), "\(table.markdown)")
        #expect(table.latex.contains("\n\(latex) & 0.00 & 3 \\\\\n"), "\(table.latex)")
        #expect(table.csv.hasSuffix("\n\(csv),0.0,3\n"), "\(table.csv)")
    }
}
