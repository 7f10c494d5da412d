// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

internal import CDepthcheck
internal import Conformance
internal import DepthAnalysis
internal import DepthFiles
internal import Support
internal import ThresholdTuning

// Reads the maps of files and archives by their paths, with everything that the command finds beside them.

@c @implementation public func depthcheck_open_maps(
    _ reading: UnsafePointer<CChar>, _ path: UnsafePointer<CChar>, _ isTar: Int32,
    _ isArchive: UnsafeMutablePointer<Int32>
) -> OpaquePointer {
    let handle = MapsHandle(
        String(fileCharacters: path), DepthFileReader(reading), isTar: isTar != 0)
    isArchive.pointee = handle.isArchive ? 1 : 0
    return OpaquePointer(Unmanaged.passRetained(handle).toOpaque())
}

@c @implementation public func depthcheck_next_map(
    _ maps: OpaquePointer, _ samples: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>,
    _ sampleCount: UnsafeMutablePointer<Int>
) -> UnsafeMutablePointer<CChar>? {
    (samples.pointee, sampleCount.pointee) = (nil, 0)
    let maps = Unmanaged<MapsHandle>.fromOpaque(UnsafeRawPointer(maps)).takeUnretainedValue()
    guard let file = maps.next() else { return nil }
    do throws(ReadingError) {
        let decoded = try file.decoded()
        (samples.pointee, sampleCount.pointee) = (decoded.map.allocatedSamples, decoded.map.samples.count)
        return returnedJSON { writer in
            writer.member("name", file.path)
            writer.member("more", maps.hasMoreOfFile)
            decoded.writeMembers(to: &writer)
        }
    } catch {
        return returnedJSON { writer in
            writer.member("name", file.path)
            writer.member("error", error.wording)
            writer.member("error_code", error.code)
        }
    }
}

@c @implementation public func depthcheck_release_maps(_ maps: OpaquePointer) {
    Unmanaged<MapsHandle>.fromOpaque(UnsafeRawPointer(maps)).release()
}

/// The maps at a path. Used by one thread at a time.
private final class MapsHandle {
    let isArchive: Bool
    private let reader: DepthFileReader
    private var inputs: AnyIterator<DepthInput>
    private var maps: MapFiles?

    init(_ path: String, _ reader: DepthFileReader, isTar: Bool) {
        self.reader = reader
        if isTar {
            inputs = AnyIterator(ArchiveInputs([NamedArchive(path: path, name: path)], options: reader.options))
            isArchive = true
        } else if let found = ArchivePaths().inputs(at: path, options: reader.options) {
            inputs = AnyIterator(found.makeIterator())
            isArchive = DepthArchive.isArchive(path)
        } else {
            inputs = AnyIterator(CollectionOfOne(DepthInput.file(.path(path))).makeIterator())
            isArchive = false
        }
    }

    var hasMoreOfFile: Bool { maps?.hasMore ?? false }

    func next() -> MapFile? {
        while true {
            if let map = maps?.next() { return map }
            guard let input = inputs.next() else { return nil }
            maps =
                if case .file(.path(let path)) = input { reader.maps(inFileAt: path) } else { reader.maps(in: input) }
        }
    }
}

// Exports the comparison of the server and client profiles to other languages.

@c @implementation public func depthcheck_parity(
    _ server: OpaquePointer, _ client: OpaquePointer, _ samples: UnsafePointer<Float>, _ count: Int, _ width: Int32,
    _ height: Int32, _ serverRecord: UnsafeMutablePointer<UnsafeMutablePointer<Double>?>,
    _ clientRecord: UnsafeMutablePointer<UnsafeMutablePointer<Double>?>
) -> UnsafeMutablePointer<CChar>? {
    (serverRecord.pointee, clientRecord.pointee) = (nil, nil)
    let (server, client) = (DepthAnalyzer(handle: server), DepthAnalyzer(handle: client))
    guard server.profile == .server, client.profile == .client, let map = DepthMap(samples, count, width, height)
    else { return nil }
    let parity = MapParity(server: server.analyze(map), client: client.analyze(map))
    serverRecord.pointee = NumberRecord(of: parity.server).allocatedCopy
    clientRecord.pointee = NumberRecord(of: parity.client).allocatedCopy
    return returnedJSON { writer in
        writer.member("coverage", parity.coverage.rawValue)
        writer.member("verdict_flips", parity.verdictFlips)
        writer.member("differences") { writer in
            writer.object { writer in
                for field in SceneAnalysis.Field.drifting where parity.coverage == .compared {
                    writer.member(field.rawValue, field.difference(parity.server, parity.client))
                }
            }
        }
        MapParity.shape.writeMembers(of: parity, to: &writer)
    }
}
