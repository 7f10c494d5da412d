import ArgumentParser
import Support
import Tasks
import ThresholdTuning

struct EvaluationDocumentOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Write tables for a paper to this folder, each as CSV, Markdown and LaTeX: "
                + EvaluationTables.names.joined(separator: ", ") + ".",
            valueName: "folder"),
        completion: .directory)
    var tables: String?

    @Option(
        help: ArgumentHelp(
            "The columns of text on a page that LaTeX tables fit: 1 (469 pt) or 2 (229 pt).", valueName: "count"))
    var columns = 1

    @Option(
        help: ArgumentHelp(
            "Write figures for a paper to this folder as SVG: " + EvaluationFigures.names.joined(separator: ", ") + ".",
            valueName: "folder"),
        completion: .directory)
    var figures: String?

    @Option(
        name: .customLong("development"),
        help: ArgumentHelp(
            "A development set, which chooses the thresholds of HTER and EPC, and of scores without decisions: one "
                + "file for each table, in the same order.",
            valueName: "file"),
        completion: .file())
    var developmentTables: [String] = []

    @Option(
        help: ArgumentHelp("The labels of the development set.", valueName: "file"),
        completion: .file(extensions: ["csv"]))
    var developmentLabels: String?

    func validate() throws {
        guard columns == 1 || columns == 2 else {
            throw ValidationError("--columns is \(columns); expected 1 or 2")
        }
        for (option, folder) in [("--tables", tables), ("--figures", figures)] {
            guard let folder, folder.isEmpty || folder == "-" else { continue }
            throw ValidationError("\(option) is \"\(folder)\"; expected the name of a folder")
        }
    }

    /// Whether a class may be missing: then the documents that need it are not written.
    var allowsOneClass: Bool { tables != nil || figures != nil }

    var named: [NamedPath] {
        developmentTables.map { NamedPath(option: "--development", path: $0) }
            + [developmentLabels].compactMap { $0 }.map { NamedPath(option: "--development-labels", path: $0) }
    }

    /// The tables of the development set; empty without one.
    func readDevelopment(by tables: LabelledTables) throws -> [EvaluatedTable] {
        guard let developmentLabels else { return [] }
        return try developmentTables.map { try tables.read($0, labels: developmentLabels) }
    }

    var files: [TuningOutputs<EvaluationDocuments>.File] {
        documents.map { document in
            .init(document.option, document.path, mustBeFile: true) { $0.texts[document.path] }
        }
    }

    var folders: [String] { [tables, figures].compactMap { $0 } }

    /// Checks that the documents replace no file that depthcheck did not write.
    ///
    /// - Throws: `ValidationError`.
    func requireOwnFiles() throws {
        for document in documents where FileAccess.missing(document.path) == nil { try document.requireOwn() }
    }

    /// Removes documents of an earlier evaluation that this one does not write, so that a folder is about one
    /// evaluation. ``requireOwnFiles()`` has refused files of other programs.
    func removeEarlier(notIn contents: EvaluationDocuments) {
        for document in documents where contents.texts[document.path] == nil { FileAccess.remove(document.path) }
    }

    fileprivate var documents: [EvaluationDocument] {
        let tableFiles = tables.map { folder in
            EvaluationTables.names.flatMap { name in
                EvaluationTables.endings.map {
                    EvaluationDocument(option: "--tables", folder: folder, name: name, ending: $0)
                }
            }
        }
        // CSV has no comments, so provenance is a file of its own.
        let provenance = tables.map {
            [EvaluationDocument(option: "--tables", folder: $0, name: "provenance", ending: "json")]
        }
        let figureFiles = figures.map { folder in
            EvaluationFigures.names.map {
                EvaluationDocument(option: "--figures", folder: folder, name: $0, ending: "svg")
            }
        }
        return (tableFiles ?? []) + (provenance ?? []) + (figureFiles ?? [])
    }
}

/// One file in a folder of tables or figures.
private struct EvaluationDocument {
    let option: String
    let folder: String
    let name: String
    let ending: String

    var path: String { "\(folder.asFolderPrefix)\(name).\(ending)" }

    /// A larger file is not one of these documents.
    private static let maximumByteCount = 1 << 30

    /// Checks that an existing file begins like one that this command writes.
    func requireOwn() throws {
        let beginning =
            switch ending {
            case "csv": (EvaluationTables.header(of: name) ?? "") + "\n"
            case "json": "{\n  \"depthcheck\": "
            case "tex": "% " + ReportTable.signature
            default: "<!-- " + ReportTable.signature
            }
        let bytes = try? FileAccess.readFile(path, maximumByteCount: Self.maximumByteCount)
        guard let bytes, bytes.starts(with: beginning.utf8) else {
            throw ValidationError(
                "\(option): found \(path.printable), which depthcheck evaluate did not write; expected no such file, "
                    + "or an earlier one of depthcheck evaluate; move it, or name another folder")
        }
    }
}

/// The contents of the tables and figures by path, and the reasons for missing ones.
struct EvaluationDocuments {
    private(set) var texts: [String: String] = [:]
    private(set) var notes: [String] = []

    init(of evaluation: SystemEvaluation, for options: EvaluationDocumentOptions) {
        let tables = options.tables == nil ? [] : EvaluationTables.all(of: evaluation, columnsOfPage: options.columns)
        let figures = options.figures == nil ? [] : EvaluationFigures(evaluation).all
        for document in options.documents {
            if document.ending == "json" {
                texts[document.path] = Provenance.shape.text(of: evaluation.provenance) + "\n"
            }
            if let table = tables.first(where: { $0.name == document.name })?.table, document.option == "--tables" {
                texts[document.path] = table.text(for: document.path)
            }
            if let figure = figures.first(where: { $0.name == document.name }), document.option == "--figures" {
                texts[document.path] = figure.svg
            }
        }
        let missing =
            tables.map { (options.tables, "table", $0.name, $0.reason) }
            + figures.map { (options.figures, "figure", $0.name, $0.reason) }
        notes = missing.compactMap { folder, kind, name, reason in
            reason.map { "\((folder ?? "").asFolderPrefix.printable)\(name): \(kind) not written, because \($0)" }
        }
    }
}
