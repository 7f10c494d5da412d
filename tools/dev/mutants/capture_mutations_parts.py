"""Mutations of full captures up to their evidence: parts, text and rules of the metadata, the order of the checks."""

FULL = "Judgement/CaptureJudge+Full.swift"
PARTS = "Full/FullParts.swift"
TEXT = "Full/PartText.swift"
DETECTION = "Full/CaptureDetection.swift"
CHARSET = "Charsets/Charset.swift"
TYPE = "Full/MediaType.swift"
METADATA = "Full/CaptureMetadata.swift"
RULE = "Full/MetadataRule.swift"
BODY = "Full/BodyPart.swift"
READER = "Full/MultipartReader.swift"
HEADER = "Full/PartHeader.swift"


def swapped(file: str, find: str, one: str, other: str, rule: str) -> tuple[str, str, str, str]:
    """Swaps the checks of two adjacent rules."""
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
    (FULL, "guard let kind = part.kind else { return parts.keepDetection(part) }",
     "guard let kind = part.kind else { return parts.keepDetection(part) }\n        if parts.has(kind) { return }",
     "parts: of two with one name the last counts"),
    (FULL, "else { return parts.keepDetection(part) }", "else { return }", "parts: a detection is stored"),
    (PARTS, "detection = read.isModelled ? .success(read) : .failure(.detection)",
     "detection = detection ?? .success(read)",
     "parts: of two detections the last counts"),
    (PARTS, "guard part.name == CaptureDetection.partName else { return }", "",
     "parts: a detection has its name"),
    (DETECTION, "guard isTime else { throw .shape(.notString, offset: start) }", "",
     "detection: a time that is none"),
    (DETECTION, "guard first == UInt8(ascii: \"[\") || names.contains(ResultMember.computedAt.rawValue) else {",
     "if false {", "detection: results have a time"),
    (DETECTION, "if let missing = required.subtracting(seen).first {", "if let missing = required.first, false {",
     "detection: the members of results"),
    (DETECTION, "case .algorithmVersion: if try reader.string().containsNul { containsNul = true }",
     "case .algorithmVersion: _ = try reader.string()", "stored: U+0000 in a version"),
    (DETECTION, "case .reason: if try reader.optionalString()?.containsNul == true { containsNul = true }",
     "case .reason: _ = try reader.optionalString()", "stored: U+0000 in a reason"),
    (DETECTION, "if name.containsNul { containsNul = true }", "", "stored: U+0000 in the names of a map"),
    (DETECTION, "self == .texture ? .classifications : .breakdown", "self == .texture ? .breakdown : .classifications",
     "stored: each result has its map"),
    (DETECTION, "if member == .classifications { _ = try reader.binary64() } else { try reader.skipValue() }",
     "try reader.skipValue()", "detection: a map of numbers"),
    (DETECTION, "case .computedAt, .processingTime: .error",
     "case .computedAt: .null\n            case .processingTime: .error",
     "stored: a detection without its time is ignored"),
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
    (FULL, "                record(capture, &draft)\n                try store(capture, &draft)",
     "                try store(capture, &draft)\n                record(capture, &draft)",
     "order: the assertion is verified before the photo is known to be new"),
    (FULL,
     "        try draft.requireStorable(nulIn: capture.nulMember)\n        recordEvidence(capture, &draft)",
     "        recordEvidence(capture, &draft)\n        try draft.requireStorable(nulIn: capture.nulMember)",
     "order: nothing is recorded of a photo that is stored"),
    (FULL, "                let capture = try complete(&parts, &draft)\n                record(capture, &draft)",
     "                if let metadata = parts.metadata {\n"
     "                    record(FullCapture(depthMap: [], metadata: metadata, detection: nil), &draft)\n"
     "                }\n"
     "                let capture = try complete(&parts, &draft)\n                record(capture, &draft)",
     "order: the photo's hash is compared before the assertion is verified"),
    (BODY, 'case depthMap = "depth_map"', 'case depthMap = "depth"', "parts: the depth map is depth_map"),
]

DECODED = [
    *((CHARSET, f"if bytes.starts(with: [{mark}]) {{", "if false {", f"text: a byte order mark of {name}")
      for mark, name in (
          ("0xEF, 0xBB, 0xBF", "UTF-8"), ("0xFF, 0xFE", "UTF-16"), ("0xFE, 0xFF", "UTF-16, big-endian"))),
    (TEXT, "content[mark.byteCount...]", "content[...]", "text: a byte order mark is dropped"),
    (TEXT, "if let mark = Charset.marked(content) {",
     "if contentType?.contains(\"charset\") != true, let mark = Charset.marked(content) {",
     "text: a byte order mark outweighs the charset"),
    (TEXT, "label.flatMap { Charset(label: $0) } ?? .utf8",
     "label.flatMap { Charset(label: $0) } ?? .windows1252",
     "text: without a charset it is UTF-8"),
    (CHARSET, "decoding: bytes, as: UTF8.self).lowercased()", "decoding: bytes, as: UTF8.self)",
     "text: charsets of either case"),
    (CHARSET, "utf8.drop(while: isSpace)", "utf8", "text: white space before a label"),
    (CHARSET, "while let last = bytes.last, isSpace(last) { bytes.removeLast() }", "",
     "text: white space behind a label"),
    (CHARSET, 'case "utf-16le": self = .utf16(isLittleEndian: true)', 'case "utf-16le": self = .utf8',
     "text: charset UTF-16"),
    (CHARSET, 'case "utf-16be": self = .utf16(isLittleEndian: false)', 'case "utf-16be": self = .utf8',
     "text: charset UTF-16, big-endian"),
    (CHARSET, "units.append(0xFFFD)", "", "text: half a unit of UTF-16 is U+FFFD"),
    (CHARSET, "if let last = units.last, UTF16.isLeadSurrogate(last) { units.removeLast() }", "",
     "~ text: half a pair and half a unit are one mistake"),
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
    (METADATA, """location = try reader.optional { (reader) throws(ServerJSONError) in
                    try CaptureLocation(&reader, mayEndEarly: true)
                }""", "location = try CaptureLocation(&reader, mayEndEarly: true)", "metadata: a location may be null"),
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
    (READER, "            header.apply(to: &part)\n", "            if count == 0 { header.apply(to: &part) }\n",
     "body: all headers count"),
    (HEADER, 'part.name = Self.parameter("name", in: value)',
     'part.name = part.name ?? Self.parameter("name", in: value)',
     "body: of two headers with one name the last counts"),
    (READER, "guard count > 0 else { throw .noHeaders(offset: position) }", "", "body: a part has headers"),
    (READER, "maximumHeaderCount = 32", "maximumHeaderCount = 31", "body: 32 headers"),
    (READER, "maximumHeaderCount = 32", "maximumHeaderCount = 33", "body: 33 headers"),
    (READER, "bytes.drop { $0 == 0x0D || $0 == 0x0A }", "bytes[...]",
     "body: the boundary is in the first line that is not empty"),
    (READER, "throw .endlessPart(name: part.name, offset: position)",
     "part.content = Array(bytes[position...])\n            isAtEnd = true\n            return part",
     "body: a part that does not end is refused"),
    (HEADER, "guard value.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else { return nil }", "",
     "body: no control characters in a header"),
    (HEADER, "self.name = String(decoding: name, as: UTF8.self).lowercased()",
     "self.name = String(decoding: name, as: UTF8.self)", "body: headers of either case"),
    (HEADER, "guard isWord else { continue }", "", "body: the name of a file is no name"),
    (HEADER, "place == rest.startIndex || ", "place == value.startIndex || ",
     "body: a name directly behind one that was passed over"),
    (HEADER, "isBlank(rest[place - 1]) || ", "", "body: a name follows a blank"),
    (HEADER, ' || rest[place - 1] == UInt8(ascii: ";")', "", "body: a name follows a semicolon"),
    (HEADER, "rest = rest.drop(while: isBlank)\n", "", "body: blanks before the equals sign"),
    (HEADER, "content(rest.drop(while: isBlank))", "content(rest)", "body: blanks behind the equals sign"),
    (HEADER, 'guard rest.popFirst() == UInt8(ascii: "=") else { return nil }',
     'guard rest.popFirst() == UInt8(ascii: "=") else { continue }', "body: a word that begins alike ends the search"),
    (HEADER, "String(validating: $0, as: UTF8.self)", "String(decoding: $0, as: UTF8.self) as String?",
     "~ body: a name that is not UTF-8 is none"),
    (HEADER, '$0 != UInt8(ascii: ";") && $0 != 0x20', '$0 != 0x20',
     "body: a name without quotes ends before a semicolon"),
    (HEADER, '$0 != UInt8(ascii: ";") && $0 != 0x20', '$0 != UInt8(ascii: ";")',
     "body: a name without quotes ends before a blank"),
    (HEADER, "                guard isEscaped else { return content }\n", "                return content\n",
     "body: a backslash escapes a quote"),
    (HEADER, "        return nil\n    }\n}\n", "        return content\n    }\n}\n", "body: quotes are closed"),
]

MUTATIONS = [*READ, *DECODED, *HELD, *BODIES]
