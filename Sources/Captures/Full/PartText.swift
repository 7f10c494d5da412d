/// The reason the JSON of a part cannot be read.
package enum PartFault: Error, Sendable, Hashable {
    case json(ServerJSONError)
    case notModelled(UnmodelledBehaviour)
}

extension BodyPart {
    /// The part, decoded as metadata.
    package var metadata: Result<CaptureMetadata, PartFault> {
        Result { () throws(PartFault) in
            try decoded { (json) throws(ServerJSONError) in try CaptureMetadata(json: json) }
        }
    }

    /// The part, decoded as a detection.
    var detection: Result<CaptureDetection, PartFault> {
        Result { () throws(PartFault) in
            try decoded { (json) throws(ServerJSONError) in try CaptureDetection(json: json) }
        }
    }

    private func decoded<Value>(
        _ decode: ([UInt8]) throws(ServerJSONError) -> Value
    ) throws(PartFault) -> Value {
        let json: [UInt8]
        do throws(UnmodelledBehaviour) { json = try utf8 } catch { throw .notModelled(error) }
        do throws(ServerJSONError) { return try decode(json) } catch { throw .json(error) }
    }

    /// The text. Ill-formed bytes become U+FFFD; a byte order mark is removed.
    ///
    /// A byte order mark takes precedence over the charset. A missing or unknown charset means UTF-8.
    package var utf8: [UInt8] {
        get throws(UnmodelledBehaviour) {
            if let mark = Charset.marked(content) { return try mark.charset.decoded(content[mark.byteCount...]) }
            let label = contentType.flatMap { MediaType($0) }?.parameter("charset")
            return try (label.flatMap { Charset(label: $0) } ?? .utf8).decoded(content[...])
        }
    }
}
