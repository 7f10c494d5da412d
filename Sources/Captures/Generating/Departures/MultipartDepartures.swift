internal import Support

extension Departure {
    static let multipart: [Departure] = [
        Departure("parts-order", "CAP-004", "parts in another order", .full) { draft, random in
            random.shuffle(&draft.multipart.parts)
        },
        Departure("parts-unknown", "CAP-004", "parts with other names, or none", .full) { draft, random in
            let names = [
                "name=\"thumbnail\"", "name=\"Photo\"", "name=\"depth-map\"", "filename=\"photo\"", "", "name=\"\"",
                "name=\"photo \"", "name=\" photo\"", "name=\"metadata\t\"", "name=\"depth_map[]\"",
            ]
            let content = random.bytes([[], Array("x".utf8), Array("{".utf8)])
            draft.multipart.parts.insert(
                MultipartDraft.part("form-data; \(random.pick(names))", nil, .bytes(content)),
                at: random.below(draft.multipart.parts.count + 1))
        },
        Departure("parts-missing", "CAP-010 CAP-006", "a part that is missing", .full) { draft, random in
            guard !draft.multipart.parts.isEmpty else { return }
            draft.multipart.parts.remove(at: random.below(draft.multipart.parts.count))
            if random.below(4) == 0 { draft.multipart.parts = [] }
        },
        Departure("parts-empty", "CAP-007 CAP-008", "a part without content", .full) { draft, random in
            draft.changePart(&random) { $0.content = .bytes([]) }
        },
        Departure("parts-twice", "CAP-005 CAP-006", "two parts with one name", .full) { draft, random in
            guard !draft.multipart.parts.isEmpty else { return }
            var part = random.pick(draft.multipart.parts)
            let contents = [[], Array("{}".utf8), [0x1F, 0x8B], InputDraft.usualPhoto, Array("[]".utf8)]
            part.content = .bytes(random.pick(contents))
            draft.multipart.parts.insert(part, at: random.below(draft.multipart.parts.count + 1))
        },
        Departure("parts-types", "CAP-009", "other content types of photo and depth map", .full) { draft, random in
            let types = ["text/plain", "", "image/png; charset=utf-16", "multipart/mixed; boundary=edge", "\u{E9}"]
            for index in draft.multipart.parts.indices.prefix(2) where draft.multipart.parts[index].lines.count > 1 {
                draft.multipart.parts[index].lines[1] = Array("Content-Type: \(random.pick(types))".utf8)
            }
        },
        Departure("body-preamble", "CAP-003", "bytes before the first boundary", .full) { draft, random in
            draft.multipart.preamble = Array(
                random.pick(["\r\n", "a preamble\r\n", "\n", "-\u{2D}edg\r\n", "x", "--", "\r\n\r\n--edgy\r\n"]).utf8)
        },
        Departure("body-padding", "CAP-003", "characters after a boundary", .full) { draft, random in
            draft.multipart.padding = Array(random.pick([" ", "\t", "  \t ", "x", "\u{A0}", "-", "\u{C}", "\r"]).utf8)
        },
        Departure("body-line-ends", "CAP-003", "another line end around boundaries", .full) { draft, random in
            draft.multipart.boundaryLineEnd = Array(random.pick(["\n", "\r", "\n\r", "\r\n\r\n"]).utf8)
        },
        Departure("body-lines", "CAP-003 CAP-019", "another line end everywhere", .full) { draft, random in
            let end = random.bytes([[0x0A], [0x0D]])
            draft.multipart.boundaryLineEnd = end
            draft.multipart.end = Array("--".utf8) + end
            for index in draft.multipart.parts.indices {
                (draft.multipart.parts[index].lineEnd, draft.multipart.parts[index].emptyLine) = (end, end)
            }
        },
        Departure("parts-without-headers", "CAP-011", "a further part without header lines", .full) { draft, random in
            let content = Array(random.pick(["x", "\r\nx", "\r\n", ""]).utf8)
            draft.multipart.parts.insert(
                MultipartDraft.Part(lines: [], content: .bytes(content)),
                at: random.below(draft.multipart.parts.count + 1))
        },
        Departure("body-end", "CAP-003", "another end of the body", .full) { draft, random in
            draft.multipart.end = Array(
                random.pick(["", "", "--", "-", "\r\n", "--\r\nmore\r\n--edge\r\n", "-\u{2D}x", " --\r\n", "-- \r\n"])
                    .utf8)
        },
        Departure("body-cut", "CAP-003", "a body that is cut off", .full) { draft, random in
            // The length of the last boundary line, including the line end before it.
            let last = draft.multipart.boundary.utf8.count + 8
            let count = random.pick([1, 2, 3, 4, 5, 9, last - 2, last, 20, 60, 400, 1000])
            draft.multipart.edits.append { $0 = $0.dropLast(count) }
        },
        Departure("body-boundary", "CAP-003 CAP-001", "another boundary", .full) { draft, random in
            let boundary = random.pick(["x", "----", "a'b.c", String(repeating: "b", count: 70), "0"])
            draft.multipart.boundary = boundary
            draft.contentType = "multipart/form-data; boundary=\(boundary)"
        },
        Departure("body-boundary-other", "CAP-003 CAP-001", "another boundary than the content type's", .full) {
            draft, random in
            draft.contentType = "multipart/form-data; boundary=\(random.pick(["Edge", "edg", "-edge", "edge-"]))"
        },
        Departure("body-boundary-inside", "CAP-003", "the boundary inside a part", .full) { draft, random in
            let inside = random.pick([
                "\r\n--edge", "-\u{2D}edge\r\n", "\r\n--edgy", "\n--edge\n", "\r\n--edg", "\r\n--edge--",
            ])
            draft.photo += Array(inside.utf8) + [0x78]
            draft.json["photo_hash"] = .text(SHA256Digest.hexadecimal(of: draft.photo))
        },
        Departure("header-count", "CAP-011", "a number of header lines at its bounds", .full, mayDiffer: true) {
            draft, random in
            let count = random.pick([0, 1, 31, 32, 33])
            draft.changePart(&random) { part in
                part.lines = Array(part.lines.prefix(count))
                while part.lines.count < count { part.lines.append(Array("X-\(part.lines.count): y".utf8)) }
            }
        },
        Departure("header-name-case", "CAP-012", "header names in other letters", .full, mayDiffer: true) {
            draft, random in
            let name = random.pick(["content-disposition", "CONTENT-DISPOSITION", "cONTENT-dISPOSITION"])
            draft.changePart(&random) { part in
                guard !part.lines.isEmpty else { return }
                part.lines[0] = Array(name.utf8) + part.lines[0].dropFirst(name.utf8.count)
            }
        },
        Departure("header-twice", "CAP-012", "two header lines with one name", .full, mayDiffer: true) {
            draft, random in
            let line = random.pick([
                "Content-Disposition: form-data; name=\"other\"", "content-disposition: form-data",
                "Content-Disposition:", "Content-Disposition: form-data; name=\"photo\"",
            ])
            let isFirst = random.below(2) == 0
            draft.changePart(&random) { $0.lines.insert(Array(line.utf8), at: isFirst ? 0 : $0.lines.count) }
        },
        Departure("header-line", "CAP-012", "a header line of another form", .full, mayDiffer: true) { draft, random in
            let line = random.pick([
                "X", "X y", "X : y", " X: y", ": y", "X:", "X:y", "X: \u{1}", "X: a\tb", "X: \u{7F}", "X\u{E9}: y",
                "X: \u{E9}", "(X): y", "X: y\rz", "X_1!: y",
            ])
            let isFirst = random.below(2) == 0
            draft.changePart(&random) { $0.lines.insert(Array(line.utf8), at: isFirst ? 0 : $0.lines.count) }
        },
        Departure("header-ends", "CAP-019", "another end of header lines", .full, mayDiffer: true) { draft, random in
            let end: [UInt8] = random.bytes([[0x0A], [0x0D], [0x0A, 0x0D], [0x20, 0x0D, 0x0A]])
            let which = random.below(3)
            let more = random.below(2) == 0
            draft.changePart(&random) { part in
                if which != 0 { part.lineEnd = end }
                if which != 1 { part.emptyLine = end + (more ? Array("x\r\n\r\n".utf8) : []) }
            }
        },
        Departure("header-fold", "CAP-012 CAP-019", "a folded header line", .full, mayDiffer: true) { draft, random in
            let fold = random.pick(["\r\n ", "\r\n\t", "\n "])
            draft.changePart(&random) { part in
                guard !part.lines.isEmpty, let index = part.lines[0].firstIndex(of: UInt8(ascii: ";")) else { return }
                part.lines[0].insert(contentsOf: fold.utf8, at: index + 1)
            }
        },
    ]

    /// Forms of Content-Disposition. The part's name is `NAME`.
    static let partNames: [Departure] = [
        disposition(
            "name-form", "CAP-013 CAP-016", "a part's name in another form",
            [
                "form-data; name=NAME", "name=\"NAME\"", "attachment; name=\"NAME\"", "form-data;name=\"NAME\"",
                "form-data;\tname=\"NAME\"", "form-data; filename=\"a\"; name=\"NAME\"",
                "form-data; name=NAME; filename=x",
                ";name=NAME", " name=NAME", "form-data; name=NAME x", "form-data; x=\"y\"; name=\"NAME\";",
            ]),
        disposition(
            "name-search", "CAP-013", "the word name elsewhere",
            [
                "form-data; filename=\"my name.jpg\"; name=\"NAME\"", "form-data; filename=\"name=x\"; name=\"NAME\"",
                "form-data; filename=\" name=NAME\"", "form-data; filenamename=\"NAME\"",
                "form-data; xname=\"x\"; name=\"NAME\"",
                "form-data; NAME=\"NAME\"", "form-data; name=\"x\"; name=\"NAME\"", "form-data, name=\"NAME\"",
                "form-data; filename=\"a;name=x\"; name=\"NAME\"", "namename=NAME", "form-data; name*=UTF-8''NAME",
            ]),
        disposition(
            "name-equals", "CAP-014", "other characters around the equals sign",
            [
                "form-data; name =\"NAME\"", "form-data; name= \"NAME\"", "form-data; name\t=\t\"NAME\"",
                "form-data; name \t = NAME",
                "form-data; name", "form-data; name;x=\"NAME\"", "form-data; name:\"NAME\"",
                "form-data; names=1; name=\"NAME\"", "form-data; name=", "form-data; name==NAME",
            ]),
        disposition(
            "name-quotes", "CAP-015", "a quoted name in another form",
            [
                "form-data; name=\"NAME", "form-data; name=\"NAME\\\"\"", "form-data; name=\"\\NAME\"",
                "form-data; name=\"NAME\"x", "form-data; name=\"\"; x=\"NAME\"", "form-data; name=\"NAME\\\\\"",
                "form-data; name=\" NAME \"", "form-data; name=\"NAME \"", "form-data; name=\" NAME\"",
                "form-data; name=\"NAME\t\"", "form-data; name=NAME\"", "form-data; name=\"NAME;\"",
            ]),
        disposition(
            "name-unquoted", "CAP-016", "characters after an unquoted name",
            [
                "form-data; name='NAME'", "form-data; name=NAME\t", "form-data; name=NAME;", "form-data; name=NAME,x",
                "form-data; name=NAME\u{A0}", "form-data; name=NAME\u{3000}x",
            ]),
        Departure("name-not-utf8", "CAP-017", "a name that is not UTF-8", .full, mayDiffer: true) { draft, random in
            let bytes = random.bytes([[0xFF], [0xC3], [0xED, 0xA0, 0x80]])
            let isFile = random.below(2) == 0
            draft.changePart(&random) { part in
                let text = isFile ? "form-data; filename=\"" : "form-data; name=\""
                let line = Array("Content-Disposition: \(text)".utf8) + bytes
                part.lines = [line + Array("\"; name=\"photo\"".utf8)] + part.lines.dropFirst()
            }
        },
    ]

    private static func disposition(_ id: String, _ rules: String, _ text: String, _ values: [String]) -> Departure {
        Departure(id, rules, text, .full, mayDiffer: true) { draft, random in
            let value = random.pick(values)
            draft.changePart(&random) { part in
                let name: CapturePart =
                    switch part.content {
                    case .photo, .bytes: .photo
                    case .depthMap: .depthMap
                    case .metadata: .metadata
                    }
                let text = value.replacing("NAME", with: name.rawValue)
                part.lines = [Array("Content-Disposition: \(text)".utf8)] + part.lines.dropFirst()
            }
        }
    }
}

extension InputDraft {
    fileprivate mutating func changePart(_ random: inout SplitMix64, _ change: (inout MultipartDraft.Part) -> Void) {
        guard !multipart.parts.isEmpty else { return }
        change(&multipart.parts[random.below(multipart.parts.count)])
    }
}
