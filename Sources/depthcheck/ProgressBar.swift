import Support

/// A progress bar on stderr, drawn only on a terminal.
struct ProgressBar {
    /// Shorter runs show no bar.
    private static let smallestTotal = 20
    private static let interval = Duration.milliseconds(100)

    private let total: Int?
    private let isShown: Bool
    private let start = ContinuousClock.now
    private var lastDrawn = ContinuousClock.now
    private var done = 0

    init(total: Int?, isWanted: Bool) {
        self.total = total
        isShown = isWanted && total ?? .max >= Self.smallestTotal && Terminal.isTerminal(.error)
    }

    mutating func advance() {
        done += 1
        guard isShown else { return }
        let now = ContinuousClock.now
        guard now - lastDrawn >= Self.interval else { return }
        lastDrawn = now
        Terminal.showPassing(line(after: now - start))
    }

    func finish() { Terminal.erasePassing() }

    private func line(after elapsed: Duration) -> String {
        let seconds = elapsed / .seconds(1)
        let rate = Double(done) / max(seconds, 0.001)
        guard let total else { return "\(done)  \(Int(clamping: rate))/s" }
        let left = Int(clamping: (Double(total - done) / max(rate, 0.001)).rounded(.up))
        let counts =
            " \(done)/\(total)  \(Int(clamping: rate))/s  \(left / 60)m\(left % 60 < 10 ? "0" : "")\(left % 60)s left"
        let width = Terminal.columns(of: .error) ?? 80
        let columns = min(40, width - counts.count - 3)
        guard columns >= 5 else { return String(counts.dropFirst().prefix(max(width - 1, 0))) }
        let filled = columns * done / total
        let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: columns - filled)
        return "[\(bar)]" + counts
    }
}
