import ArgumentParser

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

enum Folder {
    /// Makes a folder; one that is there already will do.
    static func make(_ path: String) throws {
        guard mkdir(path, 0o777) == 0 || errno == EEXIST else {
            throw ValidationError("\(path): \(String(cString: strerror(errno))); expected a place for a folder")
        }
    }
}
