/// How often something is tried again, and after how long: three times, after 1, 2 and 4 seconds.
///
///     let cbor = try await RetrySchedule().run { try await signer.assertion(of: hash) }
///
/// Not for a request that the server may have processed: its counter is spent and its hash is stored, so that the same
/// body can only fail.
public struct RetrySchedule<Time: Clock & Sendable>: Sendable where Time.Duration == Duration {
    private let delays: [Duration]
    private let clock: Time

    /// A schedule that waits by a clock.
    public init(clock: Time) {
        self.clock = clock
        delays = (0..<Self.maximumRetryCount).map { .seconds(1 << $0) }
    }

    private static var maximumRetryCount: Int { 3 }

    /// Does something until it succeeds, or until it has failed once more than there are delays.
    ///
    /// - Parameters:
    ///   - isWorthRetrying: whether an error may be another time's success.
    ///   - body: what is done.
    /// - Throws: the last error of `body`; `CancellationError` where the task is cancelled while it waits.
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
    /// A schedule that waits by the clock of the system.
    public init() { self.init(clock: ContinuousClock()) }
}

/// A signer that tries again: the service of a phone's hardware may be busy for a moment.
///
///     let packer = CapturePacker(signer: RetryingSigner(AppAttestSigner(keyIdentifier: identifier)))
public struct RetryingSigner<Signer: CaptureSigner, Time: Clock & Sendable>: CaptureSigner
where Time.Duration == Duration {
    private let signer: Signer
    private let schedule: RetrySchedule<Time>

    /// A signer that waits as a schedule says.
    public init(_ signer: Signer, schedule: RetrySchedule<Time>) {
        self.signer = signer
        self.schedule = schedule
    }

    /// An assertion by the signer, at the latest when the schedule is over.
    public func assertion(of clientDataHash: [UInt8]) async throws -> [UInt8] {
        try await schedule.run { try await signer.assertion(of: clientDataHash) }
    }
}

extension RetryingSigner where Time == ContinuousClock {
    /// A signer that waits by the clock of the system.
    public init(_ signer: Signer) { self.init(signer, schedule: RetrySchedule()) }
}
