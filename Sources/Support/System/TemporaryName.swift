import Synchronization

/// A temporary file name, removed if a signal ends the process.
struct TemporaryName {
    private static let prefix = ".depthcheck-"
    private static let suffix = ".tmp"
    private static let digitCount = 16

    let path: String
    let registration: Interruption.Registration?

    /// `folder` ends with a slash, or is empty for the working folder. `create` must fail if the file exists.
    static func free<Made>(
        in folder: String, _ create: (String) throws(FileAccessError.Reason) -> Made
    ) throws(FileAccessError.Reason) -> (name: TemporaryName, made: Made) {
        // The digits are random, because process numbers can be equal in containers that share a folder.
        for _ in 0..<100 {
            let name = TemporaryName(registeredAt: folder + prefix + randomDigits() + suffix)
            do throws(FileAccessError.Reason) {
                return (name, try create(name.path))
            } catch {
                name.registration?.withdraw()
                if !error.isExisting { throw error }
            }
        }
        throw FileAccessError.Reason(errorNumber: .existing)
    }

    private init(registeredAt path: String) {
        self.path = path
        registration = Interruption.removingFile(path)
    }

    /// Digits from the system's random number generator, so that names cannot be predicted.
    static func randomDigits() -> String {
        String(UInt64.random(in: .min ... .max), radix: 16).zeroPadded(to: digitCount)
    }

    private static func isTemporary(_ name: String) -> Bool {
        let digits = name.utf8.dropFirst(prefix.utf8.count).dropLast(suffix.utf8.count)
        return name.hasPrefix(prefix) && name.hasSuffix(suffix) && areDigits(digits)
    }

    static func areDigits(_ digits: some Collection<UInt8>) -> Bool {
        digits.count == digitCount && digits.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }

    /// Listing a large folder is slow, so it is done once per process.
    private static let seen = Mutex<Set<FileStatus.Identity>>([])

    /// Removes leftovers of ended processes: files with such a name that are not locked.
    static func removeStale(in folder: String) {
        guard let status = try? FileStatus(of: folder.isEmpty ? "." : folder),
            seen.withLock({ $0.insert(status.identity).inserted }),
            let names = try? SystemCalls.names(inFolder: folder.isEmpty ? "." : folder)
        else { return }
        for name in names where isTemporary(name) {
            let path = folder + name
            guard let descriptor = try? SystemCalls.openForLocking(path) else { continue }
            defer { try? SystemCalls.close(descriptor) }
            guard (try? SystemCalls.lock(descriptor)) != nil, SystemCalls.isNamed(descriptor, path) else { continue }
            SystemCalls.remove(path)
        }
    }
}
