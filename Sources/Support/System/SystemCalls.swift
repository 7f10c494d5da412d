#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

// System calls on open files. Functions throw the reason for the error number.

package struct SystemError: Error {
    package let number: Int32

    package static var last: Self { Self(number: errno) }

    /// Whether another process holds the lock.
    package var isHeld: Bool { number == EWOULDBLOCK }

    package var text: String { strerror(number).map { String(cString: $0) } ?? "unknown" }
}

extension FileAccessError.Reason { static var last: Self { Self(errorNumber: errno) } }

package enum SystemCalls {
    static let standardInput = STDIN_FILENO

    static func openForReading(_ path: String) throws(FileAccessError.Reason) -> Int32 {
        try retried(path) { open($0, O_RDONLY | O_CLOEXEC) }
    }

    static func openForWriting(_ path: String) throws(FileAccessError.Reason) -> Int32 {
        try retried(path) { open($0, O_WRONLY | O_CLOEXEC) }
    }

    package static func close(_ descriptor: Int32) throws(FileAccessError.Reason) {
        // Not repeated after EINTR, because the descriptor is closed anyway.
        if unsafeClose(descriptor) != 0 && errno != EINTR { throw .last }
    }

    /// Reads until `bytes` has `count` elements or the file ends.
    static func read(_ descriptor: Int32, into bytes: inout [UInt8], upTo count: Int) throws(FileAccessError.Reason) {
        var failure: FileAccessError.Reason?
        let done = bytes
        bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
            initializedCount = buffer.initialize(fromContentsOf: done)
            while initializedCount < count {
                // SAFETY: `initializedCount` < count, the capacity, and `read` writes at most what is left of it.
                let rest = UnsafeMutableRawBufferPointer(
                    rebasing: UnsafeMutableRawBufferPointer(buffer)[initializedCount...])
                let got = unsafeRead(descriptor, rest.baseAddress, rest.count)
                if got == 0 { break }
                if got > 0 {
                    initializedCount += got
                } else {
                    do throws(FileAccessError.Reason) {
                        try waitIfBusy(descriptor, for: POLLIN)
                    } catch {
                        failure = error
                        break
                    }
                }
            }
        }
        if let failure { throw failure }
    }

    /// Reads from `offset` on, independently of the file position, until there are `count` bytes or the file ends.
    static func read(_ descriptor: Int32, at offset: Int, upTo count: Int) throws(FileAccessError.Reason) -> [UInt8] {
        var failure: FileAccessError.Reason?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
            while initializedCount < count {
                // SAFETY: `initializedCount` < count, the capacity, and `pread` writes at most what is left of it.
                let rest = UnsafeMutableRawBufferPointer(
                    rebasing: UnsafeMutableRawBufferPointer(buffer)[initializedCount...])
                let got = pread(descriptor, rest.baseAddress, rest.count, off_t(offset + initializedCount))
                if got == 0 { break }
                if got > 0 {
                    initializedCount += got
                } else if errno != EINTR {
                    failure = .last
                    break
                }
            }
        }
        if let failure { throw failure }
        return bytes
    }

    package static func write(_ bytes: [UInt8], to descriptor: Int32) throws(FileAccessError.Reason) {
        var failure: FileAccessError.Reason?
        bytes.withUnsafeBytes { bytes in
            var done = 0
            while done < bytes.count, failure == nil {
                // SAFETY: `done` < bytes.count, and `write` reads at most what is left.
                let put = unsafeWrite(descriptor, bytes.baseAddress! + done, bytes.count - done)
                if put >= 0 {
                    done += put
                } else {
                    do throws(FileAccessError.Reason) {
                        try waitIfBusy(descriptor, for: POLLOUT)
                    } catch {
                        failure = error
                    }
                }
            }
        }
        if let failure { throw failure }
    }

    /// Returns normally if a failed call is to be repeated. Waits first if a non-blocking descriptor is not ready.
    private static func waitIfBusy(_ descriptor: Int32, for events: Int32) throws(FileAccessError.Reason) {
        switch errno {
        case EINTR: return
        case EAGAIN:
            var request = pollfd(fd: descriptor, events: Int16(events), revents: 0)
            _ = poll(&request, 1, -1)
        default: throw .last
        }
    }

    enum Transfer {
        case moved(Int)
        /// There is nothing to read, or no room to write.
        case notNow
        /// The stream has ended or failed.
        case over
    }

    static func readOnce(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Transfer {
        // SAFETY: at most `buffer.count` bytes are written.
        let count = unsafeRead(descriptor, buffer.baseAddress, buffer.count)
        return count == 0 ? .over : transfer(count)
    }

    static func writeOnce(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Transfer {
        bytes.baseAddress.map { transfer(unsafeWrite(descriptor, $0, bytes.count)) } ?? .moved(0)
    }

    private static func transfer(_ count: Int) -> Transfer {
        if count >= 0 { return .moved(count) }
        return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ? .notNow : .over
    }

    /// Opens a file for reading and appending, and creates it if necessary.
    package static func openForAppending(_ path: String) throws(FileAccessError.Reason) -> Int32 {
        try retried(path) { open($0, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o666) }
    }

    /// Locks a file against other processes. The system releases the lock when the process ends for any reason.
    package static func lock(_ descriptor: Int32) throws(SystemError) {
        guard uninterrupted({ flock(descriptor, LOCK_EX | LOCK_NB) }) == 0 else { throw .last }
    }

    package static func cut(_ descriptor: Int32, to byteCount: Int) throws(SystemError) {
        guard uninterrupted({ ftruncate(descriptor, off_t(byteCount)) }) == 0 else { throw .last }
    }

    /// Waits until all data is on disk. Pipes and devices, which cannot be synchronised, are ignored.
    package static func synchronizeIfPossible(_ descriptor: Int32) throws(SystemError) {
        guard uninterrupted({ fsync(descriptor) }) == 0 || errno == EINVAL || errno == EROFS else { throw .last }
    }

    static func uninterrupted(_ call: () -> Int32) -> Int32 {
        while true {
            let result = call()
            if result >= 0 || errno != EINTR { return result }
        }
    }

    static func synchronize(_ descriptor: Int32) throws(FileAccessError.Reason) {
        _ = try retried { fsync(descriptor) }
    }

    static func setPermissions(_ descriptor: Int32, _ permissions: UInt32) throws(FileAccessError.Reason) {
        _ = try retried { fchmod(descriptor, mode_t(permissions)) }
    }

    static func retried(
        _ path: String, _ call: (UnsafePointer<CChar>) -> Int32
    ) throws(FileAccessError.Reason) -> Int32 {
        while true {
            let result = try path.withSystemPath(call)
            if result >= 0 { return result }
            if errno != EINTR { throw .last }
        }
    }

    #if canImport(Glibc)
        typealias Resource = __rlimit_resource
    #else
        typealias Resource = Int32
    #endif

    static func limit(of resource: Resource) -> Int? {
        var limit = rlimit()
        #if canImport(Glibc)
            let result = getrlimit(__rlimit_resource_t(resource.rawValue), &limit)
        #else
            let result = getrlimit(resource, &limit)
        #endif
        // "No limit" is the largest number, of 63 or 64 bits.
        return result == 0 && limit.rlim_cur < 1 << 62 ? Int(limit.rlim_cur) : nil
    }

    static var descriptorLimit: Int? { limit(of: RLIMIT_NOFILE) }

    /// The number of descriptors that can still be opened, at most `wanted`.
    static func freeDescriptorCount(wanted: Int) -> Int {
        var opened: [Int32] = []
        while opened.count < wanted {
            let descriptor = uninterrupted { open("/", O_RDONLY | O_CLOEXEC) }
            if descriptor < 0 { break }
            opened.append(descriptor)
        }
        for descriptor in opened { _ = unsafeClose(descriptor) }
        return opened.count
    }

    static func retried(_ call: () -> Int32) throws(FileAccessError.Reason) -> Int32 {
        let result = uninterrupted(call)
        if result < 0 { throw .last }
        return result
    }
}

// The methods of `SystemCalls` shadow these C functions.
private func unsafeClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
private func unsafeRead(_ descriptor: Int32, _ into: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, into, count)
}
private func unsafeWrite(_ descriptor: Int32, _ from: UnsafeRawPointer, _ count: Int) -> Int {
    write(descriptor, from, count)
}
