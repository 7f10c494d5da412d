import Foundation
import Support
import TestSupport
import Testing

@testable import ThresholdTuning

/// Whether pdflatex with booktabs can be used. Without it, only estimated widths are tested.
private let hasLaTeX = ["/usr/bin", "/usr/local/bin"].contains {
    FileManager.default.isExecutableFile(atPath: $0 + "/pdflatex")
}

@Suite struct LaTeXTableTests {
    private static let short = ["a", "print", "screen"]
    private static let hostile = [
        String(repeating: "W", count: 120), String(repeating: "_", count: 90), "50% & #1_{x}^~\\$ [a] *b* -- \"c\"",
        String(repeating: "many words ", count: 30),
    ]

    private static func table(_ names: [String], numbers: Int, texts: Int, width: Double) -> LaTeXTable {
        func column(_ heading: String, _ cells: [String?], isText: Bool) -> LaTeXTable.Column {
            LaTeXTable.Column(heading: heading, isText: isText, cells: cells)
        }
        let columns =
            [column("side", names.map { _ in names[0] }, isText: true), column("species", names, isText: true)]
            + (0..<numbers).map { number in
                column(
                    "groups with errors (%)", names.indices.map { $0 == 0 ? nil : "-\($0 * number).25" }, isText: false)
            } + (0..<texts).map { _ in column("definition", names, isText: true) }
        return LaTeXTable(columns, caption: names.joined(separator: ", "), width: width)
    }

    static let cases = LaTeXTable.widths.flatMap { width in
        [short, hostile].flatMap { names in [(0, 1), (3, 0), (14, 2)].map { (width, names, $0.0, $0.1) } }
    }

    @Test(arguments: cases)
    func estimatedWidthsFit(width: Double, names: [String], numbers: Int, texts: Int) {
        let widths = Self.table(names, numbers: numbers, texts: texts, width: width).estimatedWidths
        #expect(!widths.isEmpty && widths.allSatisfy { $0 > 0 && $0 <= width }, "\(widths)")
    }

    @Test(.enabled(if: hasLaTeX, "pdflatex is not installed"), arguments: LaTeXTable.widths)
    func compiledWidthsFit(width: Double) throws {
        let folder = try TemporaryFolder()
        let tables = Self.cases.filter { $0.0 == width }.map {
            Self.table($0.1, numbers: $0.2, texts: $0.3, width: width).text
        }
        let document =
            #"\documentclass{article}\usepackage{booktabs}\let\oldt\tabular\let\endoldt\endtabular\newsavebox\q"#
            + #"\renewenvironment{tabular}[2][c]{\begin{lrbox}{\q}\oldt{#2}}{\endoldt\end{lrbox}"#
            + #"\typeout{WIDTH \the\wd\q}\usebox\q}\begin{document}"# + tables.joined(separator: "\\clearpage\n")
            + "\\end{document}\n"
        let file = try folder.file("tables.tex", document.utf8)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["pdflatex", "-interaction=nonstopmode", file.lastPathComponent]
        process.currentDirectoryURL = folder.url
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        let log = String(decoding: try Data(contentsOf: folder.url.appending(path: "tables.log")), as: UTF8.self)
        let widths = log.split(separator: "\n").filter { $0.hasPrefix("WIDTH ") }
            .compactMap { Double($0.dropFirst(6).dropLast(2)) }
        #expect(!log.contains("\n! "), "\(log)")
        #expect(widths.count >= tables.count && widths.allSatisfy { $0 <= width }, "\(widths)")
    }
}
