package import Support

/// A JSON object whose members are options. The types are checked here, and the values by the tasks.
///
///     let folds = try source.whole("folds")
package protocol JSONOptions {
    /// The member of a name as `read` takes it; nil if it is absent or null.
    ///
    /// - Parameter expected: what `read` takes, for the message if it takes nothing.
    func member<Value>(
        _ name: String, _ expected: String, _ read: (JSONValue) -> Value?
    ) throws(TaskFailure) -> Value?
}

extension JSONOptions {
    package func string(_ name: String) throws(TaskFailure) -> String? { try member(name, "a string", \.string) }
    package func number(_ name: String) throws(TaskFailure) -> Double? { try member(name, "a number", \.real) }
    package func whole(_ name: String) throws(TaskFailure) -> Int? { try member(name, "a whole number", \.whole) }

    package func flag(_ name: String) throws(TaskFailure) -> Bool { try member(name, "a boolean", \.flag) ?? false }

    package func strings(_ name: String) throws(TaskFailure) -> [String] {
        try member(name, "an array of strings") { value in
            guard let strings = value.elements?.map(\.string), strings.allSatisfy({ $0 != nil }) else { return nil }
            return strings.compactMap { $0 }
        } ?? []
    }

    /// A word of an enum.
    package func word<Word: RawRepresentable<String> & CaseIterable>(
        _ name: String, _ type: Word.Type
    ) throws(TaskFailure) -> Word? {
        let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
        return try member(name, "one of \(words)") { $0.string.flatMap(Word.init(rawValue:)) }
    }

    /// A whole number within a range.
    package func whole(_ name: String, in range: ClosedRange<Int>) throws(TaskFailure) -> Int? {
        try member(name, "a whole number from \(range.lowerBound) to \(range.upperBound)") {
            $0.whole.flatMap { range.contains($0) ? $0 : nil }
        }
    }

    /// A number within a range.
    package func number(
        _ name: String, in range: some RangeExpression<Double>, _ expected: String
    ) throws(TaskFailure) -> Double? {
        try member(name, expected) { $0.real.flatMap { range.contains($0) ? $0 : nil } }
    }

    /// A random seed.
    package func seed() throws(TaskFailure) -> UInt64? {
        try member("seed", "a whole number from 0 to \(UInt64.max)") { value in
            if case .number(let text) = value, let seed = UInt64(text) { return seed }
            return value.whole.flatMap { UInt64(exactly: $0) }
        }
    }

    /// The number of threads; 1 by default. More threads than processors only take memory.
    package func jobs() throws(TaskFailure) -> Int {
        let jobs = try whole("jobs") ?? 1
        do throws(OptionError) { try OptionError.requireJobs(jobs) } catch { throw .option(error) }
        return min(jobs, 1 << 12)
    }
}
