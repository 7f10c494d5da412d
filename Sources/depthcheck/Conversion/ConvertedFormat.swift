import ArgumentParser
import DepthFiles
import Support

/// What maps are converted to, called by the ending of its files.
enum ConvertedFormat: String, CaseIterable, ExpressibleByArgument {
    case gzip = "bin.gz"
    case float32 = "bin"
    case zlib
    case deflate
    case lzfse
    case float16 = "depth.zlib"
    case npy
    case npz
    case pfm
    case png

    /// The format that a name asks for by its ending; nil for a name that asks for none.
    init?(ofName name: String) {
        let name = name.lastPathPart.lowercased()
        let found = Self.endings.first { ending, _ in name.hasSuffix("." + ending) && name.count > ending.count + 1 }
        guard let found else { return nil }
        self = found.format
    }

    /// Longer endings before those that they end with.
    private static let endings: [(ending: String, format: ConvertedFormat)] = [
        ("depth.zlib", .float16), ("gz", .gzip), ("bin", .float32), ("f32", .float32), ("raw", .float32),
        ("depth", .float32), ("zlib", .zlib), ("zz", .zlib), ("z", .zlib), ("deflate", .deflate), ("dfl", .deflate),
        ("lzfse", .lzfse), ("npy", .npy), ("npz", .npz), ("pfm", .pfm), ("png", .png),
    ]

    /// How each map is written; in an `.npz` that is as an array.
    func written(unitsPerMetre: Float) -> WrittenFormat {
        switch self {
        case .gzip: .float32(.gzip)
        case .float32: .float32(.none)
        case .zlib: .float32(.zlib)
        case .deflate: .float32(.deflate)
        case .lzfse: .float32(.lzfse)
        case .float16: .float16
        case .npy, .npz: .npy
        case .pfm: .pfm
        case .png: .png16(unitsPerMetre: unitsPerMetre)
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
