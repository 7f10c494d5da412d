import Testing

@testable import Support

@Suite struct ThreadTests {
    /// `SystemLimitTests` tests the limit on threads.
    @Test func threadsCanBeStarted() {
        #expect(Threads.canStart(0))
        #expect(Threads.canStart(4))
    }
}
