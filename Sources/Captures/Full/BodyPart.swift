/// A part of a multipart body.
///
///     let part = BodyPart(name: "photo", fileName: "photo.jpg", contentType: "image/jpeg", content: photo)
public struct BodyPart: Sendable, Hashable {
    /// What the form calls it; nil for a nameless part, which is ignored.
    public var name: String?
    /// The file name, which the server ignores.
    public var fileName: String?
    /// The content type, of which the server only looks at the charset of the metadata.
    public var contentType: String?
    /// The bytes.
    public var content: [UInt8]

    /// Puts a part together.
    public init(name: String?, fileName: String? = nil, contentType: String? = nil, content: [UInt8]) {
        self.name = name
        self.fileName = fileName
        self.contentType = contentType
        self.content = content
    }
}

/// The parts that the server knows.
///
/// Its limits of 10 and 5 MiB for photo and depth map are above that of the whole body, ``CapturePayload/byteLimit``,
/// so that they are never reached.
public enum CapturePart: String, Sendable, CaseIterable {
    /// The photo, any bytes.
    case photo
    /// The depth map.
    case depthMap = "depth_map"
    /// The metadata, JSON.
    case metadata
}
