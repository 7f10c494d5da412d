internal import DepthAnalysis
package import DepthFiles

/// What a file is, for whoever has it and wants to know: format, size, units, range, and what is odd about it.
///
///     let information = FileInformation(of: .file(.path("room.npy")), reader: DepthFileReader())
///     print(information.text(style: .plain, width: 80))
package struct FileInformation: Sendable {
    /// As it was named.
    package let input: String
    /// What kind of archive it stands in, such as "a Record3D capture"; nil for a file of its own.
    package let archive: String?
    /// Bytes of the file, or of the member of an archive; nil where nobody could count them.
    package let byteCount: Int?
    /// The map and how it was found, or why there is none.
    package let result: Result<Map, ReadingError>

    /// What was found of a map.
    package struct Map: Sendable {
        let container: DepthContainer
        let format: DepthFileFormat
        let storage: String
        /// Of whole numbers; nil where the samples are stored as metres.
        let unitsPerMetre: Float?
        let width, height: Int
        let samples: SampleKinds
        /// The smallest and the largest finite number as they are stored, before units; nil where there is none.
        let numbers: ClosedRange<Float>?
        /// How many samples of the confidence beside the map have each level; nil where there is none.
        let confidence: [Confidence: Int]?
        let notes: [String]
        let noteCodes: [String]
    }

    /// How many samples are valid to the server, and what the others are.
    package struct SampleKinds: Sendable, Hashable {
        var valid = 0
        var nonFinite = 0
        var zero = 0
        /// Nearer than the server's range, negative ones among them, and farther.
        var near = 0
        var far = 0
        /// The nearest and the farthest valid sample, in metres; nil where none is valid.
        var range: ClosedRange<Float>?
    }

    /// Opens a file and looks at it.
    package init(of input: DepthInput, reader: DepthFileReader) {
        self.init(of: reader.open(input), input, reader)
    }

    /// Opens a file and looks at each map in it.
    package static func all(in input: DepthInput, reader: DepthFileReader) -> [FileInformation] {
        var all: [FileInformation] = []
        reader.forEachMap(in: input) { all.append(FileInformation(of: $0, input, reader)) }
        return all
    }

    private init(of file: OpenedDepthFile, _ input: DepthInput, _ reader: DepthFileReader) {
        self.input = file.path
        archive = if case .member(let member) = input { member.archive } else { nil }
        byteCount = file.bytes?.count
        result = Result { () throws(ReadingError) in
            let decoded = try file.decoded()
            // A map is read without its confidence, unless a minimal one is requested.
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
        let notes = file.plausibilityNotes + file.notes
        self.notes = notes.map(\.description)
        noteCodes = notes.map(\.code)
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
            } else {
                far += 1
            }
        }
        range = self.valid == 0 ? nil : nearest...farthest
    }

    var total: Int { valid + nonFinite + zero + near + far }
}
