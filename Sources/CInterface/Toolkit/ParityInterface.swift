// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

internal import CDepthcheck
internal import Conformance
internal import DepthAnalysis
internal import Support

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
        parity.write(to: &writer)
    }
}
