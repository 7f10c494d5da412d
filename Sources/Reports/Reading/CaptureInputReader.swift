internal import Captures
internal import DepthFiles
internal import Support

/// Reads captures, registrations and requests from files and folders.
///
///     let input = try CaptureInputReader().read("body.bin")
///
/// The form is determined as follows:
///
/// - A folder with `photo.jpg`, `depth.bin` or `metadata.json` is a full capture, with `detection.json` as an
///   optional part. A missing file is a missing part. A folder that also has bodies is no capture, and neither is one
///   with `metadata.json` beside other JSON and without the other two.
/// - A file that begins with two hyphens, after any line breaks, is a multipart body. If a boundary is given, every
///   file is.
/// - A file that begins with a request line is an HTTP request.
/// - JSON with a member `endpoint` is a case file. The files it names are searched in its folder, then in the parent
///   folder.
/// - JSON with a member `platform` or `has_lidar` is a registration, and so is an array that begins with `"ios"` or
///   `"android"`.
/// - Any other file that begins with a brace or bracket is a hash-only capture of type `application/json`. A byte
///   order mark and white space may precede the bracket.
/// - A CBOR map with a member of an attestation, raw or in base64, is an attestation object.
/// - A damaged attestation object is an error, unless an attestation is expected.
/// - The requests of a session that a program exported (``RequestExport``) are one input each.
/// - All of these can be in gzip, base64 or hexadecimal digits.
/// - JSON that has no members of a hash-only capture is not a capture, unless the file name ends in `.body`.
package struct CaptureInputReader: Sendable {
    /// The boundary of multipart bodies; nil to detect it in the first line.
    package var boundary: String?

    /// Whether a file of unknown form is read as a damaged attestation object.
    package var isAttestationExpected: Bool

    package init(boundary: String? = nil, isAttestationExpected: Bool = false) {
        (self.boundary, self.isAttestationExpected) = (boundary, isAttestationExpected)
    }

    /// More than a hundred times the server's limit, so that oversized captures can be read and their size reported.
    private static let maximumByteCount = 256 << 20

    /// The file name and content type of each part in a folder.
    private static let parts = [
        (name: "photo", file: "photo.jpg", type: "image/jpeg"),
        (name: "depth_map", file: "depth.bin", type: "application/octet-stream"),
        (name: "metadata", file: "metadata.json", type: "application/json"),
        (name: "detection", file: "detection.json", type: "application/json"),
    ]

    /// The part files in a folder; empty if the folder is not a capture.
    package static func partFiles(inFolder folder: String) -> [String] {
        let files = parts.filter { FileAccess.isFile("\(folder)/\($0.file)") }
        let names = files.map(\.name)
        let hasMedia = names.contains("photo") || names.contains("depth_map")
        guard hasMedia || names.contains("metadata") else { return [] }
        let others = ((try? FileAccess.names(inFolder: folder)) ?? []).filter { !isPart($0) && !$0.hasPrefix(".") }
        let hasBodies = others.contains { name in
            (hasMedia ? bodyExtensions.dropLast() : bodyExtensions[...]).contains { name.lowercased().hasSuffix($0) }
        }
        return hasBodies ? [] : files.map { "\(folder)/\($0.file)" }
    }

    /// The extensions of captures in a folder of captures. A JSON file beside media can be a device file.
    private static let bodyExtensions = [".body", ".http", ".json"]

    /// Whether a file has the name of a part in a folder.
    package static func isPart(_ name: String) -> Bool { parts.contains { $0.file == name } }

    /// Reads the file or folder at a path, or standard input for `-`. An export must have a single request.
    package func read(_ path: String) throws(CaptureInputError) -> CaptureInput {
        try Self.single(try inputs(path), path)
    }

    /// Reads the bytes of a file. The files that a case names are searched beside `path`.
    func read(_ bytes: [UInt8], _ path: String) throws(CaptureInputError) -> CaptureInput {
        try Self.single(try inputs(bytes, path), path)
    }

    private static func single(
        _ inputs: [Result<CaptureInput, CaptureInputError>], _ path: String
    ) throws(CaptureInputError) -> CaptureInput {
        guard let input = inputs.first, inputs.count == 1 else {
            throw .severalRequests(path: path, count: inputs.count)
        }
        return try input.get()
    }

    /// Reads the file or folder at a path, or standard input for `-`: one input, or for an export one for each request.
    func inputs(_ path: String) throws(CaptureInputError) -> [Result<CaptureInput, CaptureInputError>] {
        if path != FileAccess.standardInputName, FileAccess.isFolder(path) { return [.success(try readFolder(path))] }
        return try inputs(try Self.bytes(of: path), path)
    }

    /// Reads the bytes of a file.
    func inputs(
        _ bytes: [UInt8], _ path: String, from formats: [String] = []
    ) throws(CaptureInputError) -> [Result<CaptureInput, CaptureInputError>] {
        // With a boundary, every file is a multipart body.
        if boundary == nil, !path.hasSuffix(".body") || form(of: bytes) != .hashOnly {
            let file = ExportFile(bytes)
            if let export = RequestExport.recognised(file) { return try requests(of: export, in: file, path, formats) }
            if form(of: bytes) == .hashOnly, let foreign = ForeignFile.json(file) {
                guard AttestationText.match(in: bytes) != nil else { throw .foreign(path: path, foreign) }
            }
        }
        do throws(CaptureInputError) {
            var input = try readOne(bytes, path)
            if !formats.isEmpty { input.origin = InputOrigin(formats: formats) }
            return [.success(input)]
        } catch {
            guard case .noCapture = error else { throw error }
            if formats.count < Self.encodingLimit,
                let (encoding, decoded) = FileEncoding.decoded(bytes, limit: Self.maximumByteCount),
                isReadable(decoded, depth: formats.count + 1)
            {
                return try inputs(decoded, path, from: formats + [encoding.rawValue])
            }
            throw ForeignFile.binary(bytes).map { .foreign(path: path, $0) } ?? error
        }
    }

    /// The number of encodings around a file.
    private static let encodingLimit = 3

    /// Whether decoded bytes have a known form. Text that happens to be base64 has none.
    private func isReadable(_ bytes: [UInt8], depth: Int) -> Bool {
        guard !bytes.isEmpty else { return false }
        if form(of: bytes) != nil || RequestExport.recognised(ExportFile(bytes)) != nil { return true }
        guard depth < Self.encodingLimit, let inner = FileEncoding.decoded(bytes, limit: Self.maximumByteCount) else {
            return false
        }
        return isReadable(inner.bytes, depth: depth + 1)
    }

    /// The requests of an export to the capture server, named by their place in it.
    private func requests(
        of export: RequestExport, in file: ExportFile, _ path: String, _ formats: [String]
    ) throws(CaptureInputError) -> [Result<CaptureInput, CaptureInputError>] {
        var requests = ExportedRequests()
        var damage: ExportDamage?
        do throws(ExportDamage) { try export.read(file, &requests) } catch { damage = error }
        guard !requests.entries.isEmpty else {
            throw damage.map { .damagedExport(path: path, noun: export.noun, $0) }
                ?? .noRequest(path: path, noun: export.noun, count: requests.count, examples: requests.others)
        }
        let results = requests.entries.map { entry -> Result<CaptureInput, CaptureInputError> in
            let place = "\(path)#\(entry.number) \(entry.method) \(entry.path)"
            return entry.message.map { message in
                CaptureInput(
                    path: place, form: .httpRequest, name: "\(Self.name(of: path))#\(entry.number)",
                    contents: .message(message),
                    origin: InputOrigin(
                        formats: formats + [export.name],
                        request: InputOrigin.Request(
                            number: entry.number, count: requests.count,
                            otherCount: requests.count - requests.entries.count, time: entry.time)))
            }.mapError { .incompleteRequest(path: place, $0) }
        }
        return results + (damage.map { [.failure(.damagedExport(path: path, noun: export.noun, $0))] } ?? [])
    }

    private func readOne(_ bytes: [UInt8], _ path: String) throws(CaptureInputError) -> CaptureInput {
        let form = form(of: bytes)
        if let attestation = try attestation(in: bytes, form, path) {
            return input(path, .attestationObject, .attestationObject(attestation))
        }
        if bytes.isEmpty, form == .hashOnly { throw .empty(path: path) }
        switch form {
        case .multipart:
            return input(path, .multipart, .payload(.full(.multipart(bytes, boundary: boundary))))
        case .hashOnly:
            return input(path, .hashOnly, .payload(.hashOnly(bytes, contentType: "application/json")))
        case .caseFile: return try readCase(bytes, path)
        case .registration: return input(path, .registration, .registrationBody(bytes))
        case .httpRequest:
            do throws(HTTPRequestMessage.Fault) {
                return input(path, .httpRequest, .message(try HTTPRequestMessage(bytes)))
            } catch {
                throw .badMessage(path: path, error)
            }
        case .folder, .attestationObject, nil: throw .noCapture(path: path)
        }
    }

    private func form(of bytes: [UInt8]) -> CaptureInput.Form? {
        if boundary != nil || MultipartReader.boundary(of: bytes) != nil { return .multipart }
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        let first = text.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        guard let first else { return .hashOnly }
        guard [UInt8(ascii: "{"), UInt8(ascii: "[")].contains(first) else {
            return HTTPRequestMessage.isRequest(bytes) ? .httpRequest : nil
        }
        if first == UInt8(ascii: "[") { return Self.isRegistrationArray(text) ? .registration : .hashOnly }
        let names = JSONMemberNames.names(in: bytes)
        if names.contains("endpoint") { return .caseFile }
        return names.contains("platform") || names.contains("has_lidar") ? .registration : .hashOnly
    }

    /// The attestation object in a file that has no other form.
    private func attestation(
        in bytes: [UInt8], _ form: CaptureInput.Form?, _ path: String
    ) throws(CaptureInputError) -> StandaloneAttestation? {
        let isOpen = form == nil || form == .hashOnly && !JSONMemberNames.names(in: bytes).contains("capture_mode")
        guard isOpen else { return nil }
        switch AttestationText.match(in: bytes) {
        case .object(let attestation)?: return attestation
        case .damaged(let object, let damage)?:
            guard isAttestationExpected else { throw .damagedAttestation(path: path, damage) }
            return StandaloneAttestation(object: object, damage: damage)
        case nil:
            guard isAttestationExpected, form == nil || bytes.isEmpty else { return nil }
            return StandaloneAttestation(object: bytes, damage: .unknown(byteCount: bytes.count))
        }
    }

    /// Whether a file is a case; nil for an unreadable file, and for standard input, which can be read only once.
    package func isCase(_ path: String) -> Bool? {
        guard path != FileAccess.standardInputName else { return nil }
        if FileAccess.isFolder(path) { return false }
        return (try? Self.bytes(of: path)).map { form(of: $0) == .caseFile }
    }

    /// Whether an array begins with a platform, as a registration does.
    private static func isRegistrationArray(_ text: ArraySlice<UInt8>) -> Bool {
        var rest = text.drop { $0 != UInt8(ascii: "[") }.dropFirst()
        rest = rest.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        let word = String(decoding: rest.prefix(10), as: UTF8.self).lowercased()
        return word.hasPrefix("\"ios\"") || word.hasPrefix("\"android\"")
    }

    private func readFolder(_ path: String) throws(CaptureInputError) -> CaptureInput {
        guard !Self.partFiles(inFolder: path).isEmpty else {
            throw .noCaptureInFolder(path: path, count: (try? FileAccess.names(inFolder: path))?.count ?? 0)
        }
        var parts: [BodyPart] = []
        for part in Self.parts where FileAccess.isFile("\(path)/\(part.file)") {
            let content = try Self.bytes(of: "\(path)/\(part.file)")
            parts.append(BodyPart(name: part.name, fileName: part.file, contentType: part.type, content: content))
        }
        return input(path, .folder, .payload(.full(.parts(parts))))
    }

    private func readCase(_ bytes: [UInt8], _ path: String) throws(CaptureInputError) -> CaptureInput {
        let requestCase = try RequestCase(json: bytes) { (name) throws(CaptureInputError) in
            try Self.bytes(ofFile: name, namedBy: path)
        } failing: {
            .badCase(path: path, $0)
        }
        if let requestCase {
            return CaptureInput(
                path: path, form: .caseFile, name: requestCase.id ?? Self.name(of: path),
                contents: .requestCase(requestCase.contents))
        }
        let file: CaptureCase
        do throws(CaptureCaseError) {
            file = try CaptureCase(json: bytes)
        } catch {
            throw .badCase(path: path, error)
        }
        let request = try file.request { (name) throws(CaptureInputError) in
            try Self.bytes(ofFile: name, namedBy: path)
        }
        return CaptureInput(
            path: path, form: .caseFile, name: file.id ?? Self.name(of: path), contents: .request(request))
    }

    /// The existing files that a case names; empty for other files.
    package func files(ofCase path: String) -> [String] {
        guard path != FileAccess.standardInputName, let bytes = try? Self.bytes(of: path), form(of: bytes) == .caseFile
        else { return [] }
        var files: [String] = []
        func note(_ name: String) -> [UInt8] {
            if let found = try? Self.path(of: name, besides: path) { files.append(found) }
            return []
        }
        _ = try? RequestCase(json: bytes) {
            note($0)
        } failing: {
            .badCase(path: path, $0)
        }
        if files.isEmpty, let file = try? CaptureCase(json: bytes) { _ = file.request { note($0) } }
        return files
    }

    private static func path(of name: String, besides path: String) throws(CaptureInputError) -> String {
        let name = String(jsonName: name)
        let steps = name.split(separator: "/", omittingEmptySubsequences: false)
        guard !steps.contains(where: { $0.isEmpty || $0 == ".." }) else {
            throw .fileElsewhere(path: path, name: name)
        }
        let folder = path.folderPrefix
        let beside = folder + name
        let above = folder + "../" + name
        return !FileAccess.isFile(beside) && FileAccess.isFile(above) ? above : beside
    }

    static func bytes(ofFile name: String, namedBy path: String) throws(CaptureInputError) -> [UInt8] {
        do throws(CaptureInputError) {
            return try bytes(ofRegularFile: Self.path(of: name, besides: path))
        } catch {
            guard case .inaccessible(let reason) = error else { throw error }
            throw .namedFileInaccessible(path: path, reason)
        }
    }

    /// Reads a file of a folder. Reading a pipe or device could wait for ever.
    static func bytes(ofRegularFile path: String) throws(CaptureInputError) -> [UInt8] {
        try requireRegularFile(path)
        return try bytes(of: path)
    }

    /// Refuses pipes, devices and folders. A missing file is left to the reader.
    static func requireRegularFile(_ path: String) throws(CaptureInputError) {
        guard let kind = (try? FileStatus(of: path))?.kind, kind != .regular else { return }
        throw .inaccessible(FileAccessError(path, kind == .folder ? .isFolder : .isNotFile))
    }

    static func bytes(of path: String) throws(CaptureInputError) -> [UInt8] {
        do throws(FileAccessError) {
            return try FileAccess.readNamed(path, maximumByteCount: maximumByteCount)
        } catch {
            throw .inaccessible(error)
        }
    }

    private func input(_ path: String, _ form: CaptureInput.Form, _ contents: CaptureInput.Contents) -> CaptureInput {
        CaptureInput(path: path, form: form, name: Self.name(of: path), contents: contents)
    }

    /// The file name up to its first period.
    private static func name(of path: String) -> String {
        let name = (path.hasSuffix("/") ? String(path.dropLast()) : path).lastPathPart
        return name.firstIndex(of: ".").map { $0 == name.startIndex ? name : String(name[..<$0]) } ?? name
    }
}
