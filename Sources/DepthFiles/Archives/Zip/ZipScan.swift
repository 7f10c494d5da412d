import GzipReader
import Support

/// Finds the members of an archive without a directory, from header to header.
///
///     var scan = ZipScan(source: source, limits: ZipLimits())
///     try scan.run()
///
/// The scan stops after a member whose end cannot be determined.
struct ZipScan {
    let source: ByteSource
    let limits: ZipLimits
    private(set) var members: [ZipMember] = []
    /// The end of the last complete member.
    private(set) var end = 0
    private(set) var hasBegun = false
    /// The offset of anything that is neither a member nor the end of the file.
    private(set) var strangeOffset: Int?

    private static let firstWindow = 1 << 18

    init(source: ByteSource, limits: ZipLimits) {
        self.source = source
        self.limits = limits
    }

    mutating func run() throws(ZipError) {
        while true {
            switch try ZipLocalHeader.find(at: end, in: source) {
            case .header(let header):
                hasBegun = true
                guard members.count < limits.memberCount else {
                    throw .tooManyMembers(count: members.count + 1, limit: limits.memberCount)
                }
                guard try take(header) else { return }
            case .torn:
                // The file may end within the very first header.
                if try source.bytes(at: end, count: 4) == ZipRecord.localHeader { hasBegun = true }
                return
            case .other:
                strangeOffset = end
                return
            }
        }
    }

    /// Adds a member; returns false if the scan cannot continue after it.
    private mutating func take(_ header: ZipLocalHeader) throws(ZipError) -> Bool {
        let left = source.byteCount - header.end
        let hasDescriptor = header.flags & ZipRecord.descriptorFlag != 0
        if hasDescriptor, header.sizes.compressedByteCount == 0 { return try readToEnd(header) }
        let sizes = header.sizes
        guard let packedCount = sizes.compressedByteCount.int(atMost: left) else {
            let expected = sizes.compressedByteCount.int(atMost: FileSize.largestFile)
            return add(header, fault: .tornMember(expected: expected, found: left))
        }
        let contentsEnd = header.end + packedCount
        guard hasDescriptor else { return add(header, upTo: contentsEnd) }
        guard let descriptor = try descriptor(at: contentsEnd, sizes) else {
            return add(header, fault: .tornMember(expected: nil, found: left))
        }
        return add(header, descriptor, upTo: contentsEnd)
    }

    /// Adds a member whose size follows its contents, which must determine their own end.
    private mutating func readToEnd(_ header: ZipLocalHeader) throws(ZipError) -> Bool {
        let isPlain = header.flags & ZipRecord.encryptedFlag == 0
        guard isPlain, header.method == ZipRecord.deflated else {
            if let descriptor = try descriptor(at: header.end, header.sizes), descriptor.checksum == 0 {
                return add(header, descriptor, upTo: header.end)
            }
            return add(header, fault: isPlain ? .unknownByteCount : .encrypted)
        }
        var window = Self.firstWindow
        while true {
            let packed = try source.bytes(at: header.end, count: window)
            let inflation = inflate(packed, framing: .raw, limit: limits.scannedByteCount)
            switch inflation.end {
            case .complete:
                let sizes = ZipSizes(
                    byteCount: FileSize(inflation.output.count), compressedByteCount: FileSize(inflation.consumed))
                let contentsEnd = header.end + inflation.consumed
                guard let descriptor = try descriptor(at: contentsEnd, sizes) else {
                    return add(header, fault: .tornMember(expected: nil, found: packed.count))
                }
                var header = header
                header.sizes = sizes
                return add(header, descriptor, upTo: contentsEnd)
            case .truncated where packed.count == window:
                window *= 2
            case .truncated:
                return add(header, fault: .tornMember(expected: nil, found: packed.count))
            case .overLimit:
                return add(header, fault: .tooLarge(byteCount: nil, limit: limits.scannedByteCount))
            case .notEnoughMemory(let byteCount):
                return add(header, fault: .notEnoughMemory(byteCount: byteCount))
            case .corrupt(let detail):
                return add(header, fault: .damagedContents(detail: detail, inflated: inflation.output.count))
            case .wrongChecksum, .wrongLength, .needsDictionary:
                preconditionFailure("raw DEFLATE has neither a checksum nor a dictionary")
            }
        }
    }

    private struct Descriptor {
        let byteCount: Int
        let checksum: UInt32
    }

    /// The descriptor after contents of the given sizes, with or without its signature, and with 32 or 64 bits per
    /// size.
    ///
    /// Sizes of 0 are ambiguous; then the interpretation followed by another record is preferred.
    private func descriptor(at offset: Int, _ sizes: ZipSizes) throws(ZipError) -> Descriptor? {
        let bytes = try source.bytes(at: offset, count: 32)
        var first: Descriptor?
        for start in bytes.starts(with: ZipRecord.dataDescriptor) ? [4, 0] : [0] {
            for width in [4, 8] where start + 4 + 2 * width <= bytes.count {
                let end = start + 4 + 2 * width
                let found = (bytes.size(start + 4, width), bytes.size(start + 4 + width, width))
                guard found == (sizes.compressedByteCount, sizes.byteCount) else { continue }
                let descriptor = Descriptor(byteCount: end, checksum: bytes.checksum(start))
                if end == bytes.count || bytes[end] == ZipRecord.localHeader[0] { return descriptor }
                first = first ?? descriptor
            }
        }
        return first
    }

    /// Adds a complete member, whose contents end at `contentsEnd`.
    private mutating func add(
        _ header: ZipLocalHeader, _ descriptor: Descriptor? = nil, upTo contentsEnd: Int
    ) -> Bool {
        let fault = ZipMember.fault(
            flags: header.flags, method: header.method)
        add(header, checksum: descriptor?.checksum ?? header.checksum, boundary: contentsEnd, fault)
        end = contentsEnd + (descriptor?.byteCount ?? 0)
        return true
    }

    /// Adds a member that is incomplete or whose end is unknown.
    private mutating func add(_ header: ZipLocalHeader, fault: ZipError) -> Bool {
        add(header, checksum: header.checksum, boundary: source.byteCount, fault)
        return false
    }

    private mutating func add(_ header: ZipLocalHeader, checksum: UInt32, boundary: Int, _ fault: ZipError?) {
        members.append(
            ZipMember(
                name: String(fileBytes: header.name), method: header.method,
                flags: header.flags, compressedByteCount: header.sizes.compressedByteCount,
                byteCount: header.sizes.byteCount, checksum: checksum, offset: end, boundary: boundary,
                fault: fault))
    }
}
