/// Zip records with any 64-bit sizes.
///
///     let archive = CraftedZip.localHeader("a.npy", packed: 1 << 63, unpacked: 896)    // and no directory
package enum CraftedZip {
    /// A header that states its sizes in the extra field of zip64.
    package static func localHeader(_ name: String, method: Int = 8, packed: UInt64, unpacked: UInt64) -> [UInt8] {
        let wide = [UInt8](repeating: 0xFF, count: 4)
        return [0x50, 0x4B, 3, 4] + number(45, 2) + number(0, 2) + number(UInt64(method), 2) + number(0, 8) + wide
            + wide
            + number(UInt64(name.utf8.count), 2) + number(20, 2) + Array(name.utf8) + number(1, 2) + number(16, 2)
            + number(unpacked, 8) + number(packed, 8)
    }

    /// An entry of a directory, with its offset in zip64 too, and the three records at the end.
    package static func directory(
        _ name: String, method: Int = 8, packed: UInt64, unpacked: UInt64, offset: UInt64, at start: Int
    ) -> [UInt8] {
        let wide = [UInt8](repeating: 0xFF, count: 4)
        let entry =
            [0x50, 0x4B, 1, 2] + number(45, 2) + number(45, 2) + number(0, 2) + number(UInt64(method), 2) + number(0, 8)
            + wide + wide + number(UInt64(name.utf8.count), 2) + number(28, 2) + number(0, 10) + wide + Array(name.utf8)
            + number(1, 2) + number(24, 2) + number(unpacked, 8) + number(packed, 8) + number(offset, 8)
        let end64 =
            [0x50, 0x4B, 6, 6] + number(44, 8) + number(45, 2) + number(45, 2) + number(0, 8) + number(1, 8)
            + number(1, 8) + number(UInt64(entry.count), 8) + number(UInt64(start), 8)
        return entry + end64 + [0x50, 0x4B, 6, 7] + number(0, 4) + number(UInt64(start + entry.count), 8) + number(1, 4)
            + [0x50, 0x4B, 5, 6] + number(0, 4) + number(1, 2) + number(1, 2) + wide + wide + number(0, 2)
    }

    /// Little-endian.
    package static func number(_ number: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).map { $0 < 8 ? UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) : 0 }
    }
}

/// Numbers at which calculations with sizes overflow.
package enum ExtremeNumbers {
    package static let all: [UInt64] = [
        0, 1 << 31 - 1, 1 << 31, 1 << 32 - 1, 1 << 62, 1 << 63 - 41, 1 << 63 - 1, 1 << 63, .max - 1, .max,
    ]

    /// The bytes with each of ``all`` in `width` bytes at `place`, in both byte orders.
    package static func replacing(_ bytes: [UInt8], at place: Int, width: Int) -> [[UInt8]] {
        all.flatMap { number in
            let field = CraftedZip.number(number, width)
            return [field, field.reversed()].map { field in
                var changed = bytes
                changed.replaceSubrange(
                    place..<min(place + width, bytes.count), with: field.prefix(bytes.count - place))
                return changed
            }
        }
    }
}
