internal import DepthAnalysis
internal import DepthFiles
internal import Support

struct MapInput: Sendable {
    enum Given: Sendable, Hashable {
        /// The columns and rows of the samples.
        case fitting
        /// No dimensions, so that they are inferred.
        case none
        case other(MapDimensions)
    }

    var samples: [Float]
    /// Samples per row. Unless the given dimensions fit, all samples are one row.
    private(set) var columns: Int
    private(set) var given: Given
    var departures: [FileDeparture] = []

    init(_ samples: [Float], columns: Int, given: Given = .fitting) {
        (self.samples, self.given) = (samples, given)
        self.columns = given == .fitting ? columns : max(1, samples.count)
    }

    init(_ map: DepthMap) { self.init(map.samples, columns: map.width) }

    var rows: Int { samples.count / columns }

    var grid: DepthMap? { given == .fitting ? try? DepthMap(width: columns, height: rows, samples: samples) : nil }

    var givenDimensions: MapDimensions? {
        switch given {
        case .fitting: MapDimensions(width: columns, height: rows)
        case .none: nil
        case .other(let dimensions): dimensions
        }
    }

    /// Whether the question is about the file as the server reads it. A file without samples is no map.
    var isWholeFile: Bool { !departures.isEmpty || samples.isEmpty }

    var file: [UInt8] { FileDeparture.file(of: float32Bytes(of: samples), departures) }

    func giving(_ given: Given, columns: Int? = nil) -> MapInput {
        var input = MapInput(samples, columns: columns ?? self.columns, given: given)
        input.departures = departures
        return input
    }

    var text: String {
        let size =
            switch given {
            case .fitting: "\(columns) x \(rows)"
            case .none: "\(NumberText.count(samples.count, "sample")), no dimensions given"
            case .other(let other):
                "\(NumberText.count(samples.count, "sample")), given \(other.width) x \(other.height)"
            }
        var parts = [size]
        if samples.count <= Self.listedCount {
            parts.append("[\(samples.map { "\($0)" }.joined(separator: ", "))]")
        } else if samples.allSatisfy({ $0.bitPattern == samples[0].bitPattern }) {
            parts.append("all \(samples[0])")
        }
        return (parts + departures.map(\.text)).joined(separator: "; ")
    }

    private static let listedCount = 24
}

extension MapInput {
    func without(_ range: Range<Int>, of side: Side) -> MapInput? {
        guard side.length(of: self) > range.count else { return nil }
        var shorter = self
        switch side {
        case .rows: shorter.samples.removeSubrange(range.lowerBound * columns..<range.upperBound * columns)
        case .columns:
            shorter.samples = samples.enumerated().filter { !range.contains($0.offset % columns) }.map(\.element)
            shorter.columns -= range.count
        }
        return shorter
    }

    enum Side: Sendable {
        case rows, columns

        func length(of input: MapInput) -> Int { self == .rows ? input.rows : input.columns }
    }

    func replacing(_ value: Float, by replacement: Float) -> MapInput {
        var simpler = self
        simpler.samples = samples.map { $0.bitPattern == value.bitPattern ? replacement : $0 }
        return simpler
    }
}
