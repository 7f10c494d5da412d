import DepthAnalysis
import DepthFiles

// usage: BatchTimes MODE JOBS FILE...
//
// Prints the milliseconds that JOBS tasks at once take for all files. MODE is
//   analyze       read, inflate, analyse: all a batch does but print
//   libdeflate    read, and inflate with libdeflate
//   zlib          read, and inflate with zlib
//   read          read only
// The first number is the wall time; the second counts only what is spent inflating, shared among the jobs (0 for the
// other modes).

let arguments = CommandLine.arguments
guard arguments.count >= 4, let jobs = Int(arguments[2]) else { fatalError("usage: BatchTimes MODE JOBS FILE...") }
let files = Array(arguments[3...])
let fileAnalyzer = FileAnalyzer(analyzer: DepthAnalyzer())

struct Share: Sendable {
    var count = 0
    var inflating = Duration.zero
}

let work: @Sendable (String) -> Share
switch arguments[1] {
case "analyze": work = { Share(count: fileAnalyzer.analyze($0).analysis.validCount) }
case "libdeflate": work = { timed($0, inflateWithLibdeflate) }
case "zlib": work = { timed($0, inflateWithZlib) }
case "read": work = { timed($0) { $0.count } }
default: fatalError("usage: BatchTimes analyze|libdeflate|zlib|read JOBS FILE...")
}

@Sendable func timed(_ path: String, _ inflate: ([UInt8]) -> Int) -> Share {
    guard let bytes = try? DepthFileAccess.read(path, maximumByteCount: 1 << 30) else { return Share() }
    var share = Share()
    share.inflating = ContinuousClock().measure { share.count = inflate(bytes) }
    return share
}

DepthFileAccess.keepFreedMemory()
let start = ContinuousClock.now
var total = Share()
await parallelMap(files, jobs: jobs, work) { share in
    precondition(share.count > 0, "a file holds nothing")
    total.count += share.count
    total.inflating += share.inflating
}
let taken = ContinuousClock.now - start
print(milliseconds(taken), arguments[1] == "analyze" ? 0 : milliseconds(total.inflating) / Double(jobs))

func milliseconds(_ duration: Duration) -> Double { duration / .milliseconds(1) }
