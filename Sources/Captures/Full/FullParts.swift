internal import Support

/// The effective parts of a full capture. If a name occurs twice, the last part counts.
struct FullParts {
    private(set) var photo: [UInt8]?
    private(set) var depthMap: [UInt8]?
    var metadata: CaptureMetadata?
    /// The last detection that the server can read; nil if none was sent. A failure if this is unknown.
    private(set) var detection: Result<CaptureDetection, NotModelled>?
    /// Whether the body was read to its end.
    var isComplete = false
    /// The hash state after the photo, computed on first use. The hash of photo and depth map continues from a copy.
    private var photoStream: SHA256Stream?

    init() {}

    /// Reads all parts up to the first unreadable one, including those the server would not reach.
    init(readable body: FullBody) {
        guard body.byteCount <= CapturePayload.byteLimit else { return }
        var source = PartSource(body)
        while let part = try? source.next() {
            if let kind = part.kind { keep(part, as: kind) } else { keepDetection(part) }
        }
    }

    /// Stores a part, replacing an earlier one.
    mutating func keep(_ part: BodyPart, as kind: CapturePart) {
        switch kind {
        case .photo:
            photo = part.content
            photoStream = nil
        case .depthMap: depthMap = part.content
        case .metadata: metadata = try? part.metadata.get()
        }
    }

    /// Stores a detection; an unreadable one is ignored.
    mutating func keepDetection(_ part: BodyPart) {
        guard part.name == CaptureDetection.partName else { return }
        switch part.detection {
        case .success(let read): detection = read.isModelled ? .success(read) : .failure(.detection)
        case .failure(.notModelled(let reason)): detection = .failure(reason)
        case .failure(.json): break
        }
    }

    func has(_ part: CapturePart) -> Bool {
        switch part {
        case .photo: photo != nil
        case .depthMap: depthMap != nil
        case .metadata: metadata != nil
        }
    }

    /// The hash state after the photo, computed once.
    mutating func photoDigest() -> SHA256Stream? {
        if photoStream == nil, let photo {
            var stream = SHA256Stream()
            stream.append(photo)
            photoStream = stream
        }
        return photoStream
    }

    mutating func bindingMaterial(of request: CaptureRequest, _ body: FullBody) -> BindingMaterial {
        var material = BindingMaterial()
        material.fullText = metadata?.clientText
        if var stream = photoDigest() {
            material.photoHash = stream.digest
            if let depthMap {
                stream.append(depthMap)
                material.photoAndDepthHash = stream.digest
            }
        }
        material.requestText = request.signedRequest?.text(body: body.bytes)
        return material
    }
}

/// Iterates over the parts of a body or list.
struct PartSource {
    private enum State {
        case unopened(FullBody)
        case reading(MultipartReader)
        case listed(ArraySlice<BodyPart>)
    }

    private var state: State

    init(_ body: FullBody) {
        state =
            switch body {
            case .multipart, .request: .unopened(body)
            case .parts(let parts): .listed(parts[...])
            }
    }

    mutating func next() throws(MultipartFault) -> BodyPart? {
        switch state {
        case .unopened(let body):
            guard let reader = try body.reader() else { return nil }
            state = .reading(reader)
            return try next()
        case .reading(var reader):
            let part = try reader.next()
            state = .reading(reader)
            return part
        case .listed(var parts):
            let part = parts.popFirst()
            state = .listed(parts)
            return part
        }
    }
}

extension BodyPart {
    /// The required part that this is; nil for any other.
    package var kind: CapturePart? {
        name.flatMap { name in CapturePart.allCases.first { $0.rawValue.utf8.elementsEqual(name.utf8) } }
    }
}
