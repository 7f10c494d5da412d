internal import Captures
internal import Support
internal import Tasks

extension Request {
    /// Packs a capture from the photo in the first input, and the depth map at `depth` or in the second input, with the
    /// options of `depthcheck capture pack`. The answer has the body, the parts of a full capture and the signed
    /// request in base64, the content type, and the hash of the samples.
    func packCapture() throws(TaskFailure) -> String {
        try requireCryptography()
        let options = try PackTask.Options(self)
        let task = try validated(PackTask.init, options)
        let key: TestKey? = if let pem = try optional("key", .string) { try PackTask.key(pem: pem) } else { nil }
        let (photo, depthMap) = (try input(0), try packedDepthMap())
        let result = CallingThread.run {
            do throws(TaskFailure) {
                return Result<_, TaskFailure>.success(try await task.run(photo: photo, depthMap: depthMap, key: key))
            } catch {
                return .failure(error)
            }
        }
        let packed = try result.get()
        return json { writer in
            writer.member("content_type", packed.capture.contentType)
            writer.member("body", StrictBase64.text(of: packed.capture.body))
            writer.member("request", packed.request.map { StrictBase64.text(of: $0.bytes) })
            writer.member("samples_sha256", depthMap.samplesHash)
            writer.member("parts") { writer in
                writer.object { writer in
                    for part in packed.capture.parts {
                        writer.member(part.fileName ?? part.name ?? "", StrictBase64.text(of: part.content))
                    }
                }
            }
        }
    }

    private func packedDepthMap() throws(TaskFailure) -> PackedDepthMap {
        guard let path = try optional("depth", .string) else { return try PackTask.depthMap(try map(1)) }
        return try PackTask.depthMap(in: path, try reading()).packed
    }
}
