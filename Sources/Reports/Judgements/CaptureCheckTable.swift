internal import Captures
internal import Support

struct CaptureCheckTable {
    private let checks: [CaptureCheckResult]
    private let expectation: (CaptureCheck) -> String?
    private let style: Style
    private let width: Int

    private static let nameWidth = 34

    init(_ judged: JudgedCapture, style: Style, width: Int) {
        self.init(judged.judgement.checks, style: style, width: width) { $0.expectation(of: judged.request) }
    }

    init(_ checks: [CaptureCheckResult], style: Style, width: Int, expectation: @escaping (CaptureCheck) -> String?) {
        (self.checks, self.expectation, self.style, self.width) = (checks, expectation, style, width)
    }

    /// The header, then one line per check. Consecutive checks that were not made share a line.
    var lines: [String] {
        var lines = [style.dim("      " + "check".padded(to: Self.nameWidth) + "found")]
        var rest = checks[...]
        while let result = rest.first {
            let isMade = result.outcome == .passed || result.outcome == .failed
            let run = isMade ? rest.prefix(1) : rest.prefix { $0.outcome == result.outcome }
            rest = rest.dropFirst(run.count)
            lines += isMade ? made(result) : skipped(run)
        }
        return lines
    }

    private func made(_ result: CaptureCheckResult) -> [String] {
        let mark = result.outcome == .passed ? style.good("ok    ") : style.bad("fail  ")
        let found = result.found.map { cut($0.description, to: width - Self.nameWidth - 6) } ?? ""
        let line = mark + (result.check.name.padded(to: Self.nameWidth) + found).withoutTrailingSpaces
        guard result.outcome == .failed, let expected = expectation(result.check) else { return [line] }
        return [line] + "expected \(expected)".wrapped(width: width, indent: 10, firstIndent: 8)
    }

    private func skipped(_ run: ArraySlice<CaptureCheckResult>) -> [String] {
        guard let first = run.first, let last = run.last else { return [] }
        let names = run.count == 1 ? first.check.name : "\(first.check.name) … \(last.check.name)"
        let why = first.outcome == .notReached ? "not reached" : "nothing to check"
        let lines = "\(names): \(why)".wrapped(width: width, indent: 8, firstIndent: 6)
        return lines.enumerated().map { style.dim($0 == 0 ? "-" + $1.dropFirst() : $1) }
    }

    private func cut(_ text: String, to width: Int) -> String {
        text.columnCount <= width ? text : text.prefix(max(width - 1, 1)) + "…"
    }
}

extension CaptureCheck {
    /// The expected value of a check; nil if the name of the check is sufficient.
    fileprivate func expectation(of request: CaptureRequest) -> String? {
        switch self {
        case .contentType:
            request.payload.endpoint == .full
                ? "multipart/form-data with a boundary" : "application/json, or application/…+json"
        case .bodySize: "at most \(CapturePayload.byteLimit)"
        case .photoHash: "that of the photo"
        case .assertion(.authenticatorData): "at least \(AuthenticatorData.minimumByteCount)"
        case .assertion(.rpID): "\(CaptureCheckValue.bytes(request.application.rpIDHash)), of the expected app"
        case .assertion(.counter): request.device.map { "above \($0.counter)" }
        case .assertion(.signature): "\(request.payload.endpoint.binding.name)/plain"
        default: nil
        }
    }
}
