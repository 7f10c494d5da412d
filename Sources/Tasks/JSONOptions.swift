package import Support

/// A JSON object whose members are options. The types are checked here, and the values by the tasks.
///
///     let folds = try source.optional("folds", .whole)
package protocol JSONOptions: MemberReader where Failure == TaskFailure {}

extension JSONOptions {
    package func flag(_ name: String) throws(TaskFailure) -> Bool {
        try optional(name, "a boolean", \.flag) ?? false
    }

    package func seed() throws(TaskFailure) -> UInt64? {
        try optional("seed", "a whole number from 0 to \(UInt64.max)") { value in
            if case .number(let text) = value, let seed = UInt64(text) { return seed }
            return value.whole.flatMap { UInt64(exactly: $0) }
        }
    }

    /// The number of threads; 1 by default. More threads than processors only take memory.
    package func jobs() throws(TaskFailure) -> Int {
        let jobs = try optional("jobs", .whole) ?? 1
        do throws(OptionError) { try OptionError.requireJobs(jobs) } catch { throw .option(error) }
        return min(jobs, 1 << 12)
    }

    package func failure(of fault: MemberFault) -> TaskFailure {
        switch fault {
        case .missing(let name): .missing(name)
        case .wrongKind(let name, let found, let expected): .badMember(name, found: found, expected: expected)
        }
    }
}
