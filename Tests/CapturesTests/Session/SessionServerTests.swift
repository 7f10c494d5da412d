import Captures
import Foundation
import Support
import TestSupport
import Testing

/// The effects of one request on the next, in a simulated server.
@Suite struct SessionServerTests {
    private static let now = TestCapture.now
    private static let challenge = Array(1...32) as [UInt8]
    private static let identifier = "0b9d2f6e-53c1-4a8e-9c07-1d2e3f405162"
    private let key = TestKey()
    private var server = SessionServer()

    private mutating func issue(after seconds: Int64 = 0) {
        server.state.issue(Self.challenge, expiresAt: Self.now.adding(seconds: 300 + seconds))
    }

    private func registration(_ key: TestKey) -> SessionRequest {
        let attestation = TestAttestation(key: key, challenge: Self.challenge, madeAt: Self.now)
        let body = attestation.registration(by: TestChain(at: Self.now)).json
        return .registration(.http(body, contentType: "application/json"))
    }

    /// A full capture in a request signed with the two counters.
    private func capture(
        _ counters: (request: UInt32, capture: UInt32), photo: String, by key: TestKey? = nil
    ) async throws -> SessionRequest {
        let key = key ?? self.key
        let room = try Data(contentsOf: CommandRunner.package.appending(path: "fixtures/room-01.bin.gz"))
        let data = try CaptureData(
            photo: Array(photo.utf8), depthMap: try PackedDepthMap(file: Array(room)), takenAt: Self.now,
            deviceModel: "iPhone 15 Pro")
        let packed = try await CapturePacker(signer: TestKeySigner(key: key, counter: counters.capture)).packFull(data)
        let request = try await PackedRequest.signed(
            packed, deviceID: Self.identifier, milliseconds: Self.now.milliseconds,
            by: TestKeySigner(key: key, counter: counters.request))
        let message = try HTTPRequestMessage(request.bytes)
        return .capture(
            .full(.request(message.body, contentType: message.contentType)), headers: message.headers)
    }

    private func verdict(_ answer: SessionAnswer) throws -> AttestationVerdict {
        guard case .registration(_, let judgement) = answer.kind else { throw Failure.otherKind }
        return try #require(judgement.verdict)
    }

    private func outcome(_ answer: SessionAnswer) throws -> (RequestOutcome, CaptureChainJudgement.Outcome) {
        guard case .chain(_, let judgement) = answer.kind else { throw Failure.otherKind }
        return (judgement.request.outcome, judgement.outcome)
    }

    private enum Failure: Error { case otherKind }

    @Test mutating func aChallengeIsGoodUpToItsLastMomentAndForgottenAMinuteLater() {
        issue()
        let state = server.state
        func at(_ seconds: Int64, _ nanoseconds: Int64 = 0) -> ChallengeState {
            let time = Self.now.adding(seconds: seconds)
            return state.stateOfChallenge(
                Self.challenge, at: CaptureTimestamp(utcSeconds: time.utcSeconds, nanoseconds: nanoseconds))
        }
        #expect(at(300) == .issued && at(300, 1) == .expired)
        #expect(at(360) == .expired && at(360, 1) == .unknown)
        #expect(state.stateOfChallenge([1, 2, 3], at: Self.now) == .unknown)
    }

    @Test mutating func aChallengeIsRedeemedOnce() throws {
        issue()
        let first = server.answer(to: registration(key), at: Self.now)
        #expect(try verdict(first).isVerified && first.causes.isEmpty)
        let second = server.answer(to: registration(TestKey()), at: Self.now)
        #expect(try verdict(second).failure == .challenge(.used))
        #expect(second.causes == [.challengeRedeemed(by: 0)])
        #expect(server.state.devices.map(\.record.attestationLevel) == ["secure_enclave", "unverified"])
    }

    @Test mutating func expiredAndUnknownChallengesGiveAnUnverifiedDevice() throws {
        issue()
        let late = server.answer(to: registration(key), at: Self.now.adding(seconds: 301))
        #expect(try verdict(late).failure == .challenge(.expired))
        server = SessionServer()
        let unknown = server.answer(to: registration(key), at: Self.now)
        #expect(try verdict(unknown).failure == .challenge(.unknown))
        #expect(unknown.causes.isEmpty)
    }

    @Test mutating func aKeyRegistersOnceAndItsFailureIsFinal() throws {
        _ = server.answer(to: registration(key), at: Self.now)
        issue()
        let again = server.answer(to: registration(key), at: Self.now)
        guard case .registration(_, let judgement) = again.kind else { throw Failure.otherKind }
        #expect(judgement.answer?.httpStatus == 409 && judgement.isChallengeSpent == true)
        #expect(again.causes == [.keyRegistered(by: 0)])
        #expect(server.state.stateOfChallenge(Self.challenge, at: Self.now) == .used)
        #expect(server.state.devices.count == 1)
    }

    @Test mutating func aRegisteredKeySignsCapturesWithHighConfidence() async throws {
        issue()
        _ = server.answer(to: registration(key), at: Self.now)
        let first = server.answer(to: try await capture((1, 2), photo: "one"), at: Self.now)
        #expect(try outcome(first).0.isVerified)
        #expect(try outcome(first).1.capture?.judgement.confidence == .high)
        #expect(server.state.devices.first?.record.counter == 2)
        let second = server.answer(to: try await capture((3, 4), photo: "two"), at: Self.now)
        #expect(try outcome(second).1.capture?.judgement.confidence == .high)
        #expect(server.state.media.count == 2)
    }

    @Test mutating func aReplayedRequestFailsByItsCounterAndItsPhoto() async throws {
        issue()
        _ = server.answer(to: registration(key), at: Self.now)
        let request = try await capture((1, 2), photo: "one")
        _ = server.answer(to: request, at: Self.now)
        let replay = server.answer(to: request, at: Self.now)
        let (verification, outcome) = try outcome(replay)
        #expect(verification.failure?.fault == .assertion(.counterNotIncreasing(found: 1, stored: 2)))
        #expect(verification.answer == nil)
        #expect(outcome.answer?.httpStatus == 500 && outcome.answer?.reason == "unique_media_hash")
        #expect(replay.causes == [.counterStored(by: 1), .mediaStored(by: 1)])
        server.configuration.requiresVerifiedDevices = true
        let refused = server.answer(to: request, at: Self.now)
        let strict = try self.outcome(refused)
        #expect(strict.1.answer?.errorCode == .replay && strict.1.counterAfter == 2)
    }

    /// The counter is stored although the photo is refused: the assertion is checked first.
    @Test mutating func aStoredPhotoCostsTheCounter() async throws {
        issue()
        _ = server.answer(to: registration(key), at: Self.now)
        _ = server.answer(to: try await capture((1, 2), photo: "one"), at: Self.now)
        let twice = server.answer(to: try await capture((3, 4), photo: "one"), at: Self.now)
        #expect(try outcome(twice).1.answer?.httpStatus == 500)
        #expect(twice.causes == [.mediaStored(by: 1)])
        #expect(server.state.devices.first?.record.counter == 4)
    }

    @Test mutating func lowerCountersFailAfterHigherOnes() async throws {
        issue()
        _ = server.answer(to: registration(key), at: Self.now)
        _ = server.answer(to: try await capture((3, 4), photo: "later"), at: Self.now)
        let late = server.answer(to: try await capture((1, 2), photo: "earlier"), at: Self.now)
        #expect(try outcome(late).1.capture?.judgement.confidence == .suspicious)
        #expect(late.causes == [.counterStored(by: 1)])
    }

    /// Like a phone, whose request is signed after its capture: no earlier request is the cause.
    @Test mutating func theCounterOfTheRequestItselfIsNoEarlierCause() async throws {
        issue()
        _ = server.answer(to: registration(key), at: Self.now)
        let answer = server.answer(to: try await capture((2, 1), photo: "one"), at: Self.now)
        #expect(try outcome(answer).1.capture?.judgement.confidence == .suspicious && answer.causes.isEmpty)
    }

    @Test mutating func requestsOfOtherDevicesAreUnknown() async throws {
        issue()
        _ = server.answer(to: registration(key), at: Self.now)
        let identification = server.state.identify("{C0B9D2F6-53C1-4A8E-9C07-1D2E3F405162}")
        #expect(identification == .identified)
        let answer = server.answer(to: try await capture((1, 2), photo: "one"), at: Self.now)
        #expect(try outcome(answer).0.failure?.fault == .unknownDevice)
        #expect(server.state.devices.first?.record.counter == 0 && server.state.media.isEmpty)
    }

    @Test mutating func requestsOfAnUnverifiedDeviceNameItsRegistration() async throws {
        _ = server.answer(to: registration(key), at: Self.now)
        _ = server.state.identify(Self.identifier)
        let answer = server.answer(to: try await capture((1, 2), photo: "one"), at: Self.now)
        #expect(try outcome(answer).0.failure?.fault == .unverifiedDevice(level: "unverified"))
        #expect(answer.causes == [.deviceUnverified(by: 0)])
    }

    /// Without the answer to the registration, only a signature shows which device sends a request.
    @Test mutating func aDeviceWithoutAnIdentifierIsFoundByItsKey() async throws {
        issue()
        _ = server.answer(to: registration(key), at: Self.now)
        _ = server.answer(to: registration(TestKey()), at: Self.now)
        let other = server.answer(to: try await capture((1, 2), photo: "one", by: TestKey()), at: Self.now)
        #expect(try outcome(other).0.failure?.fault == .unknownDevice)
        #expect(server.state.devices.allSatisfy { $0.identifier == nil && $0.record.counter == 0 })
        let own = server.answer(to: try await capture((1, 2), photo: "one"), at: Self.now)
        #expect(try outcome(own).0.isVerified)
        #expect(server.state.devices.map { $0.identifier != nil } == [true, false])
    }

    @Test mutating func aVerifiedRequestToAnotherEndpointStoresItsCounter() async throws {
        issue()
        _ = server.answer(to: registration(key), at: Self.now)
        guard case .capture(.full(.request(let body, _)), let headers?) = try await capture((5, 6), photo: "one") else {
            throw Failure.otherKind
        }
        let answer = server.answer(to: .signed(body: body, headers: headers), at: Self.now)
        guard case .signed(_, let judgement) = answer.kind else { throw Failure.otherKind }
        #expect(judgement.outcome == .verified(newCounter: 5) && server.state.media.isEmpty)
        #expect(server.state.devices.first?.record.counter == 5)
        let late = server.answer(to: try await capture((4, 6), photo: "one"), at: Self.now)
        #expect(late.causes == [.counterStored(by: 1)])
    }

    @Test mutating func anIdentifierNamesOneDevice() {
        #expect(server.state.identify(Self.identifier) == .noDevice)
        let first = SessionState.Device(record: CaptureDevice(publicKey: nil, counter: 0))
        server = SessionServer(state: SessionState(devices: [first, first]))
        let other = "c0b9d2f653c14a8e9c071d2e3f405162"
        let results = [Self.identifier, Self.identifier, other, other].map { server.state.identify($0) }
        #expect(results == [.identified, .identified, .identified, .taken])
        #expect(server.state.identify("00000000-0000-4000-8000-000000000009") == .noDevice)
    }

    @Test func everyFormOfAnIdentifierHasTheSameDigits() {
        let forms = [
            "0B9D2F6E53C14A8E9C071D2E3F405162", Self.identifier, "{\(Self.identifier)}", "urn:uuid:\(Self.identifier)",
        ]
        #expect(Set(forms.map { DeviceIdentifier.digits(of: $0) }) == ["0b9d2f6e53c14a8e9c071d2e3f405162"])
        #expect(DeviceIdentifier.digits(of: "0b9d2f6e") == nil)
    }
}
