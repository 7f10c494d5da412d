import Foundation
import Support
import TestSupport
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// Names of species, groups and label columns are external text. In no output of tuning can they start an escape
/// sequence, reorder a line, or add a row or a column to a table.
@Suite struct HostileNameTests {
    private static let hostile = "a\u{1B}[31m\u{1B}]0;t\u{7}\u{202E}\nb,\"c\"|d\\e$&<>]]>"
    private let fixture: TuningFixture
    private let labels: String

    init() throws {
        fixture = try TuningFixture(count: 24)
        labels = fixture.folder.url.appending(path: "hostile.csv").path
        let records = CSVRecords(Array(try Data(contentsOf: URL(filePath: fixture.labels))))
        let rows = Array(records)
        let columns = try ["file", "label", "species", "group"].map { try #require(rows[0].firstIndex(of: $0)) }
        let lines = rows.dropFirst().map { row in
            let cells = columns.map { row[$0] }
            // Quoted, but not in its printed form.
            let quoted = cells[2...].map { "\"\((Self.hostile + $0).replacing("\"", with: "\"\""))\"" }
            return (cells[..<2] + (cells[2].isEmpty ? ["", quoted[1]] : quoted)).joined(separator: ",")
        }
        try Data((["file,label,species,group"] + lines).joined(separator: "\n").utf8 + [0x0A])
            .write(to: URL(filePath: labels))
    }

    private func run(_ arguments: [String]) throws -> CommandRunner.Outcome {
        try CommandRunner.depthcheck([arguments[0], fixture.measurements, "--labels", labels] + arguments.dropFirst())
    }

    /// Control characters, other than the line feeds of the format, and direction marks.
    private func unprintable(_ text: String) -> [Unicode.Scalar] {
        text.unicodeScalars.filter { $0 != "\n" && !$0.isPrintable && $0.properties.generalCategory != .spaceSeparator }
    }

    @Test(arguments: ["csv", "md", "tex", "json"])
    func tablesOfTuneEscapeNames(ending: String) throws {
        let names = ["curves", "points", "folds"].map { fixture.folder.url.appending(path: "\($0).\(ending)") }
        let outcome = try run([
            "tune", "--replicates", "0", "--point-limit", "30", "--curves", names[0].path, "--operating-points",
            names[1].path, "--save-folds", names[2].path,
        ])
        #expect(outcome.exitCode == 3, "\(outcome.errors)")
        #expect(unprintable(outcome.output + outcome.errors).isEmpty)
        for name in names {
            let text = try String(contentsOf: name, encoding: .utf8)
            #expect(text.contains("u{1B}") || text.contains("\\u001b") || text.contains("u\\{1B\\}"), "\(name)")
            #expect(unprintable(text).isEmpty, "\(name)")
            try expectWhole(text, ending: name.lastPathComponent.hasPrefix("folds") ? "csv" : ending)
        }
    }

    /// Every row of a table has the cells of its header.
    private func expectWhole(_ text: String, ending: String) throws {
        let lines = text.split(separator: "\n")
        switch ending {
        case "csv":
            let rows = Array(CSVRecords(Array(text.utf8)))
            #expect(rows.count == lines.count && Set(rows.map(\.count)).count == 1)
        case "md":
            let rows = lines.filter { $0.hasPrefix("|") }
            #expect(lines.allSatisfy { $0.hasPrefix("|") || $0.hasPrefix("<!-- ") })
            #expect(Set(rows.map { $0.replacing("\\|", with: "").count { $0 == "|" } }).count == 1)
        case "tex":
            // A table that is too wide continues below with other columns.
            for part in text.split(separator: "\\begin{tabular}").dropFirst() {
                let rows = part.split(separator: "\n").filter { $0.contains(" & ") }
                #expect(rows.allSatisfy { $0.hasSuffix(" \\\\") })
                #expect(Set(rows.map { $0.replacing("\\&", with: "").count { $0 == "&" } }).count <= 1)
            }
        default: _ = try JSONSerialization.jsonObject(with: Data(text.utf8))
        }
    }

    /// A label is the same text whether it is read from the labels or from a table that depthcheck wrote.
    @Test func savedFoldsReadBackAsTheLabels() throws {
        let folds = fixture.folder.url.appending(path: "folds.csv")
        _ = try run(["tune", "--replicates", "0", "--save-folds", folds.path])
        let groups = Set(try CSVRecords(Array(Data(contentsOf: folds))).dropFirst().map { $0[0] })
        let labelled = Set(CSVRecords(Array(try Data(contentsOf: URL(filePath: labels)))).dropFirst().map { $0[3] })
        #expect(!groups.isEmpty && groups.isSubset(of: labelled))
    }

    @Test func reportsTablesAndFiguresOfEvaluateEscapeNames() throws {
        let parameters = fixture.folder.url.appending(path: "p.json")
        try Data("{}".utf8).write(to: parameters)
        let folder = fixture.folder.url.appending(path: "paper")
        let outcome = try run([
            "evaluate", "--parameters", parameters.path, "--tables", folder.path, "--figures", folder.path + "-figures",
        ])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(unprintable(outcome.output + outcome.errors).isEmpty)
        var count = 0
        for folder in [folder.path, folder.path + "-figures"] {
            for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
                let text = try String(contentsOfFile: folder + "/" + name, encoding: .utf8)
                #expect(unprintable(text).isEmpty, "\(name)")
                let ending = String(name.split(separator: ".").last ?? "")
                if ["csv", "md", "tex"].contains(ending) { try expectWhole(text, ending: ending) }
                if ending == "svg" { #expect(XMLParser(data: Data(text.utf8)).parse(), "\(name)") }
                count += 1
            }
        }
        #expect(count > 8)
    }
}
