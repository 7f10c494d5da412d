/// The fixed-width fonts of pictures.
package enum Letters: Sendable {
    case plain, bold

    /// The advance of a letter in pixels.
    package var width: Int { self == .plain ? 7 : 9 }
    /// The height of a letter in pixels.
    package var height: Int { self == .plain ? 13 : 15 }
    /// The distance from the top to the baseline in pixels.
    var ascent: Int { self == .plain ? 11 : 12 }
    /// The distance between the tops of successive lines, in pixels.
    var lineHeight: Int { self == .plain ? 17 : 22 }

    func width(of text: String) -> Int { text.unicodeScalars.count * width }

    /// The rows of a letter, leftmost pixel in the highest bit; a replacement sign for an unknown letter.
    func rows(of scalar: Unicode.Scalar) -> ArraySlice<UInt16> {
        let rows = self == .plain ? plainLetterRows : boldLetterRows
        let start = Self.place(of: scalar) * height
        return rows[start..<start + height]
    }

    /// The replacement sign is the last letter.
    private static func place(of scalar: Unicode.Scalar) -> Int {
        var low = 0
        var high = letterScalars.count - 1
        while low < high {
            let middle = (low + high) / 2
            if UInt32(letterScalars[middle]) < scalar.value { low = middle + 1 } else { high = middle }
        }
        return UInt32(letterScalars[low]) == scalar.value ? low : letterScalars.count - 1
    }
}
