#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Fills new memory with a byte: output that depends on the byte was read from memory that no decoder initialized.
///
///     let first = HeapFilling.with(0x40) { decoded(input) }
///     let second = HeapFilling.with(0xBF) { decoded(input) }
///     promise(first == second, "the heap changes nothing")
///
/// With address sanitizer, which has its own allocator, hooks fill allocations of up to 64 KiB. Otherwise glibc fills
/// them; tools/dev/fuzzing/fuzz.py turns off its cache of small allocations, which are not filled.
enum HeapFilling {
    /// Calls `body`; its allocations are filled with the byte.
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

    /// glibc's `mallopt`, which Swift's Glibc module omits; nil elsewhere.
    private static let perturb: (@convention(c) (CInt, CInt) -> CInt)? = dlsym(nil, "mallopt").map { function in
        // SAFETY: this is the declaration in malloc.h.
        unsafeBitCast(function, to: (@convention(c) (CInt, CInt) -> CInt).self)
    }
    /// `M_PERTURB` of malloc.h.
    private static let perturbation: CInt = -6

    private typealias Hook = @convention(c) (UnsafeMutableRawPointer?, Int) -> Void
    private typealias FreeHook = @convention(c) (UnsafeMutableRawPointer?) -> Void
    private typealias Install = @convention(c) (Hook, FreeHook) -> CInt

    /// Whether there is an address sanitizer; installs the hook.
    private static let isSanitized: Bool = {
        guard let function = dlsym(nil, "__sanitizer_install_malloc_and_free_hooks") else { return false }
        // SAFETY: this is the declaration in sanitizer/allocator_interface.h.
        let install = unsafeBitCast(function, to: Install.self)
        let fill: Hook = { memory, count in
            // For larger allocations, the sanitizer relies on zeros from the system.
            guard isFilling, count <= 1 << 16, let memory else { return }
            memset(memory, CInt(fillByte), count)
        }
        return install(fill, { _ in }) > 0
    }()

    // libFuzzer uses one thread. Constants, so that no access allocates.
    nonisolated(unsafe) private static var isFilling = false
    nonisolated(unsafe) private static var fillByte: UInt8 = 0
}
