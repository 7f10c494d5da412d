import ArgumentParser
import DepthFiles
import Support

/// The format of converted files, named by the ending of their names: each format that depthcheck writes.
struct ConvertedFormat: Hashable, CaseIterable, RawRepresentable, ExpressibleByArgument {
    let rawValue: String

    static let gzip = ConvertedFormat(ending: "bin.gz")
    /// An archive of NumPy arrays: all maps in one file.
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

    /// The format that a file's name asks for by its ending; nil if it asks for none.
    init?(ofName name: String) {
        let name = name.lastPathPart.lowercased()
        let found = Self.endings.first { ending, _ in name.hasSuffix("." + ending) && name.count > ending.count + 1 }
        guard let found else { return nil }
        self = found.format
    }

    /// Longer endings before those that they end with.
    private static let endings: [(ending: String, format: ConvertedFormat)] =
        [("depth.zlib", float16), ("gz", gzip)] + DepthFileFormat.float32.extensions.map { ($0, float32) }
        + packed.flatMap { container in
            container.extensions.map { ($0, ConvertedFormat(ending: container.extensions[0])) }
        }
        + stored.flatMap { format in format.extensions.map { ($0, ConvertedFormat(ending: format.extensions[0])) } }
        + [("npz", npz)]

    /// The format of each map; in an `.npz`, that of an array.
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

/// Names of converted maps, given out one by one as the maps come: always the same for the same maps in the same order.
///
///     var names = ConvertedNames(ending: ".npy")
///     names.name(for: "a/room.bin.gz")  // room.npy
///     names.name(for: "b/room.bin.gz")  // b_room.npy
struct ConvertedNames {
    let ending: String
    private var taken: Set<ExactText> = []
    /// The last number that a name was given, for the names that were given one.
    private var numbers: [ExactText: Int] = [:]

    init(ending: String) { self.ending = ending }

    /// The map's own name, with those of as many folders before it as tell it from those before; a number where nothing
    /// does.
    mutating func name(for path: String) -> String {
        let name = path == FileAccess.standardInputName ? "standard-input" : OutputName.harmless(path)
        var parts = name.pathParts.filter { $0 != ".." }
        if let last = parts.popLast() { parts.append(Self.stem(last)) }
        for depth in 1...max(parts.count, 1) {
            let name = parts.suffix(depth).joined(separator: "_") + ending
            if taken.insert(ExactText(name)).inserted { return name }
        }
        let whole = parts.joined(separator: "_")
        var number = numbers[ExactText(whole)] ?? 1
        repeat { number += 1 } while !taken.insert(ExactText("\(whole)-\(number)\(ending)")).inserted
        numbers[ExactText(whole)] = number
        return "\(whole)-\(number)\(ending)"
    }

    /// A name without the endings of depth files.
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
