internal import DepthAnalysis
internal import DepthFiles
internal import PlanarityMeasurements
internal import Support
internal import ThresholdTuning

/// The map of a row as PNG, one pixel per sample.
package struct ReportPicture: Sendable {
    package let row: Int
    package let width: Int
    package let height: Int
    package let png: [UInt8]

    package init(row: Int, width: Int, height: Int, png: [UInt8]) {
        (self.row, self.width, self.height, self.png) = (row, width, height, png)
    }
}

/// The data of a page: columns, pictures, and facts about both.
package struct ReportBlocks: Sendable {
    package let blocks: [WebPage.DataBlock]
    /// The number of pictures omitted for lack of space.
    package let omittedPictureCount: Int

    /// The maximum size of a page: it can be sent by e-mail, and holds a hundred thousand rows with pictures.
    static let maximumBytes = 6_000_000
    /// The size reserved for code, style and WebAssembly modules.
    static let bytesOfCode = 500_000
    /// The space that is always available for pictures, regardless of the number of rows.
    static let minimumBytesForPictures = 500_000

    package init(_ report: ExplorerReport, pictures: [ReportPicture]) {
        let columns = report.columns
        let used = columns.reduce(Self.bytesOfCode) { $0 + $1.text.count }
        var room = max(Self.maximumBytes - used, Self.minimumBytesForPictures)
        var shown: [ReportPicture] = []
        var blocks: [WebPage.DataBlock] = []
        for picture in pictures {
            let block = WebPage.DataBlock(id: "picture-\(picture.row)", bytes: picture.png)
            guard block.text.count <= room else { continue }
            room -= block.text.count
            shown.append(picture)
            blocks.append(block)
        }
        let facts = WebPage.DataBlock(id: "report", json: report.facts(pictures: shown))
        self.blocks = [facts] + columns + blocks
        omittedPictureCount = pictures.count - shown.count
    }
}

extension ExplorerReport {
    fileprivate var columns: [WebPage.DataBlock] {
        func block(_ name: String, _ bytes: [UInt8]) -> WebPage.DataBlock {
            WebPage.DataBlock(id: "column-\(name)", bytes: DepthFileWriter.pack(bytes, as: .gzip, level: 9))
        }
        var blocks = DecisionColumn.all(of: rows).map { block($0.name, PackedColumn.bytes(of: $0.values)) }
        if subject.showsCandidates {
            for candidate in CandidateMeasurement.allCases {
                let values = rows.map { $0.candidates[candidate] ?? .nan }
                blocks.append(block(candidate.rawValue, PackedColumn.bytes(of: values)))
            }
        }
        blocks.append(block("file", PackedColumn.lines(rows.map(\.file))))
        blocks.append(block("outcome", PackedColumn.planes(of: outcomes.ofRows.map { UInt16($0) })))
        if readings.count > 1 {
            let places = Dictionary(uniqueKeysWithValues: zip(readings.map(\.name), 0...))
            blocks.append(
                block(
                    "reading", PackedColumn.planes(of: rows.map { UInt16(places[$0.provenance.reading, default: 0]) })))
        }
        guard let presentations, let labelled else { return blocks }
        blocks.append(block("class", PackedColumn.planes(of: presentations.all.map { UInt16($0.kind) })))
        guard labelled.notes.groupsAreGiven else { return blocks }
        blocks.append(block("group", PackedColumn.planes(of: presentations.all.map { UInt32($0.group) })))
        blocks.append(block("group-name", PackedColumn.lines(presentations.groupNames)))
        return blocks
    }

    /// The distinct outcomes of reading files, and for each row the index of its outcome.
    var outcomes: (distinct: [Outcome], ofRows: [Int]) {
        var distinct: [Outcome] = [Outcome(code: "", example: "")]
        var places: [String: Int] = ["": 0]
        let ofRows = rows.map { row in
            let code =
                row.analysis.status != .unavailable ? "" : row.errorCode.isEmpty ? Outcome.noVerdict : row.errorCode
            if let place = places[code] {
                distinct[place].count += 1
                return place
            }
            places[code] = distinct.count
            distinct.append(Outcome(code: code, example: row.error, count: 1))
            return distinct.count - 1
        }
        distinct[0].count = ofRows.count { $0 == 0 }
        return (distinct, ofRows)
    }

    /// The outcome of reading files, e.g. an error that prevented a verdict.
    struct Outcome {
        let code: String
        /// The error message of the first file with this outcome.
        let example: String
        var count = 0

        /// The code of a map that was read but has no verdict.
        static let noVerdict = "no_verdict"
    }
}
