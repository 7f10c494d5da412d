internal import DepthAnalysis
package import DepthFiles
package import Support

/// A description of a file: its format, size, units, range, and anything unusual.
package struct FileInformation: Sendable {
    package let input: String
    /// The kind of archive that contains the file, such as "a Record3D capture"; nil for a separate file.
    package let archive: String?
    package let byteCount: Int?
    package let result: Result<Map, ReadingError>

    package struct Map: Sendable {
        let container: DepthContainer
        let format: DepthFileFormat
        let storage: String
        /// The number of units in a metre for whole-number samples; nil if the samples are stored in metres.
        let unitsPerMetre: Float?
        let width, height: Int
        let samples: SampleKinds
        /// The smallest and the largest finite number as stored, before the conversion of units; nil if there is
        /// none.
        let numbers: ClosedRange<Float>?
        let confidence: [DepthConfidence: Int]?
        let notes: [ReadingNote]
    }

    package struct SampleKinds: Sendable, Hashable {
        var valid = 0
        var nonFinite = 0
        var zero = 0
        /// The numbers of samples nearer than the server's range, including negative depths, and farther than it.
        var near = 0
        var far = 0
        /// The number of samples that are negative; ``near`` includes them.
        var negative = 0
        var range: ClosedRange<Float>?
    }

    package init(of input: DepthInput, reader: DepthFileReader) { self.init(of: reader.open(input), input, reader) }

    package static func all(in input: DepthInput, reader: DepthFileReader) -> MapResults<FileInformation> {
        MapResults(in: input, reader) { FileInformation(of: $0, input, reader) }
    }

    private init(of file: MapFile, _ input: DepthInput, _ reader: DepthFileReader) {
        self.input = file.path
        archive = if case .member(let member) = input { member.archive } else { nil }
        byteCount = file.bytes?.count
        result = Result { () throws(ReadingError) in
            let decoded = try file.decoded()
            // The reader skips confidence unless a minimum is requested.
            do throws(ReadingError) {
                return Map(decoded, try reader.confidence(beside: input))
            } catch {
                return Map(decoded.with(notes: decoded.notes + [.confidenceUnreadable(error)]), nil)
            }
        }
    }
}

extension FileInformation.Map {
    init(_ file: DecodedDepthFile, _ confidence: ConfidenceMap?) {
        container = file.container
        format = file.format
        storage = file.storage
        unitsPerMetre = file.unitsPerMetre
        numbers = Self.numbers(of: file)
        (width, height) = (file.map.width, file.map.height)
        samples = FileInformation.SampleKinds(of: file.map.samples)
        self.confidence = confidence?.counts
        notes = file.allNotes
    }

    private static func numbers(of file: DecodedDepthFile) -> ClosedRange<Float>? {
        var (smallest, largest) = (Float.infinity, -Float.infinity)
        for sample in file.map.samples where sample.isFinite {
            smallest = min(smallest, sample)
            largest = max(largest, sample)
        }
        guard smallest <= largest else { return nil }
        guard let units = file.unitsPerMetre else { return smallest...largest }
        return (smallest * units).rounded()...(largest * units).rounded()
    }

    fileprivate static func shape(_ codes: ReadingCodes) -> Shape<FileInformation.Map> {
        let levels = Shape<[DepthConfidence: Int]> {
            for level in DepthConfidence.allCases { Member(level.name, .count) { $0[level] ?? 0 } }
        }
        return Shape {
            Member("format", .word) { $0.format }
            Member("container", .word) { $0.container }
            Member("storage", .text, or: .null) { $0.storage.isEmpty ? nil : $0.storage }
            Member("units_per_metre", .number, or: .null) { $0.unitsPerMetre.map { Double($0) } }
            Member("width", .count) { $0.width }
            Member("height", .count) { $0.height }
            Member("total_count", .count) { $0.samples.total }
            Member("valid_count", .count) { $0.samples.valid }
            Member("zero_count", .count) { $0.samples.zero }
            Member("non_finite_count", .count) { $0.samples.nonFinite }
            Member("near_count", .count) { $0.samples.near }
            Member("far_count", .count) { $0.samples.far }
            Member("min_number", .number, or: .null) { $0.numbers.map { Double($0.lowerBound) } }
            Member("max_number", .number, or: .null) { $0.numbers.map { Double($0.upperBound) } }
            Member("min_depth", .number, or: .null) { $0.samples.range.map { Double($0.lowerBound) } }
            Member("max_depth", .number, or: .null) { $0.samples.range.map { Double($0.upperBound) } }
            Member("confidence", levels, or: .absent) { $0.confidence }
            Member("notes", .list(of: .message)) { $0.notes.map(\.wording) }
            Member("note_codes", .list(of: .words(codes.notes))) { $0.notes.map(\.code) }
        }
    }

    /// The format in words, such as "NumPy array (float16, big-endian) in gzip".
    var title: String {
        var words = format.name.withoutArticle
        if !storage.isEmpty { words += " (\(storage))" }
        return container == .none ? words : words + " in \(container.rawValue)"
    }

    fileprivate var units: String {
        unitsPerMetre.map { "\(NumberText.significant(Double($0), digits: 7)) per metre, stored as whole numbers" }
            ?? "metres"
    }

    fileprivate var confidenceShares: String {
        guard let confidence else { return "none" }
        let total = confidence.values.reduce(0, +)
        return DepthConfidence.allCases.map { level in
            "\(level.name) \(share(confidence[level] ?? 0, of: total))"
        }.joined(separator: ", ")
    }
}

extension FileInformation.SampleKinds {
    init(of samples: [Float]) {
        let valid = ValidRange.standard
        var (nearest, farthest) = (Float.infinity, -Float.infinity)
        for sample in samples {
            if valid.contains(sample) {
                self.valid += 1
                nearest = min(nearest, sample)
                farthest = max(farthest, sample)
            } else if !sample.isFinite {
                nonFinite += 1
            } else if sample == 0 {
                zero += 1
            } else if sample < valid.lower {
                near += 1
                if sample < 0 { negative += 1 }
            } else {
                far += 1
            }
        }
        range = self.valid == 0 ? nil : nearest...farthest
    }

    var total: Int { valid + nonFinite + zero + near + far }

    fileprivate var shares: String {
        var words = ["\(valid) of \(total) valid (\(share(valid, of: total)))"]
        for (count, kind) in [
            (zero, "0"), (nonFinite, "NaN or infinite"), (negative, "negative"),
            (near - negative, "nearer than 0.1 m"), (far, "farther than 20 m"),
        ] where count > 0 {
            words.append("\(count) \(kind)")
        }
        return words.joined(separator: ", ")
    }
}

extension FileInformation {
    fileprivate static let shape = shape(.none)

    package static func shape(_ codes: ReadingCodes) -> Shape<FileInformation> {
        let file = Shape<FileInformation> {
            Member("input", .text) { $0.input }
            Member("archive", .text, or: .null) { $0.archive }
            Member("file_bytes", .count, or: .null) { $0.byteCount }
        }
        let read = Shape<(file: FileInformation, map: Map)> {
            file.members { $0.file }
            Map.shape(codes).members { $0.map }
        }
        let unread = Shape<(file: FileInformation, error: ReadingError)> {
            file.members { $0.file }
            Member("error", .message) { $0.error.wording }
            Member("error_code", .words(codes.errors)) { $0.error.code }
        }
        return Shape(anyOf: [
            read.when { file in (try? file.result.get()).map { (file, $0) } },
            unread.when { file in file.error.map { (file, $0) } },
        ])
    }

    private var error: ReadingError? { if case .failure(let error) = result { error } else { nil } }
}

extension FileInformation {
    package func text(style: Style, width: Int) -> String {
        let name = style.bold(input.printable)
        let map: Map
        switch result {
        case .success(let found): map = found
        case .failure(let error):
            let words = error.text(style.names).sanitisedLine
            return ([name] + ("error: " + words).wrapped(width: width, indent: 4, firstIndent: 2)).joined(
                separator: "\n")
        }
        let archive = archive.map { ", in \($0)" } ?? ""
        var lines = ["\(name): \(map.title), \(map.width)x\(map.height)\(archive)"]
        func line(_ label: String, _ words: String) {
            let wrapped = words.wrapped(width: width, indent: 14, firstIndent: 14)
            lines += ["  " + label.padded(to: 12) + (wrapped.first ?? "").dropFirst(14)] + wrapped.dropFirst()
        }
        line("samples", map.samples.shares)
        if let numbers = map.numbers {
            let ends = [numbers.lowerBound, numbers.upperBound].map { NumberText.significant(Double($0), digits: 7) }
            line("numbers", "\(ends[0]) to \(ends[1]), as stored")
        }
        if let range = map.samples.range {
            let (nearest, farthest) = (NumberText.fixed(Double(range.lowerBound), digits: 3), range.upperBound)
            line("depths", "\(nearest) to \(NumberText.fixed(Double(farthest), digits: 3)) m (valid samples)")
        }
        line("units", map.units)
        line("confidence", map.confidenceShares)
        if let byteCount { line("size", NumberText.count(byteCount, "byte")) }
        for note in map.notes { line("note", note.wording.text(style.names).sanitisedLine) }
        return lines.joined(separator: "\n")
    }
}

extension ResultStream<FileInformation> {
    package init(_ format: ResultFormat, isList: Bool, style: Style, width: Int) {
        self.init(format, isList: isList, style.names, shape: FileInformation.shape) {
            $0.text(style: style, width: width)
        }
    }
}

private func share(_ count: Int, of total: Int) -> String {
    total == 0 ? "0 %" : NumberText.fixed(100 * Double(count) / Double(total), digits: 1) + " %"
}

extension String {
    /// The noun without its article: "PNG" for "a PNG".
    fileprivate var withoutArticle: String {
        for article in ["a ", "an "] where utf8.starts(with: article.utf8) { return String(dropFirst(article.count)) }
        return self
    }
}
