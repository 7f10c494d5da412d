internal import Support

extension Departure {
    /// `TYPE` stands for the endpoint's content type, `SUB` for its type and subtype.
    static let contentTypes: [Departure] = [
        contentType(
            "type-parameters", "CAP-134 CAP-133", "further parameters",
            [
                "TYPE; charset=utf-8", "TYPE;charset=utf-8", "TYPE;  a=b", "TYPE; a=b; c=d",
                "TYPE; a=!#$%&'*+-.^_`|~z0",
            ]),
        contentType(
            "type-case", "CAP-131 CAP-001", "other letters",
            [
                "Application/JSON", "APPLICATION/json", "Multipart/Form-Data; Boundary=edge",
                "MULTIPART/FORM-DATA; BOUNDARY=edge",
            ]),
        contentType(
            "type-other", "CAP-131 CAP-001", "another type",
            [
                "text/json", "application/*", "text/plain", "application/json5", "multipart/mixed; boundary=edge",
                "multipart/form-data", "application/x-www-form-urlencoded", "application/xjson",
            ]),
        contentType(
            "type-suffix", "CAP-132", "a suffix", mayDiffer: true,
            [
                "SUB+json", "SUB+xml", "application/a+b+json", "application/+json", "application/json+a+xml",
                "application/vnd.a+JSON", "application/json+", "multipart/form-data+x; boundary=edge",
                "multipart/form-data+; boundary=edge", "multipart/+form-data; boundary=edge",
            ]),
        contentType(
            "type-tokens", "CAP-130", "other characters in the type", mayDiffer: true,
            [
                "", "json", "/json", "application/", "application /json", " TYPE", "application//json", "TYPE/",
                "application/js(on", "\u{FF41}pplication/json", "application/;a=b", "multipart/;boundary=edge",
            ]),
        contentType(
            "type-spaces", "CAP-133", "white space around a semicolon", mayDiffer: true,
            [
                "SUB ; boundary=edge", "TYPE; \ta=b", "TYPE ", "TYPE;\u{A0}a=b", "SUB;\tboundary=edge",
                "SUB;   boundary=edge",
            ]),
        contentType(
            "type-values", "CAP-134", "parameters without a name or a value", mayDiffer: true,
            [
                "TYPE; a=", "TYPE; a=; b=c", "TYPE; a", "TYPE; =b", "TYPE; a =b", "TYPE; a= b", "TYPE; a=b c",
                "TYPE; a=b/c", "TYPE; a;b=c",
            ]),
        contentType(
            "type-quotes", "CAP-135", "quoted values", mayDiffer: true,
            [
                "SUB; boundary=\"edge\"", "TYPE; a=\"\"", "TYPE; a=\"b\\\"c\"", "TYPE; a=\"b", "TYPE; a=\"b\"c",
                "TYPE; a=\"b\" ",
                "TYPE; a=\"b\"  ; c=d", "TYPE; a=\",;\"", "TYPE; a=\"\t\"", "TYPE; a=\"\u{7F}\"", "TYPE; a=\"b\"\t",
                "SUB; boundary=\"edge\"; a=\"x\"",
            ]),
        contentType(
            "type-end", "CAP-136", "another end", mayDiffer: true,
            [
                "TYPE;", "TYPE;  ", "TYPE;;", "TYPE; ;", "TYPE,", "TYPE, text/plain", "TYPE; a=b;", "TYPE;; a=b",
                ";TYPE",
            ]),
        contentType(
            "type-boundaries", "CAP-001", "two boundaries",
            [
                "SUB; boundary=edge; boundary=x", "SUB; boundary=x; boundary=edge", "SUB; boundary=",
                "SUB; boundary=\"x edge\"",
            ]),
        Departure("type-ascii", "CAP-137", "no content type, or one that is not ASCII", .json) { draft, random in
            let usual = draft.contentType ?? ""
            draft.contentType = random.pick([
                nil, usual + "; a=é", usual + "\u{1}", usual + "\t", usual + "\n", usual + "; a=\u{0}",
            ])
        },
        Departure("body-limit", "CAP-002 CAP-151 REG-002", "a body at the limit of its size", .json) { draft, random in
            // A body at the limit takes as long as hundreds of smaller ones.
            guard random.below(4) == 0 else {
                draft.bodyByteCount = 20_000 + random.below(3)
                return
            }
            draft.bodyByteCount = CapturePayload.byteLimit + random.below(2)
        },
    ]

    private static func contentType(
        _ id: String, _ rules: String, _ text: String, mayDiffer: Bool = false, _ values: [String]
    ) -> Departure {
        Departure(id, rules, text, .json, mayDiffer: mayDiffer) { draft, random in
            let isForm = draft.kind.subjects.contains(.full)
            draft.contentType = random.pick(values)
                .replacing("TYPE", with: isForm ? "multipart/form-data; boundary=edge" : "application/json")
                .replacing("SUB", with: isForm ? "multipart/form-data" : "application/json")
        }
    }
}
