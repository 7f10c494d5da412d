/// A part of a multipart body.
///
///     let part = BodyPart(name: "photo", fileName: "photo.jpg", contentType: "image/jpeg", content: photo)
public struct BodyPart: Sendable, Hashable {
    /// The form field name. The server ignores a part without one.
    public var name: String?
    /// The file name, which the server ignores.
    public var fileName: String?
    /// The content type. The server uses only the charset of the metadata part.
    public var contentType: String?
    /// The content.
    public var content: [UInt8]

    /// Creates a part.
    public init(name: String?, fileName: String? = nil, contentType: String? = nil, content: [UInt8]) {
        self.name = name
        self.fileName = fileName
        self.contentType = contentType
        self.content = content
    }
}

/// The required parts of a full capture.
///
/// The server's limits of 10 MiB for the photo and 5 MiB for the depth map never apply, because the body limit,
/// ``CapturePayload/byteLimit``, is lower.
public enum CapturePart: String, Sendable, CaseIterable {
    /// The photo, whose SHA-256 the metadata states.
    case photo
    /// The depth map, for which the server expects gzip of f32 samples.
    case depthMap = "depth_map"
    /// The metadata, a JSON object.
    case metadata
}

extension BodyPart {
    /// The required part that this is; nil for any other.
    package var kind: CapturePart? {
        name.flatMap { name in CapturePart.allCases.first { $0.rawValue.utf8.elementsEqual(name.utf8) } }
    }
}
