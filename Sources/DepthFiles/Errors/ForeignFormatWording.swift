// All wording of formats, of depth maps and others.

extension DepthFileFormat {
    /// The format without an article, such as "PNG".
    var noun: String {
        switch self {
        case .float32: "float32 file"
        case .float16: "float16 file"
        case .uint16: "uint16 file"
        case .png16: "PNG"
        case .npy: "NumPy array"
        case .pfm: "portable float map"
        case .tiff: "TIFF"
        case .openEXR: "OpenEXR file"
        case .pgm: "portable grey map"
        case .colmap: "COLMAP depth map"
        case .dmb: "Gipuma depth map"
        }
    }

    /// The format with its article, such as "a PNG".
    public var name: String { (self == .openEXR ? "an " : "a ") + noun }

    /// Who decodes it, and may have something to remark.
    var decoder: String {
        switch self {
        case .png16: "libpng"
        case .tiff: "libtiff"
        case .openEXR: "OpenEXRCore"
        case .float32, .float16, .uint16, .npy, .pfm, .pgm, .colmap, .dmb: "depthcheck"
        }
    }

    /// What a file of the format has to hold.
    var depthInIt: String {
        switch self {
        case .float32: "float32 samples"
        case .float16: "float16 samples"
        case .uint16: "uint16 samples"
        case .png16, .pgm: "16-bit greyscale"
        case .colmap, .dmb: "one channel"
        case .npy: "rows by columns of float16, float32, float64 or uint16"
        case .pfm: "one channel (Pf)"
        case .tiff: "one sample a pixel, of float16, float32, float64 or uint16"
        case .openEXR:
            "a channel Z or Y, one whose name ends in .Z, .Depth or .depth, or a single one, of float16 or float32, "
                + "that is no part of a vector"
        }
    }

    /// What to do where it holds something else.
    var remedy: String {
        switch self {
        case .float32, .float16, .uint16: "write the samples as float32"
        case .colmap, .dmb: "name the depth map; normals have three channels"
        case .png16, .pgm: "export the depth as 16-bit greyscale"
        case .npy: "save one map with numpy.save, as metres with array.astype(numpy.float32)"
        case .pfm: "export the depth alone"
        case .tiff: "export the depth alone, as metres in float32"
        case .openEXR: "export the depth as channel Z"
        }
    }

    /// How its ``decoder`` gets to where it can be opened, if that is not always there.
    var libraryRemedy: String {
        switch self {
        case .tiff: "install libtiff6 (Debian, Ubuntu) or libtiff (Homebrew)"
        case .openEXR: "install libopenexr-3-1-30 (Debian, Ubuntu) or openexr (Homebrew)"
        case .float32, .float16, .uint16, .png16, .npy, .pfm, .pgm, .colmap, .dmb: "install depthcheck again"
        }
    }
}

extension ForeignFormat {
    /// The format with its article, such as "a tar archive".
    public var name: String {
        switch self {
        case .tar: "a tar archive"
        case .zip: "a zip archive"
        case .sevenZip: "a 7z archive"
        case .gzip: "a gzip stream"
        case .bzip2: "a bzip2 stream"
        case .xz: "an xz stream"
        case .zstandard: "a Zstandard stream"
        case .lz4: "an LZ4 stream"
        case .lzfse: "an LZFSE stream"
        case .matlab: "a MATLAB file"
        case .hdf5: "an HDF5 file"
        case .scanNet: "a ScanNet recording (.sens)"
        case .jpeg: "a JPEG picture"
        case .isoMedia: "a HEIF picture or MP4 film"
        case .webP: "a WebP picture"
        case .gif: "a GIF picture"
        case .netpbm: "a portable colour map (PPM)"
        case .pdf: "a PDF document"
        case .ply: "a PLY point cloud or mesh"
        case .propertyList: "a binary property list"
        case .sqlite: "an SQLite database"
        case .gitLFSPointer: "a Git LFS pointer, not the file"
        case .json: "JSON text"
        case .markup: "XML or HTML text"
        case .text: "text"
        }
    }

    /// What to do to get at a depth map.
    var remedy: String {
        switch self {
        case .tar: "name it as an archive of depth files, or unpack it and name the files in it"
        case .zip: "name it as a file that ends in .zip, .npz or .r3d, and the maps in it are read"
        case .sevenZip: "unpack it and name the files in it"
        case .gzip, .lzfse: "unpack it once; it was packed twice"
        case .bzip2, .xz, .zstandard, .lz4: "unpack it, or pack the map with gzip"
        case .matlab, .hdf5: "save a depth map of it with numpy.save, in metres; \(Self.linesOfPython)"
        case .scanNet: "save its frames as 16-bit PNGs, or with numpy.save in metres; \(Self.linesOfPython)"
        case .gitLFSPointer: "run git lfs pull"
        case .ply, .propertyList, .sqlite: "write the samples of its depth map alone"
        case .jpeg, .isoMedia:
            "export the depth in metres, for portraits hold disparity of 8 bits; \(Self.linesOfPython)"
        case .webP, .gif, .netpbm, .pdf: "export the depth as float32 metres or as a 16-bit greyscale PNG"
        case .json, .markup, .text: "check the path; a server's message may have been stored in place of the map"
        }
    }

    private static let linesOfPython = "docs/FORMATS.md has three lines of Python for it"
}

extension DepthFileFormat {
    /// The start of this format's codes, such as `png`.
    var codeStart: String {
        switch self {
        case .float32: "float32"
        case .float16: "float16"
        case .png16: "png"
        case .npy: "npy"
        case .pfm: "pfm"
        case .tiff: "tiff"
        case .openEXR: "exr"
        case .uint16, .pgm, .colmap, .dmb: rawValue
        }
    }
}
