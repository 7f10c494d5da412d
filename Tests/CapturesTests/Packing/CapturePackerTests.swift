import Captures
import DepthAnalysis
import DepthFiles
import Support
import Testing

@Suite struct CapturePackerTests {
    @Test func aPackedCaptureVerifiesWithTheExpectedConfidence() async throws {
        let packer = CapturePacker(signer: PackedMaterial.signer())
        let full = try await packer.packFull(PackedMaterial.data())
        let judgement = PackedMaterial.judge(full.payload)
        #expect(judgement.answer?.httpStatus == 202)
        #expect(judgement.assertion?.status == .pass && judgement.assertion?.newCounter == 9)
        #expect(judgement.bindings.map(\.name) == ["server-full/plain"])
        #expect(judgement.depth?.status == .pass)
        #expect(judgement.confidence == .high)
        #expect(PackedMaterial.judge(full.payload, isVerified: false).confidence == .medium)
        let evidence = try #require(judgement.metadataEvidence)
        #expect(evidence.isTimestampValid && evidence.isModelVerified && evidence.isResolutionValid)
        #expect(judgement.metadata?.capturedAt == "2026-03-01T12:00:00.007Z")

        let unsigned = try await CapturePacker(signer: nil).packFull(PackedMaterial.data())
        #expect(PackedMaterial.judge(unsigned.payload).confidence == .medium)
        let wall = try await packer.packFull(PackedMaterial.data(PackedMaterial.wall))
        #expect(PackedMaterial.judge(wall.payload).confidence == .suspicious)
        let hashOnly = try await packer.packHashOnly(PackedMaterial.data())
        #expect(PackedMaterial.judge(hashOnly.payload).confidence == .high)
        #expect(PackedMaterial.judge(hashOnly.payload).bindings.map(\.name) == ["server-hash-only/plain"])
        let flat = try await packer.packHashOnly(PackedMaterial.data(PackedMaterial.wall))
        #expect(PackedMaterial.judge(flat.payload).confidence == .suspicious)
    }

    @Test func everyPackableBindingCanBeSignedInBothForms() async throws {
        for endpoint in CaptureEndpoint.allCases {
            let possible = AssertionBinding.packable(at: endpoint)
            #expect(possible.count >= 3)
            for binding in AssertionBinding.allCases {
                for form in SigningForm.allCases {
                    let packer = CapturePacker(signer: PackedMaterial.signer(form), binding: binding)
                    guard possible.contains(binding) else {
                        await #expect(throws: CapturePackingError.bindingNotMade(binding, endpoint)) {
                            try await packer.pack(PackedMaterial.data(), for: endpoint)
                        }
                        continue
                    }
                    let payload = try await packer.pack(PackedMaterial.data(), for: endpoint).payload
                    let judgement = PackedMaterial.judge(payload)
                    #expect(judgement.bindings == [SatisfiedBinding(binding, form)])
                    let isTheServers = binding == endpoint.binding && form == .plain
                    #expect((judgement.assertion?.status == .pass) == isTheServers)
                }
            }
        }
    }

    /// An assertion verifies after a changed bit only if neither signed string changed.
    @Test func aFullCaptureWithAFlippedBoundBitFails() async throws {
        let data = try PackedMaterial.data(PackedMaterial.steps)
        let packed = try await CapturePacker(signer: PackedMaterial.signer()).packFull(data)
        let body = packed.body
        let bound = try #require(PackedMaterial.judge(packed.payload).clientData)
        let metadata = try #require(packed.parts.last?.content)
        var refusedCount = 0
        // The photo and the metadata with the assertion, wherever they are in the body.
        for region in [PackedMaterial.photo, metadata] {
            let start = try #require(body.firstRange(of: region)?.lowerBound)
            for bit in stride(from: 0, to: region.count * 8, by: region.count > 100 ? 5 : 1) {
                var changed = body
                changed[start + bit / 8] ^= 1 << (bit % 8)
                let judgement = PackedMaterial.judge(.full(.multipart(changed)))
                let verifies = judgement.refusal == nil && judgement.assertion?.status == .pass
                #expect(!verifies || judgement.clientData == bound, "bit \(bit)")
                refusedCount += verifies ? 0 : 1
            }
        }
        #expect(refusedCount > 500)
    }

    @Test func aHashOnlyCaptureWithAFlippedBoundBitFails() async throws {
        let data = try PackedMaterial.data(PackedMaterial.steps)
        let packed = try await CapturePacker(signer: PackedMaterial.signer()).packHashOnly(data)
        let bound = try #require(PackedMaterial.judge(packed.payload).clientData)
        var refusedCount = 0
        for bit in stride(from: 0, to: packed.body.count * 8, by: 3) {
            var changed = packed.body
            changed[bit / 8] ^= 1 << (bit % 8)
            let judgement = PackedMaterial.judge(.hashOnly(changed, contentType: packed.contentType))
            #expect(judgement.refusal != nil || judgement.clientData == bound, "bit \(bit)")
            refusedCount += judgement.refusal == nil ? 0 : 1
        }
        #expect(refusedCount > 2000)
    }

    /// The server parses each number to the value that was written, so that both sides hash the same text.
    @Test func hashOnlyBodiesAreTheServersTextPlusTheAssertion() async throws {
        var random = SplitMix64(seed: 6)
        for _ in 0..<50 {
            let location = CaptureLocation(
                latitude: Double.random(in: -90...90, using: &random),
                longitude: Double.random(in: -180...180, using: &random),
                altitude: Double.random(in: -1...9000, using: &random),
                accuracy: 1 / Double.random(in: 0.1...1e6, using: &random))
            let data = try PackedMaterial.data(PackedMaterial.steps, location: location)
            let packed = try await CapturePacker(signer: PackedMaterial.signer()).packHashOnly(data)
            let judgement = PackedMaterial.judge(packed.payload)
            #expect(judgement.refusal == nil)
            let payload = try #require(judgement.payload)
            #expect(
                packed.body == payload.signedJSON.dropLast() + Array(#","assertion":"\#(payload.assertion)"}"#.utf8))
            let sent = try #require(payload.metadata.location)
            #expect(abs(sent.latitude - location.latitude) < 1e-12 && abs(sent.longitude - location.longitude) < 1e-12)
            #expect(payload.numbers.allSatisfy { $0.text == $0.read })
            let full = try await CapturePacker(signer: nil).packFull(data)
            #expect(PackedMaterial.judge(full.payload).metadata?.location == data.metadata.location)
        }
    }

    @Test func numbersUseDigitsThatTheServerReadsExactly() throws {
        #expect(ServerJSONWriter.safe(-122.41941550000001) == -122.4194155)
        for number in [0, -0.0, 52.52, 1e22, 90, .infinity] { #expect(ServerJSONWriter.safe(number) == number) }
        var random = SplitMix64(seed: 8)
        for _ in 0..<20_000 {
            let number = Double(bitPattern: random.next())
            guard number.isFinite else { continue }
            let safe = ServerJSONWriter.safe(number)
            let text = ServerJSONWriter.text(of: safe)
            var reader = ServerJSONReader(Array(text.utf8))
            #expect(try reader.binary64() == safe, "\(text)")
            #expect(safe == 0 || abs(safe) <= abs(number) && safe.sign == number.sign, "\(number)")
            let degrees = Double.random(in: -180...180, using: &random)
            #expect(abs(ServerJSONWriter.safe(degrees) - degrees) <= abs(degrees) * 1e-14)
        }
    }

    @Test func bodiesAboveTheServersLimitAreNotPacked() async throws {
        let packer = CapturePacker(signer: nil)
        let small = try await packer.packFull(PackedMaterial.data()).body.count
        let room = CapturePayload.byteLimit - small + PackedMaterial.photo.count
        let largest = try PackedMaterial.data(photo: [UInt8](repeating: 1, count: room))
        let packed = try await packer.packFull(largest)
        #expect(packed.body.count == 2_097_152)
        #expect(PackedMaterial.judge(packed.payload).answer?.httpStatus == 202)
        let larger = try PackedMaterial.data(photo: [UInt8](repeating: 1, count: room + 1))
        await #expect(throws: CapturePackingError.bodyTooLarge(byteCount: 2_097_153, limit: 2_097_152)) {
            try await packer.packFull(larger)
        }
    }

    @Test func aPhotoContainingTheBoundaryGetsAnotherBoundary() async throws {
        let boundary = MultipartWriter.standard.boundary
        let data = try PackedMaterial.data(photo: Array("\r\n--\(boundary)\r\n".utf8))
        let packed = try await CapturePacker(signer: PackedMaterial.signer()).packFull(data)
        #expect(!packed.contentType.hasSuffix(boundary))
        #expect(packed.contentType.utf8.count == MultipartWriter.standard.contentType.utf8.count)
        #expect(PackedMaterial.judge(.full(.multipart(packed.body))).confidence == .high)
    }

    @Test func capturesTheServerWouldRefuseAreErrors() async throws {
        let depth = try PackedDepthMap(PackedMaterial.stairs)
        func error(
            photo: [UInt8] = [1], at time: CaptureTimestamp = PackedMaterial.takenAt, model: String = "x",
            location: CaptureLocation? = nil
        ) -> CapturePackingError? {
            #expect(throws: CapturePackingError.self) {
                try CaptureData(photo: photo, depthMap: depth, takenAt: time, deviceModel: model, location: location)
            }
        }
        #expect(error(photo: []) == .emptyPhoto)
        #expect(error(model: " \u{3000}") == .metadataRule(.deviceModel, found: .text(" \u{3000}")))
        let north = CaptureLocation(latitude: 90.5, longitude: 0)
        #expect(error(location: north) == .metadataRule(.latitude, found: .number(90.5)))
        let east = CaptureLocation(latitude: 0, longitude: .infinity)
        #expect(error(location: east) == .metadataRule(.longitude, found: .number(.infinity)))
        let late = CaptureTimestamp(utcSeconds: 253_402_300_800)
        #expect(error(at: late) == .timeOutOfRange(utcSeconds: 253_402_300_800))
        await #expect(throws: CapturePackingError.assertionRequired) {
            try await CapturePacker(signer: nil).packHashOnly(PackedMaterial.data())
        }
        await #expect(throws: CapturePackingError.invalidAssertion(.invalidCBOR(.notMap))) {
            try await CapturePacker(signer: WrongSigner()).packFull(PackedMaterial.data())
        }
    }

    private struct WrongSigner: CaptureSigner {
        func assertion(of clientDataHash: [UInt8]) -> [UInt8] { clientDataHash.map { _ in 0 } }
    }

    @Test func everyErrorNamesWhatWasFoundAndExpected() {
        let dimensions = MapDimensions(width: 1, height: 2)
        let errors: [CapturePackingError] = [
            .emptyPhoto, .notDepthMap(.empty), .dimensionsDoNotFit(dimensions, sampleCount: 3),
            .dimensionsTooLarge(dimensions, limit: 1), .depthMapTooLarge(byteCount: 2, limit: 1),
            .samplesChanged(before: "a", after: nil), .timeOutOfRange(utcSeconds: 1),
            .payloadRule(.edgeCoherence, found: .number(2)), .bodyTooLarge(byteCount: 2, limit: 1), .assertionRequired,
            .bindingNotMade(.video, .full), .invalidAssertion(.invalidBase64),
        ]
        for error in errors + MetadataRule.allCases.map({ .metadataRule($0, found: nil) }) {
            let text = error.description
            #expect(text.hasPrefix("found ") && text.contains("; expected ") && text.split(separator: ";").count >= 3)
        }
    }
}

extension CapturePacker {
    fileprivate func pack(_ data: CaptureData, for endpoint: CaptureEndpoint) async throws -> PackedCapture {
        switch endpoint {
        case .full: try await packFull(data)
        case .hashOnly: try await packHashOnly(data)
        }
    }
}
