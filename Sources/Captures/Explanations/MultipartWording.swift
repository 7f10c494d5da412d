internal import Support

// The sentences about multipart bodies, by what the sender wrote.

extension MultipartCause {
    package var wording: String {
        switch self {
        case .emptyBody: "the body has no bytes"
        case .encodedBody(let damage):
            "the body as a whole is \(damage.rawValue.withSpaces), which the server does not decode, whatever "
                + "Content-Encoding says"
        case .otherBoundary(let found, let named, let isHeader):
            "the body's boundary is \"\(found.printable)\"; "
                + "\(isHeader ? "the header names" : "the one given is") \"\(named.printable)\""
                + (found.lowercased() == named.lowercased() ? " (capitals count)" : "")
        case .otherLastBoundary(let found, let boundary):
            "the body ends with another boundary, \"\(found.printable)\"; end it with --\(boundary.printable)--"
        case .hyphensNamed(let boundary):
            "the boundary that is named begins with the two hyphens that come before it in the body; name "
                + boundary.printable
        case .hyphensMissing(let boundary): "the boundary \(boundary.printable) has no two hyphens before it"
        case .noBoundaryLine(let start):
            "the body has no boundary; it begins with "
                + "\"\(String(decoding: start, as: UTF8.self).printable)\""
        case .lineEnd(.lineFeed, let offset): "lines end with LF (byte \(offset)); CR LF is needed"
        case .lineEnd(.carriageReturn, let offset): "lines end with CR (byte \(offset)); CR LF is needed"
        case .lineEnd(.twoCarriageReturns, let offset):
            "lines end with CR CR LF (byte \(offset)): each LF got a CR, also where it had one; CR LF is needed"
        case .noLineEndBeforeBoundary(let offset): "the next boundary (byte \(offset)) has no CR LF before it"
        case .hyphensMissingAtEnd(let boundary):
            "the last boundary has no two hyphens behind it; end the body with --\(boundary.printable)--"
        case .noClosingBoundary(let boundary):
            "the body ends without the closing boundary --\(boundary.printable)--"
        case .cutHeaders(let offset):
            "the body ends within the headers of a part (from byte \(offset))"
        case .noEmptyLine(let offset):
            "the headers of a part have no empty line behind them: the content begins at byte \(offset)"
        case .boundaryInContent(let boundary, let offset):
            "the bytes behind a boundary are no headers (byte \(offset)): \(boundary.printable) occurs in the "
                + "content of a part, so choose a boundary that does not; or a part has no headers"
        case .badHeader(let line, let offset): "the line \"\(line.printable)\" (byte \(offset)) is not a header"
        }
    }
}

extension MisnamedPart {
    func wording(of part: CapturePart) -> String {
        switch self {
        case .otherCapitals(let name):
            "there is a part \"\(name.printable)\": names are case-sensitive; name it \"\(part.rawValue)\""
        case .similarName(let name):
            "there is a part \"\(name.printable)\", which the server ignores; name it \"\(part.rawValue)\""
        case .otherName(let name):
            "the part \"\(name.printable)\" has the content of a \(part.noun); name it \"\(part.rawValue)\""
        case .hiddenByFileName:
            "the server takes the name of a part from the word \"name\" in its file name; put "
                + "name=\"\(part.rawValue)\" before filename, or change the file name"
        case .nameless(let disposition):
            "there is a part without a name ("
                + (disposition.map { "Content-Disposition: \($0.printable)" } ?? "without Content-Disposition")
                + "); write name=\"\(part.rawValue)\""
        }
    }
}

extension CapturePart {
    fileprivate var noun: String {
        switch self {
        case .photo: "photo"
        case .depthMap: "compressed depth map"
        case .metadata: "JSON object"
        }
    }
}

extension String {
    fileprivate var withSpaces: String { replacingScalars(["_": " "]) }
}
