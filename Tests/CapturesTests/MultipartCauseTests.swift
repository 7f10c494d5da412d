import Captures
import TestSupport
import Testing

@Suite struct MultipartCauseTests {
    private static let body = String(
        decoding: MultipartWriter(boundary: "Bound").body(of: [
            BodyPart(name: "photo", contentType: "image/jpeg", content: Array("p".utf8)),
            BodyPart(name: "depth_map", content: Array("d".utf8)),
            BodyPart(name: "metadata", content: Array("{}".utf8)),
        ]), as: UTF8.self)

    private func cause(_ body: String, boundary: String = "Bound") -> MultipartCause? {
        let sent = FullCaptureBody.request(
            Array(body.utf8), contentType: "multipart/form-data; boundary=\"\(boundary)\"")
        return sent.readableParts.fault.flatMap { MultipartCause(of: $0, in: sent) }
            ?? MultipartCause(unnoticedIn: sent)
    }

    private static func replacing(_ old: String, _ new: String) -> String {
        body.split(separator: old, omittingEmptySubsequences: false).joined(separator: new)
    }

    @Test func aRightBodyHasNoFault() { #expect(cause(Self.body) == nil) }

    @Test(arguments: [
        (replacing("\r\n", "\n"), "line_end_lf"), (replacing("\r\n", "\r"), "line_end_cr"),
        (replacing("\r\n", "\r\r\n"), "line_end_cr"), (replacing("jpeg\r\n\r\n", "jpeg\n\n"), "line_end_lf"),
        (replacing("p\r\n--Bound", "p--Bound"), "no_line_end_before_boundary"),
        (replacing("d\r\n--Bound", "d--Bound"), "no_line_end_before_boundary"),
        (replacing("{}\r\n--Bound", "{}--Bound"), "no_line_end_before_boundary"),
        (replacing("p\r\n--Bound", "p\n--Bound"), "line_end_lf"),
        (replacing("{}\r\n--Bound", "{}\n--Bound"), "line_end_lf"),
        (replacing("--Bound--\r\n", ""), "no_closing_boundary"),
        (replacing("\r\n--Bound--\r\n", ""), "no_closing_boundary"),
        (replacing("--Bound--\r\n", "--Bound\r\n"), "no_hyphens_behind_last_boundary"),
        (replacing("--Bound--\r\n", "--Bound"), "no_hyphens_behind_last_boundary"),
        (replacing("--Bound--\r\n", "--Bound-"), "no_hyphens_behind_last_boundary"),
        (replacing("--Bound--", "--Other--"), "no_closing_boundary"), (replacing("Bound", "Other"), "other_boundary"),
        (replacing("Bound", "Boundary"), "other_boundary"), (replacing("Bound", "bound"), "other_boundary"),
        ("A multipart message\r\n" + replacing("Bound", "Other"), "other_boundary"),
        (replacing("--Bound", "Bound"), "no_boundary_line"), ("", "no_boundary_line"),
        ("{\"a\":1}", "no_boundary_line"), (replacing("Type: ", "Type "), "bad_header"),
        (replacing("jpeg\r\n\r\np", "jpeg\r\n\u{1}p"), "no_empty_line"),
        (replacing("\r\n\r\np", "\r\n\u{1}\r\rp"), "no_empty_line"),
        (replacing("\r\n\r\n", "\r\n\u{1}"), "no_empty_line"), (replacing("\r\n\r\n{}", "\r\n{}"), "no_empty_line"),
        (replacing("p\r\n--Bound", "p\r\n--Bound\r\n\u{1}q\r\n--Bound"), "no_empty_line"),
        (replacing("--Bound", "----Bound"), "other_boundary"), (replacing("--Bound", "------Bound"), "other_boundary"),
        (String(body.prefix(40)), "no_closing_boundary"),
        (String(decoding: Damaging.base64(Array(body.utf8)), as: UTF8.self), "no_boundary_line"),
    ])
    func theCauseIsWhatWasSent(_ row: (body: String, code: String)) { #expect(cause(row.body)?.code == row.code) }

    @Test func theNamedBoundaryIsCompared() {
        for boundary in ["--Bound", "Bound ", "'Bound'", "BOUND", "X"] {
            #expect(
                cause(Self.body, boundary: boundary) == .otherBoundary(found: "Bound", named: boundary, isHeader: true))
        }
    }

    @Test(arguments: [
        ("Photo", "name_in_other_capitals"), ("PHOTO", "name_in_other_capitals"), ("photos", "similar_name"),
        ("photo[]", "similar_name"), ("'photo'", "similar_name"), ("photo ", "similar_name"), ("phto", "similar_name"),
        ("image", "other_name"), ("file", "other_name"),
    ])
    func aMisnamedPartIsFound(_ row: (name: String, code: String)) {
        let parts = [
            BodyPart(name: row.name, content: [0xFF, 0xD8, 0xFF]), TestCapture.parts[1], TestCapture.parts[2],
        ]
        #expect(MisnamedPart(for: .photo, in: .parts(parts))?.code == row.code)
        #expect(MisnamedPart(for: .photo, in: .parts(Array(parts.dropFirst()))) == nil)
    }

    @Test(arguments: ["depthMap", "depth-map", "DepthMap", "depth", "depthmap", "depth_map_file"])
    func namesOfDepthMapsAreSimilar(_ name: String) {
        #expect(MisnamedPart(for: .depthMap, in: .parts([BodyPart(name: name, content: [])])) == .similarName(name))
    }

    @Test(arguments: ["my name.jpg", "my name=x.jpg", "name=photo"])
    func aFileNameMayHideTheName(_ fileName: String) {
        let disposition = #"form-data; filename="a \#(fileName)"; name="photo""#
        let body = Self.replacing(#"form-data; name="photo""#, disposition)
        let sent = FullCaptureBody.multipart(Array(body.utf8), boundary: "Bound")
        #expect(MisnamedPart(for: .photo, in: sent) == .hiddenByFileName)
    }

    @Test(arguments: [
        #"form-data; photo="iOS""#, "form-data; name*=UTF-8''photo", #"form-data; NAME="photo""#,
        #"form-data; name="photo"#,
    ])
    func aPartWithoutANameIsShownAsSent(_ disposition: String) {
        let body = Self.replacing(#"form-data; name="photo""#, disposition)
        let sent = FullCaptureBody.multipart(Array(body.utf8), boundary: "Bound")
        #expect(MisnamedPart(for: .photo, in: sent) == .nameless(disposition: disposition))
        #expect(
            MisnamedPart(for: .photo, in: .parts([BodyPart(name: nil, content: [])])) == .nameless(disposition: nil))
    }
}
