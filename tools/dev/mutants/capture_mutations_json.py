"""Mutations of the JSON reader and writer."""

READER = "JSON/ServerJSONReader.swift"
CONTAINERS = "JSON/ServerJSONReader+Containers.swift"
STRINGS = "JSON/ServerJSONReader+Strings.swift"
NUMBERS = "JSON/ServerJSONReader+Numbers.swift"
WRITER = "JSON/ServerJSONWriter.swift"
DECIMALS = "JSON/FixedDecimals.swift"

METADATA = "Full/CaptureMetadata.swift"
PAYLOAD = "HashOnly/HashOnlyPayload.swift"
ERROR = "JSON/ServerJSONError.swift"

END = "} else if member.absence == .error || member.absence == .null && !mayEndEarly {"
SPACE = "byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09"

GRAMMAR = [
    *((READER, SPACE, SPACE.replace(f"byte == {code}", "false"), f"JSON: {name} is white space")
      for name, code in (("a space", "0x20"), ("a line feed", "0x0A"), ("a carriage return", "0x0D"), ("a tab",
      "0x09"))),
    (READER, SPACE, SPACE + " || byte == 0x0C", "JSON: a form feed is no white space"),
    (READER, "guard position == bytes.count else { throw grammar(.textAfterValue) }", "",
     "JSON: nothing stands after the value"),
    (READER, "guard byte == word.utf8Start[index] else", "guard byte | 0x20 == word.utf8Start[index] else",
     "JSON: words are lower-case"),
    (READER, """        case UInt8(ascii: "n"): try word("null")
        case UInt8(ascii: "t"): try word("true")
        case UInt8(ascii: "f"): try word("false")
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): _ = try number()
""", """        case UInt8(ascii: "n"), UInt8(ascii: "t"), UInt8(ascii: "f"): break
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): _ = try number()
""", "JSON: a word of the wrong type is read to its end"),
    (READER, ': _ = try number()', ': break', "JSON: a number of the wrong type is read to its end"),
    (READER, ': _ = try stringContent()', ': break', "JSON: a string of the wrong type is read to its end"),
    (READER, "default: throw grammar(.noValue)", "default: break", "JSON: what begins no value is grammar, not shape"),
    (CONTAINERS,
     """        case UInt8(ascii: "["): try elementsInPlaceOfMembers(mayEndEarly: mayEndEarly, read)\n""", "",
     "shape: an array stands for an object"),
    (CONTAINERS, "guard seen.insert(member).inserted else {", "guard seen.insert(member).inserted || true else {",
     "shape: a member stands once"),
    (CONTAINERS, "$0.rawValue.utf8.elementsEqual(name.utf8)", "$0.rawValue == name.lowercased()",
     "shape: names of members have one case"),
    (CONTAINERS, "try reader.colon()\n                try reader.skipValue()\n                return",
     "throw .shape(.duplicateMember(name), offset: start)", "shape: unknown members are ignored"),
    (CONTAINERS, "Member.allCases.first(where: { $0.absence == .error && !seen.contains($0) })",
     "Array(Member.allCases).last(where: { $0.absence == .error && !seen.contains($0) })",
     "shape: of two absent members the first is told"),
    (CONTAINERS, END, "} else if member.absence == .error {", "shape: an array holds optional members too"),
    (CONTAINERS, END, "} else if true {", "shape: members with standard values may end an array"),
    (CONTAINERS, END, "} else if member.absence != .standardValue {",
     "shape: a location of a full capture may end behind the longitude"),
    (CONTAINERS, END, "} else if member.absence == .null && !mayEndEarly {",
     "shape: an array holds the members that must be there"),
    (METADATA, "try CaptureLocation(&reader, mayEndEarly: true)", "try CaptureLocation(&reader)",
     "shape: altitude and accuracy of a full capture may be left out"),
    (METADATA, "        case assertion\n        case location\n", "        case location\n        case assertion\n",
     "shape: the assertion stands before the location"),
    (PAYLOAD, '        case frameCount = "frame_count"\n        case duration = "duration_ms"\n',
     '        case duration = "duration_ms"\n        case frameCount = "frame_count"\n',
     "shape: the frames stand before the duration"),
    (PAYLOAD,
     '        case temporalDepthAnalysis = "temporal_depth_analysis"\n        case frameCount = "frame_count"\n'
     '        case duration = "duration_ms"\n',
     '        case frameCount = "frame_count"\n        case duration = "duration_ms"\n'
     '        case temporalDepthAnalysis = "temporal_depth_analysis"\n',
     "shape: the temporal analysis stands before the frames"),
    (ERROR, 'case .tooFewElements: "invalid length"', 'case .tooFewElements: "expected array"',
     "shape: an array that is too short is of an invalid length"),
    (CONTAINERS, "// The server reports an extra element as a grammar error, not a shape error.\n"
     '        guard try nextByte() == UInt8(ascii: "]") else { throw grammar(.textAfterValue) }',
     'guard try nextByte() == UInt8(ascii: "]") else { throw .shape(.notArray, offset: position) }',
     "JSON: an element too many is grammar, not shape"),
    (CONTAINERS, 'guard byte == UInt8(ascii: ",") else { throw grammar(.commaOrEnd) }',
     'guard byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";") else { throw grammar(.commaOrEnd) }',
     "JSON: a comma stands between members"),
    (CONTAINERS, "guard try nextByte() != end else { throw grammar(.trailingComma) }",
     "guard try nextByte() != end else { return false }", "JSON: no comma before the end"),
    (CONTAINERS, 'guard try nextByte() == UInt8(ascii: ":") else { throw grammar(.colon) }',
     'guard try [UInt8(ascii: ":"), UInt8(ascii: "=")].contains(nextByte()) else { throw grammar(.colon) }',
     "JSON: a colon stands after a name"),
    (CONTAINERS, 'guard peek == UInt8(ascii: "\\"") else { throw grammar(.memberName) }',
     'guard peek == UInt8(ascii: "\\"") else { throw .shape(.notString, offset: position) }',
     "JSON: a name is a string"),
]

SKIPPING = [
    (CONTAINERS, 'guard byte == end || byte == UInt8(ascii: ",") else',
     'guard byte == end || byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";") else',
     "skipped: a comma stands between elements"),
    (CONTAINERS, 'guard byte == end || byte == UInt8(ascii: ",") else { throw grammar(.commaOrEnd) }\n'
     "            position += 1\n            if byte == end {",
     'guard byte == end || byte == 0x5D || byte == UInt8(ascii: ",") else { throw grammar(.commaOrEnd) }\n'
     "            position += 1\n            if byte == end || byte == 0x5D {",
     "skipped: brackets and braces end what they began"),
    (CONTAINERS, "if try nextByte() == end { throw grammar(.trailingComma) }",
     "if try nextByte() == end { continue }", "skipped: no comma before the end"),
    (CONTAINERS, """guard try nextByte() == UInt8(ascii: "\\"") else { throw grammar(.memberName) }
        try skipString()""",
     """guard try nextByte() == UInt8(ascii: "\\"") else { return try skipPlainValue(try nextByte()) }
        try skipString()""", "skipped: a name is a string and has a value"),
    (CONTAINERS,
     "if consume(UInt8(ascii: \"0\")) {\n            if let byte = peek, Self.isDigit(byte) { throw grammar(.number) }",
     "if consume(UInt8(ascii: \"0\")) {\n            while let byte = peek, Self.isDigit(byte) { position += 1 }",
     "skipped: no zero before other digits"),
    (CONTAINERS, "guard position > start else { throw grammar(peek == nil ? .endOfText : .number) }", "",
     "skipped: digits stand behind a point"),
    (CONTAINERS, 'UInt8(ascii: "0")...UInt8(ascii: "9"): try skipNumber()',
     'UInt8(ascii: "0")...UInt8(ascii: "9"): _ = try number()', "skipped: numbers may be beyond binary64"),
    (CONTAINERS, 'case UInt8(ascii: "\\""): try skipString()', 'case UInt8(ascii: "\\""): _ = try stringContent()',
     "skipped: strings may hold lone surrogates"),
    (STRINGS, """if try escapedCharacter() == "u", try codeUnit() == 0 { hasSkippedNul = true }""", "position += 1",
     "skipped: escapes are those of JSON"),
    (STRINGS, """{ hasSkippedNul = true }
            case 0..<0x20: throw grammar(.controlCharacter)""", "{ hasSkippedNul = true }",
     "skipped: no control characters in strings"),
]

TEXT = [
    (STRINGS, """plainStart = position
            case 0..<0x20: throw grammar(.controlCharacter)""", """plainStart = position
            case 0..<0x1F: throw grammar(.controlCharacter)""", "JSON: U+001F is a control character"),
    (STRINGS, """plainStart = position
            case 0..<0x20: throw""", """plainStart = position
            case 0..<0x20, 0x7F: throw""", "JSON: U+007F is none that must be escaped"),
    (STRINGS, "guard let string = String(validating: content, as: UTF8.self) else {",
     "guard case let string? = Optional(String(decoding: content, as: UTF8.self)) else {", "JSON: text is UTF-8"),
    *((STRINGS, f'case "{letter}": "{value}"', f'case "{letter}": " "', f"JSON: \\{letter} is read")
      for letter, value in (("b", "\\u{8}"), ("f", "\\u{C}"), ("n", "\\n"), ("r", "\\r"), ("t", "\\t"))),
    (STRINGS, '"\\"", "\\\\", "/", "u"', '"\\"", "\\\\", "u"', "JSON: a slash may be escaped"),
    (STRINGS, '"\\"", "\\\\", "/", "u"', '"\\"", "\\\\", "/", "\'", "u"', "JSON: an apostrophe is not escaped"),
    (STRINGS, "guard UTF16.isSurrogate(first) else",
     "guard UTF16.isLeadSurrogate(first) else", "JSON: a trailing surrogate stands behind a leading one"),
    (STRINGS, "guard UTF16.isTrailSurrogate(second) else { throw grammar(.loneSurrogate) }", "",
     "JSON: a trailing surrogate stands behind it"),
    (STRINGS, "0x10000 + (", "0x10001 + (", "JSON: two surrogates are one character"),
    (STRINGS, "unit << 4 | UInt16(digit)", "unit << 4 | UInt16(digit & 7)", "JSON: \\u has hexadecimal digits"),
]

READ_NUMBERS = [
    (NUMBERS, "if let byte = peek, Self.isDigit(byte) { throw grammar(.number) }", "",
     "number: no zero before other digits"),
    (NUMBERS, "if decimal.overflowed || !decimal.append(digit) {", "if !decimal.append(digit) {",
     "number: from the first digit that finds no room, all only count"),
    (NUMBERS, "Self.saturatingSum(decimal.exponent, 1)", "Self.saturatingSum(decimal.exponent, 0)",
     "number: digits without room count"),
    (NUMBERS,
     "// This digit and all after it are dropped.\n                while self.digit() != nil {}\n"
     "                return",
     "continue", "number: of the fraction all digits after the first without room are dropped"),
    (NUMBERS, "Self.saturatingSum(decimal.exponent, -1)", "Self.saturatingSum(decimal.exponent, 0)",
     "number: digits behind the point count"),
    (NUMBERS, "            decimal.exponent = Self.saturatingSum(decimal.exponent, -1)\n        }\n"
     "        guard position > start else { throw grammar(peek == nil ? .endOfText : .number) }",
     "            decimal.exponent = Self.saturatingSum(decimal.exponent, -1)\n        }",
     "number: digits stand behind a point"),
    (NUMBERS, "guard let first = digit() else { throw grammar(peek == nil ? .endOfText : .number) }\n"
     "        var exponent = Int32(first)", "var exponent = Int32(digit() ?? 0)",
     "number: digits stand behind an e"),
    (NUMBERS, "decimal.significand == 0 || isNegative else", "isNegative else",
     "number: 0 with any exponent is 0"),
    (NUMBERS, "decimal.significand == 0 || isNegative else", "decimal.significand == 0 else",
     "number: what is too small is 0"),
    (NUMBERS, "decimal.significand == 0 || isNegative else { throw grammar(.numberTooLarge) }",
     "true else { throw grammar(.numberTooLarge) }", "number: an exponent beyond 32 bits is too large"),
    (NUMBERS, "return decimal.isNegative ? -0.0 : 0", "return 0", "number: what is too small keeps its sign"),
    (NUMBERS, "isNegative ? -exponent : exponent", "exponent", "number: exponents may be negative"),
    (NUMBERS, "while exponent < -308, value != 0 {", "while exponent < -307, value != 0 {",
     "= number: 10³⁰⁸ is divided by in one step"),
    (NUMBERS, "value /= Self.powersOfTen[308]\n            exponent += 308",
     "value /= Self.powersOfTen[300]\n            exponent += 300",
     "number: what is below 10⁻³⁰⁸ is first divided by 10³⁰⁸"),
    (NUMBERS, "guard exponent <= 308 else", "guard exponent <= 307 else", "number: 10³⁰⁸ is a power"),
    (NUMBERS, "guard exponent <= 308 else", "guard exponent <= 309 else", "number: 10³⁰⁹ is none"),
    (NUMBERS, ": value / Self.powersOfTen[Int(-exponent)]", ": value * (1 / Self.powersOfTen[Int(-exponent)])",
     "number: negative powers are divided by"),
    (NUMBERS, "guard value.isFinite else { throw grammar(.numberTooLarge) }", "",
     "number: beyond binary64 it is no number"),
    (NUMBERS, "return decimal.isNegative ? -value : value", "return value", "number: a minus counts"),
    (NUMBERS, "if significand > 0, significand <=", "if significand >= 0, significand <=", "number: -0 is no integer"),
    (NUMBERS, "significand <= Int64.min.magnitude", "significand < Int64.min.magnitude",
     "= number: the least integer of 64 bits is an integer"),
    (NUMBERS, "significand <= Int64.min.magnitude", "significand < UInt64.max",
     "number: what is below 64 bits is no integer"),
    (NUMBERS, "case .unsigned(let number): Float(number)", "case .unsigned(let number): Float(Double(number))",
     "binary32: integers are rounded directly"),
    (NUMBERS, "case .negative(let number): Float(number)", "case .negative(let number): Float(Double(number))",
     "binary32: negative integers are rounded directly"),
    (NUMBERS, "let value = try number().binary32\n        let text", "let parsed = try number()\n"
     "        let value = Float(self.text(from: start)) ?? parsed.binary32\n        let text",
     "binary32: rounded from the server's binary64"),
    (NUMBERS, "let value = try number().binary64\n        let text", "let parsed = try number()\n"
     "        let value = Double(self.text(from: start)) ?? parsed.binary64\n        let text",
     "binary64: not correctly rounded"),
    (NUMBERS, "case .real: nil", "case .real(let number): Int64(exactly: number)", "integers are written as integers"),
    (NUMBERS, "0...Int64(UInt32.max)", "-1...Int64(UInt32.max)", "u32: not below 0"),
    (NUMBERS, "Int64(Number.min)...Int64(Number.max)", "Int64(Number.min)...Int64(Number.max) - 1", "i32: the largest"),
    (NUMBERS, "Int64(Number.min)...Int64(Number.max)", "Int64(Number.min) + 1...Int64(Number.max)", "i32: the least"),
]

WRITTEN = [
    *((WRITER, f'case {code}: bytes += "\\\\{letter}".utf8', f'case {code}: bytes += "\\\\u00{code[2:].lower()}".utf8',
       f"written: \\{letter} for U+00{code[2:]}")
      for letter, code in (("b", "0x08"), ("t", "0x09"), ("n", "0x0A"), ("f", "0x0C"), ("r", "0x0D"))),
    (WRITER, 'case UInt8(ascii: "\\""), UInt8(ascii: "\\\\"):', 'case UInt8(ascii: "\\\\"):',
     "written: quotes are escaped"),
    (WRITER, 'case UInt8(ascii: "\\""), UInt8(ascii: "\\\\"):', 'case UInt8(ascii: "\\""):',
     "written: backslashes are escaped"),
    (WRITER, "case 0..<0x20:", "case 0..<0x1F:", "written: U+001F is escaped"),
    (WRITER, "case 0..<0x20:", "case 0..<0x20, 0x7F:", "written: U+007F is not escaped"),
    (WRITER, "case 0..<0x20:", "case 0..<0x20, 0x2F:", "written: slashes are not escaped"),
    (WRITER, "\\(Hexadecimal.text(of: [byte]))", "\\(Hexadecimal.text(of: [byte]).uppercased())",
     "written: escapes in lower case"),
    (WRITER, 'bytes.append(UInt8(ascii: ":"))', 'bytes += ": ".utf8', "written: no white space"),
    (WRITER, "{ text(of: Double(number)) }", "{ text(of: Double(number.description) ?? 0) }",
     "written: binary32 is widened first"),
    (WRITER, 'guard number.isFinite else { return "null" }', 'guard number.isFinite else { return "0.0" }',
     "written: infinity is null"),
    (WRITER, 'return sign + "0.0"', 'return "0.0"', "written: zero keeps its sign"),
    (WRITER, "case 1...16 where digits.count <= point:", "case 1...17 where digits.count <= point:",
     "written: 17 digits before the point are an exponent"),
    (WRITER, "case 1...16 where digits.count <= point:", "case 1...15 where digits.count <= point:",
     "written: 16 digits before the point are plain"),
    (WRITER, "case 1...16: return", "case 1...15: return", "written: 16 digits before the point and others are plain"),
    (WRITER, "case 1...16: return", "case 1...17: return",
     "written: 17 digits before the point are an exponent, all of them"),
    (WRITER, "case -4...0:", "case -5...0:", "written: five zeros behind the point are an exponent"),
    (WRITER, "case -4...0:", "case -3...0:", "written: four zeros behind the point are plain"),
    (WRITER, 'zeros(point - digits.count) + ".0"', "zeros(point - digits.count)",
     "written: whole numbers have a point"),
    (WRITER, '"e\\(point - 1)"', '"e\\(point > 0 ? "+" : "")\\(point - 1)"', "written: exponents without a plus"),
    (WRITER, '"e\\(point - 1)"', '"e\\(point)"', "written: one digit stands before an exponent's point"),
    (WRITER, 'digits.count > 1 ? "." + text(digits[1...]) : ""', '"." + text(digits[1...])',
     "written: a single digit has no point"),
    (DECIMALS, "isAboveHalf || isHalf && digits[0] % 2 == 1", "isAboveHalf || isHalf", "decimals: ties to even"),
    (DECIMALS, "isAboveHalf || isHalf && digits[0] % 2 == 1", "isAboveHalf", "decimals: ties to even, upwards"),
    (DECIMALS, "half > 5 || half == 5 && dropped.dropLast().contains { $0 > 0 }", "half > 5",
     "decimals: of the exact value"),
    (DECIMALS, 'number.sign == .minus ? "-" : ""', 'number < 0 ? "-" : ""', "decimals: zero keeps its sign"),
    (DECIMALS, "            digits[index] = 0\n        }\n        digits.append(1)",
     "            digits[index] = 0\n        }", "decimals: rounding may make one digit more"),
]

MUTATIONS = [*GRAMMAR, *SKIPPING, *TEXT, *READ_NUMBERS, *WRITTEN]
