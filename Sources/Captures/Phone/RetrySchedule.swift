/// Retries an operation up to three times, after 1, 2 and 4 seconds.
///
///     let cbor = try await RetrySchedule().run { try await signer.assertion(of: hash) }
///
/// Do not use it for a request that the server may have processed: the counter is spent and the hash is stored, so
/// the same body cannot succeed.
public struct RetrySchedule<Time: Clock & Sendable>: Sendable where Time.Duration == Duration {
    private let delays: [Duration]
    private let clock: Time

    /// Creates a schedule with a given clock.
    public init(clock: Time) {
        self.clock = clock
        delays = (0..<Self.maximumRetryCount).map { .seconds(1 << $0) }
    }

    private static var maximumRetryCount: Int { 3 }

    /// Runs `body` until it succeeds or the retries are used up.
    ///
    /// - Parameters:
    ///   - isWorthRetrying: Whether a retry can succeed after this error.
    ///   - body: The operation.
    /// - Throws: The last error of `body`; `CancellationError` if the task is cancelled during a delay.
    public func run<Value>(
        if isWorthRetrying: (any Error) -> Bool = { !($0 is CancellationError) }, _ body: () async throws -> Value
    ) async throws -> Value {
        for delay in delays {
            do { return try await body() } catch  where isWorthRetrying(error) { try await clock.sleep(for: delay) }
        }
        return try await body()
    }
}

extension RetrySchedule<ContinuousClock> {
    /// Creates a schedule with the system's continuous clock.
    public init() { self.init(clock: ContinuousClock()) }
}

/// A signer that retries, because DeviceCheck may be briefly unavailable.
///
///     let packer = CapturePacker(signer: RetryingSigner(AppAttestSigner(keyIdentifier: identifier)))
public struct RetryingSigner<Signer: CaptureSigner, Time: Clock & Sendable>: CaptureSigner
where Time.Duration == Duration {
    private let signer: Signer
    private let schedule: RetrySchedule<Time>

    /// Wraps a signer with a schedule.
    public init(_ signer: Signer, schedule: RetrySchedule<Time>) {
        self.signer = signer
        self.schedule = schedule
    }

    /// The first assertion that the wrapped signer makes.
    public func assertion(of clientDataHash: [UInt8]) async throws -> [UInt8] {
        try await schedule.run { try await signer.assertion(of: clientDataHash) }
    }
}

extension RetryingSigner where Time == ContinuousClock {
    /// Wraps a signer with the standard schedule.
    public init(_ signer: Signer) { self.init(signer, schedule: RetrySchedule()) }
}
