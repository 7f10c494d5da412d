import DepthFiles
import Support

/// Unique names for pictures in one folder, derived from the input paths. The same paths always give the same names.
///
///     PictureNames.names(for: ["a/room.bin.gz", "b/room.bin.gz", "wall.png"], extension: "png")
///     // a_room.bin.gz.png, b_room.bin.gz.png, wall.png.png
enum PictureNames {
    /// The name of each file, prefixed with as many parent folders as make it unique, or else with a number appended.
    static func names(for paths: [String], extension ending: String) -> [String] {
        let parts = paths.map(Self.parts)
        // A frame is named after its recording too, because its number alone identifies nothing.
        var depths = paths.map { DepthArchive.isFrameName($0) ? 2 : 1 }
        var names = zip(parts, depths).map(name)
        while true {
            var isChanged = false
            for group in Self.alike(names) {
                for index in group where depths[index] < parts[index].count {
                    depths[index] += 1
                    names[index] = name(parts[index], depths[index])
                    isChanged = true
                }
            }
            if !isChanged { break }
        }
        var taken = Set(names.map(ExactText.init))
        for group in Self.alike(names) {
            var number = 2
            for index in group.dropFirst() {
                while taken.contains(ExactText("\(names[index])-\(number)")) { number += 1 }
                names[index] += "-\(number)"
                taken.insert(ExactText(names[index]))
            }
        }
        return names.map { "\($0).\(ending)" }
    }

    /// The components of a path; stdin gets a name too.
    private static func parts(of path: String) -> [String] {
        if path == FileAccess.standardInputName { return ["standard-input"] }
        let parts = OutputName.sanitised(path).utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
        return parts.filter { $0 != "." }
    }

    private static func name(_ parts: [String], _ depth: Int) -> String {
        parts.suffix(depth).joined(separator: "_")
    }

    /// The indices of duplicate names, grouped, in order of first occurrence.
    private static func alike(_ names: [String]) -> [[Int]] {
        Dictionary(grouping: names.indices) { ExactText(names[$0]) }.values.filter { $0.count > 1 }
            .sorted { $0[0] < $1[0] }
    }
}
