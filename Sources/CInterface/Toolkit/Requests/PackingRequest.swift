internal import Captures
internal import DepthFiles
internal import Support
internal import Tasks

extension Request {
    /// Packs a capture from the photo in the first input, and the depth map at `depth` or in the second input, like
    /// `depthcheck capture pack`. The answer has the body, the parts of a full capture and the signed request in
    /// base64, the content type, and the hash of the samples.
    func packCapture() throws(TaskFailure) -> String {
        try requireCryptography()
        let photo = try input(0)
        let depthMap = try packedDepthMap()
        let (takenAt, location) = (try takenAt(), try location())
        let model =
            try member("model", "a string of UTF-8") { value in
                value.string.flatMap { $0.hasEscapedBytes ? nil : $0 }
            } ?? CaptureData.usualModel
        let isHashOnly = try flag("hash_only")
        let deviceID = try member("device_id", "a UUID, as the server sent it") { value in
            value.string.flatMap { DeviceIdentifier.isValid($0) ? $0 : nil }
        }
        let counters = 1...Int(UInt32.max)
        let counter = try whole("counter", in: counters) ?? (deviceID == nil ? 1 : 2)
        let givenRequestCounter = try whole("request_counter", in: counters)
        if givenRequestCounter != nil, deviceID == nil { throw .missing("device_id") }
        let requestCounter = givenRequestCounter ?? counter - 1
        if deviceID != nil, requestCounter == 0 {
            throw .badMember(
                "counter", found: .number("1"), expected: "2 or more, because the counter of the request must be lower")
        }
        let signing = try signing()
        if deviceID != nil || isHashOnly, signing == nil { throw .missing("key") }
        let packer = CapturePacker(signer: signing?.signer(counter), binding: signing?.binding)
        let packed: Result<(capture: PackedCapture, request: PackedRequest?), any Error> = CallingThread.run {
            do {
                let data = try CaptureData(
                    photo: photo, depthMap: depthMap, takenAt: takenAt, deviceModel: model, location: location)
                let capture = try await isHashOnly ? packer.packHashOnly(data) : packer.packFull(data)
                guard let deviceID, let signer = signing?.signer(requestCounter) else {
                    return .success((capture, nil))
                }
                let request = try await PackedRequest.signed(
                    capture, deviceID: deviceID, milliseconds: takenAt.milliseconds, by: signer)
                return .success((capture, request))
            } catch {
                return .failure(error)
            }
        }
        let (capture, request): (PackedCapture, PackedRequest?)
        do { (capture, request) = try packed.get() } catch let error as PackingError { throw .packing(error) } catch {
            preconditionFailure("a test key signs without an error: \(error)")
        }
        return json { writer in
            writer.member("content_type", capture.contentType)
            writer.member("body", StrictBase64.text(of: capture.body))
            writer.member("request", request.map { StrictBase64.text(of: $0.bytes) })
            writer.member("samples_sha256", depthMap.samplesHash)
            writer.member("parts") { writer in
                writer.object { writer in
                    for part in capture.parts {
                        writer.member(part.fileName ?? part.name ?? "", StrictBase64.text(of: part.content))
                    }
                }
            }
        }
    }

    private func packedDepthMap() throws(TaskFailure) -> PackedDepthMap {
        guard let path = try string("depth") else {
            let map = try map(1)
            do throws(PackingError) { return try PackedDepthMap(map) } catch { throw .packing(error) }
        }
        let file: DecodedDepthFile
        let reader = DepthFileReader(options: try readingOptions())
        do throws(ReadingError) { file = try reader.open(.path(path)).decoded() } catch { throw .reading(error) }
        do throws(PackingError) { return try PackedDepthMap(file) } catch { throw .packing(error) }
    }

    private func takenAt() throws(TaskFailure) -> CaptureTimestamp {
        let expected = "a time such as 2025-12-01T10:00:00.123Z"
        let time = try member("at", expected) { value in
            value.string.flatMap { CaptureTimestamp($0) }.flatMap { $0.millisecondText == nil ? nil : $0 }
        }
        guard let time else { throw .missing("at") }
        return time
    }

    private func location() throws(TaskFailure) -> CaptureLocation? {
        let latitude = try number("latitude", in: -90...90, "degrees from -90 to 90")
        let longitude = try number("longitude", in: -180...180, "degrees from -180 to 180")
        switch (latitude, longitude) {
        case (nil, nil): return nil
        case (nil, _): throw .missing("latitude")
        case (_, nil): throw .missing("longitude")
        case (let latitude?, let longitude?): return CaptureLocation(latitude: latitude, longitude: longitude)
        }
    }

    /// The key, the app and the signed data of assertions.
    private struct Signing: Sendable {
        let key: TestKey
        let application: CaptureApplication
        let binding: Binding?
        let form: SigningForm

        func signer(_ counter: Int) -> TestKeySigner {
            TestKeySigner(key: key, application: application, counter: UInt32(clamping: counter), form: form)
        }
    }

    private func signing() throws(TaskFailure) -> Signing? {
        let binding = try member("binding", SatisfiedBinding.expected) { value in
            value.string.flatMap { SatisfiedBinding(named: $0) }
        }
        guard let pem = try string("key") else {
            if binding != nil { throw .missing("key") }
            return nil
        }
        guard let key = TestKey(pem: pem) else {
            // The message never contains the key.
            throw .badState("key", finding: "no P-256 private key in PEM", expected: "one")
        }
        return Signing(
            key: key, application: try application(), binding: binding?.binding, form: binding?.form ?? .plain)
    }
}
