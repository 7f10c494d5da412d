import DepthFiles
import Support

/// Checks output names that are derived from input names.
///
///     if let fault = OutputName.fault(inFile: "a\0b.npy") { … }
enum OutputName {
    /// The longest file name in bytes (`NAME_MAX` of Linux and macOS).
    private static let maximumFileBytes = 255
    /// The longest name of a zip member in bytes, excluding `.npy`.
    private static let maximumMemberBytes = 65_531

    /// The reason why a file cannot have this name; nil for a valid name.
    static func fault(inFile name: String) -> String? { fault(in: name.fileBytes, most: maximumFileBytes) }

    /// The reason why an array in an archive cannot have this name; nil for a valid name.
    static func fault(inArchive name: String) -> String? { fault(in: name.fileBytes, most: maximumMemberBytes) }

    /// The name with control characters escaped, as in `a\u{1B}[31m.npy`. Names of archive members are untrusted,
    /// and many programs print file names verbatim.
    static func sanitised(_ name: String) -> String {
        // Keep a zero byte: it is reported as a fault.
        func isControl(_ scalar: Unicode.Scalar) -> Bool {
            (0x01...0x1F).contains(scalar.value) || (0x7F...0x9F).contains(scalar.value)
        }
        guard name.unicodeScalars.contains(where: isControl) else { return name }
        return name.unicodeScalars.map { isControl($0) ? Printable.form(of: String($0)) : String($0) }.joined()
    }

    /// Whether the name has an extension, possibly of an unknown format.
    static func hasExtension(_ path: String) -> Bool {
        path.lastPathPart.utf8.dropFirst().contains(UInt8(ascii: "."))
    }

    private static func fault(in name: [UInt8], most: Int) -> String? {
        guard name.isEmpty || name.count > most || name.contains(0) else { return nil }
        let found = name.contains(0) ? "a zero byte in the name of an output" : "\(byteText(name.count)) in it"
        return "found \(found); expected 1 to \(most) bytes without a zero; rename the map, or convert it alone"
    }
}
