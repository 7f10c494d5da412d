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
                writer.member("error", message(of: error))
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

extension FileInformation {
    package static func schema(_ codes: ReadingCodes) -> JSONSchema {
        let file = JSONSchema.members([
            "input": .string, "archive": .string.orNull, "file_bytes": .count.orNull,
        ])
        let map = JSONSchema.members([
            "format": .words(DepthFileFormat.self), "container": .words(DepthContainer.self),
            "storage": .string.orNull, "units_per_metre": .number.orNull, "width": .count, "height": .count,
            "total_count": .count, "valid_count": .count, "zero_count": .count, "non_finite_count": .count,
            "near_count": .count, "far_count": .count, "min_number": .number.orNull, "max_number": .number.orNull,
            "min_depth": .number.orNull, "max_depth": .number.orNull,
        ])
        let levels = JSONSchema.object(Confidence.allCases.map { JSONSchema.Member($0.name, .count) })
        return .anyOf([
            .object(
                file + map + [JSONSchema.Member("confidence", levels, .optional)]
                    + codes.noteMembers),
            .object(file + codes.errorMembers()),
        ])
    }
}
