internal import DepthAnalysis

/// Turns frames into unsigned captures, off the caller's actor.
///
///     let data = try await CaptureFrameProcessor().process(frame)
///     let capture = try await CapturePacker(signer: signer).packFull(data)
///
/// A processor is a value and can be shared by concurrent tasks.
public struct CaptureFrameProcessor<Time: Clock & Sendable>: Sendable where Time.Duration == Duration {
    private let timeLimit: Duration
    private let clock: Time

    /// Creates a processor with a given clock.
    ///
    /// - Parameters:
    ///   - timeLimit: The time allowed per frame.
    ///   - clock: The clock that measures it.
    public init(timeLimit: Duration = .seconds(5), clock: Time) {
        self.timeLimit = timeLimit
        self.clock = clock
    }

    /// Makes a capture from a frame.
    ///
    /// - Throws: ``CaptureFrameError``. On timeout the work is cancelled but not awaited.
    public func process(_ frame: CaptureFrame) async throws(CaptureFrameError) -> CaptureData {
        let (results, first) = AsyncStream.makeStream(of: Result<CaptureData, CaptureFrameError>.self)
        let work = Task.detached { first.yield(await Self.result(of: frame)) }
        let watch = Task.detached { [clock, timeLimit] in
            do { try await clock.sleep(for: timeLimit) } catch { return }
            first.yield(.failure(.timedOut(limit: timeLimit)))
        }
        defer {
            work.cancel()
            watch.cancel()
        }
        // The stream ends without a result only if the caller's task is cancelled.
        for await result in results { return try result.get() }
        throw .cancelled
    }

    private static func result(of frame: CaptureFrame) async -> Result<CaptureData, CaptureFrameError> {
        guard let map = frame.depthMap, !map.samples.isEmpty else { return .failure(.noDepthData) }
        let photo: [UInt8]
        do { photo = try await frame.photo() } catch { return .failure(.photoCompressionFailed("\(error)")) }
        if photo.isEmpty { return .failure(.photoCompressionFailed("no bytes")) }
        if Task.isCancelled { return .failure(.cancelled) }
        let depthMap: PackedDepthMap
        do throws(CapturePackingError) { depthMap = try PackedDepthMap(map) } catch {
            return .failure(.depthCompressionFailed(error))
        }
        if Task.isCancelled { return .failure(.cancelled) }
        return Result { () throws(CapturePackingError) in
            try CaptureData(
                photo: photo, depthMap: depthMap, takenAt: frame.takenAt, deviceModel: frame.deviceModel,
                location: frame.currentLocation)
        }.mapError { .notSendable($0) }
    }
}

extension CaptureFrameProcessor<ContinuousClock> {
    /// Creates a processor with the system's continuous clock.
    public init(timeLimit: Duration = .seconds(5)) {
        self.init(timeLimit: timeLimit, clock: ContinuousClock())
    }
}

/// The reason a frame yields no capture.
public enum CaptureFrameError: Error, Hashable, Sendable {
    /// The frame has no depth map.
    case noDepthData
    /// The photo could not be encoded; the text is the platform's error.
    case photoCompressionFailed(String)
    /// The depth map could not be packed.
    case depthCompressionFailed(CapturePackingError)
    /// The time limit elapsed.
    case timedOut(limit: Duration)
    /// The task was cancelled.
    case cancelled
    /// The server would refuse the frame's metadata.
    case notSendable(CapturePackingError)
}

extension CaptureFrameError: CustomStringConvertible {
    /// The error in one line: "found …; expected …; …".
    public var description: String {
        switch self {
        case .noDepthData:
            "found a frame without a depth map; expected one with scene depth; request sceneDepth from the session"
        case .photoCompressionFailed(let reason):
            "found a frame whose photo could not be encoded (\(reason)); expected a JPEG; take another frame"
        case .depthCompressionFailed(let error), .notSendable(let error): error.description
        case .timedOut(let limit):
            "found no capture after \(limit); expected one within the limit; take another frame, or raise timeLimit"
        case .cancelled: "found a cancelled task; expected a capture; take another frame"
        }
    }
}
