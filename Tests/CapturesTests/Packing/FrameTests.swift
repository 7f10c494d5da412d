import Captures
import DepthAnalysis
import Synchronization
import TestSupport
import Testing

/// A clock that advances only when it is turned, and records how long callers slept.
private final class TurnedClock: Clock, Sendable {
    struct Instant: InstantProtocol {
        var time: Duration
        func advanced(by duration: Duration) -> Instant { Instant(time: time + duration) }
        func duration(to other: Instant) -> Duration { other.time - time }
        static func < (left: Instant, right: Instant) -> Bool { left.time < right.time }
    }

    private struct State {
        var now = Duration.zero
        var slept: [Duration] = []
    }

    /// Whether a sleep turns the clock; otherwise it lasts until the task is cancelled.
    private let turnsItself: Bool
    private let state = Mutex(State())

    init(turnsItself: Bool) { self.turnsItself = turnsItself }

    var now: Instant { Instant(time: state.withLock(\.now)) }
    var minimumResolution: Duration { .nanoseconds(1) }
    var slept: [Duration] { state.withLock(\.slept) }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        state.withLock { state in
            state.slept.append(deadline.time - state.now)
            if turnsItself { state.now = deadline.time }
        }
        guard !turnsItself else { return }
        let (ends, _) = AsyncStream.makeStream(of: Void.self)
        for await _ in ends {}
        try Task.checkCancellation()
    }
}

@Suite struct FrameTests {
    private func frame(
        _ map: DepthMap? = PackedMaterial.stairs, photo: [UInt8] = PackedMaterial.photo,
        model: String = "iPhone 14 Pro", location: LocationFix? = nil
    ) -> CaptureFrame {
        CaptureFrame(
            depthMap: map, photo: photo, takenAt: PackedMaterial.takenAt, deviceModel: model, location: location)
    }

    private func error(of frame: CaptureFrame) async -> CaptureFrameError? {
        do throws(CaptureFrameError) {
            _ = try await CaptureFrameProcessor(clock: TurnedClock(turnsItself: false)).process(frame)
            return nil
        } catch { return error }
    }

    @Test func aProcessedFramePacksToAVerifiedCapture() async throws {
        let data = try await CaptureFrameProcessor().process(frame())
        #expect(data.photo == PackedMaterial.photo)
        #expect(data.depthMap.map == PackedMaterial.stairs)
        #expect(data.metadata.capturedAt == "2026-03-01T12:00:00.007Z" && data.metadata.location == nil)
        let packed = try await CapturePacker(signer: PackedMaterial.signer()).packFull(data)
        #expect(PackedMaterial.judge(packed.payload).confidence == .high)
    }

    @Test func eachFaultOfAFrameHasItsError() async {
        #expect(await error(of: frame()) == nil)
        #expect(await error(of: frame(nil)) == .noDepthData)
        #expect(await error(of: frame(photo: [])) == .photoCompressionFailed("no bytes"))
        #expect(await error(of: frame(model: " ")) == .notSendable(.metadataRule(.deviceModel, found: .text(" "))))
        let long = MapDimensions(width: 1001, height: 1)
        #expect(
            await error(of: frame(.constant(1, width: 1001, height: 1)))
                == .depthCompressionFailed(.dimensionsTooLarge(long, limit: 1000)))
        let broken = CaptureFrame(
            depthMap: PackedMaterial.stairs, takenAt: PackedMaterial.takenAt, deviceModel: "x"
        ) { throw CapturePackingError.emptyPhoto }
        #expect(await error(of: broken) == .photoCompressionFailed(CapturePackingError.emptyPhoto.description))
    }

    /// The photo never arrives, so the clock must end the wait.
    @Test func slowPhotoCompressionTimesOut() async {
        let never = CaptureFrame(
            depthMap: PackedMaterial.stairs, takenAt: PackedMaterial.takenAt, deviceModel: "x"
        ) {
            for await _ in AsyncStream(Void.self, { _ in }) {}
            return []
        }
        let clock = TurnedClock(turnsItself: true)
        await #expect(throws: CaptureFrameError.timedOut(limit: .seconds(5))) {
            try await CaptureFrameProcessor(clock: clock).process(never)
        }
        #expect(clock.slept == [.seconds(5)])
        let task = Task {
            await error(of: never)
        }
        task.cancel()
        #expect(await task.value == .cancelled)
    }

    @Test func aLocationIsUsedWithinFiveSecondsOfThePhoto() async throws {
        let place = CaptureLocation(latitude: 1.5, longitude: 2.5, altitude: 3)
        let taken = PackedMaterial.takenAt
        for (seconds, nanoseconds, counts) in [
            (0, 0, true), (-5, 0, true), (5, 0, true), (-5, -1, false), (5, 1, false), (-3600, 0, false),
        ] as [(Int64, Int64, Bool)] {
            let measured = CaptureTimestamp(
                utcSeconds: taken.utcSeconds + seconds, nanoseconds: taken.nanoseconds + nanoseconds)
            let data = try await CaptureFrameProcessor().process(
                frame(location: LocationFix(place, measuredAt: measured)))
            #expect((data.metadata.location == place) == counts, "\(seconds) s, \(nanoseconds) ns")
        }
    }

    @MainActor @Test func processingDoesNotBlockTheCallersActor() async throws {
        let (asked, answers) = (AsyncStream.makeStream(of: Void.self), AsyncStream.makeStream(of: Void.self))
        let waiting = CaptureFrame(
            depthMap: PackedMaterial.stairs, takenAt: PackedMaterial.takenAt, deviceModel: "x"
        ) {
            asked.continuation.yield()
            for await _ in answers.stream { break }
            return [1]
        }
        async let data = CaptureFrameProcessor(clock: TurnedClock(turnsItself: false)).process(waiting)
        // Now the processor waits for the photo, and only this actor can provide it.
        for await _ in asked.stream { break }
        answers.continuation.yield()
        #expect(try await data.photo == [1])
    }
}

@Suite struct RetryTests {
    private struct Busy: Error, Equatable { let count: Int }

    @Test func threeRetriesWaitOneTwoAndFourSeconds() async throws {
        for successAt in 1...5 {
            let clock = TurnedClock(turnsItself: true)
            var count = 0
            let result = try? await RetrySchedule(clock: clock).run {
                count += 1
                if count < successAt { throw Busy(count: count) }
                return count
            }
            #expect(result == (successAt <= 4 ? successAt : nil))
            #expect(count == min(successAt, 4))
            #expect(clock.slept == [1, 2, 4].prefix(min(successAt, 4) - 1).map { .seconds($0) })
        }
    }

    @Test func theLastErrorIsThrownAndPermanentErrorsAreNotRetried() async {
        let clock = TurnedClock(turnsItself: true)
        var count = 0
        await #expect(throws: Busy(count: 4)) {
            try await RetrySchedule(clock: clock).run {
                count += 1
                throw Busy(count: count)
            }
        }
        let other = TurnedClock(turnsItself: true)
        await #expect(throws: Busy(count: 0)) {
            try await RetrySchedule(clock: other).run(if: { !($0 is Busy) }) { throw Busy(count: 0) }
        }
        #expect(other.slept.isEmpty)
        await #expect(throws: CancellationError.self) {
            try await RetrySchedule(clock: other).run { throw CancellationError() }
        }
        #expect(other.slept.isEmpty)
    }

    @Test func aBusySignerIsRetried() async throws {
        final class BusySigner: CaptureSigner {
            private let count = Mutex(0)
            func assertion(of clientDataHash: [UInt8]) throws -> [UInt8] {
                let count = count.withLock {
                    $0 += 1
                    return $0
                }
                if count < 3 { throw Busy(count: count) }
                return PackedMaterial.signer().assertion(of: clientDataHash)
            }
        }
        let clock = TurnedClock(turnsItself: true)
        let signer = RetryingSigner(BusySigner(), schedule: RetrySchedule(clock: clock))
        let packed = try await CapturePacker(signer: signer).packFull(PackedMaterial.data())
        #expect(PackedMaterial.judge(packed.payload).confidence == .high)
        #expect(clock.slept == [.seconds(1), .seconds(2)])
    }
}
