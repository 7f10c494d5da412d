import ArgumentParser
import DepthFiles
import Support

/// A format to convert to, named by its file extension: each format that depthcheck writes.
struct ConvertedFormat: Hashable, CaseIterable, RawRepresentable, ExpressibleByArgument {
    let rawValue: String

    static let gzip = ConvertedFormat(ending: "bin.gz")
    static let npz = ConvertedFormat(ending: "npz")

    static let float16 = ConvertedFormat(ending: "depth.zlib")
    static let float32 = ConvertedFormat(ending: "bin")
    private static let packed = DepthContainer.allCases.filter { $0 != .gzip && $0 != .none }
    private static let stored = DepthFileFormat.allCases.filter { WrittenFormat($0, unitsPerMetre: 1) != nil }

    static let allCases =
        [gzip, float32] + packed.map { ConvertedFormat(ending: $0.extensions[0]) } + [float16]
        + (stored.map { ConvertedFormat(ending: $0.extensions[0]) } + [npz]).sorted { $0.rawValue < $1.rawValue }

    private init(ending: String) { rawValue = ending }

    init?(rawValue: String) {
        guard let known = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = known
    }

    init?(ofName name: String) {
        let name = name.lastPathPart.lowercased()
        let found = Self.endings.first { ending, _ in name.hasSuffix("." + ending) && name.count > ending.count + 1 }
        guard let found else { return nil }
        self = found.format
    }

    /// Longer extensions precede their suffixes.
    private static let endings: [(ending: String, format: ConvertedFormat)] =
        [("depth.zlib", float16), ("gz", gzip)] + DepthFileFormat.float32.extensions.map { ($0, float32) }
        + packed.flatMap { container in
            container.extensions.map { ($0, ConvertedFormat(ending: container.extensions[0])) }
        }
        + stored.flatMap { format in format.extensions.map { ($0, ConvertedFormat(ending: format.extensions[0])) } }
        + [("npz", npz)]

    /// The format of each map; for `.npz`, the format of each array.
    func written(unitsPerMetre: Float) -> WrittenFormat {
        switch self {
        case .gzip: .float32(.gzip)
        case .float16: .float16
        case .npz: .npy
        default:
            Self.packed.first { $0.extensions[0] == rawValue }.map { .float32($0) }
                ?? Self.stored.first { $0.extensions[0] == rawValue }
                .flatMap { WrittenFormat($0, unitsPerMetre: unitsPerMetre) } ?? .float32(.none)
        }
    }
}

/// Unique names for converted maps. The same maps in the same order always get the same names.
struct ConvertedNames {
    let ending: String
    private var taken: Set<ExactText> = []
    private var numbers: [ExactText: Int] = [:]

    init(ending: String) { self.ending = ending }

    /// The name of the map, prefixed with as many parent folders as make it unique, or else with a number appended.
    mutating func name(for path: String) -> String {
        let name = path == FileAccess.standardInputName ? "standard-input" : OutputName.sanitised(path)
        var parts = name.pathParts.filter { $0 != ".." }
        if let last = parts.popLast() { parts.append(Self.stem(last)) }
        // A frame is named after its recording too, because its number alone identifies nothing.
        let least = DepthArchive.isFrameName(name) ? 2 : 1
        for depth in least...max(parts.count, 1) {
            let name = parts.suffix(depth).joined(separator: "_") + ending
            if taken.insert(ExactText(name)).inserted { return name }
        }
        let whole = parts.joined(separator: "_")
        var number = numbers[ExactText(whole)] ?? 1
        repeat { number += 1 } while !taken.insert(ExactText("\(whole)-\(number)\(ending)")).inserted
        numbers[ExactText(whole)] = number
        return "\(whole)-\(number)\(ending)"
    }

    private static func stem(_ name: String) -> String {
        var stem = name
        while DepthFileList.isDepthFile(stem), let dot = stem.utf8.lastIndex(of: UInt8(ascii: ".")),
            dot != stem.utf8.startIndex
        {
            stem = String(stem[..<dot])
        }
        return stem
    }
}
