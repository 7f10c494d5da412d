import Foundation
import TestSupport
import Testing

@testable import Support

@Suite struct FileNameTests {
    /// Every byte alone and between letters; broken, overlong and surrogate forms; and the escaped form of bytes.
    private static let names: [[UInt8]] =
        (UInt8(1)...255).flatMap { [[$0], [0x61, $0, 0x62]] } + [
            [], Array("é".utf8), Array("e\u{301}".utf8), Array("日本.bin".utf8), Array("\u{10FFFD}\u{10FF80}".utf8),
            [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82], [0xF4, 0x8F, 0xBF],
            [0xF4, 0x8F, 0xBE, 0x80], [0xF4, 0x8F, 0xBF, 0xBF], [0xFF, 0xF4, 0x8F, 0xBF, 0xBF, 0xFF],
            noncharacters(0xFDDF), noncharacters(0xFDDF, 0xFDEF), [0xFF] + noncharacters(0xFDDF, 0xFDEF) + [0xFF],
            noncharacters(0xFDD0, 0xFDE9), noncharacters(0xFDCF, 0xFDF0), noncharacters(0x61, 0xFDEF, 0xFDDF, 0x61),
        ]

    /// The UTF-8 of scalars that a literal cannot have.
    private static func noncharacters(_ values: UInt32...) -> [UInt8] {
        values.compactMap(Unicode.Scalar.init).flatMap { UTF8.encode($0)! }
    }

    @Test func anyBytesRoundTripThroughText() {
        for name in Self.names {
            let text = String(fileBytes: name)
            #expect(text.fileBytes == name)
            #expect(text.hasEscapedBytes == (String(validating: name, as: UTF8.self) != text))
        }
        #expect(Set(Self.names.map { ExactText(String(fileBytes: $0)) }).count == Set(Self.names).count)
    }

    @Test func validTextIsUnchanged() {
        for text in ["", "a", "é", "e\u{301}", "日本", "\u{10FFE9}", "\u{FEFF}", "（）", "🦊"] {
            #expect(String(fileBytes: Array(text.utf8)).isExactly(text))
        }
    }

    /// Swift compares the two spellings of `é` as equal; to the system they name two files.
    @Test func onlyEqualBytesAreEqual() {
        let (composed, decomposed) = (ExactText("\u{E9}"), ExactText("e\u{301}"))
        #expect(composed.text == decomposed.text && composed != decomposed)
        #expect(Set([composed, decomposed]).count == 2 && decomposed < composed)
        // Order by bytes, not by the scalars that represent them: 0xFF follows all UTF-8.
        let names = [String(fileBytes: [0xFF]), "\u{10FFFD}", "z"]
        #expect(names.sortedExactly().map(\.fileBytes) == [[0x7A], [0xF4, 0x8F, 0xBF, 0xBD], [0xFF]])
    }

    @Test func namesAreOrderedByTheirBytes() {
        let names = (Self.names.suffix(90) + Self.names.suffix(40).map { [0x61] + $0 + $0 }).map { bytes in
            (bytes: bytes, text: ExactText(String(fileBytes: bytes)))
        }
        let wrong = names.flatMap { left in
            names.filter { (left.text < $0.text) != left.bytes.lexicographicallyPrecedes($0.bytes) }
                .map { "\(left.bytes) \($0.bytes)" }
        }
        #expect(wrong.isEmpty)
    }

    /// Lists with a shared prefix of any length, some of whose names are prefixes of others.
    @Test func listsAreOrderedByTheirBytes() {
        let ends = Self.names.filter { $0.first != 0 } + (0..<50).map { Array(String($0).utf8) }
        for prefix in ["", "a", "/a/folder/with a long name/", "\u{E9}/", "eight by"] {
            for someEnds in [ends, ends.filter { !String(fileBytes: $0).hasEscapedBytes }] {
                let names = (someEnds + someEnds.map { [0x32] + $0 } + [[]]).map { Array(prefix.utf8) + $0 }
                let sorted = names.sorted { $0.lexicographicallyPrecedes($1) }
                let texts = names.map { String(fileBytes: $0) }
                #expect(texts.sortedExactly().map(\.fileBytes) == sorted)
                #expect(sorted.map { String(fileBytes: $0) }.sortedExactly().map(\.fileBytes) == sorted)
                #expect(FilePaths(texts).exactOrder.map { names[$0] } == sorted)
            }
        }
        // The eight bytes after the shared prefix are compared as one number, later ones byte by byte; zeros are
        // ordinary bytes.
        let zeros = ["b\0\0", "b", "b\0", "b12345678", "b1234567", "b12345679", "b\0c"]
        #expect(zeros.sortedExactly() == ["b", "b\0", "b\0\0", "b\0c", "b1234567", "b12345678", "b12345679"])
        #expect(FilePaths(["same", "other", "same"]).exactOrder == [1, 0, 2] && FilePaths().exactOrder == [])
    }

    /// A folder listing marks regular files only.
    @Test func onlyRegularFilesAreMarkedRegular() throws {
        let folder = try TemporaryFolder()
        try folder.file("a", [1])
        try folder.file("b/c", [1])
        try folder.link("d", to: "a")
        #expect(mkfifo(folder.path + "/e", 0o600) == 0)
        var regular: [String] = []
        try SystemCalls.forEachEntry(inFolder: folder.path) { name, isRegular in
            if isRegular { regular.append(String(fileBytes: name)) }
        }
        #expect(regular == ["a"] || regular.isEmpty, "some file systems do not report types: \(regular)")
        #expect(try SystemCalls.names(inFolder: folder.path).sorted() == ["a", "b", "d", "e"])
    }

    /// Swift takes a slash and a combining accent after it for one character.
    @Test func pathsAreSplitByTheirBytes() {
        let path = "/a/\u{301}b//./c"
        #expect(path.isAbsolutePath && path.lastPathPart == "c" && path.folderPrefix == "/a/\u{301}b//./")
        #expect(path.pathParts.map { Array($0.utf8) } == [[0x61], [0xCC, 0x81, 0x62], [0x63]])
        #expect("/\u{301}".isAbsolutePath && "a".folderPrefix.isEmpty && "a".lastPathPart == "a")
    }

    @Test func namesThatAreNotUTF8AreWrittenListedAndRead() throws {
        let folder = try TemporaryFolder()
        let names: [[UInt8]] = [[0xFF, 0x2E, 0x62], [0x65, 0xCC, 0x81], [0xC3, 0xA9]]
        for (number, name) in names.enumerated() {
            try FileAccess.write([UInt8(number)], to: folder.path + "/" + String(fileBytes: name))
        }
        let listed = try FileAccess.names(inFolder: folder.path)
        #expect(listed.map(\.fileBytes) == [[0x65, 0xCC, 0x81], [0xC3, 0xA9], [0xFF, 0x2E, 0x62]])
        for (number, name) in names.enumerated() {
            let path = folder.path + "/" + String(fileBytes: name)
            #expect(try FileAccess.read(path, maximumByteCount: 1) == [UInt8(number)])
        }
    }

    /// The system would cut the name at the zero.
    @Test func aNulByteInANameIsAnError() throws {
        let folder = try TemporaryFolder()
        let path = try folder.file("a", [1]).path
        #expect(throws: FileAccessError.self) { try FileAccess.read(path + "\0b", maximumByteCount: 1) }
    }

    @Test func onlyTemporarySystemErrorsAreTransient() {
        #expect(FileAccessError.Reason.tooManyOpenFiles(limit: 6).isTransient)
        #expect(FileAccessError.Reason.changedWhileRead.isTransient)
        for number in [5, 12, 23] as [Int32] { #expect(FileAccessError.Reason(errorNumber: number).isTransient) }
        for number in [2, 13, 20, 21, 36, 40] as [Int32] {
            #expect(!FileAccessError.Reason(errorNumber: number).isTransient)
        }
    }
}
