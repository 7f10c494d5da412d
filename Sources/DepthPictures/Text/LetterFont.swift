/// The letters of a picture, all of one width.
package enum Letters: Sendable {
    case plain, bold

    /// Pixels from one letter to the next.
    package var width: Int { self == .plain ? 7 : 9 }
    /// Pixels from the highest to the lowest.
    package var height: Int { self == .plain ? 13 : 15 }
    /// Pixels from the highest to the line that letters stand on.
    var ascent: Int { self == .plain ? 11 : 12 }
    /// Pixels from one line to the next.
    var lineHeight: Int { self == .plain ? 17 : 22 }

    /// The pixels a text takes.
    func width(of text: String) -> Int { text.unicodeScalars.count * width }

    /// The rows of a letter, the leftmost pixel in the highest bit; of one that there is none of the sign for that.
    func rows(of scalar: Unicode.Scalar) -> ArraySlice<UInt16> {
        let rows = self == .plain ? plainLetterRows : boldLetterRows
        let start = Self.place(of: scalar) * height
        return rows[start..<start + height]
    }

    /// The sign for a letter that there is none of comes last.
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
