extension HashOnlyPayload {
    /// The text whose hash is signed: the server's own serialisation of the payload.
    ///
    /// It omits the assertion, hash chain, frame count, duration, temporal analysis and unknown members.
    public var signedJSON: [UInt8] {
        var writer = ServerJSONWriter()
        writer.object { writer in
            writer.member("capture_mode", captureMode)
            writer.member("captured_at", capturedAt)
            writer.member("depth_analysis", depthAnalysis.write)
            writer.member("media_hash", mediaHash)
            writer.member("media_type", mediaType)
            writer.member("metadata", metadata.write)
            writer.member("metadata_flags", metadataFlags.write)
        }
        return writer.bytes
    }
}

extension ClaimedDepthAnalysis {
    /// Writes the members in the server's declaration order.
    fileprivate func write(_ writer: inout ServerJSONWriter) {
        writer.member("depth_variance", plain: ServerJSONWriter.text(of: depthVariance))
        writer.member("depth_layers", plain: depthLayers.description)
        writer.member("edge_coherence", plain: ServerJSONWriter.text(of: edgeCoherence))
        writer.member("min_depth", plain: ServerJSONWriter.text(of: minDepth))
        writer.member("max_depth", plain: ServerJSONWriter.text(of: maxDepth))
        writer.member("is_likely_real_scene", plain: isLikelyRealScene.description)
        writer.member("algorithm_version", algorithmVersion)
    }
}

extension HashOnlyMetadata {
    fileprivate func write(_ writer: inout ServerJSONWriter) {
        if let location { writer.member("location", location.write) }
        if let timestamp { writer.member("timestamp", timestamp) }
        if let deviceModel { writer.member("device_model", deviceModel) }
    }
}

extension CaptureLocation {
    func write(_ writer: inout ServerJSONWriter) {
        writer.member("latitude", plain: ServerJSONWriter.text(of: latitude))
        writer.member("longitude", plain: ServerJSONWriter.text(of: longitude))
        if let altitude { writer.member("altitude", plain: ServerJSONWriter.text(of: altitude)) }
        if let accuracy { writer.member("accuracy", plain: ServerJSONWriter.text(of: accuracy)) }
    }
}

extension MetadataFlags {
    fileprivate func write(_ writer: inout ServerJSONWriter) {
        writer.member("location_included", plain: locationIncluded.description)
        writer.member("location_level", locationLevel)
        writer.member("timestamp_included", plain: timestampIncluded.description)
        writer.member("timestamp_level", timestampLevel)
        writer.member("device_info_included", plain: deviceInfoIncluded.description)
        writer.member("device_info_level", deviceInfoLevel)
    }
}
