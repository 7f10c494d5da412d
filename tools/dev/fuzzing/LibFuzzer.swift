import Support

// The entry points for libFuzzer.

/// The environment variable that names the target; without it, the process lists the targets.
private let targetVariable = "DEPTHCHECK_FUZZ_TARGET"

private let target: FuzzTarget = {
    let name = Machine.environment(targetVariable) ?? ""
    guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
        print(FuzzTarget.description(of: FuzzTarget.all))
        endProcess(exitCode: name.isEmpty ? 0 : 64)
    }
    return target
}()

/// libFuzzer calls this once, before anything else.
@_cdecl("LLVMFuzzerInitialize")
public func initializeFuzzing(
    _ argumentCount: UnsafeMutableRawPointer, _ arguments: UnsafeMutableRawPointer
) -> CInt {
    _ = target
    return 0
}

/// libFuzzer calls this with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // SAFETY: libFuzzer passes `count` bytes that are valid during the call. They are copied to an allocation of
    // exact size, so that an access beyond its end is detected.
    let input = Array(UnsafeBufferPointer(start: bytes, count: count))
    target.promiseSameOnEveryHeap(input)
    target.read(input)
    return 0
}

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ argumentCount: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutableRawPointer,
    _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// Becomes `main` in a build without sanitizer, where SwiftPM does not link libFuzzer's.
@_cdecl("fuzz_main")
public func fuzzWithoutSanitizer(_ argumentCount: CInt, _ arguments: UnsafeMutableRawPointer) -> CInt {
    var (argumentCount, arguments) = (argumentCount, arguments)
    // SAFETY: the driver uses both pointers only during the call.
    return runDriver(&argumentCount, &arguments) { testOneInput($0, $1) }
}

extension FuzzTarget {
    /// The targets as JSON, for fuzz.py.
    fileprivate static func description(of targets: [FuzzTarget]) -> String {
        var writer = JSONWriter(.indented)
        writer.object { writer in
            for target in targets {
                writer.key(target.name)
                writer.object { writer in
                    writer.member("seeds", target.seeds)
                    writer.member("words", target.words)
                }
            }
        }
        return writer.text
    }
}
