internal import DepthFiles
package import Support

extension FileInformation {
    /// One JSON object in the vocabulary of `docs/JSON.md`, without a final newline.
    package func json(layout: JSONWriter.Layout, outerDepth: Int = 0) -> [UInt8] {
        var writer = JSONWriter(layout, outerDepth: outerDepth)
        writer.object { writer in
            writer.member("input", input)
            writer.member("archive", archive)
            writer.member("file_bytes", byteCount)
            switch result {
            case .failure(let error):
                writer.member("error", error.message(naming: .command))
                writer.member("error_code", error.code)
            case .success(let map): map.write(to: &writer)
            }
        }
        return writer.bytes
    }
}

extension FileInformation.Map {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.member("format", format.rawValue)
        writer.member("container", container.rawValue)
        writer.member("storage", storage.isEmpty ? nil : storage)
        writer.member("units_per_metre", unitsPerMetre.map { Double($0) })
        writer.member("width", width)
        writer.member("height", height)
        writer.member("total_count", samples.total)
        writer.member("valid_count", samples.valid)
        writer.member("zero_count", samples.zero)
        writer.member("non_finite_count", samples.nonFinite)
        writer.member("near_count", samples.near)
        writer.member("far_count", samples.far)
        writer.member("min_number", numbers.map { Double($0.lowerBound) })
        writer.member("max_number", numbers.map { Double($0.upperBound) })
        writer.member("min_depth", samples.range.map { Double($0.lowerBound) })
        writer.member("max_depth", samples.range.map { Double($0.upperBound) })
        if let confidence {
            writer.member("confidence") { writer in
                writer.object { writer in
                    for level in Confidence.allCases { writer.member(level.name, confidence[level] ?? 0) }
                }
            }
        }
        writer.member("notes", notes)
        writer.member("note_codes", noteCodes)
    }
}
