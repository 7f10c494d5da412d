"""Mutations of full captures up to their evidence: parts, text and rules of the metadata, the order of the checks."""

FULL = "Judgement/CaptureJudge+Full.swift"
PARTS = "Full/FullParts.swift"
TEXT = "Full/PartText.swift"
TYPE = "Full/MediaType.swift"
METADATA = "Full/CaptureMetadata.swift"
RULE = "Full/MetadataRule.swift"
BODY = "Full/BodyPart.swift"
READER = "Full/MultipartReader.swift"
HEADER = "Full/PartHeader.swift"


def swapped(file: str, find: str, one: str, other: str, rule: str) -> tuple[str, str, str, str]:
    """Two rules that stand next to each other are checked the other way round."""
    return (file, find, f"{find}.map({{ $0 == .{one} ? .{other} : $0 == .{other} ? .{one} : $0 }})",
            f"order of {rule}: {one}, {other}")


RULES = ("capturedAt", "deviceModel", "photoHashLength", "photoHashCharacters", "dimensionsZero", "dimensionsLarge",
         "latitude", "longitude")

READ = [
    (FULL, ".partContent(kind), !part.content.isEmpty", ".partContent(kind), kind == .photo || !part.content.isEmpty",
     "parts: an empty photo is refused"),
    (FULL, ".partContent(kind), !part.content.isEmpty",
     ".partContent(kind), kind == .depthMap || !part.content.isEmpty",
     "parts: an empty depth map is refused"),
    (FULL, "guard let kind = part.kind else { return }", "guard let kind = part.kind else { return }\n"
     "        if parts.has(kind) { return }", "parts: of two with one name the last counts"),
    (FULL, "parts.metadata = try metadata(of: part, &draft)",
     "parts.metadata = parts.has(.metadata) ? parts.metadata : try metadata(of: part, &draft)",
     "parts: of two metadata the last counts"),
    (PARTS, "case .photo:\n            photo = part.content", "case .photo:\n            photo = photo ?? part.content",
     "parts: of two photos the last counts"),
    (PARTS, "case .depthMap: depthMap = part.content", "case .depthMap: depthMap = depthMap ?? part.content",
     "parts: of two depth maps the last counts"),
    (PARTS, "$0.rawValue.utf8.elementsEqual(name.utf8)", "$0.rawValue == name.lowercased()",
     "parts: names have one case"),
    (PARTS, "name.flatMap { name in", "(name ?? fileName).flatMap { name in", "parts: nameless ones are ignored"),
    (FULL, "for part in CapturePart.allCases {", "for part in CapturePart.allCases.reversed() {",
     "parts: the missing ones are reported in their order"),
    (FULL, "        throw .metadataJSON(error)", "        _ = error\n            return CaptureMetadata()",
     "metadata: no JSON is refused"),
    (FULL, "let claimed = Hexadecimal.bytes(of: metadata.photoHash)",
     "let claimed = Hexadecimal.bytes(of: String(metadata.photoHash.trimmed))", "photo hash: decoded without trimming"),
    (FULL, ".photoHash, claimed == found, .bytes(found)", ".photoHash, true, .bytes(found)",
     "photo hash: that of the photo"),
    (FULL, "            record(capture, &draft)\n            try draft.requireNewMedia()",
     "            try draft.requireNewMedia()\n            record(capture, &draft)",
     "order: the assertion is verified before the photo is known to be new"),
    (FULL, "            try draft.requireNewMedia()\n            accept(capture, &draft)",
     "            accept(capture, &draft)\n            try draft.requireNewMedia()",
     "order: nothing is recorded of a photo that is stored"),
    (FULL, "            let capture = try complete(&parts, &draft)\n            record(capture, &draft)",
     "            if let metadata = parts.metadata { record(FullCapture(depthMap: [], metadata: metadata), &draft) }\n"
     "            let capture = try complete(&parts, &draft)\n            record(capture, &draft)",
     "order: the photo's hash is compared before the assertion is verified"),
    (BODY, 'case depthMap = "depth_map"', 'case depthMap = "depth"', "parts: the depth map is depth_map"),
]

DECODED = [
    (TEXT, "if content.starts(with: [0xEF, 0xBB, 0xBF]) { return repaired(Array(content.dropFirst(3))) }", "",
     "text: a byte order mark is dropped"),
    (TEXT, "if content.starts(with: [0xEF, 0xBB, 0xBF]) { return repaired(Array(content.dropFirst(3))) }",
     "if charset == nil, content.starts(with: [0xEF, 0xBB, 0xBF]) { return repaired(Array(content.dropFirst(3))) }",
     "text: a byte order mark outweighs the charset"),
    (TEXT, "if content.starts(with: [0xFF, 0xFE]) { return utf16(content.dropFirst(2), isLittleEndian: true) }", "",
     "text: a byte order mark of UTF-16"),
    (TEXT, "if content.starts(with: [0xFE, 0xFF]) { return utf16(content.dropFirst(2), isLittleEndian: false) }", "",
     "text: a byte order mark of UTF-16, big-endian"),
    (TEXT, "? bytes : Array(String(decoding: bytes, as: UTF8.self).utf8)", "? bytes : bytes",
     "text: ill-formed bytes are U+FFFD"),
    (TEXT, "case let label? where utf16LittleEndianLabels.contains(label): utf16(content[...], isLittleEndian: true)",
     "case let label? where utf16LittleEndianLabels.contains(label): repaired(content)", "text: charset UTF-16"),
    (TEXT, "case let label? where utf16BigEndianLabels.contains(label): utf16(content[...], isLittleEndian: false)",
     "case let label? where utf16BigEndianLabels.contains(label): repaired(content)",
     "text: charset UTF-16, big-endian"),
    (TEXT, "case let label? where windows1252Labels.contains(label): windows1252(content)",
     "case let label? where windows1252Labels.contains(label): repaired(content)", "text: charset Latin-1"),
    (TEXT, "windows1252Controls[Int(byte) - 0x80]", "UInt16(byte)", "text: Latin-1 is windows-1252"),
    (TEXT, "start[...$0].lowercased()", "String(start[...$0])", "text: charsets of either case"),
    (TEXT, "if bytes.count % 2 == 1 { units.append(0xFFFD) }", "", "text: half a unit of UTF-16 is U+FFFD"),
]

HELD = [
    (RULE, "CaptureTimestamp(metadata.capturedAt) != nil", "!metadata.capturedAt.isBlank", "metadata: captured_at"),
    (RULE, "case .deviceModel: !metadata.deviceModel.isBlank", "case .deviceModel: !metadata.deviceModel.isEmpty",
     "metadata: a blank model"),
    (RULE, "let hash = metadata.trimmedPhotoHash.utf8", "let hash = metadata.photoHash.utf8",
     "metadata: the hash is trimmed"),
    (RULE, "hash.count == 64", "hash.count >= 64", "metadata: a hash of more than 64 bytes"),
    (RULE, "hash.count == 64", "hash.count <= 64", "metadata: a hash of fewer than 64 bytes"),
    (RULE, "hash.count == 64", "metadata.trimmedPhotoHash.count == 64", "metadata: 64 bytes, not characters"),
    (RULE, "hash.allSatisfy { Hexadecimal.digit($0) != nil }",
     "hash.allSatisfy { Hexadecimal.digit($0) != nil && !(0x41...0x46).contains($0) }",
     "metadata: digits of either case"),
    (RULE, "hash.allSatisfy { Hexadecimal.digit($0) != nil }",
     "hash.allSatisfy { Hexadecimal.digit($0) != nil || $0 == 0x67 }", "metadata: g is no digit"),
    (RULE, "metadata.width > 0 && metadata.height > 0", "metadata.height > 0", "metadata: a width of 0"),
    (RULE, "metadata.width > 0 && metadata.height > 0", "metadata.width > 0", "metadata: a height of 0"),
    (RULE, "metadata.width > 0 && metadata.height > 0", "metadata.width > 0 && metadata.height > 1",
     "metadata: a height of 1"),
    (RULE, "metadata.width > 0 && metadata.height > 0", "metadata.width > 1 && metadata.height > 0",
     "metadata: a width of 1"),
    (METADATA, "largestDimension = 1000", "largestDimension = 999", "metadata: a side of 1000"),
    (METADATA, "largestDimension = 1000", "largestDimension = 1001", "metadata: a side of 1001"),
    (RULE, "[metadata.width, metadata.height].allSatisfy", "[metadata.width].allSatisfy",
     "metadata: a height above 1000"),
    (RULE, "[metadata.width, metadata.height].allSatisfy", "[metadata.height].allSatisfy",
     "metadata: a width above 1000"),
    *((RULE, f"abs($0.{name}) <= {limit}", f"{text} <= {end}", f"metadata: {what}")
      for name, limit in (("latitude", 90), ("longitude", 180))
      for text, end, what in (
          (f"$0.{name}", limit, f"a {name} below -{limit}"), (f"-$0.{name}", limit, f"a {name} above {limit}"),
          (f"abs($0.{name})", f"{limit}.0.nextDown", f"a {name} of {limit}"),
          (f"abs($0.{name})", f"{limit}.09", f"a {name} beyond {limit}"))),
    (METADATA, "assertion.flatMap { $0.isBlank ? nil : $0 }", "assertion.flatMap { $0.isEmpty ? nil : $0 }",
     "metadata: a blank assertion counts as absent"),
    (METADATA, "case .location, .assertion: .null", "case .location: .null", "metadata: the assertion may be absent"),
    (METADATA, "case .location, .assertion: .null", "case .assertion: .null", "metadata: the location may be absent"),
    (METADATA, "case .altitude, .accuracy: .null", "case .altitude: .null\n            case .accuracy: .error",
     "metadata: the accuracy may be absent"),
    (METADATA, "case .altitude, .accuracy: .null", "case .accuracy: .null\n            case .altitude: .error",
     "metadata: the altitude may be absent"),
    (METADATA, "case .latitude, .longitude: .error", "case .latitude: .error\n            case .longitude: .null",
     "metadata: a location has a longitude"),
    (METADATA, "case width, height", "case height, width", "metadata: width stands first"),
    (METADATA, "case latitude, longitude, altitude, accuracy", "case latitude, longitude, accuracy, altitude",
     "metadata: altitude stands before accuracy"),
    (METADATA, "location = try reader.optional { (reader) throws(ServerJSONError) in try CaptureLocation(&reader) }",
     "location = try CaptureLocation(&reader)", "metadata: a location may be null"),
    *(swapped(FULL, "MetadataRule.allCases", one, other, "metadata")
      for one, other in zip(RULES, RULES[1:], strict=False)),
]

BODIES = [
    (READER, "while position < bytes.count, bytes[position] == 0x20 || bytes[position] == 0x09 { position += 1 }", "",
     "body: white space behind a boundary"),
    (READER, 'search = ByteSearch("\\r\\n--\\(boundary)")', 'search = ByteSearch("--\\(boundary)")',
     "body: a boundary begins a line"),
    (READER, 'if bytes[position...].starts(with: "--".utf8) {', "if position >= bytes.count {",
     "body: two hyphens behind the last boundary"),
    (READER, "            isAtEnd = true\n", "            position -= delimiter.count\n",
     "= body: nothing is read behind the end"),
    (READER, "if !names.contains(header.name) { header.apply(to: &part) }", "header.apply(to: &part)",
     "body: of two headers with one name the first counts"),
    (READER, "bytes.drop { $0 == 0x0D || $0 == 0x0A }", "bytes[...]",
     "body: the boundary is in the first line that is not empty"),
    (READER, "throw .endlessPart(name: part.name, offset: position)",
     "part.content = Array(bytes[position...])\n            isAtEnd = true\n            return part",
     "body: a part that does not end is refused"),
    (HEADER, "self.name = String(decoding: name, as: UTF8.self).lowercased()",
     "self.name = String(decoding: name, as: UTF8.self)", "body: headers of either case"),
    (HEADER, 'guard before == UInt8(ascii: ";") || before == 0x20 || before == 0x09 else {', "guard true else {",
     "body: the name of a file is no name"),
    (HEADER, 'var plain = Array(text.prefix { $0 != UInt8(ascii: ";") })', "var plain = Array(text)",
     "body: a name without quotes ends before a semicolon"),
    (HEADER, "while let last = plain.last, last == 0x20 || last == 0x09 { plain.removeLast() }", "",
     "body: a name without quotes has no white space at its end"),
]

MUTATIONS = [*READ, *DECODED, *HELD, *BODIES]
