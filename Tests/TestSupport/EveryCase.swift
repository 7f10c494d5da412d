internal import DepthAnalysis
package import DepthFiles
package import Support

// Every case of the errors, notes and answers. Each `next` switches over all cases, so a new case that is not
// listed does not compile.

package func everyCase<Case>(after next: @escaping (Case?) -> Case?) -> some Sequence<Case> {
    sequence(state: nil as Case?) { last in
        last = next(last)
        return last
    }
}

package let everyReadingError: [ReadingError] =
    everyCase(after: DepthFileError.next).map { .undecodable(path: "map", $0) }
    + everyCase(after: ArchiveMemberError.next).map { .unusableMember(path: "map", $0) }
    + everyCase(after: FileAccessError.Reason.next).map { .inaccessible(FileAccessError("map", $0)) }

package let everyNote = Array(everyCase(after: ReadingNote.next))

package let everyServerAnswer: [ServerAnswer] =
    [
        .pass, .fail, .unavailable(.noValidSample), .unavailable(.nothingToRead),
        .unknown(.inflatesBeyond(byteLimit: 1)), .unknown(.notRead),
    ] + everyCase(after: ServerRefusal.next).map { .unavailable(.refused($0)) }

private let given = MapDimensions(width: 2, height: 3)
private let trailing: TrailingBytes = {
    let bytes = DepthFileWriter.pack([1, 2, 3, 4], as: .gzip) + [0]
    let reader = DepthFileReader(options: ReadingOptions(isStrict: true))
    guard case .failure(.bytesAfterEnd(let trailing)) = reader.read(bytes).result else { fatalError() }
    return trailing
}()

extension ForeignFormat {
    fileprivate static func next(_ last: Self?) -> Self? {
        guard let last else { return allCases.first }
        return allCases.firstIndex(of: last).flatMap { $0 + 1 < allCases.count ? allCases[$0 + 1] : nil }
    }
}

/// The formats whose files contain the dimensions of the map.
extension DepthFileFormat {
    fileprivate static func next(_ last: Self?) -> Self? {
        let all = allCases.filter { ![.float32, .float16, .uint16].contains($0) }
        guard let last else { return all.first }
        return all.firstIndex(of: last).flatMap { $0 + 1 < all.count ? all[$0 + 1] : nil }
    }
}

extension DepthFileError {
    package static func next(_ last: Self?) -> Self? {
        switch last {
        case nil: .empty
        case .empty: .dimensionsNotPositive(given)
        case .dimensionsNotPositive: .tooLarge(container: .gzip, limit: 1)
        case .tooLarge: .notEnoughMemory(byteCount: 1)
        case .notEnoughMemory: .truncated(container: .zlib, byteCount: 1, inflated: 1)
        case .truncated: .corrupt(container: .deflate, detail: "x", inflated: 1)
        case .corrupt: .wrongChecksum(container: .zlib)
        case .wrongChecksum: .wrongLength(inflated: 1)
        case .wrongLength: .needsDictionary
        case .needsDictionary: .bytesAfterEnd(trailing)
        case .bytesAfterEnd: .nothingInside(container: .gzip)
        case .nothingInside: .notWholeSamples(container: .gzip, byteCount: 1)
        case .notWholeSamples: ForeignFormat.next(nil).map { .otherFormat($0, container: .none) }
        case .otherFormat(let format, _):
            ForeignFormat.next(format).map { .otherFormat($0, container: .none) }
                ?? .dimensionsDoNotFit(given: given, sampleCount: 1, paddedRow: nil)
        case .dimensionsDoNotFit: .knownDimensionsDoNotFit(given, byteCount: 5)
        case .knownDimensionsDoNotFit: .bytesBeforeSamples(given: given, extra: 1, sampleByteCount: 4)
        case .bytesBeforeSamples: .severalMaps(count: 3, given)
        case .severalMaps: .noSuchMap(number: 3, count: 3)
        case .noSuchMap: .confidenceUnusable(meanings: [0, 1, 2], fault: nil)
        case .confidenceUnusable: .bytesPerRowWithoutDimensions(bytesPerRow: 1)
        case .bytesPerRowWithoutDimensions: .rowTooShort(given: given, bytesPerRow: 1)
        case .rowTooShort: .rowsDoNotFit(given: given, bytesPerRow: 8, expected: nil, found: 1)
        case .rowsDoNotFit: .pngTooHigh(rowCount: 3, rowLimit: 2, limit: 512)
        case .pngTooHigh: DepthFileFormat.next(nil).map { .storedNotDepth($0, found: "8-bit RGB PNG") }
        case .storedNotDepth(let format, _): .storedTruncated(format, byteCount: 1)
        case .storedTruncated(let format, _): .storedDamaged(format, detail: "x")
        case .storedDamaged(let format, _): .storedDimensionsDiffer(format, given: given, found: given)
        case .storedDimensionsDiffer(let format, _, _): .storedHasNoRowLength(format, bytesPerRow: 1)
        case .storedHasNoRowLength(let format, _):
            DepthFileFormat.next(format).map { .storedNotDepth($0, found: "an array of <i8") }
                ?? .storedNeedsLibrary(.tiff, reason: "x")
        case .storedNeedsLibrary(.tiff, _): .storedNeedsLibrary(.openEXR, reason: "x")
        case .storedNeedsLibrary: nil
        }
    }
}

extension ArchiveMemberError {
    package static func next(_ last: Self?) -> Self? {
        switch last {
        case nil: .damagedHeader(.wrongChecksum, offset: 512, skippedByteCount: 1024)
        case .damagedHeader: .tornMember(expected: 2, found: 1)
        case .tornMember: .tornArchive(offset: 512)
        case .tornArchive: .damagedPacking(detail: "x", offset: 512)
        case .damagedPacking: .noDepthFiles(skippedCount: 2)
        case .noDepthFiles: .sameName("map")
        case .sameName: .link
        case .link: .sparse
        case .sparse: .unusableSideFile(name: "map.json", found: "x", expected: "y")
        case .unusableSideFile: .lateSideFile(key: "map")
        case .lateSideFile: .noSuchArray("depth", found: ["map"])
        case .noSuchArray: ZipError.next(nil).map { .zip($0) }
        case .zip(let error): ZipError.next(error).map { .zip($0) }
        }
    }
}

extension ZipError {
    fileprivate static func next(_ last: Self?) -> Self? {
        switch last {
        case nil: .notZip
        case .inaccessible: nil
        case .notZip: .noDirectory
        case .noDirectory: .damagedDirectory(offset: 2)
        case .damagedDirectory: .splitArchive
        case .splitArchive: .tooManyMembers(count: 3, limit: 2)
        case .tooManyMembers: .directoryTooLarge(byteCount: 3, limit: 2)
        case .directoryTooLarge: .encrypted
        case .encrypted: .otherMethod(12)
        case .otherMethod: .onOtherDisk
        case .onOtherDisk: .tornMember(expected: 2, found: 1)
        case .tornMember: .outsideOfArchive(offset: 2)
        case .outsideOfArchive: .overlapping(offset: 2)
        case .overlapping: .noHeader(offset: 2)
        case .noHeader: .contradiction(.name)
        case .contradiction: .damagedContents(detail: "x", inflated: 1)
        case .damagedContents: .wrongByteCount(expected: 2, found: 1)
        case .wrongByteCount: .moreBytes(expected: 2)
        case .moreBytes: .wrongChecksum
        case .wrongChecksum: .tooLarge(byteCount: 3, limit: 2)
        case .tooLarge: .notEnoughMemory(byteCount: 1)
        case .notEnoughMemory: nil
        }
    }
}

extension FileAccessError.Reason {
    package static func next(_ last: Self?) -> Self? {
        switch last {
        case nil: .missing
        case .missing: .permissionDenied
        case .permissionDenied: .isFolder
        case .isFolder: .isNotFile
        case .isNotFile: .notFileURL
        case .notFileURL: .isLFSPointer
        case .isLFSPointer: .isNotFolder
        case .isNotFolder: .emptyList
        case .emptyList: .tooLarge(limit: 1)
        case .tooLarge: .notEnoughMemory(byteCount: 1)
        case .notEnoughMemory: .noDepthFiles(skippedCount: 2)
        case .noDepthFiles: .changedWhileRead
        case .changedWhileRead: .tooManyOpenFiles(limit: 6)
        case .tooManyOpenFiles: .sizeLimitReached(limit: 6)
        case .sizeLimitReached: .brokenPipe
        case .brokenPipe: .notOpen
        case .notOpen: .system(number: 5, text: "x")
        case .system: nil
        }
    }
}

extension NumberMeaning {
    fileprivate static func next(_ last: Self?) -> Self? {
        switch last {
        case nil:
            .repeated(
                RepeatedNumber(
                    number: 65_535, count: 9, total: 300, limit: .uint16, status: .pass, statusWithout: .fail))
        case .repeated: .negative(count: 9, total: 300)
        case .negative: .mask(0, 65_535)
        case .mask: .stretchedToOne
        case .stretchedToOne: .renderer(smallest: 0.91, largest: 0.98)
        case .renderer: .atMostOne(largest: 0.5)
        case .atMostOne: .halfBits
        case .halfBits: nil
        }
    }
}

extension ReadingNote {
    package static func next(_ last: Self?) -> Self? {
        switch last {
        case nil: .bytesAfterEndIgnored(trailing)
        case .bytesAfterEndIgnored: .givenDimensionsDoNotFit(given: given, sampleCount: 1, used: given)
        case .givenDimensionsDoNotFit: .severalMapsLikely(count: 3, given)
        case .severalMapsLikely: .notAGrid(inferred: given, sampleCount: 7)
        case .notAGrid: .sizeLikely(MapDimensions(width: 8, height: 3), .float32)
        case .sizeLikely(_, .float32): .sizeLikely(given, .float16)
        case .sizeLikely: .headerRead(byteCount: 8, given)
        case .headerRead: .unitsAssumed(.png16, unitsPerMetre: 1000)
        case .unitsAssumed: .rowLengthIgnored(.png16, bytesPerRow: 1)
        case .rowLengthIgnored: .roundedToFloat32(count: 1, infinite: 0, total: 3)
        case .roundedToFloat32: .scaleIgnored(.pfm, scale: 2)
        case .scaleIgnored: .furtherPicturesIgnored(.tiff, count: 2)
        case .furtherPicturesIgnored:
            DepthFileFormat.next(nil).map { .storedDimensionsUsed($0, given: given, used: given) }
        case .storedDimensionsUsed(let format, _, _):
            DepthFileFormat.next(format).map { .storedDimensionsUsed($0, given: given, used: given) }
                ?? .decoderWarning(.png16, "x")
        case .decoderWarning(.png16, _): .decoderWarning(.tiff, "x")
        case .decoderWarning: .readAsFloat16(given)
        case .readAsFloat16: .readAsUInt16(given)
        case .readAsUInt16: .resemblesOtherFormat("text")
        case .resemblesOtherFormat: .portraitLikely(inferred: given, upright: MapDimensions(width: 3, height: 2))
        case .portraitLikely: .confidenceMasked(count: 1, total: 3, below: .high)
        case .confidenceMasked: .noConfidence
        case .noConfidence: .confidenceUnreadable(.undecodable(path: "1.png", .empty))
        case .confidenceUnreadable: .notTurned
        case .notTurned: .unitsOfLayout(.strayScanner, unitsPerMetre: 1000)
        case .unitsOfLayout: .readAsUncompressed(failure: .wrongChecksum(container: .zlib))
        case .readAsUncompressed: .fewPlausibleSamples(plausible: 1, total: 3, causes: [.millimetres])
        case .fewPlausibleSamples: NumberMeaning.next(nil).map { .meaning($0) }
        case .meaning(let meaning):
            NumberMeaning.next(meaning).map { .meaning($0) }
                ?? .dimensionsSwapped(used: given, better: MapDimensions(width: 3, height: 2))
        case .dimensionsSwapped: .unitsOfDataSet(.tum, unitsPerMetre: 5000)
        case .unitsOfDataSet: .equalChannels
        case .equalChannels: .inflatedAsServerDoes(fault: .corrupt(container: .gzip, detail: "x", inflated: 1))
        case .inflatedAsServerDoes: nil
        }
    }
}

extension ServerRefusal {
    package static func next(_ last: Self?) -> Self? {
        switch last {
        case nil: .notGzip(found: .empty)
        case .notGzip(.empty): DepthFileFormat.next(nil).map { .notGzip(found: .stored($0)) }
        case .notGzip(.stored(let format)):
            DepthFileFormat.next(format).map { .notGzip(found: .stored($0)) } ?? .notGzip(found: .zlib)
        case .notGzip(.zlib): .notGzip(found: .deflate)
        case .notGzip(.deflate): .notGzip(found: .lzfse)
        case .notGzip(.lzfse): .notGzip(found: .uncompressed)
        case .notGzip(.uncompressed): ForeignFormat.next(nil).map { .notGzip(found: .foreign($0)) }
        case .notGzip(.foreign(let format)):
            ForeignFormat.next(format).map { .notGzip(found: .foreign($0)) }
                ?? .damagedGzip(.truncated(container: .gzip, byteCount: 1, inflated: 1))
        case .damagedGzip(.truncated): .damagedGzip(.corrupt(container: .gzip, detail: "x", inflated: 1))
        case .damagedGzip(.corrupt): .damagedGzip(.wrongChecksum(container: .gzip))
        case .damagedGzip(.wrongChecksum): .damagedGzip(.wrongLength(inflated: 1))
        case .damagedGzip: .headerTextTooLong(limit: 65_535)
        case .headerTextTooLong: .notWholeSamples(byteCount: 5)
        case .notWholeSamples: .noSamples
        case .noSamples: nil
        }
    }
}
