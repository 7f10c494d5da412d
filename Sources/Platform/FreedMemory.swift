#if canImport(Glibc)
    import CAllocation
#endif

extension FileAccess {
    /// Keeps memory that is freed for the next file, instead of handing it back to the system. For the start of a
    /// command that reads many files.
    ///
    /// The GNU C library maps buffers of this size anew for each file, and the system then delivers every page of them,
    /// cleared: a quarter of the processor time of a batch. Kept, they cost nothing; the process holds what the largest
    /// files under way needed. Nothing happens with other C libraries.
    package static func keepFreedMemory() {
        #if canImport(Glibc)
            // The largest buffer not to be mapped on its own (glibc allows up to 32 MiB), and how much stays when all
            // is freed.
            mallopt(M_MMAP_THRESHOLD, 32 << 20)
            mallopt(M_TRIM_THRESHOLD, 256 << 20)
        #endif
    }
}
