import Foundation
import Support
import TestSupport
import Testing

@testable import DepthFiles

@Suite struct FileListTests {
    let folder: TemporaryFolder
    init() throws { folder = try TemporaryFolder() }

    private func listed() throws -> [String] {
        try DepthFileList.files(below: folder.path).files.map { String($0.dropFirst(folder.path.count + 1)) }
    }

    @Test func depthFilesAreListedInByteOrderOfTheirPaths() throws {
        for name in ["b.bin", "B.BIN", "a/z.png", "a/b/c.gz", "a-1.raw", "é.f32", "notes.txt", "noextension", "bin"] {
            _ = try folder.file(name)
        }
        #expect(try listed() == ["B.BIN", "a-1.raw", "a/b/c.gz", "a/z.png", "b.bin", "é.f32"])
    }

    @Test func otherFilesAreListedSeparately() throws {
        for name in ["a.bin", "z.txt", "b/noextension", ".hidden", "b/x.obj"] { _ = try folder.file(name) }
        let found = try DepthFileList.files(below: folder.path)
        #expect(found.files == [folder.path + "/a.bin"])
        #expect(Array(found.unknownExtensions) == ["/b/noextension", "/b/x.obj", "/z.txt"].map { folder.path + $0 })
    }

    @Test(arguments: DepthFileList.extensions)
    func everyExtensionIsRecognisedInAnyCase(name: String) throws {
        _ = try folder.file("x." + name)
        _ = try folder.file("y." + name.uppercased())
        #expect(try listed().count == 2)
    }

    @Test func hiddenFilesAndFoldersAreSkipped() throws {
        for name in [".a.bin", ".git/b.bin", "c.bin"] { _ = try folder.file(name) }
        #expect(try listed() == ["c.bin"])
    }

    @Test func foldersNamedLikeDepthFilesAreEntered() throws {
        _ = try folder.file("maps.bin/a.bin")
        #expect(try listed() == ["maps.bin/a.bin"])
    }

    @Test func linksAreFollowedAndLoopsEnd() throws {
        _ = try folder.file("a/x.bin")
        try folder.link("a/up", to: "..")
        try folder.link("b", to: "a")
        try folder.link("y.bin", to: "a/x.bin")
        #expect(try listed() == ["a/x.bin", "y.bin"])
    }

    @Test func linkedFoldersAreListedOnce() throws {
        _ = try folder.file("a/b/x.bin")
        for name in ["one", "two"] { try folder.link(name, to: "a/b") }
        try folder.link("a/b/round", to: "../../one")
        #expect(try listed() == ["a/b/x.bin"])
    }

    /// Files of /proc and /sys have no end, or have effects when they are read.
    @Test(.enabled(if: !SystemCalls.kernelDevices.isEmpty, "neither /proc nor /sys is mounted"))
    func neitherProcNorSysIsEntered() throws {
        _ = try folder.file("x.bin")
        try folder.link("process", to: "/proc/self")
        try folder.link("all", to: "/proc")
        try folder.link("system", to: "/sys/kernel")
        let found = try DepthFileList.files(below: folder.path)
        #expect(found.files == [folder.path + "/x.bin"])
        #expect(found.unknownExtensions.isEmpty && found.failures.isEmpty && found.irregularFiles.isEmpty)
        #expect(throws: FileAccessError("/proc/self", .noDepthFiles(skippedCount: 0))) {
            try DepthFileList.files(below: "/proc/self")
        }
    }

    @Test func aSlashAtTheEndOfTheFolderIsNotDoubled() throws {
        _ = try folder.file("a.bin")
        #expect(try DepthFileList.files(below: folder.path + "/").files == [folder.path + "/a.bin"])
    }

    @Test func folderWithoutDepthFilesIsAnError() throws {
        _ = try folder.file("sub/notes.txt")
        #expect(throws: FileAccessError(folder.path, .noDepthFiles(skippedCount: 1))) {
            try DepthFileList.files(below: folder.path)
        }
        #expect(throws: FileAccessError(folder.path + "/no", .missing)) {
            try DepthFileList.files(below: folder.path + "/no")
        }
    }

    @Test func danglingLinkIsReportedAndTheRestListed() throws {
        _ = try folder.file("a.bin")
        try folder.link("b.bin", to: "nowhere")
        try folder.link("c.txt", to: "nowhere")
        let found = try DepthFileList.files(below: folder.path)
        #expect(found.files == [folder.path + "/a.bin"])
        #expect(found.failures == [FileAccessError(folder.path + "/b.bin", .missing)])
    }

    @Test(.enabled(if: !Machine.isSuperuser, "the superuser may read everything"))
    func unreadableFolderIsReportedAndTheRestListed() throws {
        _ = try folder.file("a/x.bin")
        _ = try folder.file("b.bin")
        try #require(chmod(folder.path + "/a", 0) == 0)
        let found = try DepthFileList.files(below: folder.path)
        chmod(folder.path + "/a", 0o700)
        #expect(found.files == [folder.path + "/b.bin"])
        #expect(found.failures == [FileAccessError(folder.path + "/a", .permissionDenied)])
    }

    @Test func pathListsAreSeparatedByNewlinesOrNulBytes() {
        func paths(_ text: String) -> [String] { DepthFileList.paths(in: Array(text.utf8)) }
        #expect(paths("") == [])
        #expect(paths("a\nb c\n") == ["a", "b c"])
        #expect(paths("\n  \n\t\na\r\n\r\nb") == ["a", "b"])
        #expect(paths("a\0b\nc\0\0") == ["a", "b\nc"])
        #expect(paths(" a ") == [" a "])
        #expect(paths("\u{FEFF}a\nb") == ["a", "b"])
        #expect(paths("\u{FEFF}a\0b") == ["\u{FEFF}a", "b"])
    }
}
