import DepthAnalysis
import DepthFiles
import DepthPictures
import ExplorerReports
import Reports
import Support
import ThresholdTuning

enum ReportMaps {
    /// Files below the folder of --maps, to which their names in the rows are relative.
    case folder(String)
    case measured(CorpusPaths)

    func path(ofRow file: String) -> String? {
        switch self {
        case .folder(let folder):
            file.pathSteps.contains("..") || file.isAbsolutePath ? nil : "\(folder)/\(file)"
        case .measured(let paths): paths[file]
        }
    }

    var fault: String {
        switch self {
        case .folder: "found a name outside the folder; expected one inside"
        case .measured: "found a member of a tar archive, which is read once; expected a file"
        }
    }

    var remedy: String { if case .folder = self { "; correct --maps" } else { "" } }

    var changeRemedy: String { if case .folder = self { "; correct --maps, or measure again" } else { "" } }
}

struct ReportGallery {
    private(set) var pictures: [ReportPicture] = []
    /// Maps that are missing or unreadable, with the first error.
    private var unread: (count: Int, first: String)?
    private var changed: (count: Int, first: String)?

    private let maps: ReportMaps?

    init(_ maps: ReportMaps? = nil) { self.maps = maps }

    /// Draws maps in parallel.
    init(
        of report: ExplorerReport, rows: [Int], _ maps: ReportMaps, jobs: Int, showsProgress: Bool
    ) throws {
        let artist = try ReportArtist(report: report)
        let items = rows.map { (row: $0, path: maps.path(ofRow: report.rows[$0].file)) }
        let fault = maps.fault
        let batch = Batch(
            items: items, jobs: jobs, showsProgress: showsProgress, name: { report.rows[$0.row].file }
        ) { item -> ReportArtist.Answer in
            guard let path = item.path else {
                return .unread("\(report.rows[item.row].file.printable): \(fault)")
            }
            return artist.draw(item.row, at: path)
        }
        var all = ReportGallery(maps)
        _ = try batch.run { answer in
            switch answer {
            case .drawn(let picture): all.pictures.append(picture)
            case .unread(let words): all.unread = ((all.unread?.count ?? 0) + 1, all.unread?.first ?? words)
            case .changed(let path): all.changed = ((all.changed?.count ?? 0) + 1, all.changed?.first ?? path)
            }
        }
        self = all
    }

    var notes: [String] {
        var notes: [String] = []
        if let unread {
            notes.append(
                "skipped \(NumberText.count(unread.count, "picture")) of maps that could not be read, such as "
                    + "\(unread.first)\(maps?.remedy ?? "")")
        }
        if let changed {
            notes.append(
                "skipped \(NumberText.count(changed.count, "picture")) of maps that have changed since they were "
                    + "measured, such as \(changed.first)\(maps?.changeRemedy ?? "")")
        }
        return notes
    }
}

private struct ReportArtist: Sendable {
    let report: ExplorerReport
    private let analyzer: FileAnalyzer

    enum Answer: Sendable {
        case drawn(ReportPicture)
        case unread(String)
        case changed(String)
    }

    init(report: ExplorerReport) throws {
        self.report = report
        analyzer = FileAnalyzer(
            analyzer: try DepthAnalyzer(
                profile: report.rows.first?.provenance.profile ?? .server,
                parameters: report.comparedParameters[0].parameters,
                exponential: report.exponential),
            reader: DepthFileReader())
    }

    func draw(_ row: Int, at path: String) -> Answer {
        let measured = report.rows[row]
        guard let options = ReadingOptions(canonicalText: measured.provenance.reading) else {
            return .unread(
                "\(path.printable): found the reading \"\(measured.provenance.reading.printable)\"; expected one that "
                    + "measure writes")
        }
        let (result, map) = analyzer.analyze(
            ArchivePaths().map(at: path, named: path, options: options) ?? .file(.path(path)), options: options
        ) { map, _ in map }
        guard let map else {
            return .unread("\(path.printable): \(result.error?.text(.command) ?? "")")
        }
        guard report.row(row, isOf: result.analysis) else { return .changed(path.printable) }
        return picture(map, result.analysis, row: row)
            ?? .unread("\(path.printable): found too little memory to draw the map")
    }

    private func picture(_ map: DepthMap, _ analysis: SceneAnalysis, row: Int) -> Answer? {
        var options = PictureOptions()
        options.isPlain = true
        let caption = Caption(verdict: "", tone: .good, name: "", paragraphs: [])
        let reservation = ByteReservation.forProcess()
        reservation.reserve(12 * map.samples.count)
        return withExtendedLifetime(reservation) {
            let picture = DepthPicture(
                map, analysis: analysis, trace: nil, parameters: report.comparedParameters[0].parameters,
                options: options,
                caption: caption)
            return picture.image.smallPNG.map {
                Answer.drawn(ReportPicture(row: row, width: picture.width, height: picture.height, png: $0))
            }
        }
    }
}

extension String {
    fileprivate var pathSteps: [Substring] { split(separator: "/") }
}
