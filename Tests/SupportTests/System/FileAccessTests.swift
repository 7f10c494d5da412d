import Foundation
import TestSupport
import Testing

@testable import Support

@Suite struct FileAccessTests {
    let folder: TemporaryFolder
    init() throws { folder = try TemporaryFolder() }

    private func reason(_ body: () throws(FileAccessError) -> Void) -> FileAccessError.Reason? {
        do throws(FileAccessError) {
            try body()
            return nil
        } catch {
            return error.reason
        }
    }

    @Test(arguments: [0, 1, 65_535, 65_536, 200_000])
    func wholeFileIsRead(byteCount: Int) throws {
        let bytes = (0..<byteCount).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let path = try folder.file("a.bin", bytes).path
        #expect(try FileAccess.read(path, maximumByteCount: byteCount) == bytes)
        #expect(try FileAccess.read(path, maximumByteCount: .max) == bytes)
    }

    @Test func pathsBelowTheWorkingFolderAreShownRelative() throws {
        let here = FileManager.default.currentDirectoryPath
        #expect(FileAccess.pathFromWorkingFolder("\(here)/Package.swift") == "Package.swift")
        #expect(FileAccess.pathFromWorkingFolder("./Sources/../Package.swift") == "Package.swift")
        #expect(FileAccess.pathFromWorkingFolder("Package.swift") == "Package.swift")
        // The file need not exist; outside the working folder, its folder need not exist either.
        #expect(FileAccess.pathFromWorkingFolder("\(here)/none.xml") == "none.xml")
        #expect(FileAccess.pathFromWorkingFolder("/none/none.xml") == "/none/none.xml")
        #expect(FileAccess.pathFromWorkingFolder("\(folder.path)/a.bin") == "\(folder.path)/a.bin")
        try folder.link("here", to: "\(here)/Sources")
        #expect(FileAccess.pathFromWorkingFolder("\(folder.path)/here/x.swift") == "Sources/x.swift")
    }

    @Test func wholePipeIsRead() throws {
        let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let path = folder.path + "/pipe"
        try #require(mkfifo(path, 0o600) == 0)
        let writer = Thread {
            let file = try? OutputFile(path)
            try? file?.write(bytes)
            try? file?.commit()
        }
        writer.start()
        #expect(try FileAccess.read(path, maximumByteCount: 1 << 20) == bytes)
    }

    @Test func descriptorNamesAreReadAndPipesAreBounded() throws {
        let pipe = Pipe()
        pipe.fileHandleForWriting.write(Data([1, 2, 3, 4]))
        try pipe.fileHandleForWriting.close()
        let path = "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)"
        #expect(
            reason { () throws(FileAccessError) in _ = try FileAccess.read(path, maximumByteCount: 3) }
                == .tooLarge(limit: 3))
    }

    @Test func fileAboveTheLimitIsRefusedUnread() throws {
        let path = folder.path + "/huge.bin"
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        // A sparse file of 1 TiB: no memory could hold its contents.
        try #require(truncate(path, 1 << 40) == 0)
        #expect(
            reason { () throws(FileAccessError) in _ = try FileAccess.read(path, maximumByteCount: (1 << 40) - 1) }
                == .tooLarge(limit: (1 << 40) - 1))
    }

    @Test func missingFilesAndFoldersAreErrors() throws {
        let missing = folder.path + "/none"
        #expect(
            reason { () throws(FileAccessError) in _ = try FileAccess.read(missing, maximumByteCount: 9) }
                == .missing)
        #expect(
            reason { () throws(FileAccessError) in _ = try FileAccess.read(folder.path, maximumByteCount: 9) }
                == .isFolder)
        let below = try folder.file("a.bin").path + "/b"
        #expect(
            reason { () throws(FileAccessError) in _ = try FileAccess.read(below, maximumByteCount: 9) }
                == .isNotFolder)
    }

    @Test(.enabled(if: !Machine.isSuperuser, "the superuser may read everything"))
    func unreadableFileIsAnError() throws {
        let path = try folder.file("a.bin", [1]).path
        try #require(chmod(path, 0) == 0)
        #expect(
            reason { () throws(FileAccessError) in _ = try FileAccess.read(path, maximumByteCount: 9) }
                == .permissionDenied)
    }

    @Test func errorNumbersMapToReasons() {
        #expect(FileAccessError.Reason(errorNumber: EACCES) == .permissionDenied)
        #expect(FileAccessError.Reason(errorNumber: ENOENT) == .missing)
        guard case .system(EIO, let text) = FileAccessError.Reason(errorNumber: EIO) else {
            Issue.record("expected a system error for EIO")
            return
        }
        #expect(!text.isEmpty)
    }

    @Test("A reason has the error number that it was made of")
    func errorNumbersOfReasons() {
        for number in [ENOENT, EACCES, EISDIR, ENOTDIR, EPIPE, EMFILE, EFBIG, EBADF, EIO, ELOOP] {
            #expect(FileAccessError.Reason(errorNumber: number).errorNumber == number)
        }
        #expect(FileAccessError.Reason.notEnoughMemory(byteCount: 1).errorNumber == ENOMEM)
        #expect(FileAccessError.Reason.changedWhileRead.errorNumber == EBUSY)
    }

    // MARK: writing

    @Test func newFileIsWrittenWithoutLeftovers() throws {
        let path = folder.path + "/out.json"
        try FileAccess.write([1, 2, 3], to: path)
        #expect(try FileAccess.read(path, maximumByteCount: 9) == [1, 2, 3])
        try FileAccess.write([], to: path)
        #expect(try FileAccess.read(path, maximumByteCount: 9) == [])
        #expect(try folder.names == ["out.json"])
    }

    @Test func permissionsAreKeptOrFollowTheUmask() throws {
        let path = try folder.file("out.json", [9]).path
        try #require(chmod(path, 0o640) == 0)
        try FileAccess.write([1], to: path)
        #expect(try FileStatus(of: path).permissions == 0o640)
        let fresh = folder.path + "/fresh.json"
        try FileAccess.write([1], to: fresh)
        let reference = open(folder.path + "/reference", O_CREAT | O_WRONLY, 0o666)
        close(reference)
        #expect(try FileStatus(of: fresh).permissions == FileStatus(of: folder.path + "/reference").permissions)
    }

    @Test func linkStaysALink() throws {
        let path = try folder.file("real.json", [9]).path
        try folder.link("link.json", to: path)
        try FileAccess.write([1], to: folder.path + "/link.json")
        #expect(try FileAccess.read(path, maximumByteCount: 9) == [1])
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path + "/link.json") == path)
    }

    @Test func failedWriteLeavesNothingBehind() throws {
        #expect(
            reason { () throws(FileAccessError) in try FileAccess.write([1], to: folder.path + "/no/out") }
                == .missing)
        #expect(reason { () throws(FileAccessError) in try FileAccess.write([1], to: folder.path) } == .isFolder)
        #expect(try folder.names == [])
    }

    @Test func failedReplacementLeavesNothingBehind() throws {
        let file = try OutputFile(folder.path + "/out")
        try file.write([1])
        // A file cannot replace a folder.
        try #require(mkdir(folder.path + "/out", 0o700) == 0)
        #expect(reason { () throws(FileAccessError) in try file.commit() } == .isFolder)
        #expect(try folder.names == ["out"])
    }

    @Test func uncommittedFileLeavesTheOldOneUnchanged() throws {
        let path = try folder.file("out.json", [9]).path
        do {
            let file = try OutputFile(path)
            try file.write([1, 2, 3])
        }
        #expect(try folder.names == ["out.json"])
        #expect(try FileAccess.read(path, maximumByteCount: 9) == [9])
    }

    @Test func deviceIsWrittenDirectly() throws {
        let file = try OutputFile("/dev/null")
        try file.write([1, 2, 3])
        try file.commit()
        #expect(try FileStatus(of: "/dev/null").kind == .other)
    }

    /// Opening the pipe would block because no process reads it.
    @Test func writeRefusesPipesAndDevices() throws {
        let pipe = folder.path + "/pipe"
        try #require(mkfifo(pipe, 0o600) == 0)
        for path in [pipe, "/dev/null", "/dev/stdout"] {
            #expect(reason { () throws(FileAccessError) in try FileAccess.write([1], to: path) } == .isNotFile)
        }
    }

    @Test func closedPipeIsAnError() throws {
        FileAccess.ignoreWritingSignals()
        let pipe = Pipe()
        try pipe.fileHandleForReading.close()
        let descriptor = pipe.fileHandleForWriting.fileDescriptor
        #expect(
            reason { () throws(FileAccessError) in
                try FileAccess.write([1], toDescriptor: descriptor, name: "out")
            } == .brokenPipe)
    }

    @Test func nonblockingPipeGetsAllBytes() throws {
        let pipe = Pipe()
        let descriptor = pipe.fileHandleForWriting.fileDescriptor
        try #require(fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0)
        let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let writer = Thread {
            try? FileAccess.write(bytes, toDescriptor: descriptor, name: "pipe")
            try? pipe.fileHandleForWriting.close()
        }
        writer.start()
        #expect(Array(pipe.fileHandleForReading.readDataToEndOfFile()) == bytes)
    }

    @Test func timesAreWrittenAsISO8601() {
        for (seconds, nanoseconds, text) in [
            (0, 0, "1970-01-01T00:00:00.000000000Z"), (951_782_400, 1, "2000-02-29T00:00:00.000000001Z"),
            (-1, 999_999_999, "1969-12-31T23:59:59.999999999Z"), (4_107_542_399, 5, "2100-02-28T23:59:59.000000005Z"),
            (1_763_803_805, 120_000_000, "2025-11-22T09:30:05.120000000Z"),
        ] {
            #expect(Machine.timestamp(seconds: seconds, nanoseconds: nanoseconds) == text)
        }
    }
}
