import ArgumentParser

/// Faults that the server injects to test a client.
struct InjectedFaults: Sendable {
    var failure: InjectedFailure?
    var delay: Delay?
    var dropAfter: ByteCount?
}

/// A status in place of every Nth answer: `503` or `503:every=5`.
struct InjectedFailure: ExpressibleByArgument, Sendable {
    let status: Int
    let interval: Int

    init?(argument: String) {
        let parts = argument.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 2, let status = Int(parts[0]), (400...599).contains(status) else { return nil }
        self.status = status
        guard parts.count == 2 else {
            interval = 1
            return
        }
        guard parts[1].hasPrefix("every="), let interval = Int(parts[1].dropFirst(6)), interval > 0 else { return nil }
        self.interval = interval
    }
}

/// A duration: `2s` or `500ms`.
struct Delay: ExpressibleByArgument, Sendable {
    let duration: Duration

    init?(argument: String) {
        if argument.hasSuffix("ms"), let count = Int(argument.dropLast(2)), count >= 0 {
            duration = .milliseconds(count)
        } else if argument.hasSuffix("s"), let count = Int(argument.dropLast()), count >= 0 {
            duration = .seconds(count)
        } else {
            return nil
        }
    }
}

/// A number of bytes: `500`, `100kB` or `1MB`.
struct ByteCount: ExpressibleByArgument, Sendable {
    let count: Int

    init?(argument: String) {
        let (text, unit) =
            argument.hasSuffix("kB")
            ? (argument.dropLast(2), 1000)
            : argument.hasSuffix("MB") ? (argument.dropLast(2), 1_000_000) : (argument[...], 1)
        guard let number = Int(text), number >= 0, number <= 1 << 40 else { return nil }
        count = number * unit
    }
}
