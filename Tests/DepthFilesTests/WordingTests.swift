import DepthAnalysis
import Platform
import Testing

@testable import DepthFiles

@Suite struct WordingTests {
    @Test func errorsSayWhatWasFoundWhatWasExpectedAndWhatToDo() throws {
        #expect(
            DepthFileError.pngNotGrey16(found: "8-bit RGB").message
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
            DepthFileError.dimensionsDoNotFit(given: given, sampleCount: 7).message
                == "found 7 samples; expected 2x3 samples as given; "
                + "correct --width and --height, or leave out --strict to have them inferred")
    }

    @Test func notesAreSentences() throws {
        let trailing = TrailingBytes(after: "gzip member", [0x1F, 0x8B, 8, 0, 1][...])
        #expect(
            ReadingNote.bytesAfterEndIgnored(trailing).description
                == "5 bytes that begin like another gzip member after the end of the gzip member ignored")
        #expect(
            ReadingNote.notAGrid(inferred: MapDimensions(width: 37, height: 27), sampleCount: 1000).description
                == "inferred dimensions 37x27 do not multiply to 1000 samples; edges and quadrants are not measured")
    }

    @Test(arguments: [
        (DepthContainer.zlib, "zlib, the server reads gzip only"),
        (.deflate, "raw DEFLATE, the server reads gzip only"),
        (.none, "not compressed, the server reads gzip only"),
    ])
    func theServerRefusesWhatIsNotGzip(container: DepthContainer, words: String) throws {
        let packed = DepthFileWriter.pack(try float32([1, 2, 3, 4, 5, 6]), as: container)
        guard case .unavailable(let refusal) = read(packed).serverReading else {
            Issue.record("\(read(packed).serverReading)")
            return
        }
        #expect(refusal.description == words)
    }

    @Test func theServerNeedsWholeSamplesAndAtLeastOne() throws {
        let odd = DepthFileWriter.pack([1, 2, 3, 4, 5], as: .gzip)
        #expect(read(odd).serverReading == .unavailable(.notWholeSamples(byteCount: 5)))
        #expect(read(DepthFileWriter.pack([], as: .gzip)).serverReading == .unavailable(.noSamples))
        let whole = DepthFileWriter.pack([1, 2, 3, 4], as: .gzip)
        #expect(read(whole).serverReading == .sameMap)
    }
}
