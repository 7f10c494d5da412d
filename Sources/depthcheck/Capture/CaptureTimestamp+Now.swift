import Captures
import Support

extension CaptureTimestamp {
    static var now: CaptureTimestamp {
        let now = FileStatus.Time.now
        return CaptureTimestamp(utcSeconds: Int64(now.seconds), nanoseconds: Int64(now.nanoseconds))
    }

    /// Parses a time option: `now`, or text such as 2025-12-01T10:00:30Z.
    static func named(_ text: String) -> CaptureTimestamp? { text == "now" ? now : CaptureTimestamp(text) }
}
