/// The colours that a terminal can show.
package enum TerminalColours: Sendable {
    /// No colours: depths are letters.
    case none
    /// The 256 colours of xterm, of which the last 240 are the same everywhere.
    case indexed
    /// 24-bit colours.
    case direct

    /// The parameters of the escape sequence for a colour, after 38 or 48.
    package func choice(of colour: UInt32) -> String {
        switch self {
        case .none: ""
        case .indexed: "5;\(Self.nearestIndex(to: colour))"
        case .direct: "2;\(colour >> 16 & 255);\(colour >> 8 & 255);\(colour & 255)"
        }
    }

    /// The nearest of the 240 standard colours: 216 in a cube of six levels per component, and 24 greys. Other
    /// colours never become grey, because greys have another meaning.
    static func nearestIndex(to colour: UInt32) -> Int {
        let parts = (0..<3).map { place in Int(colour >> UInt32(16 - 8 * place) & 255) }
        let isGrey = parts[0] == parts[1] && parts[1] == parts[2]
        var nearest = (index: 16, distance: Int.max)
        for index in 16..<256 {
            let other = Self.parts(ofIndex: index)
            if !isGrey, other[0] == other[1], other[1] == other[2] { continue }
            var distance = 0
            for place in 0..<3 { distance += (parts[place] - other[place]) * (parts[place] - other[place]) }
            if distance < nearest.distance { nearest = (index, distance) }
        }
        return nearest.index
    }

    private static let cubeLevels = [0, 95, 135, 175, 215, 255]

    private static func parts(ofIndex index: Int) -> [Int] {
        guard index < 232 else { return [Int](repeating: 8 + 10 * (index - 232), count: 3) }
        let place = index - 16
        return [cubeLevels[place / 36], cubeLevels[place / 6 % 6], cubeLevels[place % 6]]
    }
}
