import DepthFiles
import Support

/// Names of outputs that are made of the names of inputs, which may hold what no output can be called.
///
///     if let fault = OutputName.fault(inFile: "a\0b.npy") { … }
enum OutputName {
    /// The most bytes that a file system takes for a name (`NAME_MAX` of Linux and macOS).
    private static let mostFileBytes = 255
    /// The most bytes of a member of a zip archive, `.npy` not counted.
    private static let mostMemberBytes = 65_531

    /// Why no file can have this name; nil where one can.
    static func fault(inFile name: String) -> String? { fault(in: name.fileBytes, most: mostFileBytes) }

    /// Why no array of an archive can have this name; nil where one can.
    static func fault(inArchive name: String) -> String? { fault(in: name.fileBytes, most: mostMemberBytes) }

    /// A name in which control characters are written out as for a terminal: `a\u{1B}[31m.npy`. The maker of an archive
    /// chooses the names of its members, and many programs print the names of files verbatim.
    static func harmless(_ name: String) -> String {
        // A zero byte stays: it is a fault.
        func isControl(_ scalar: Unicode.Scalar) -> Bool {
            (0x01...0x1F).contains(scalar.value) || (0x7F...0x9F).contains(scalar.value)
        }
        guard name.unicodeScalars.contains(where: isControl) else { return name }
        return name.unicodeScalars.map { isControl($0) ? Printable.form(of: String($0)) : String($0) }.joined()
    }

    private static func fault(in name: [UInt8], most: Int) -> String? {
        guard name.isEmpty || name.count > most || name.contains(0) else { return nil }
        let found = name.contains(0) ? "a zero byte in the name of an output" : "\(byteText(name.count)) in it"
        return "found \(found); expected 1 to \(most) bytes without a zero; rename the map, or convert it alone"
    }
}
