/// The colours that a terminal can show.
package enum TerminalColours: Sendable {
    /// None: depths are letters.
    case none
    /// The 256 of xterm, of which the last 240 are the same everywhere.
    case indexed
    /// All 24 bits.
    case direct

    /// What an escape sequence says to choose a colour, after the 38 or 48 of its place.
    func choice(of colour: UInt32) -> String {
        switch self {
        case .none: ""
        case .indexed: "5;\(Self.nearestIndex(to: colour))"
        case .direct: "2;\(colour >> 16 & 255);\(colour >> 8 & 255);\(colour & 255)"
        }
    }

    /// The levels of each part of a colour in xterm's cube of 216.
    private static let cubeLevels: [Int] = [0, 95, 135, 175, 215, 255]

    /// The nearest of the cube's colours and of the 24 greys behind it.
    static func nearestIndex(to colour: UInt32) -> Int {
        let parts = [Int(colour >> 16 & 255), Int(colour >> 8 & 255), Int(colour & 255)]
        let places = parts.map { part in
            cubeLevels.indices.min { abs(cubeLevels[$0] - part) < abs(cubeLevels[$1] - part) } ?? 0
        }
        let cube = places.map { cubeLevels[$0] }
        let grey = min(max((parts.reduce(0, +) / 3 - 3) / 10, 0), 23)
        func distance(_ other: [Int]) -> Int {
            var sum = 0
            for place in 0..<3 { sum += (parts[place] - other[place]) * (parts[place] - other[place]) }
            return sum
        }
        let level = 8 + 10 * grey
        return distance([level, level, level]) < distance(cube)
            ? 232 + grey : 16 + 36 * places[0] + 6 * places[1] + places[2]
    }
}
