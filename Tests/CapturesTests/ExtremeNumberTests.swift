import DepthFiles
import TestSupport
import Testing

@testable import Captures

/// Lengths and times at which calculations overflow give an answer, and never trap.
@Suite struct ExtremeNumberTests {
    @Test func extremeLengthsEndTheBytes() throws {
        for number in ExtremeNumbers.all where number > 8 {
            let length = Array(CraftedZip.number(number, 8).reversed())
            #expect(DERHeader([0x30, 0x88] + length + [1, 2, 3]) == nil, "\(number)")
            for first: UInt8 in [0x5B, 0x7B] {
                var reader = CBORReader([0xA1, 0x61, 0x61, first] + length + [1, 2, 3])
                #expect(throws: CBORFault.truncated, "\(number)") { try reader.values(named: ["a"]) }
            }
            for first: UInt8 in [0x9B, 0xBB] {
                var reader = CBORReader([first] + length + [1, 2, 3])
                #expect(throws: CBORFault.self, "\(number)") {
                    first == 0x9B ? try reader.elements { _ in } : try reader.members { _, _ in }
                }
            }
        }
    }

    @Test func extremeBodiesAreFaults() throws {
        func fault(_ header: String, _ body: String) -> HTTPRequestMessage.Fault? {
            do throws(HTTPRequestMessage.Fault) {
                _ = try HTTPRequestMessage(Array("POST / HTTP/1.1\r\n\(header)\r\n\r\n\(body)".utf8))
                return nil
            } catch { return error }
        }
        for number in ExtremeNumbers.all where number > 0 {
            let stated = fault("Content-Length: \(number)", "ab")
            let isSize = number <= UInt64(Int.max >> 1)
            #expect(stated == (isSize ? .bodyTooShort(found: 2, expected: Int(number)) : .contentLength), "\(number)")
            let chunk = String(number, radix: 16)
            #expect(fault("Transfer-Encoding: chunked", "\(chunk)\r\nab\r\n0\r\n\r\n") == .chunks, "\(number)")
        }
        #expect(fault("Content-Length: 36893488147419103232", "ab") == .contentLength)
        #expect(fault("Content-Length: 2", "ab") == nil)
        #expect(fault("Transfer-Encoding: chunked", "2\r\nab\r\n0\r\n\r\n") == nil)
    }

    @Test func extremeTimesAreCompared() {
        let numbers: [Int64] = [
            .min, .min + 1, -(1 << 53), -1, 0, 1, 1 << 53, .max / 1000 + 1, .max / 2, .max - 1, .max,
        ]
        let times = numbers.flatMap { seconds in
            numbers.map { CaptureTimestamp(utcSeconds: seconds, nanoseconds: $0) }
        }
        for time in times {
            _ = time.millisecondText
            for seconds in numbers { _ = time.adding(seconds: seconds) }
            for text in numbers.map(\.description) + ["\(Int64.max).999", "2026-01-01T00:00:00Z"] {
                _ = TimestampFormat.of(text, now: time)
            }
            for other in times {
                let seconds = time.seconds(since: other)
                // A leap second in between counts.
                guard time.nanoseconds == 0, other.nanoseconds == 0 else { continue }
                #expect(time.isAfter(other) == (seconds > 0) && other.isAfter(time) == (seconds < 0))
            }
        }
        let (first, last) = (CaptureTimestamp(utcSeconds: .min), CaptureTimestamp(utcSeconds: .max))
        #expect(last.milliseconds == .max && first.milliseconds == .min)
        #expect(last.seconds(since: first) == .max && first.seconds(since: last) == .min)
        #expect(last.adding(seconds: 1) == last && first.adding(seconds: -1) == first)
        for milliseconds in [Int64.min, .min + 1, -1, 0, .max] {
            #expect(CaptureTimestamp(milliseconds: milliseconds).milliseconds == milliseconds)
        }
    }

    /// The server's difference of 64 bits wraps: the extremes are next to each other.
    @Test func extremeClocksGetARefusal() {
        for clock in [Int64.min, 0, .max] {
            for header in [Int64.min, 0, .max] {
                let headers = RequestHeaders([
                    RequestHeaders.Field(
                        name: "X-Device-Id", value: Array("00000000-0000-4000-8000-000000000001".utf8)),
                    RequestHeaders.Field(name: "X-Device-Timestamp", value: Array("\(header)".utf8)),
                    RequestHeaders.Field(name: "X-Device-Signature", value: Array("AAAA".utf8)),
                ])
                let request = AuthenticationRequest(
                    headers: headers, body: .bytes([]), device: nil, now: CaptureTimestamp(utcSeconds: clock))
                guard case .refused(let failure) = RequestJudge().judge(request).permissive else {
                    Issue.record("expected a refusal")
                    continue
                }
                #expect(
                    (failure.fault == .unknownDevice) == ((clock == 0) == (header == 0)),
                    "\(clock) \(header): \(failure.fault)")
            }
        }
    }
}
