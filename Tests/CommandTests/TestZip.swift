import DepthFiles
import Support

enum TestZip {
    static func archive(_ members: [(name: String, bytes: [UInt8])]) throws -> [UInt8] {
        var bytes: [UInt8] = []
        var writer = ZipWriter { (piece) throws(FileAccessError) in bytes += piece }
        for member in members { try writer.add(member.bytes, named: member.name, compresses: true) }
        try writer.finish()
        return bytes
    }
}
