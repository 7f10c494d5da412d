internal import DepthFiles
internal import GzipReader
internal import Support

/// A departure of a file from plain gzip: a field of its header, other bytes around it, or another container.
enum FileDeparture: Sendable, Hashable {
    case time(UInt32)
    case system(UInt8)
    case extraFlags(UInt8)
    case textFlag
    case method(UInt8)
    /// One of the flags 5 to 7.
    case reservedFlag(Int)
    /// An extra field, a name or a comment of this many bytes.
    case extra(Int)
    case name(Int)
    case comment(Int)
    case headerChecksum(isRight: Bool)
    case level(Int)
    /// Bytes after the last sample, in the stream.
    case surplus(Int)
    case checksum
    case length
    /// Bytes missing at the end of the file.
    case cut(Int)
    /// Bytes after the end of the member.
    case trailing([UInt8])
    /// A second member after the first.
    case member
    /// Bytes before the member.
    case leading([UInt8])
    case container(DepthContainer)
    /// gzip in gzip.
    case twice

    var text: String {
        switch self {
        case .time(let time): "modification time \(time)"
        case .system(let system): "operating system \(system)"
        case .extraFlags(let flags): "extra flags \(flags)"
        case .textFlag: "text flag"
        case .method(let method): "method \(method)"
        case .reservedFlag(let flag): "reserved flag \(flag)"
        case .extra(let count): "extra field of \(count) bytes"
        case .name(let count): "name of \(count) bytes"
        case .comment(let count): "comment of \(count) bytes"
        case .headerChecksum(let isRight): "\(isRight ? "right" : "wrong") checksum of the header"
        case .level(let level): "compression level \(level)"
        case .surplus(let count): "\(NumberText.count(count, "byte")) after the last sample"
        case .checksum: "wrong checksum"
        case .length: "wrong length"
        case .cut(let count): "\(NumberText.count(count, "byte")) missing at the end"
        case .trailing(let bytes): "\(NumberText.count(bytes.count, "byte")) after the member"
        case .member: "a second member"
        case .leading(let bytes): "\(NumberText.count(bytes.count, "byte")) before the member"
        case .container(let container): "container \(container.rawValue)"
        case .twice: "packed twice"
        }
    }

    static func file(of content: [UInt8], _ departures: [FileDeparture]) -> [UInt8] {
        var content = content
        var level = 6
        for case .surplus(let count) in departures { content += Array(repeating: 0x3F, count: count) }
        for case .level(let given) in departures { level = given }
        for case .container(let container) in departures { return DepthFileWriter.pack(content, as: container) }
        if departures.contains(.twice) { content = DepthFileWriter.pack(content, as: .gzip) }
        let packed = DepthFileWriter.pack(content, as: .gzip, level: level)
        var file = GzipHeader(departures).bytes + packed.dropFirst(GzipHeader.plainLength)
        for departure in departures {
            switch departure {
            case .checksum: file[file.count - 8] ^= 1
            case .length: file[file.count - 4] ^= 1
            case .cut(let count): file.removeLast(min(count, file.count))
            default: break
            }
        }
        for departure in departures {
            switch departure {
            case .trailing(let bytes): file += bytes
            case .member: file += DepthFileWriter.pack([0, 0, 0x80, 0x3F], as: .gzip)
            case .leading(let bytes): file = bytes + file
            default: break
            }
        }
        return file
    }
}

/// The header of a gzip member (RFC 1952).
private struct GzipHeader {
    static let plainLength = 10

    private(set) var bytes: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]

    init(_ departures: [FileDeparture]) {
        var extra: [UInt8] = []
        var (name, comment): ([UInt8], [UInt8]) = ([], [])
        var flags: UInt8 = 0
        func text(_ count: Int) -> [UInt8] { Array(repeating: UInt8(ascii: "a"), count: count) + [0] }
        for departure in departures {
            switch departure {
            case .time(let time): for byte in 0..<4 { bytes[4 + byte] = UInt8(truncatingIfNeeded: time >> (8 * byte)) }
            case .extraFlags(let value): bytes[8] = value
            case .system(let value): bytes[9] = value
            case .method(let value): bytes[2] = value
            case .textFlag: flags |= 1
            case .reservedFlag(let number): flags |= 1 << number
            case .headerChecksum: flags |= 2
            case .extra(let count):
                flags |= 4
                extra = [UInt8(count & 0xFF), UInt8(count >> 8)] + Array(repeating: 1, count: count)
            case .name(let count): (flags, name) = (flags | 8, text(count))
            case .comment(let count): (flags, comment) = (flags | 16, text(count))
            default: break
            }
        }
        bytes[3] = flags
        bytes += extra + name + comment
        for case .headerChecksum(let isRight) in departures {
            let checksum = UInt16(truncatingIfNeeded: CRC32.checksum(of: bytes)) ^ (isRight ? 0 : 1)
            bytes += [UInt8(checksum & 0xFF), UInt8(checksum >> 8)]
        }
    }
}
