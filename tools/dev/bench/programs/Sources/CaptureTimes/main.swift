import CLibcrypto
import Captures
import DepthAnalysis
import DepthFiles
import FileContents

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

// usage: CaptureTimes DEPTH.bin.gz COUNT BYTES ROUNDS
//
// Packs COUNT captures of BYTES each, with different photos, then measures two processor times per round, in turns:
// of judging each capture, and of only hashing each body once and reading and analysing its depth map. Prints the
// median milliseconds per capture, and the median of the rounds' ratios.

/// The number of captures to make, which are judged repeatedly: a thousand would need 1.5 GB.
let heldCount = 50

let arguments = CommandLine.arguments
guard arguments.count == 5, let count = Int(arguments[2]), let byteCount = Int(arguments[3]),
    let rounds = Int(arguments[4]), count > 0, rounds > 0
else { fatalError("usage: CaptureTimes DEPTH.bin.gz COUNT BYTES ROUNDS") }
guard let packed = contents(of: arguments[1]) else { fatalError("cannot read \(arguments[1])") }
let depth = try PackedDepthMap(file: packed)
let key = TestKey()
let takenAt = CaptureTimestamp(utcSeconds: 1_772_366_400)
let device = CaptureDevice(publicKey: key.publicKey, counter: 0)
let packer = CapturePacker(signer: TestKeySigner(key: key, counter: 1))

/// Makes a capture of about `byteCount` bytes, with random bytes as the photo.
func makeCapture() async throws -> PackedCapture {
    var random = SystemRandomNumberGenerator()
    var photo: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0]
    // A few hundred bytes of each body are metadata and boundaries.
    while photo.count < byteCount - depth.bytes.count - 1024 {
        withUnsafeBytes(of: random.next() as UInt64) { photo += $0 }
    }
    return try await packer.packFull(
        CaptureData(photo: photo, depthMap: depth, takenAt: takenAt, deviceModel: "iPhone 15 Pro"))
}

var captures: [PackedCapture] = []
for _ in 0..<min(count, heldCount) { captures.append(try await makeCapture()) }

let judge = CaptureJudge()
let analyzer = FileAnalyzer(analyzer: DepthAnalyzer())

/// Judges every capture like the server.
func judgeAll(_ captures: [PackedCapture]) {
    for number in 0..<count {
        let request = CaptureRequest(
            payload: captures[number % captures.count].payload, device: device,
            now: CaptureTimestamp(utcSeconds: 1_772_366_430), isRequestVerified: true)
        let judgement = judge.judge(request)
        precondition(judgement.assertion?.status == .pass, "a capture does not verify")
    }
}

/// Hashes every body once, and analyses every depth map.
func hashAndAnalyzeAll(_ captures: [PackedCapture]) {
    var digest = [UInt8](repeating: 0, count: 32)
    for number in 0..<count {
        let body = captures[number % captures.count].body
        SHA256(body, body.count, &digest)
        let result = analyzer.analyze(depth.bytes, input: "depth.bin")
        precondition(digest.contains { $0 != 0 } && result.analysis.validCount > 0, "nothing was measured")
    }
}

func milliseconds(_ work: ([PackedCapture]) -> Void, _ captures: [PackedCapture]) -> Double {
    var before = timespec()
    var after = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &before)
    work(captures)
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &after)
    return (Double(after.tv_sec - before.tv_sec) * 1e3 + Double(after.tv_nsec - before.tv_nsec) / 1e6) / Double(count)
}

func median(_ numbers: [Double]) -> Double { numbers.sorted()[numbers.count / 2] }

var judged: [Double] = []
var alone: [Double] = []
for _ in 0..<rounds {
    judged.append(milliseconds(judgeAll, captures))
    alone.append(milliseconds(hashAndAnalyzeAll, captures))
}
print(captures[0].body.count, median(judged), median(alone), median(zip(judged, alone).map(/)))
