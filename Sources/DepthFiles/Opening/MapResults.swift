internal import Support

/// The results for all maps of a file, in order.
///
///     let results = MapResults(in: input, reader) { file in describe(file) }
///     for result in results { print(result) }
///
/// The first few thousand are made at once. A file with more is opened again for the others, which are made one at a
/// time while the results are read: it may hold a million maps. A crash names the file.
package struct MapResults<Value: Sendable>: Sequence, Sendable {
    /// The results made at once.
    package let first: [Value]
    /// Opens the file, without the maps of ``first``; nil if there are no others.
    private let rest: (@Sendable () -> OpenedMaps)?
    private let name: String
    private let make: @Sendable (OpenedDepthFile) -> Value

    /// - Parameters:
    ///   - countAtOnce: the number of results to make at once.
    ///   - make: makes the result for one map; called again on the thread that reads the results.
    package init(
        in input: DepthInput, _ reader: DepthFileReader, countAtOnce: Int = 4096,
        _ make: @escaping @Sendable (OpenedDepthFile) -> Value
    ) {
        (name, self.make) = (input.name, make)
        let (maps, first) = CrashReport.naming(name) {
            var maps = reader.maps(in: input)
            var first: [Value] = []
            while first.count < countAtOnce, let file = maps.next() { first.append(make(file)) }
            return (maps, first)
        }
        self.first = first
        guard maps.hasMore else {
            rest = nil
            return
        }
        // Standard input cannot be read again. Maps that wait to be read hold none of the budget, or all could wait.
        let held = input.name == FileAccess.standardInputName ? maps.unreserved() : nil
        let count = maps.count
        rest = { held ?? reader.maps(in: input).from(countAtOnce, of: count, path: input.name) }
    }

    package func makeIterator() -> AnyIterator<Value> {
        var first = first.makeIterator()
        var maps: OpenedMaps?
        return AnyIterator {
            if let value = first.next() { return value }
            guard let rest else { return nil }
            return CrashReport.naming(name) {
                if maps == nil { maps = rest() }
                return maps?.next().map(make)
            }
        }
    }
}
