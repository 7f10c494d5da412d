import DepthAnalysis
import GzipReader

@testable import DepthFiles

// The output of decoders, as bytes to compare.

extension FileReading {
    /// The map and all its properties, or the error.
    var asBytes: [UInt8] {
        switch result {
        case .failure(let error): return Array(error.message.utf8)
        case .success(let file):
            let words = "\(file.map.width) \(file.map.height) \(file.format) \(file.container) \(file.storage)"
            return Array(words.utf8) + file.notes.flatMap { Array($0.description.utf8) }
                + float32Bytes(of: file.map.samples)
        }
    }
}

extension Inflation {
    /// The output, and how the stream ended.
    var asBytes: [UInt8] { Array("\(consumed) \(end)".utf8) + output }
}

/// The output of the stream in every container.
func inflatedAsBytes(_ bytes: [UInt8], limit: Int) -> [UInt8] {
    let member = GzipMember(soundInput: bytes, limit: limit, checksum: fastChecksum)
    let judged = try? GzipMember(bytes, limit: limit)
    return [member, judged].flatMap { $0?.bytes ?? [] }
        + [DeflateFraming.gzip, .zlib, .raw].flatMap { inflate(bytes, framing: $0, limit: limit).asBytes }
}

/// The members of a zip archive with their contents, or the error.
func membersAsBytes(_ bytes: [UInt8], limit: Int) -> [UInt8] {
    let source = ByteSource.bytes(bytes)
    do throws(ZipError) {
        let directory = try ZipDirectory(reading: source)
        return directory.members.flatMap { member in
            do throws(ZipError) {
                return Array(member.name.utf8) + (try member.contents(from: source, limit: limit))
            } catch { return Array(member.name.utf8) + Array(error.message.utf8) }
        }
    } catch { return Array(error.message.utf8) }
}
