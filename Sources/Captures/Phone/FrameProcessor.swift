internal import DepthAnalysis

/// Makes captures of frames, away from the caller's actor: the phone's half before anything is signed.
///
///     let data = try await FrameProcessor().process(frame)
///     let capture = try await CapturePacker(signer: signer).packFull(data)
///
/// A processor is a value: one may be used from any number of tasks at once.
public struct FrameProcessor<Time: Clock & Sendable>: Sendable where Time.Duration == Duration {
    private let timeLimit: Duration
    private let clock: Time

    /// A processor that waits by a clock.
    ///
    /// - Parameter timeLimit: how long a frame may take.
    public init(timeLimit: Duration = .seconds(5), clock: Time) {
        self.timeLimit = timeLimit
        self.clock = clock
    }

    /// Makes a capture of a frame.
    ///
    /// - Throws: ``FrameError``. What takes longer than the limit is left to end by itself, and is not waited for.
    public func process(_ frame: CaptureFrame) async throws(FrameError) -> CaptureData {
        let (results, first) = AsyncStream.makeStream(of: Result<CaptureData, FrameError>.self)
        let work = Task.detached { first.yield(await Self.result(of: frame)) }
        let watch = Task.detached { [clock, timeLimit] in
            do { try await clock.sleep(for: timeLimit) } catch { return }
            first.yield(.failure(.timedOut(limit: timeLimit)))
        }
        defer {
            work.cancel()
            watch.cancel()
        }
        // Without a result the caller was cancelled.
        for await result in results { return try result.get() }
        throw .cancelled
    }

    private static func result(of frame: CaptureFrame) async -> Result<CaptureData, FrameError> {
        guard let map = frame.depthMap, !map.samples.isEmpty else { return .failure(.noDepthData) }
        let photo: [UInt8]
        do { photo = try await frame.photo() } catch { return .failure(.photoCompressionFailed("\(error)")) }
        if photo.isEmpty { return .failure(.photoCompressionFailed("no bytes")) }
        if Task.isCancelled { return .failure(.cancelled) }
        let depthMap: PackedDepthMap
        do throws(PackingError) { depthMap = try PackedDepthMap(map) } catch {
            return .failure(.depthCompressionFailed(error))
        }
        if Task.isCancelled { return .failure(.cancelled) }
        return Result { () throws(PackingError) in
            try CaptureData(
                photo: photo, depthMap: depthMap, takenAt: frame.takenAt, deviceModel: frame.deviceModel,
                location: frame.currentLocation)
        }.mapError { .notSendable($0) }
    }
}

extension FrameProcessor<ContinuousClock> {
    /// A processor that waits by the clock of the system.
    public init(timeLimit: Duration = .seconds(5)) {
        self.init(timeLimit: timeLimit, clock: ContinuousClock())
    }
}

/// Why a frame makes no capture.
public enum FrameError: Error, Hashable, Sendable {
    /// The sensor gave no depth.
    case noDepthData
    /// There is no JPEG; why is said in words of the platform.
    case photoCompressionFailed(String)
    /// The depth map cannot be packed as the server reads it.
    case depthCompressionFailed(PackingError)
    /// It took too long.
    case timedOut(limit: Duration)
    /// Whoever asked is gone.
    case cancelled
    /// The server would refuse what the frame says of itself.
    case notSendable(PackingError)
}
