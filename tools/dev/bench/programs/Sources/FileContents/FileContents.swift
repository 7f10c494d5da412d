#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The bytes of a file, read at once without Foundation; nil if it cannot be read.
@Sendable public func contents(of path: String) -> [UInt8]? {
    guard let file = fopen(path, "rb") else { return nil }
    defer { fclose(file) }
    guard fseek(file, 0, SEEK_END) == 0, case let size = ftell(file), size >= 0 else { return nil }
    rewind(file)
    return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
        // SAFETY: the buffer has room for `size` bytes.
        count = fread(buffer.baseAddress, 1, size, file)
    }
}
