#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// What new memory holds before anything is written to it: an answer that depends on it was read from memory that no
/// decoder filled.
///
///     let first = HeapFilling.with(0x40) { decoded(input) }
///     let second = HeapFilling.with(0xBF) { decoded(input) }
///     promise(first == second, "the heap changes nothing")
///
/// With address sanitizer, which has an allocator of its own, its hooks fill pieces of up to 64 KiB. Otherwise glibc
/// fills; tools/dev/fuzzing/fuzz.py turns off its cache of small pieces, which are not filled.
enum HeapFilling {
    /// Calls `body`; what it allocates is filled with the byte.
    static func with<Result>(_ byte: UInt8, _ body: () -> Result) -> Result {
        if isSanitized {
            fillByte = byte
            isFilling = true
        } else {
            // glibc fills with the complement.
            _ = perturb?(perturbation, CInt(~byte))
        }
        defer {
            isFilling = false
            if !isSanitized { _ = perturb?(perturbation, 0) }
        }
        return body()
    }

    /// `mallopt` of glibc, which Swift's module of it leaves out; nil elsewhere.
    private static let perturb: (@convention(c) (CInt, CInt) -> CInt)? = dlsym(nil, "mallopt").map { function in
        // SAFETY: malloc.h declares the function so.
        unsafeBitCast(function, to: (@convention(c) (CInt, CInt) -> CInt).self)
    }
    /// `M_PERTURB` of malloc.h.
    private static let perturbation: CInt = -6

    private typealias Hook = @convention(c) (UnsafeMutableRawPointer?, Int) -> Void
    private typealias FreeHook = @convention(c) (UnsafeMutableRawPointer?) -> Void
    private typealias Install = @convention(c) (Hook, FreeHook) -> CInt

    /// Whether there is an address sanitizer; it fills from then on.
    private static let isSanitized: Bool = {
        guard let function = dlsym(nil, "__sanitizer_install_malloc_and_free_hooks") else { return false }
        // SAFETY: sanitizer/allocator_interface.h declares the function so.
        let install = unsafeBitCast(function, to: Install.self)
        let fill: Hook = { memory, count in
            // Of larger pieces it takes zeros from the system, and relies on them.
            guard isFilling, count <= 1 << 16, let memory else { return }
            memset(memory, CInt(fillByte), count)
        }
        return install(fill, { _ in }) > 0
    }()

    // libFuzzer calls from one thread. Constants, so that no access allocates.
    nonisolated(unsafe) private static var isFilling = false
    nonisolated(unsafe) private static var fillByte: UInt8 = 0
}
