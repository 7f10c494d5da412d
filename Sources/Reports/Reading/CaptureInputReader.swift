internal import Captures
internal import DepthFiles
internal import Support

/// Reads captures, registrations and requests from files and folders. Their contents determine the form.
package struct CaptureInputReader: Sendable {
    package var boundary: String?

    /// Whether a file of unknown form is read as a damaged attestation object.
    package var isAttestationExpected: Bool

    package init(boundary: String? = nil, isAttestationExpected: Bool = false) {
        (self.boundary, self.isAttestationExpected) = (boundary, isAttestationExpected)
    }

    /// More than a hundred times the server's limit, so that oversized captures can be read and their size reported.
    private static let maximumByteCount = 256 << 20

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
                || isPayload("\(folder)/\(name)")
        }
        return hasBodies ? [] : files.map { "\(folder)/\($0.file)" }
    }

    /// The files that are named like a missing part, but with another extension, case or separator.
    private static func misnamedFiles(inFolder folder: String) -> [MisnamedFile] {
        ((try? FileAccess.names(inFolder: folder)) ?? []).compactMap { name in
            let stem = name.lowercased().prefix { $0 != "." }.filter { $0.isLetter }
            let part = parts.first { part in
                [part.name, String(part.file.prefix { $0 != "." })].contains { $0.filter(\.isLetter) == stem }
            }
            guard let part, name != part.file, !FileAccess.isFile("\(folder)/\(part.file)") else { return nil }
            return MisnamedFile(name: name, expected: part.file)
        }
    }

    private static func isPayload(_ path: String) -> Bool {
        guard path.lowercased().hasSuffix(".json"), let bytes = try? bytes(ofRegularFile: path) else { return false }
        return JSONMemberNames.names(in: bytes).contains("capture_mode")
    }

    /// The extensions of captures in a folder. Beside media, JSON does not count, because it can be a device file.
    private static let bodyExtensions = [".body", ".http", ".json"]

    package static func isPart(_ name: String) -> Bool { parts.contains { $0.file == name.lowercased() } }

    /// Reads the file or folder at a path, or standard input for `-`. An export must have a single request.
    package func read(_ path: String) throws(CaptureInputError) -> CaptureInput {
        try Self.single(try inputs(path), path)
    }

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

    /// Reads the file or folder at a path, or standard input for `-`: one input, or one for each request of an export.
    func inputs(_ path: String) throws(CaptureInputError) -> [Result<CaptureInput, CaptureInputError>] {
        if path != FileAccess.standardInputName, FileAccess.isFolder(path) { return [.success(try readFolder(path))] }
        return try inputs(try Self.bytes(of: path), path)
    }

    func inputs(
        _ bytes: [UInt8], _ path: String, from formats: [String] = []
    ) throws(CaptureInputError) -> [Result<CaptureInput, CaptureInputError>] {
        let file = ExportFile(bytes)
        let form = form(of: file, path)
        // With a boundary, every file is a multipart body.
        if boundary == nil, !Self.isBody(path) || form != .hashOnly {
            if let export = RequestExport.recognised(file) { return try requests(of: export, in: file, path, formats) }
            if form == .hashOnly, let foreign = ForeignFile.json(file) {
                guard AttestationText.match(in: bytes) != nil else { throw .foreign(path: path, foreign) }
            }
        }
        do throws(CaptureInputError) {
            var input = try readOne(file, form, path)
            if !formats.isEmpty { input.origin = InputOrigin(formats: formats) }
            return [.success(input)]
        } catch {
            guard case .noCapture = error else { throw error }
            if formats.count < Self.encodingLimit,
                let (encoding, decoded) = FileEncoding.decoded(bytes, limit: Self.maximumByteCount),
                isReadable(decoded, path, depth: formats.count + 1)
            {
                return try inputs(decoded, path, from: formats + [encoding.rawValue])
            }
            throw ForeignFile.other(file).map { .foreign(path: path, $0) } ?? error
        }
    }

    private static let encodingLimit = 3

    /// Whether decoded bytes have a known form. They have none if a text is base64 only by chance.
    private func isReadable(_ bytes: [UInt8], _ path: String, depth: Int) -> Bool {
        guard !bytes.isEmpty else { return false }
        let file = ExportFile(bytes)
        if form(of: file, path) != nil || RequestExport.recognised(file) != nil { return true }
        guard depth < Self.encodingLimit, let inner = FileEncoding.decoded(bytes, limit: Self.maximumByteCount) else {
            return false
        }
        return isReadable(inner.bytes, path, depth: depth + 1)
    }

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

    private func readOne(
        _ file: ExportFile, _ form: CaptureInput.Form?, _ path: String
    ) throws(CaptureInputError) -> CaptureInput {
        let bytes = file.bytes
        if let attestation = try attestation(in: file, form, path) {
            return input(path, .attestationObject, .attestationObject(attestation))
        }
        if bytes.isEmpty, form == .hashOnly { throw .empty(path: path) }
        switch form {
        case .multipart: return input(path, .multipart, .payload(.full(.multipart(bytes, boundary: boundary))))
        case .hashOnly: return input(path, .hashOnly, .payload(.hashOnly(bytes, contentType: "application/json")))
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

    private func form(of file: ExportFile, _ path: String) -> CaptureInput.Form? {
        let bytes = file.bytes
        if boundary != nil || Self.isMultipart(bytes, path) { return .multipart }
        guard let first = file.text.first else { return .hashOnly }
        guard [UInt8(ascii: "{"), UInt8(ascii: "[")].contains(first) else {
            return HTTPRequestMessage.isRequest(bytes) ? .httpRequest : nil
        }
        if first == UInt8(ascii: "[") { return Self.isRegistrationArray(file.text) ? .registration : .hashOnly }
        if ForeignFile.isResult(file) { return .hashOnly }
        if file.names.contains("endpoint") { return .caseFile }
        return Self.isRegistration(file, path) ? .registration : .hashOnly
    }

    /// Whether the name of a file marks it as a body, which is judged even if it is damaged.
    private static func isBody(_ path: String) -> Bool { path.hasSuffix(".body") }

    /// Whether a file begins with two hyphens and also has the headers of a part or a closing boundary. A patch, a list
    /// in YAML or a key in PEM has neither.
    private static func isMultipart(_ bytes: [UInt8], _ path: String) -> Bool {
        guard let boundary = MultipartReader.boundary(of: bytes) else { return false }
        if isBody(path) { return true }
        let start = String(decoding: bytes.prefix(4096), as: UTF8.self).lowercased()
        return start.contains("content-disposition")
            || boundary.contains { $0.isLetter || $0.isNumber }
                && ByteSearch("--\(boundary)--").firstIndex(in: bytes, from: 0) != nil
    }

    /// Many files have a member `platform`. A registration also states the model of the device or its attestation.
    private static func isRegistration(_ file: ExportFile, _ path: String) -> Bool {
        if file.names.contains("has_lidar") { return true }
        guard file.names.contains("platform") else { return false }
        let start = String(decoding: file.text.prefix(4096), as: UTF8.self)
        return isBody(path) || ["\"model\"", "attestation", "device_id", "has_lidar"].contains { start.contains($0) }
    }

    private func attestation(
        in file: ExportFile, _ form: CaptureInput.Form?, _ path: String
    ) throws(CaptureInputError) -> StandaloneAttestation? {
        let bytes = file.bytes
        let isOpen = form == nil || form == .hashOnly && !file.names.contains("capture_mode")
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
        return (try? Self.bytes(of: path)).map { form(of: ExportFile($0), path) == .caseFile }
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
            throw .noCaptureInFolder(
                path: path, count: (try? FileAccess.names(inFolder: path))?.count ?? 0,
                misnamed: Self.misnamedFiles(inFolder: path))
        }
        var parts: [BodyPart] = []
        for part in Self.parts where FileAccess.isFile("\(path)/\(part.file)") {
            let content = try Self.bytes(of: "\(path)/\(part.file)")
            parts.append(BodyPart(name: part.name, fileName: part.file, contentType: part.type, content: content))
        }
        var input = input(path, .folder, .payload(.full(.parts(parts))))
        input.misnamedFiles = Self.misnamedFiles(inFolder: path)
        return input
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
        do throws(CaptureCaseError) { file = try CaptureCase(json: bytes) } catch {
            throw .badCase(path: path, error)
        }
        let request = try file.request { (name) throws(CaptureInputError) in
            try Self.bytes(ofFile: name, namedBy: path)
        }
        return CaptureInput(
            path: path, form: .caseFile, name: file.id ?? Self.name(of: path), contents: .request(request))
    }

    /// The existing files that a case names; empty if the file at the path is not a case.
    package func files(ofCase path: String) -> [String] {
        guard path != FileAccess.standardInputName, let bytes = try? Self.bytes(of: path),
            form(of: ExportFile(bytes), path) == .caseFile
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
        guard !steps.contains(where: { $0.isEmpty || $0 == ".." }) else { throw .fileElsewhere(path: path, name: name) }
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

    /// Reads a regular file. Any other kind is an error, because reading a pipe or device could wait for ever.
    static func bytes(ofRegularFile path: String) throws(CaptureInputError) -> [UInt8] {
        if let kind = (try? FileStatus(of: path))?.kind, kind != .regular {
            throw .inaccessible(FileAccessError(path, kind == .folder ? .isFolder : .isNotFile))
        }
        return try bytes(of: path)
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
