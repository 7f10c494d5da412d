// All wording of formats that are none of a depth map.

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
        case .numPy: "a NumPy array (.npy)"
        case .matlab: "a MATLAB file"
        case .hdf5: "an HDF5 file"
        case .png: "a PNG"
        case .jpeg: "a JPEG picture"
        case .isoMedia: "a HEIF picture or MP4 film"
        case .tiff: "a TIFF picture"
        case .openEXR: "an OpenEXR picture"
        case .webP: "a WebP picture"
        case .gif: "a GIF picture"
        case .pfm: "a portable float map (PFM)"
        case .netpbm: "a portable grey or colour map (PGM, PPM)"
        case .pdf: "a PDF document"
        case .ply: "a PLY point cloud or mesh"
        case .propertyList: "a binary property list"
        case .sqlite: "an SQLite database"
        case .json: "JSON text"
        case .markup: "XML or HTML text"
        case .text: "text"
        }
    }

    /// What to do to get at a depth map.
    var remedy: String {
        switch self {
        case .tar: "name it as an archive of depth files, or unpack it and name the files in it"
        case .zip, .sevenZip: "unpack it and name the files in it"
        case .gzip: "unpack it once; it was packed twice"
        case .bzip2, .xz, .zstandard, .lz4, .lzfse: "unpack it, or pack the map with gzip"
        case .pfm: "write the samples alone as float32 metres, top row first: PFM has the bottom row first"
        case .numPy: "write the samples alone, as array.astype('<f4').tofile(…) does"
        case .matlab, .hdf5, .ply, .propertyList, .sqlite: "write the samples of its depth map alone"
        case .png: "name the PNG itself, not packed"
        case .jpeg, .isoMedia, .tiff, .openEXR, .webP, .gif, .netpbm, .pdf:
            "export the depth as float32 metres or as a 16-bit greyscale PNG"
        case .json, .markup, .text: "check the path; a server's message may have been stored in place of the map"
        }
    }
}
