import Testing

@testable import Support

@Suite struct ThreadTests {
    /// Too few of them: see `SystemLimitTests`.
    @Test func someThreadsCanBeStarted() {
        #expect(Threads.canStart(0))
        #expect(Threads.canStart(4))
    }
}
