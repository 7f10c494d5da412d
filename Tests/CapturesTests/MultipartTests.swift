import Captures
import Support
import TestSupport
import Testing

@Suite struct MultipartTests {
    private func parts(_ body: String, boundary: String? = "b") throws(MultipartFault) -> [BodyPart] {
        try parts(Array(body.utf8), boundary: boundary)
    }

    private func parts(_ body: [UInt8], boundary: String?) throws(MultipartFault) -> [BodyPart] {
        var reader = try MultipartReader(body, boundary: boundary)
        var parts: [BodyPart] = []
        while let part = try reader.next() { parts.append(part) }
        return parts
    }

    private func code(_ body: String, boundary: String? = "b") -> String? {
        do throws(MultipartFault) {
            _ = try parts(body, boundary: boundary)
            return nil
        } catch {
            return error.code
        }
    }

    @Test func partsRoundTrip() throws {
        let written = [
            BodyPart(name: "photo", fileName: "p.jpg", contentType: "image/jpeg", content: Array(0...255)),
            BodyPart(name: "empty", content: []), BodyPart(name: nil, content: [1]),
            BodyPart(name: "end", contentType: "text/plain", content: Array("\r\n--Bound\r\n--".utf8)),
        ]
        let writer = MultipartWriter(boundary: "Boundary")
        let body = writer.body(of: written)
        #expect(body.count == writer.byteCount(of: written))
        #expect(try parts(body, boundary: "Boundary") == written)
        #expect(try parts(body, boundary: nil) == written)
        #expect(writer.contentType == "multipart/form-data; boundary=Boundary")
    }

    @Test func preambleAndEpilogueAreIgnored() throws {
        let body = "preamble --b \t\r\nContent-Disposition: form-data; name=a\r\n\r\nx\r\n--b--then\r\n--b anything"
        #expect(try parts(body).map(\.name) == ["a"])
        #expect(try parts(body).map(\.content) == [Array("x".utf8)])
        #expect(try parts("--b--").isEmpty)
    }

    @Test(arguments: [
        ("", "boundary_not_found"), ("--a--", "boundary_not_found"), ("--b", "no_line_after_boundary"),
        ("--b-", "no_line_after_boundary"),
        ("--bb\r\n\r\n", "no_line_after_boundary"), ("--b\n\n", "no_line_after_boundary"),
        ("--b\r\n", "endless_headers"),
        ("--b\r\nA: b\r\n", "endless_headers"), ("--b\r\nA: b\r\n\r\nx", "endless_part"),
        ("--b\r\nA: b\r\n\r\n--b--", "endless_part"),
        ("--b\r\n\r\nx\r\n\r\n--b--", "no_headers"), ("--b\r\n\nA: b\r\n\r\n", "no_headers"),
        ("--b\r\nA b\r\n\r\nx\r\n--b--", "bad_header"), ("--b\r\nA : b\r\n\r\nx\r\n--b--", "bad_header"),
        ("--b\r\nA: b\r\n c\r\n\r\nx\r\n--b--", "bad_header"), ("--b\r\n: b\r\n\r\nx\r\n--b--", "bad_header"),
        ("--b\r\nA: \u{1}\r\n\r\nx\r\n--b--", "bad_header"), ("--b\r\nA: b\r\n\r\nx\r\n--bc", "no_line_after_boundary"),
        ("--b\r\n" + String(repeating: "A: b\r\n", count: 33) + "\r\nx\r\n--b--", "too_many_headers"),
    ])
    func malformedMultipartIsRefused(_ row: (body: String, code: String)) { #expect(code(row.body) == row.code) }

    @Test func aMissingBoundaryIsTakenFromTheFirstLine() {
        #expect(MultipartReader.boundary(of: Array("\r\n--b c \r\nx".utf8)) == "b c")
        for body in ["", "b\r\n", "--\r\n", "--  ", "--" + String(repeating: "b", count: 300)] {
            #expect(MultipartReader.boundary(of: Array(body.utf8)) == nil)
            #expect(code(body, boundary: nil) == "no_boundary")
        }
        #expect(code("--", boundary: "") == "no_line_after_boundary")
        #expect(code("----", boundary: "") == nil)
    }

    @Test(
        arguments: [
            (#"form-data; name="a""#, "a"), ("form-data; name=a ; filename=b", "a"),
            (#"form-data; filename="name=b"; name="a;b""#, "a;b"),
            (#"form-data; name="a\"b\c""#, #"a"b\c"#), (#"form-data; filename="b""#, nil), ("form-data", nil),
            ("name=a", "a"), (#"form-data; name="a"#, nil), (#"form-data; xname=b"#, nil), (#"name="a\""#, nil),
            (#"name="a\\"b""#, #"a\"b"#), (#"name="""#, ""), ("name=", ""), ("name=;x", ""), ("name = a;b", "a"),
            ("name\t=\t\"a\"", "a"), ("name=a\tb", "a\tb"), ("name='a'", "'a'"), ("NAME=a", nil), ("name*=a", nil),
            ("names=1; name=a", nil), (#"filename="my name.jpg"; name="a""#, nil), ("filename=name; name=a", "a"),
            ("filenamename=a", "a"), ("filename=\"a; name=b\"", "b\""), ("form-data;\tname=a", "a"),
        ] as [(String, String?)])
    func theFirstNameParameterNamesAPart(_ row: (header: String, name: String?)) throws {
        let body = "--b\r\nCONTENT-DISPOSITION:  \(row.header)\r\n\r\nx\r\n--b--"
        #expect(try parts(body).map(\.name) == [row.name])
    }

    @Test func aNameThatIsNotUTF8IsIgnored() throws {
        let (before, after) = ("--b\r\nContent-Disposition: form-data; name=", "\r\n\r\n\r\n--b--")
        let body = Array(before.utf8) + [0xFF] + Array(after.utf8)
        #expect(try parts(body, boundary: "b").map(\.name) == [nil])
    }

    @Test func theLastOfTwoHeadersWithOneNameIsUsed() throws {
        let first = "Content-Disposition: form-data; name=first; filename=f\r\nContent-Type: a/b"
        for (second, name) in [("form-data; name=second", "second"), ("form-data", nil)] {
            let body =
                "--b\r\n\(first)\r\ncontent-type: c/d\r\ncontent-disposition: \(second)\r\n\r\nx\r\n--b--"
            let part = try #require(try parts(body).first)
            #expect(part == BodyPart(name: name, contentType: "c/d", content: Array("x".utf8)))
        }
    }

    @Test func headersMayEndWithLineFeedsAlone() throws {
        let body = "--b\r\nContent-Disposition: form-data; name=a\nContent-Type: text/plain\r\n\r\nx\r\n--b--"
        #expect(try parts(body).first?.contentType == "text/plain")
        #expect(try parts(body).first?.name == "a")
    }

    @Test func changedBytesNeverTrap() {
        var random = SplitMix64(seed: 3)
        let whole = MultipartWriter(boundary: "b").body(of: TestCapture.parts)
        var codes: Set<String> = []
        for _ in 0..<2000 {
            var bytes = whole
            for _ in 0...random.below(3) { bytes[random.below(bytes.count)] = UInt8(random.below(256)) }
            bytes.removeLast(random.below(60))
            do throws(MultipartFault) {
                _ = try parts(bytes, boundary: random.below(2) == 0 ? "b" : nil)
            } catch {
                codes.insert(error.code)
            }
        }
        #expect(codes.count >= 3)
    }

    @Test(arguments: [
        ("application/json", true), ("APPLICATION/JSON; charset=utf-8", true), ("application/vnd.api+json", true),
        ("application/json;", true), ("application/json; ", true), ("application/json+xml", true),
        ("application/json+", true), ("application/a+b+json", true), ("application/json;  a=b; c=d;", true),
        (#"application/json; a="b, c" ;d=e"#, true), (#"application/json; a="b\""#, true),
        ("application/json; a=", true), ("application/json; a=;b=c", false), (#"application/json; a="""#, false),
        ("application/json ", false), ("application/json ;a=b", false), ("application/json;;", false),
        ("application/json;\ta=b", false), ("application/json; a =b", false), ("application/json; a=b c", false),
        ("application/json; =b", false), ("application/json; a=\"\u{7F}\"", false), ("application/json, a/b", false),
        ("application/json; a=é", false), ("application/+json", false), ("application/json+a+xml", false),
        ("application/*", false), (#"application/json; a="b\"c"; d=e"#, false), ("text/json", false),
        ("application/jsonx", false),
        ("application/x-json", false),
        ("application/", false), ("/json", false), ("application/json charset", false),
        ("application/json; charset", false), ("", false),
        (#"application/json; a="b"#, false),
    ])
    func jsonContentTypesAreRecognised(_ row: (text: String, isJSON: Bool)) {
        #expect((MediaType(row.text)?.isJSON ?? false) == row.isJSON)
    }

    @Test(
        arguments: [
            ("multipart/form-data; boundary=Ab", "Ab"), ("Multipart/FORM-DATA;x=y; BOUNDARY=\"a b\"", "a b"),
            ("multipart/form-data+x; boundary=b", "b"), ("multipart/form-data; boundary=b; boundary=c", "b"),
            ("multipart/form-data; boundary=", ""), ("multipart/form-data", nil), ("multipart/mixed; boundary=b", nil),
            ("form/form-data; boundary=b", nil), ("multipart/form-data ; boundary=b", nil),
        ] as [(String, String?)])
    func formContentTypesNameTheBoundary(_ row: (text: String, boundary: String?)) {
        #expect(MediaType(row.text)?.formBoundary == row.boundary)
    }

    @Test(
        arguments: [
            ("a/b; charset=hz-gb-2312", [0xEF, 0xBB, 0xBF, 0x61], "a"),
            ("a/b ;charset=latin1", Array("é".utf8), "é"),
            (nil, Array("aé".utf8), "aé"), (nil, [0xEF, 0xBB, 0xBF, 0x61], "a"),
            (nil, [0x61, 0xFF, 0xC3, 0x62], "a\u{FFFD}\u{FFFD}b"),
            ("text/plain; charset=ISO-8859-1", [0x61, 0xE9, 0x80], "aé€"), ("a/b; charset=\"latin1\"", [0xE9], "é"),
            ("text/plain; charset=latin1", [0xEF, 0xBB, 0xBF, 0x61], "a"),
            (nil, [0xFF, 0xFE, 0x61, 0, 0x3D, 0xD8, 0, 0xDE], "a😀"),
            (nil, [0xFE, 0xFF, 0, 0x61, 0], "a\u{FFFD}"), ("a/b; charset=utf-16be", [0, 0x61], "a"),
            ("a/b; charset=utf-16", [0x61, 0], "a"),
            ("a/b; charset=nonsense", Array("é".utf8), "é"), ("nonsense", Array("é".utf8), "é"), (nil, [], ""),
        ] as [(String?, [UInt8], String)])
    func partTextIsDecodedAsTheServerDoes(_ row: (contentType: String?, content: [UInt8], text: String)) throws {
        let part = BodyPart(name: "metadata", contentType: row.contentType, content: row.content)
        #expect(String(decoding: try part.utf8, as: UTF8.self) == row.text)
    }
}
