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
        case .matlab: "a MATLAB 7.3 file (HDF5)"
        case .hdf5: "an HDF5 file"
        case .scanNet: "a ScanNet recording (.sens)"
        case .scoopAndroid: "an Android phone's Scoop recording (.adep)"
        case .jpeg: "a JPEG image"
        case .isoMedia: "a HEIF image or MP4 video"
        case .webP: "a WebP image"
        case .gif: "a GIF image"
        case .netpbm: "a portable colour map (PPM)"
        case .pdf: "a PDF document"
        case .ply: "a PLY point cloud or mesh"
        case .propertyList: "an Apple property list"
        case .pcd: "a PCD point cloud"
        case .radiance: "a Radiance picture (.hdr)"
        case .usdz: "a USDZ scene"
        case .openNI: "an OpenNI recording (.oni)"
        case .openMVS: "an OpenMVS depth map (.dmap)"
        case .opticalFlow: "an optical flow field (.flo) or an incomplete Sintel depth map (.dpt)"
        case .rosBag: "a ROS or RealSense recording (.bag)"
        case .matroska: "a Matroska video (.mkv)"
        case .dicom: "a DICOM picture"
        case .table: "a text table of numbers"
        case .sqlite: "an SQLite database"
        case .gitLFSPointer: "a Git LFS pointer, not the file"
        case .json: "JSON text"
        case .markup: "XML or HTML text"
        case .text: "text"
        }
    }

    func remedy(_ names: ReadingOptionNames) -> String {
        switch self {
        case .tar: "pass it as an archive of depth files, or unpack it and name the files in it"
        case .zip: names.zipRemedy
        case .sevenZip: "unpack it and name the files in it"
        case .gzip, .lzfse: "decompress it once: it was compressed twice"
        case .bzip2, .xz, .zstandard, .lz4: "decompress it, or compress the map with gzip"
        case .matlab, .hdf5: "save one of its depth maps with numpy.save, in metres; \(Self.pythonHint)"
        case .scanNet: "save its frames as 16-bit PNGs, or with numpy.save in metres; \(Self.pythonHint)"
        case .scoopAndroid: "name an iPhone's recording (.idep), or save its frames with numpy.save in metres"
        case .gitLFSPointer: "run git lfs pull"
        case .propertyList: "read it with Python's plistlib, and save the numbers with numpy.save, in metres"
        case .table: "name it .csv with rows of equal length, or save the numbers with numpy.save, in metres"
        case .openMVS, .openNI, .rosBag, .matroska:
            "export its depth maps with the software that wrote it, and save them with numpy.save, in metres"
        case .opticalFlow: "name a depth map, or copy the file again"
        case .ply, .pcd, .usdz, .sqlite: "write only the samples of its depth map"
        case .jpeg, .isoMedia:
            "export the depth in metres, because portraits contain 8-bit disparity; \(Self.pythonHint)"
        case .webP, .gif, .netpbm, .pdf, .radiance, .dicom:
            "export the depth as float32 metres or as a 16-bit greyscale PNG"
        case .json, .markup, .text: "check the path; a server's message may have been stored instead of the map"
        }
    }

    private static let pythonHint = "docs/FORMATS.md shows three lines of Python that do it"
}
