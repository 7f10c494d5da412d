import GzipReader
import Support

/// The format of a file that is clearly not a depth map. Formats that can hold one are a ``DepthFileFormat``.
///
///     if case .failure(.otherFormat(let format, _)) = DepthFileReader().read(bytes).result { print(format.name) }
///
/// Any bytes can be read as float32, so no map may begin with a signature. Each has at least five bytes, or it contains
/// a float32 below a millimetre, negative or beyond 100 km. Text is recognised only if, read as float32, it does not
/// look like distances (`PlausibleSamples`).
public enum ForeignFormat: String, Sendable, Hashable, CaseIterable {
    /// A tape archive.
    case tar
    /// A zip archive; NumPy's .npz is one.
    case zip
    /// A 7z archive.
    case sevenZip = "7z"
    /// A gzip stream inside another container; on its own, gzip is a container.
    case gzip
    /// A bzip2 stream.
    case bzip2
    /// An xz stream.
    case xz
    /// A Zstandard stream.
    case zstandard = "zstd"
    /// An LZ4 stream, in the LZ4 frame format or Apple's.
    case lz4
    /// An LZFSE stream, which phones write.
    case lzfse
    /// A MATLAB file.
    case matlab
    /// An HDF5 file.
    case hdf5
    /// A ScanNet recording.
    case scanNet = "scannet"
    /// A recording of an Android phone in the Scoop data set.
    case scoopAndroid = "adep"
    /// A JPEG.
    case jpeg
    /// HEIF, AVIF or MP4, as written by Apple's cameras.
    case isoMedia = "iso_media"
    /// A WebP picture.
    case webP = "webp"
    /// A GIF.
    case gif
    /// A portable colour map; grey ones are a ``DepthFileFormat``.
    case netpbm
    /// A PDF.
    case pdf
    /// A point cloud or mesh in PLY.
    case ply
    /// A point cloud of the Point Cloud Library.
    case pcd
    /// A Radiance picture.
    case radiance
    /// A scene of Universal Scene Description.
    case usdz
    /// A recording of OpenNI.
    case openNI = "oni"
    /// A depth map of OpenMVS, whose samples follow a list of cameras.
    case openMVS = "dmap"
    /// A depth map of COLMAP or Gipuma, in the units of its reconstruction.
    case reconstruction
    /// An optical flow field. Sintel's depth maps begin with the same word.
    case opticalFlow = "flo"
    /// A recording of ROS or RealSense.
    case rosBag = "rosbag"
    /// A Matroska video, such as a recording of Azure Kinect.
    case matroska
    /// A DICOM picture.
    case dicom
    /// Numbers separated by commas, semicolons, tabs or spaces.
    case table
    /// A property list in Apple's binary form or in XML.
    case propertyList = "plist"
    /// An SQLite database.
    case sqlite
    /// A Git LFS pointer in place of a file that was not fetched.
    case gitLFSPointer = "git_lfs_pointer"
    /// JSON, such as a server's message stored in place of the map.
    case json
    /// XML or HTML, such as an error page stored in place of the map.
    case markup
    /// Other text.
    case text

    init?(_ bytes: [UInt8]) {
        let signature = Self.signatures.first { signature in
            let end = signature.offset + signature.bytes.count
            // The first byte rules out most signatures.
            return end <= bytes.count && bytes[signature.offset] == signature.bytes[0]
                && bytes[signature.offset..<end].elementsEqual(signature.bytes)
        }
        if signature?.format == .zip, Self.isUSDZ(bytes) {
            self = .usdz
            return
        }
        guard let format = signature?.format ?? Self.ofOpenSignature(bytes) ?? Self.kindOfText(in: bytes)
        else { return nil }
        self = format
    }

    typealias Signature = (format: ForeignFormat, offset: Int, bytes: [UInt8])

    static let signatures: [Signature] = [
        (.tar, 257, Array("ustar".utf8)),
        (.zip, 0, [0x50, 0x4B, 3, 4]), (.zip, 0, [0x50, 0x4B, 5, 6]),
        (.sevenZip, 0, [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]),
        // The upper bits of the fourth byte, the flags, are clear: see ``ContainerDetection/looksLikeGzip(_:)``.
        (.gzip, 0, [0x1F, 0x8B, 8, 0]), (.gzip, 0, [0x1F, 0x8B, 8, 8]),
        (.bzip2, 4, [0x31, 0x41, 0x59, 0x26, 0x53, 0x59]),
        (.xz, 0, [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0]),
        (.zstandard, 0, [0x28, 0xB5, 0x2F, 0xFD]),
        (.lz4, 0, [0x04, 0x22, 0x4D, 0x18]), (.lz4, 0, Array("bv41".utf8)), (.lz4, 0, Array("bv4-".utf8)),
        (.lzfse, 0, Array("bvx2".utf8)), (.lzfse, 0, Array("bvxn".utf8)), (.lzfse, 0, Array("bvx-".utf8)),
        (.matlab, 0, Array("MATLAB 5.0 MAT-file".utf8)), (.matlab, 0, Array("MATLAB 7.3 MAT-file".utf8)),
        (.hdf5, 0, [0x89, 0x48, 0x44, 0x46, 0x0D, 0x0A, 0x1A, 0x0A]),
        (.isoMedia, 4, Array("ftyp".utf8)),
        (.webP, 8, Array("WEBP".utf8)),
        (.gif, 0, Array("GIF87a".utf8)), (.gif, 0, Array("GIF89a".utf8)),
        (.pdf, 0, Array("%PDF-".utf8)),
        (.ply, 0, Array("ply\n".utf8)), (.ply, 0, Array("ply\r".utf8)),
        (.pcd, 0, Array("# .PCD v".utf8)), (.pcd, 0, Array("VERSION .7\nFIELDS ".utf8)),
        (.pcd, 0, Array("VERSION 0.7\nFIELDS ".utf8)),
        (.radiance, 0, Array("#?RADIANCE".utf8)), (.radiance, 0, Array("#?RGBE".utf8)),
        (.openNI, 0, Array("NI10".utf8)),
        // As a float32, 202021.25.
        (.opticalFlow, 0, Array("PIEH".utf8)),
        (.rosBag, 0, Array("#ROSBAG V".utf8)),
        (.matroska, 0, [0x1A, 0x45, 0xDF, 0xA3]),
        (.dicom, 128, Array("DICM".utf8)),
        (.propertyList, 0, Array("bplist0".utf8)),
        (.sqlite, 0, Array("SQLite format 3\0".utf8)),
        (.gitLFSPointer, 0, GitLFSPointer.signature),
    ]

    /// Recognises formats with four-byte signatures of which three bytes are fixed.
    private static func ofOpenSignature(_ bytes: [UInt8]) -> ForeignFormat? {
        guard bytes.count >= 4 else { return nil }
        let fourth = bytes[3]
        switch (bytes[0], bytes[1], bytes[2]) {
        // After the first line comes a number, or a comment.
        case (UInt8(ascii: "P"), UInt8(ascii: "6"), UInt8(ascii: "\n")):
            return "123456789#".utf8.contains(fourth) ? .netpbm : nil
        // The first JPEG marker: a table, a comment or an application segment.
        case (0xFF, 0xD8, 0xFF): return fourth == 0xDB || fourth == 0xFE || 0xE0...0xEF ~= fourth ? .jpeg : nil
        // Version 4 in 32 bits, then the length of the sensor's name in 64 (class SensorData of ScanNet's reader).
        case (4, 0, 0):
            guard fourth == 0, bytes.count >= 12, 1...64 ~= bytes[4] else { return nil }
            return bytes[5..<12].allSatisfy { $0 == 0 } ? .scanNet : nil
        // "DR", the kinds of map as bits (the first is depth), and padding; then four sizes (OpenMVS, class
        // DepthDataRaw).
        case (UInt8(ascii: "D"), UInt8(ascii: "R"), let kinds):
            let sizes = stride(from: 4, to: 20, by: 4).map { place in
                place + 4 <= bytes.count && bytes[place + 2] == 0 && bytes[place + 3] == 0
                    && (bytes[place] != 0 || bytes[place + 1] != 0)
            }
            return kinds & 1 == 1 && kinds < 16 && sizes.allSatisfy { $0 } ? .openMVS : nil
        default:
            return ScoopRecording.isAndroid(bytes) ? .scoopAndroid : isReconstruction(bytes) ? .reconstruction : nil
        }
    }

    /// COLMAP's header, `width&height&channels&` in digits, or Gipuma's: 1, height, width and channels in 32 bits.
    private static func isReconstruction(_ bytes: [UInt8]) -> Bool {
        let sides = bytes.prefix(33).split(separator: UInt8(ascii: "&"), maxSplits: 3, omittingEmptySubsequences: false)
        if sides.count == 4, sides.prefix(3).allSatisfy({ 1...10 ~= $0.count && $0.allSatisfy { 0x30...0x39 ~= $0 } }) {
            return true
        }
        guard bytes.count > 16 else { return false }
        let numbers = stride(from: 0, to: 16, by: 4)
            .map { FileSize(littleEndian: bytes[$0..<$0 + 4]).int(atMost: 65_536) ?? 0 }
        return numbers[0] == 1 && min(numbers[1], numbers[2]) > NumPyHeader.maximumMatrixSide && 1...4 ~= numbers[3]
    }

    static func isUSDZ(_ bytes: [UInt8]) -> Bool {
        guard bytes.count > 30, let count = FileSize(littleEndian: bytes[26..<28]).int(atMost: bytes.count - 30)
        else { return false }
        let name = bytes[30...].prefix(count)
        return [".usdc", ".usda", ".usd"].contains { name.suffix($0.utf8.count).elementsEqual($0.utf8) }
    }

    /// The fewest bytes that can be recognised as text, and the most that are examined.
    private static let textByteCounts = 8...1024

    private static func kindOfText(in bytes: [UInt8]) -> ForeignFormat? {
        let start = bytes.prefix(textByteCounts.upperBound)
        guard start.count >= textByteCounts.lowerBound, start.allSatisfy(isTextByte),
            // The last character can be cut off.
            let end = start.lastIndex(where: { $0 < 0x80 }),
            String(validating: start[...end], as: UTF8.self) != nil,
            !PlausibleSamples(in: float32Samples(of: Array(start))).areMost
        else { return nil }
        return switch start.first(where: { $0 > 0x20 && $0 < 0x80 }) {
        case UInt8(ascii: "{"), UInt8(ascii: "["): .json
        case UInt8(ascii: "<"): start.contains(sequence: "<plist") ? .propertyList : .markup
        default: start.allSatisfy(isTableByte) ? .table : .text
        }
    }

    /// Whether a byte can occur in a table: in a number, in `nan` and `inf`, or between numbers.
    private static func isTableByte(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || "+-.,;eEnNaAiIfF \t\r\n".utf8.contains(byte)
    }

    /// Whether a byte can occur in UTF-8 text: no control character except tabs and line ends.
    private static func isTextByte(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != 0x7F || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }

    /// The format in snake case, such as `is_npy`.
    public var code: String { "is_" + rawValue }
    /// The format with its article, such as "a tar archive".
    public var name: String { words.name }
    var remedy: Message { words.remedy }

    private var words: (name: String, remedy: Message) {
        let unpack: Message = "decompress it, or compress the map with gzip"
        let hint = "docs/FORMATS.md shows three lines of Python that do it"
        let save: Message = "save one of its depth maps with numpy.save, in metres; \(hint)"
        let export: Message =
            "export its depth maps with the software that wrote it, and save them with numpy.save, in metres"
        let metres: Message = "export the depth in metres, because portraits contain 8-bit disparity; \(hint)"
        let picture: Message = "export the depth as float32 metres or as a 16-bit greyscale PNG"
        let alone: Message = "write only the samples of its depth map"
        let message: Message = "check the path; a server's message may have been stored instead of the map"
        return switch self {
        case .tar: ("a tar archive", "pass it as an archive of depth files, or unpack it and name the files in it")
        case .zip:
            (
                "a zip archive",
                .offering(
                    .read, "name a file that ends in .zip, .npz or .r3d, and read the maps in it with \(option: .read)",
                    otherwise: "rename it to end in .zip, .npz or .r3d so that the maps in it are read")
            )
        case .sevenZip: ("a 7z archive", "unpack it and name the files in it")
        case .gzip: ("a gzip stream", "decompress it once: it was compressed twice")
        case .bzip2: ("a bzip2 stream", unpack)
        case .xz: ("an xz stream", unpack)
        case .zstandard: ("a Zstandard stream", unpack)
        case .lz4: ("an LZ4 stream", unpack)
        case .lzfse: ("an LZFSE stream", "decompress it once: it was compressed twice")
        case .matlab: ("a MATLAB file", "read it with scipy.io.loadmat, or h5py for version 7.3; \(hint)")
        case .hdf5: ("an HDF5 file", save)
        case .scanNet:
            ("a ScanNet recording (.sens)", "save its frames as 16-bit PNGs, or with numpy.save in metres; \(hint)")
        case .scoopAndroid:
            (
                "an Android phone's Scoop recording (.adep)",
                "name an iPhone's recording (.idep), or save its frames with numpy.save in metres"
            )
        case .jpeg: ("a JPEG image", metres)
        case .isoMedia: ("a HEIF image or MP4 video", metres)
        case .webP: ("a WebP image", picture)
        case .gif: ("a GIF image", picture)
        case .netpbm: ("a portable colour map (PPM)", picture)
        case .pdf: ("a PDF document", picture)
        case .ply: ("a PLY point cloud or mesh", alone)
        case .propertyList:
            (
                "an Apple property list",
                "read it with Python's plistlib, and save the numbers with numpy.save, in metres"
            )
        case .pcd: ("a PCD point cloud", alone)
        case .radiance: ("a Radiance picture (.hdr)", picture)
        case .usdz: ("a USDZ scene", alone)
        case .openNI: ("an OpenNI recording (.oni)", export)
        case .openMVS: ("an OpenMVS depth map (.dmap)", export)
        case .reconstruction:
            ("a depth map of COLMAP or Gipuma", "scale it to metres and save it with numpy.save; \(hint)")
        case .opticalFlow:
            (
                "an optical flow field (.flo) or an incomplete Sintel depth map (.dpt)",
                "name a depth map, or copy the file again"
            )
        case .rosBag: ("a ROS or RealSense recording (.bag)", export)
        case .matroska: ("a Matroska video (.mkv)", export)
        case .dicom: ("a DICOM picture", picture)
        case .table: ("a text table of numbers", "read it with numpy.loadtxt, and save it with numpy.save, in metres")
        case .sqlite: ("an SQLite database", alone)
        case .gitLFSPointer: ("a Git LFS pointer, not the file", "run git lfs pull")
        case .json: ("JSON text", message)
        case .markup: ("XML or HTML text", message)
        case .text: ("text", message)
        }
    }
}

extension Collection<UInt8> {
    fileprivate func contains(sequence text: String) -> Bool {
        let text = Array(text.utf8)
        return indices.contains { self[$0...].starts(with: text) }
    }
}
