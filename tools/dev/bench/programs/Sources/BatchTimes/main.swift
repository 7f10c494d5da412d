import CInflate
import DepthAnalysis
import DepthFiles
import FileContents

// usage: BatchTimes MODE JOBS FILE...
//
// Prints the milliseconds that JOBS concurrent tasks need for all files. MODE is
//   analyze       read, inflate, analyse: everything a batch does except printing
//   exact         read, and inflate like the analysis, which refuses what the server refuses
//   libdeflate    read, and inflate with libdeflate
//   zlib          read, and inflate with zlib
//   read          read only
// The first number is the wall time; the second is the time spent inflating, divided by the jobs (0 for the other
// modes).

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
case "exact": work = { timed($0) { (try? DepthFileReader().read($0).result.get())?.map.samples.count ?? 0 } }
case "libdeflate": work = { timed($0, inflateWithLibdeflate) }
case "zlib": work = { timed($0, inflateWithZlib) }
case "read": work = { timed($0) { $0.count } }
default: fatalError("usage: BatchTimes analyze|exact|libdeflate|zlib|read JOBS FILE...")
}

@Sendable func timed(_ path: String, _ inflate: ([UInt8]) -> Int) -> Share {
    guard let bytes = contents(of: path) else { return Share() }
    var share = Share()
    share.inflating = ContinuousClock().measure { share.count = inflate(bytes) }
    return share
}

/// Sums `work` over all files, `jobs` of them at once.
func total(of files: [String], jobs: Int, _ work: @escaping @Sendable (String) -> Share) async -> Share {
    await withTaskGroup(of: Share.self) { group in
        var remaining = files.makeIterator()
        var total = Share()
        for file in (0..<jobs).compactMap({ _ in remaining.next() }) { group.addTask { work(file) } }
        while let share = await group.next() {
            if let file = remaining.next() { group.addTask { work(file) } }
            precondition(share.count > 0, "a file holds nothing")
            total.count += share.count
            total.inflating += share.inflating
        }
        return total
    }
}

#if canImport(Glibc)
    // Like the command, keep freed memory for the next file.
    mallopt(M_MMAP_THRESHOLD, 32 << 20)
    mallopt(M_TRIM_THRESHOLD, 256 << 20)
#endif
let start = ContinuousClock.now
let sum = await total(of: files, jobs: jobs, work)
let taken = ContinuousClock.now - start
print(milliseconds(taken), arguments[1] == "analyze" ? 0 : milliseconds(sum.inflating) / Double(jobs))

func milliseconds(_ duration: Duration) -> Double { duration / .milliseconds(1) }
