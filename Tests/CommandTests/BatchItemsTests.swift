import Testing

@testable import depthcheck

@Suite struct BatchItemsTests {
    @Test func knownItemsPrecedeDiscoveredItems() {
        for known in [[], [1], [1, 2]] {
            for more in [[], [7], [7, 8]] {
                let listed = BatchItems(known, then: AnySequence(more))
                let made = BatchItems(known.lazy.map { $0 }, count: known.count, then: AnySequence(more))
                #expect(Array(listed) == known + more && Array(made) == known + more)
                // Each pass over the items starts again.
                #expect(Array(listed) == known + more && Array(made) == known + more)
                #expect(listed.count == nil && made.count == nil)
            }
            #expect(BatchItems(known).count == known.count)
            #expect(BatchItems(known.lazy.map { $0 }, count: known.count).count == known.count)
        }
    }

    @Test func partsReplaceTheirItem() {
        func parts(of item: Int) -> AnySequence<Int>? { item < 3 ? nil : AnySequence((3..<item).lazy.map { $0 * 10 }) }
        let items = BatchItems([1, 5, 3, 2, 4, 3], then: AnySequence([9]), parts: parts)
        #expect(Array(items) == [1, 30, 40, 2, 30, 9] && items.count == nil)
    }
}
