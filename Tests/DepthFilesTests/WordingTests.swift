import DepthAnalysis
import Support
import TestSupport
import Testing

@testable import DepthFiles

@Suite struct WordingTests {
    @Test func errorsNameFoundExpectedAndRemedy() throws {
        #expect(
            DepthFileError.storedNotDepth(.png16, found: "8-bit RGB PNG").message
                == "found 8-bit RGB PNG; expected 16-bit greyscale; export the depth as 16-bit greyscale")
        #expect(
            DepthFileError.truncated(container: .gzip, byteCount: 1, inflated: 20).message
                == "found a gzip stream that is cut off after 1 byte (20 bytes inflated); expected a complete stream; "
                + "copy the file again")
        #expect(
            FileAccessError("x", .missing).message
                == "found no such file or folder; expected an existing one; check the path")
        let given = MapDimensions(width: 2, height: 3)
        #expect(
            DepthFileError.dimensionsDoNotFit(given: given, sampleCount: 7, paddedRow: nil).message
                == "found 7 samples; expected 2x3 samples as given, or a whole number of such maps; "
                + "correct ReadingOptions.dimensions or omit them to have them inferred")
    }

    /// Messages use the option names of the front end, of the command or another.
    @Test func messagesUseTheCallersOptionNames() {
        let names = OptionNaming { $0.rawValue.first?.uppercased() }
        let given = MapDimensions(width: 2, height: 3)
        func remedy(_ error: DepthFileError) -> Substring? {
            error.text(names).split(separator: "; ").last
        }
        let limited: Substring = "raise it with M if the file is a depth map"
        #expect(remedy(.dimensionsNotPositive(given)) == "correct D")
        #expect(remedy(.tooLarge(container: .none, limit: 1)) == limited)
        #expect(remedy(.tooLarge(container: .gzip, limit: 1)) == limited)
        #expect(FileAccessError("x", .tooLarge(limit: 1)).text(names).hasSuffix(limited))
        let skipped = FileAccessError("x", .noDepthFiles(skippedCount: 1)).text(names)
        #expect(skipped.hasPrefix("found no depth file in the folder (1 file skipped); "))
        #expect(skipped.hasSuffix("; read every file with A, or name the files"))
        let members = ArchiveMemberError.noDepthFiles(skippedCount: 3).text(names)
        #expect(members.contains("(3 members skipped)") && members.contains("every member with A"))
        #expect(
            ArchiveMemberError.noDepthFiles(skippedCount: 0).message.hasPrefix("found no depth file in the archive; "))
        let uncompressed: Substring = "copy the file again, or give D if it is uncompressed"
        #expect(remedy(.truncated(container: .deflate, byteCount: 1, inflated: 1)) == uncompressed)
        #expect(remedy(.corrupt(container: .zlib, detail: "x", inflated: 1)) == uncompressed)
        #expect(remedy(.wrongChecksum(container: .zlib)) == uncompressed)
        #expect(
            remedy(.needsDictionary) == "compress the map without a dictionary, or give D if it is uncompressed")
        #expect(
            remedy(.dimensionsDoNotFit(given: given, sampleCount: 9, paddedRow: 12))
                == "correct D, give R 12 if rows are padded, or omit them to have them inferred")
        #expect(remedy(.bytesPerRowWithoutDimensions(bytesPerRow: 1)) == "give D")
        #expect(remedy(.rowTooShort(given: given, bytesPerRow: 1)) == "correct R or W")
        #expect(
            remedy(.rowsDoNotFit(given: given, bytesPerRow: 8, expected: 24, found: 1)) == "correct H and R")
        #expect(remedy(.storedDimensionsDiffer(.png16, given: given, found: given)) == "omit D: a PNG states its own")
        #expect(remedy(.storedHasNoRowLength(.png16, bytesPerRow: 1)) == "omit R")
    }

    @Test func messagesNeverNameCommandLineOptions() {
        for error in everyReadingError {
            #expect(!error.message.contains("--"), "\(error)")
            #expect(error.description == "map: \(error.message)")
            #expect(error.message.hasPrefix("found ") && error.message.contains("; expected "))
        }
        for note in everyNote { #expect(!note.description.contains("--"), "\(note)") }
        for answer in everyServerAnswer { #expect(!answer.description.contains("--"), "\(answer)") }
    }

    @Test func everyErrorAndNoteHasItsOwnCode() {
        func expectUnique(_ codes: [String]) {
            #expect(Set(codes).count == codes.count, "\(codes.sorted())")
            for code in codes { #expect(code.wholeMatch(of: /[a-z][a-z0-9_]*/) != nil, "\(code)") }
        }
        expectUnique(Array(everyCase(after: DepthFileError.next)).map(\.code))
        expectUnique(Array(everyCase(after: FileAccessError.Reason.next)).map { FileAccessError("map", $0).code })
        expectUnique(Array(everyCase(after: ArchiveMemberError.next)).map(\.code))
        // Notes of one code follow each other.
        let notes = everyNote.map(\.code)
        expectUnique(notes.indices.filter { $0 == 0 || notes[$0 - 1] != notes[$0] }.map { notes[$0] })
        // The server treats all foreign formats alike: as not compressed.
        let (foreign, own) = everyServerAnswer.reduce(into: ([ServerAnswer](), [ServerAnswer]())) { parts, answer in
            if case .unavailable(.refused(.notGzip(.foreign))) = answer {
                parts.0.append(answer)
            } else {
                parts.1.append(answer)
            }
        }
        expectUnique(own.compactMap(\.reasonCode))
        #expect(!foreign.isEmpty && foreign.allSatisfy { $0.reasonCode == "uncompressed" })
        #expect(everyServerAnswer.filter { $0.reasonCode == nil } == [.pass, .fail])
        #expect(Set(everyServerAnswer.map(\.code)) == Set(ServerAnswer.codes))
        #expect(ReadingError.undecodable(path: "map", .wrongChecksum(container: .gzip)).code == "wrong_checksum")
    }

    @Test func notesAreSentences() throws {
        let trailing = TrailingBytes(after: "gzip member", [0x1F, 0x8B, 8, 0, 1][...])
        #expect(
            ReadingNote.bytesAfterEndIgnored(trailing).description
                == "5 bytes that begin like another gzip member after the end of the gzip member ignored")
        #expect(
            ReadingNote.unitsAssumed(.png16, unitsPerMetre: 1000).description
                == "assumed 1000 units per metre, because the PNG does not state its unit")
        #expect(
            ReadingNote.notAGrid(inferred: MapDimensions(width: 37, height: 27), sampleCount: 1000).description
                == "inferred dimensions 37x27 do not multiply to 1000 samples; edges and quadrants are not measured")
    }

    @Test(arguments: [
        (DepthContainer.zlib, "zlib; the server reads only gzip"),
        (.deflate, "raw DEFLATE; the server reads only gzip"),
        (.none, "not compressed; the server reads only gzip"),
    ])
    func theServerRefusesEverythingButGzip(container: DepthContainer, words: String) throws {
        let packed = DepthFileWriter.pack(try float32([1, 2, 3, 4, 5, 6]), as: container)
        guard case .unavailable(let refusal) = read(packed).serverReading else {
            Issue.record("\(read(packed).serverReading)")
            return
        }
        #expect(refusal.description == words)
    }

    @Test func theServerNeedsAtLeastOneWholeSample() throws {
        let odd = DepthFileWriter.pack([1, 2, 3, 4, 5], as: .gzip)
        #expect(read(odd).serverReading == .unavailable(.notWholeSamples(byteCount: 5)))
        #expect(read(DepthFileWriter.pack([], as: .gzip)).serverReading == .unavailable(.noSamples))
        let whole = DepthFileWriter.pack([1, 2, 3, 4], as: .gzip)
        #expect(read(whole).serverReading == .sameMap)
    }
}
