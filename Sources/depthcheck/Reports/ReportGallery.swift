import DepthAnalysis
import DepthFiles
import DepthPictures
import ExplorerReports
import Reports
import Support
import ThresholdTuning

/// The pictures of a report, and the reasons for missing ones.
struct ReportGallery {
    private(set) var pictures: [ReportPicture] = []
    /// Maps that are missing or unreadable, with the first error.
    private var unread: (count: Int, first: String)?
    /// Maps whose measurements have changed.
    private var changed: (count: Int, first: String)?

    init() {}

    /// Draws maps in parallel.
    ///
    /// - Parameters:
    ///   - rows: the rows of the maps, the most valuable pictures first.
    ///   - folder: the folder that the file names in the rows are relative to.
    init(
        of report: ExplorerReport, rows: [Int], in folder: String, jobs: Int, showsProgress: Bool
    ) throws {
        let artist = try ReportArtist(report: report, folder: folder)
        let batch = Batch(
            items: rows, jobs: jobs, showsProgress: showsProgress, name: { report.rows[$0].file }
        ) { artist.draw($0) }
        var all = ReportGallery()
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
                    + "\(unread.first); correct --maps")
        }
        if let changed {
            notes.append(
                "skipped \(NumberText.count(changed.count, "picture")) of maps that have changed since they were "
                    + "measured, such as \(changed.first); correct --maps, or measure again")
        }
        return notes
    }
}

private struct ReportArtist: Sendable {
    let report: ExplorerReport
    let folder: String
    private let analyzer: FileAnalyzer

    enum Answer: Sendable {
        case drawn(ReportPicture)
        case unread(String)
        case changed(String)
    }

    init(report: ExplorerReport, folder: String) throws {
        self.report = report
        self.folder = folder
        analyzer = FileAnalyzer(
            analyzer: try DepthAnalyzer(
                profile: report.rows.first?.provenance.profile ?? .server,
                parameters: report.comparedParameters[0].parameters,
                exponential: report.exponential),
            reader: DepthFileReader())
    }

    func draw(_ row: Int) -> Answer {
        let measured = report.rows[row]
        let path = "\(folder)/\(measured.file)"
        guard !measured.file.pathSteps.contains(".."), !measured.file.isAbsolute else {
            return .unread("\(path.printable): found a name outside the folder; expected one inside")
        }
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
    fileprivate var isAbsolute: Bool { utf8.first == UInt8(ascii: "/") }
}
