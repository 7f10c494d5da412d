import DepthAnalysis

// Samples without a header: the dimensions are not stored.

extension FormatDefinition {
    static let float32 = FormatDefinition(
        noun: "float32 file", shortName: "float32", extensions: ["bin", "f32", "depth", "raw"],
        content: "float32 samples", remedy: "write the samples as float32",
        encode: { (map, format) throws(WritingError) in
            try format.requirePackable(4 * map.samples.count)
            return DepthFileWriter.pack(DepthFileWriter.float32Bytes(of: map), as: format.container)
        })

    static let float16 = FormatDefinition(
        noun: "float16 file", shortName: "float16", content: "float16 samples", remedy: "write the samples as float32",
        encode: { (map, format) throws(WritingError) in
            try format.requirePackable(2 * map.samples.count)
            return DepthFileWriter.pack(float16Bytes(of: map.samples), as: format.container)
        })

    static let uint16 = FormatDefinition(
        noun: "uint16 file", shortName: "uint16", content: "uint16 samples", remedy: "write the samples as float32")
}
