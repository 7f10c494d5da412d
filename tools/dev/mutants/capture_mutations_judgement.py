"""Mutations of hash-only captures, of timestamps, and of recorded values and answers."""

from capture_mutations_parts import swapped

PARTS = "HashOnly/HashOnlyParts.swift"
SIGNED = "HashOnly/HashOnlyPayload+Signed.swift"
PAYLOAD = "HashOnly/HashOnlyPayload.swift"
RULE = "HashOnly/PayloadRule.swift"
JUDGE = "Judgement/CaptureJudge+HashOnly.swift"
TYPE = "Full/MediaType.swift"
TIME = "Judgement/CaptureTimestamp.swift"
EVIDENCE = "Judgement/MetadataEvidence+Sources.swift"
LOCATION = "Full/CaptureMetadata.swift"
CONFIDENCE = "Judgement/CaptureJudgement.swift"
DEPTH = "Judgement/CaptureJudge.swift"
FULL = "Judgement/CaptureJudge+Full.swift"
REFUSAL = "Judgement/CaptureRefusal.swift"
REQUEST = "Judgement/CaptureRequest.swift"

RULES = ("captureMode", "mediaHashLength", "mediaHashCharacters", "mediaType", "hashChain", "frameCount", "duration",
         "frameCountPositive", "durationPositive", "algorithmVersion", "depthLayers", "edgeCoherence", "capturedAt",
         "assertionPresent", "assertionBase64")
# A video without a chain has an accepted media type, and a blank assertion breaks another rule.
NEVER_BOTH = {("mediaType", "hashChain")}




def order(one: str, other: str) -> tuple[str, str, str, str]:
    file, find, replace, rule = swapped(JUDGE, "PayloadRule.allCases", one, other, "payload")
    return (file, find, replace, f"= {rule}" if (one, other) in NEVER_BOTH else rule)


HASH_ONLY = [
    (TYPE, 'type == "application" && (', "(", "content type: application"),
    (TYPE, 'subtype == "json" || ', "", "content type: json"),
    (TYPE, ' || suffix == "json"', "", "content type: a suffix"),
    (TYPE, 'suffix == "json"', 'subtype.hasPrefix("json")', "content type: jsonp is none"),
    (TYPE, "as: UTF8.self).lowercased()", "as: UTF8.self)", "content type: types of either case"),
    (TYPE, 'rest.popFirst() == UInt8(ascii: ";"), !subtype.isEmpty,',
     '[UInt8(ascii: ";"), 0x20].contains(rest.popFirst() ?? 0), !subtype.isEmpty,',
     "content type: no blank before the first semicolon"),
    (TYPE, "subtype.dropFirst().lastIndex", "subtype.lastIndex", "content type: a suffix has something before it"),
    (TYPE, "dropFirst().lastIndex(of:", "dropFirst().firstIndex(of:", "content type: of several suffixes the last"),
    (TYPE, "rest = rest.drop { $0 == 0x20 }\n            if rest.isEmpty",
     "rest = rest.drop { $0 == 0x20 || $0 == 0x09 }\n            if rest.isEmpty", "content type: tabs are no blanks"),
    (TYPE, "rest = rest.drop { $0 == 0x20 }\n            if rest.isEmpty", "if rest.isEmpty",
     "content type: blanks behind a semicolon"),
    (TYPE, 'guard !name.isEmpty, rest.popFirst()', 'guard rest.popFirst()', "content type: a value has a name"),
    (TYPE, "guard rest.isEmpty || rest.startIndex > start.startIndex else { return nil }", "",
     "content type: an empty value only at the end"),
    (TYPE, "guard rest.isEmpty || rest.startIndex > start.startIndex else",
     "guard rest.startIndex > start.startIndex else", "content type: an empty value at the end"),
    (TYPE, "value = quoted\n                rest = rest.drop { $0 == 0x20 }", "value = quoted",
     "content type: blanks behind quotes"),
    (TYPE, "guard !content.isEmpty, content.endIndex", "guard content.endIndex", "content type: nothing in quotes"),
    (TYPE, 'guard separator == UInt8(ascii: ";") else { return nil }', "",
     "content type: a semicolon between parameters"),
    (TYPE, 'type == "multipart" && ', "", "content type: multipart"),
    (TYPE, ' && subtype == "form-data"', "", "content type: form-data"),
    (TYPE, 'parameters.first {', 'parameters.last {', "content type: of two parameters the first"),
    (REFUSAL, 'case .contentType(_, .full): plain(400,', 'case .contentType(_, .full): plain(415,',
     "content type: 400 for a full capture"),
    (JUDGE, '("metadata.device_model", metadata.deviceModel ?? ""), ', "", "stored: U+0000 in the model"),
    *((JUDGE, f'("{name}", flags.{member}),', "", f"stored: U+0000 in {name}") for name, member in (
        ("location_level", "locationLevel"), ("timestamp_level", "timestampLevel"))),
    (JUDGE, '("device_info_level", flags.deviceInfoLevel),', "", "stored: U+0000 in device_info_level"),
    (FULL, 'if metadata.deviceModel.containsNul { return "device_model" }', "",
     "stored: U+0000 in the model of a full capture"),
    (JUDGE, "?.isJSON ?? false", "?.isJSON ?? true", "content type: absent"),
    (REQUEST, "byteLimit = 2_097_152", "byteLimit = 2_097_151", "~ body: 2,097,152 bytes are taken"),
    (REQUEST, "byteLimit = 2_097_152", "byteLimit = 2_097_153", "~ body: 2,097,153 bytes are refused"),
    (RULE, 'payload.captureMode.utf8.elementsEqual("hash_only".utf8)', "!payload.captureMode.isEmpty",
     "payload: the mode"),
    (RULE, "payload.mediaHash.utf8.count == 64", "payload.mediaHash.utf8.count >= 64", "payload: a hash of 65 bytes"),
    (RULE, "payload.mediaHash.utf8.count == 64", "payload.mediaHash.utf8.count <= 64", "payload: a hash of 63 bytes"),
    (RULE, "payload.mediaHash.utf8.count == 64", "payload.mediaHash.count == 64", "payload: 64 bytes, not characters"),
    (RULE, "payload.mediaHash.utf8.count == 64", "payload.mediaHash.trimmed.utf8.count == 64",
     "payload: nothing is trimmed"),
    (RULE, "payload.mediaHash.utf8.allSatisfy { Hexadecimal.digit($0) != nil }", "true", "payload: hexadecimal digits"),
    (RULE, "payload.mediaHash.utf8.allSatisfy { Hexadecimal.digit($0) != nil }",
     "payload.mediaHash.utf8.allSatisfy { Hexadecimal.digit($0) != nil && !(0x41...0x46).contains($0) }",
     "payload: digits of either case"),
    (RULE, "isVideo || payload.mediaType", 'isVideo || payload.mediaType == "audio" || payload.mediaType',
     "payload: photo or video"),
    (RULE, 'payload.mediaType.utf8.elementsEqual("video".utf8)', 'payload.mediaType.lowercased() == "video"',
     "payload: media types have one case"),
    *((RULE, f"isVideo ? payload.{name} != nil : nil", "nil", f"payload: a video has {name}")
      for name in ("hashChain", "frameCount", "duration")),
    *((RULE, f"isVideo ? payload.{name} != nil : nil", f"payload.{name} != nil", f"payload: a photo has no {name}")
      for name in ("hashChain", "frameCount", "duration")),
    *((RULE, f"isVideo ? payload.{name}.map {{ $0 > 0 }} : nil", f"isVideo ? payload.{name}.map {{ $0 {test} }} : nil",
       f"payload: {name} {test}") for name in ("frameCount", "duration") for test in (">= 0", "> 1")),
    *((RULE, f"isVideo ? payload.{name}.map {{ $0 > 0 }} : nil", f"payload.{name}.map {{ $0 > 0 }}",
       f"payload: {name} of a photo is not looked at") for name in ("frameCount", "duration")),
    (RULE, "!payload.depthAnalysis.algorithmVersion.isEmpty", "true", "payload: an empty version"),
    (RULE, "!payload.depthAnalysis.algorithmVersion.isEmpty", "!payload.depthAnalysis.algorithmVersion.isBlank",
     "payload: a blank version is taken"),
    (RULE, "depthLayers >= 0", "depthLayers >= -1", "payload: -1 layers"),
    (RULE, "depthLayers >= 0", "depthLayers > 0", "payload: 0 layers"),
    (RULE, "(0...1).contains(", "(0..<1).contains(", "payload: a coherence of 1"),
    (RULE, "(0...1).contains(", "(...1).contains(", "payload: a coherence below 0"),
    (RULE, "(0...1).contains(", "(0...).contains(", "payload: a coherence above 1"),
    (RULE, "(0...1).contains(", "(Float.leastNonzeroMagnitude...1).contains(", "payload: a coherence of 0"),
    (RULE, "CaptureTimestamp(payload.capturedAt) != nil", "true", "payload: captured_at"),
    (RULE, "!payload.assertion.isBlank", "!payload.assertion.isEmpty", "payload: a blank assertion"),
    (RULE, "StrictBase64.bytes(of: payload.assertion) != nil", "true", "payload: base64"),
    *(order(one, other) for one, other in zip(RULES, RULES[1:], strict=False)),
    (JUDGE,
     "            try verify(payload, &draft)\n            try draft.requireStorable(nulIn: payload.nulMember)",
     "            try draft.requireStorable(nulIn: payload.nulMember)\n            try verify(payload, &draft)",
     "order: the assertion is verified before the media is known to be new"),
    (PAYLOAD, "case .hashChain, .frameCount, .duration, .temporalDepthAnalysis: .null",
     "case .frameCount, .duration, .temporalDepthAnalysis: .null", "payload: hash_chain may be absent"),
    (PAYLOAD, "case .hashChain, .frameCount, .duration, .temporalDepthAnalysis: .null",
     "case .hashChain, .frameCount, .duration, .temporalDepthAnalysis, .metadata: .null",
     "payload: metadata is required"),
    (PARTS, "case .version, .checkpointCount: .standardValue",
     "case .version: .standardValue\n            case .checkpointCount: .error",
     "payload: checkpoint_count may be absent"),
    (PARTS, "case .version, .checkpointCount: .standardValue",
     "case .checkpointCount: .standardValue\n            case .version: .error",
     "payload: a chain's version may be absent"),
    (PARTS, "case .finalHash, .chainLength: .error", "case .finalHash: .error\n            case .chainLength: .null",
     "payload: a chain has a length"),
    (PARTS, "self == .keyframeAnalyses ? .standardValue : .error", ".error",
     "payload: keyframe_analyses may be absent"),
    (PARTS, "self == .keyframeAnalyses ? .standardValue : .error", "self == .keyframeAnalyses ? .standardValue : .null",
     "payload: a temporal analysis has all else"),
    (PARTS,
     "try reader.array { (reader) throws(ServerJSONError) in\n                    try ClaimedDepthAnalysis(&reader)",
     "try reader.array { (reader) throws(ServerJSONError) in\n                    try reader.skipValue()\n"
     "                    return ClaimedDepthAnalysis()", "payload: keyframes have the shape of an analysis"),
]

REWRITTEN = [
    (SIGNED,
     '            writer.member("capture_mode", captureMode)\n            writer.member("captured_at", capturedAt)',
     '            writer.member("captured_at", capturedAt)\n            writer.member("capture_mode", captureMode)',
     "signed: the order of the members"),
    (SIGNED, '        writer.member("depth_layers", plain: depthLayers.description)\n'
     '        writer.member("edge_coherence", plain: ServerJSONWriter.text(of: edgeCoherence))',
     '        writer.member("edge_coherence", plain: ServerJSONWriter.text(of: edgeCoherence))\n'
     '        writer.member("depth_layers", plain: depthLayers.description)', "signed: the order of the analysis"),
    (SIGNED, "if let altitude {", "if let altitude, accuracy != nil {", "signed: an altitude alone"),
    (SIGNED, 'if let accuracy { writer.member("accuracy", plain: ServerJSONWriter.text(of: accuracy)) }',
     'writer.member("accuracy", plain: accuracy.map { ServerJSONWriter.text(of: $0) } ?? "null")',
     "signed: what is absent is left out"),
    (SIGNED, 'if let timestamp { writer.member("timestamp", timestamp) }', "", "signed: the timestamp"),
    (SIGNED, '        if let timestamp { writer.member("timestamp", timestamp) }\n'
     '        if let deviceModel { writer.member("device_model", deviceModel) }',
     '        if let deviceModel { writer.member("device_model", deviceModel) }\n'
     '        if let timestamp { writer.member("timestamp", timestamp) }', "signed: the order of the metadata"),
    (SIGNED, 'writer.member("media_type", mediaType)',
     'writer.member("media_type", mediaType)\n'
     '            if let frameCount { writer.member("frame_count", plain: frameCount.description) }',
     "signed: nothing of a video"),
]

TIMES = [
    *((TIME, f'consumeOne(of: "Tt ")', f'consumeOne(of: "{left}")', f"time: {name} between date and time")
      for left, name in (("T ", "t"), ("Tt", "a space"), ("Tt _", "no underscore"))),
    (TIME, 'if consumeOne(of: "Zz") { return 0 }', 'if consumeOne(of: "Z") { return 0 }', "time: z"),
    (TIME, "let offset = fields.offset(), fields.isAtEnd", "let offset = fields.offset()", "time: nothing after it"),
    (TIME, "digits: 2, in: 1...12)", "digits: 2, in: 1...13)", "time: no month 13"),
    (TIME, "digits: 2, in: 1...12)", "digits: 2, in: 0...12)", "time: no month 0"),
    (TIME, "digits: 2, in: 1...Self", "digits: 2, in: 0...Self", "time: no day 0"),
    (TIME, "case 4, 6, 9, 11: 30", "case 4, 6, 9: 30", "time: November has 30 days"),
    (TIME, "year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28", "29", "time: February has 28 days"),
    (TIME, "(year % 100 != 0 || year % 400 == 0)", "true", "time: 1900 was no leap year"),
    (TIME, "(year % 100 != 0 || year % 400 == 0)", "year % 100 != 0", "time: 2000 was a leap year"),
    (TIME, "let hour = number(digits: 2, in: 0...23)", "let hour = number(digits: 2, in: 0...24)", "time: no hour 24"),
    (TIME, "let minute = number(digits: 2, in: 0...59)", "let minute = number(digits: 2, in: 0...60)",
     "time: no minute 60"),
    (TIME, "in: 0...60)", "in: 0...59)", "time: second 60 at any minute"),
    (TIME, "in: 0...60)", "in: 0...61)", "time: no second 61"),
    (TIME, "second == 60 ? 1_000_000_000 : 0", "second == 60 ? 0 : 0", "time: second 60 is one more than 59"),
    (TIME, 'if consumeOne(of: ".") {', 'if consumeOne(of: ".,") {', "time: no comma for the point"),
    (TIME, "guard !digits.isEmpty else { return nil }", "", "time: digits behind the point"),
    (TIME, "let kept = digits.prefix(9)", "let kept = digits.prefix(8)", "time: nine digits are kept"),
    (TIME, "let kept = digits.prefix(9)", "guard digits.count <= 9 else { return nil }\n        let kept = digits",
     "time: more than nine digits are dropped"),
    (TIME, "digits.allSatisfy({ (0x30...0x39).contains($0) })", "digits.allSatisfy({ (0x2F...0x39).contains($0) })",
     "time: digits of ASCII"),
    (TIME, "if rest.starts(with: minus) {", "if false {", "time: U+2212 is a minus"),
    (TIME, '} else if !consumeOne(of: "+") {\n            return nil',
     '} else if !consumeOne(of: "+") {\n            return 0',
     "time: a zone is required"),
    (TIME, "guard let hours = number(digits: 2, in: 0...23)", "guard let hours = number(digits: 2, in: 0...24)",
     "time: offsets up to 23 hours"),
    (TIME, "let minutes = number(digits: 2, in: 0...59)\n", "let minutes = number(digits: 2, in: 0...60)\n",
     "time: offsets up to 59 minutes"),
    (TIME, 'guard let hours = number(digits: 2, in: 0...23), consumeOne(of: ":"),',
     'guard let hours = number(digits: 2, in: 0...23), consumeOne(of: ":") || true,', "time: a colon in the offset"),
    (TIME, "return sign * (hours * 3600 + minutes * 60)", "return hours * 3600 + minutes * 60",
     "time: the sign of the offset"),
    (TIME, "date * 86_400 + time.seconds - offset", "date * 86_400 + time.seconds + offset", "time: east is earlier"),
    (TIME, "if time > otherTime, other.nanoseconds >= nanosecondsInSecond { seconds += 1 }", "",
     "seconds between: a leap second before the later time"),
    (TIME, "if time < otherTime, nanoseconds >= nanosecondsInSecond { seconds -= 1 }", "",
     "seconds between: a leap second before the earlier time"),
    (TIME, "if time > otherTime, other", "if time >= otherTime, other",
     "seconds between: a leap second of the same second"),
    (TIME, "if time < otherTime, nanoseconds >= nanosecondsInSecond",
     "if time < otherTime, nanoseconds > nanosecondsInSecond", "seconds between: a leap second begins"),
    (TIME, "if time > otherTime, other.nanoseconds >= nanosecondsInSecond",
     "if time > otherTime, other.nanoseconds > nanosecondsInSecond", "seconds between: a leap second begins, earlier"),
    (TIME, "if seconds > 0, rest < 0 { seconds -= 1 } else if", "if", "seconds between: rounded towards zero"),
    (TIME, " else if seconds < 0, rest > 0 { seconds += 1 }", "", "seconds between: rounded towards zero from below"),
    (TIME, "seconds += fraction / Int128(nanosecondsInSecond)", "", "seconds between: a leap second is a whole one"),
]

RECORDED = [
    (EVIDENCE, "maximumDelta = 900", "maximumDelta = 899", "evidence: 900 s are valid"),
    (EVIDENCE, "maximumDelta = 900", "maximumDelta = 901", "evidence: 901 s are not"),
    (EVIDENCE, "delta.magnitude <=", "delta <=", "evidence: seconds ahead"),
    (EVIDENCE, "(12...17)", "(13...17)", "evidence: iPhone 12 Pro"),
    (EVIDENCE, "(12...17)", "(12...16)", "evidence: iPhone 17 Pro"),
    (EVIDENCE, "(12...17)", "(11...17)", "evidence: iPhone 11 Pro"),
    (EVIDENCE, "(12...17)", "(12...18)", "evidence: iPhone 18 Pro"),
    (EVIDENCE, "model.lowercased().utf8.filter { $0 != 0x20 }", "model.utf8.filter { $0 != 0x20 }",
     "evidence: models of either case"),
    (EVIDENCE, "model.lowercased().utf8.filter { $0 != 0x20 }", "Array(model.lowercased().utf8)",
     "evidence: models without spaces"),
    (EVIDENCE, "model.lowercased().utf8.filter { $0 != 0x20 }",
     "model.lowercased().utf8.filter { $0 != 0x20 && $0 != 0x09 }", "evidence: spaces alone are left out"),
    *((EVIDENCE, "MapDimensions.recognised +", f"MapDimensions.recognised.filter {{ $0.width != {size[:3]} }} +",
       f"evidence: {size}") for size in ("256x192", "320x240", "640x480")),
    (EVIDENCE, " + [MapDimensions(width: 384, height: 288)]", "", "evidence: 384x288"),
    *((EVIDENCE, f"abs({side} - $0.{side}) <= 10", f"abs({side} - $0.{side}) <= {limit}",
       f"evidence: {side} within {limit}") for side in ("width", "height") for limit in (9, 11)),
    (EVIDENCE, "abs(width - $0.width) <= 10", "width - $0.width <= 10", "evidence: a smaller width"),
    (EVIDENCE, "isLocationOptedOut: metadata.location == nil", "isLocationOptedOut: false", "evidence: no location"),
    (EVIDENCE, "isTimestampValid: flags.timestampIncluded", "isTimestampValid: true", "evidence: timestamp_included"),
    (EVIDENCE, "isModelVerified: flags.deviceInfoIncluded", "isModelVerified: true", "evidence: device_info_included"),
    (EVIDENCE, "isLocationAvailable: flags.locationIncluded", "isLocationAvailable: payload.metadata.location != nil",
     "evidence: location_included, whatever the location"),
    (EVIDENCE, 'payload.metadata.deviceModel ?? "Unknown"', 'payload.metadata.deviceModel ?? ""', "evidence: no model"),
    (EVIDENCE, "coarseLocation: flags.locationIncluded\n                ? ", "coarseLocation: true ? ",
     "evidence: a location that is not included"),
    (EVIDENCE, 'decimals: 1, prefix: "~"', "decimals: 1", "evidence: coarse"),
    (EVIDENCE, 'decimals: 1, prefix: "~"', 'decimals: 2, prefix: "~"', "evidence: coarse has one decimal"),
    (EVIDENCE, "decimals: 4", "decimals: 3", "evidence: precise has four decimals"),
    (EVIDENCE, 'default: "Location available"', "default: location.text(decimals: 4)", "evidence: other levels"),
    (LOCATION, ".rounded(.toNearestOrAwayFromZero)", ".rounded(.toNearestOrEven)", "evidence: half away from zero"),
    (LOCATION, ".rounded(.toNearestOrAwayFromZero)", ".rounded(.down)", "evidence: rounded to a hundredth"),
    (LOCATION, "(degrees * 100).rounded(.toNearestOrAwayFromZero) / 100", "degrees",
     "evidence: rounded before it is written"),
    (DEPTH, "MapDimensions(width: Int(metadata.width), height: Int(metadata.height))",
     "MapDimensions(width: Int(metadata.height), height: Int(metadata.width))", "depth: the metadata's dimensions"),
    (DEPTH, "ReadingOptions(dimensions: dimensions, max", "ReadingOptions(max",
     "depth: the metadata's dimensions count"),
    (DEPTH, "            return DepthJudgement(status: .unavailable, refusal: refusal",
     "            return DepthJudgement(status: .fail, refusal: refusal", "depth: no map is unavailable"),
    (DEPTH, "case .unavailable: .unavailable\n            case nil", "case .unavailable: .fail\n            case nil",
     "depth: no valid sample is unavailable"),
    (DEPTH, "case .otherMap(let other): map = other", "case .otherMap: map = try? reading.result.get().map",
     "depth: the map that the server gets"),
    (JUDGE, "payload.depthAnalysis.isLikelyRealScene ? .pass : .fail",
     "payload.depthAnalysis.isLikelyRealScene ? .pass : .unavailable",
     "depth: the phone's no is a fail"),
]

ANSWERED = [
    *((CONFIDENCE, "case (.fail, _), (_, .fail): self = .suspicious",
    f"case (.{hardware}, .{depth}): self = .{instead}\n"
       "        case (.fail, _), (_, .fail): self = .suspicious", f"confidence: {hardware} and {depth}")
      for hardware, depth, instead in (
          ("fail", "pass", "medium"), ("fail", "unavailable", "low"), ("fail", "fail", "low"), ("pass", "fail",
           "medium"),
          ("unavailable", "fail", "low"), ("pass", "unavailable", "high"), ("unavailable", "pass", "low"),
          ("unavailable", "unavailable", "medium"), ("pass", "pass", "medium"))),
    (CONFIDENCE, "self = isCapped ? .medium : .high", "self = .high", "confidence: capped"),
    (FULL, "isCapped: !draft.request.isRequestVerified", "isCapped: false",
     "confidence: capped without a verified request"),
    (JUDGE, "depth: status, isCapped: false", "depth: status, isCapped: true", "confidence: hash-only is not capped"),
    (REFUSAL, "plain(415,", "plain(400,", "answer: 415"),
    (REFUSAL, "plain(413,", "plain(400,", "~ answer: 413"),
    (REFUSAL, "plain(400, .jsonSyntax", "plain(422, .jsonSyntax", "answer: 400 for grammar"),
    (REFUSAL, "plain(422, .jsonData", "plain(400, .jsonData", "answer: 422 for shape"),
    (REFUSAL, "httpStatus: 401", "httpStatus: 400", "answer: 401"),
    (REFUSAL, "httpStatus: 500", "httpStatus: 409", "answer: 500"),
    (REFUSAL, "httpStatus: 202", "httpStatus: 201", "answer: 202"),
    (REFUSAL, "httpStatus: 400", "httpStatus: 422", "answer: 400 for rules"),
]

MUTATIONS = [*HASH_ONLY, *REWRITTEN, *TIMES, *RECORDED, *ANSWERED]
