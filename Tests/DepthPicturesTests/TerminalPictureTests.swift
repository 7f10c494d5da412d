import DepthAnalysis
import DepthPictures
import TestSupport
import Testing

@Suite struct TerminalPictureTests {
    private func lines(_ map: DepthMap, columns: Int = 80, _ colours: TerminalColours) -> [String] {
        TerminalPicture(map, parameters: .standard)
            .lines(columns: columns, colours: colours)
    }

    /// One to nine metres from left to right, one letter each, the nearest darkest; NaN is blank.
    @Test func depthsAreLettersWithoutColours() {
        let map = DepthMap.make(width: 9, height: 4) { column, _ in column == 4 ? .nan : Float(column + 1) }
        #expect(lines(map, .none) == ["@%#* =-:.", "@%#* =-:.", "1.00 m @%#*+=-:. 9.00 m, blank: no reading"])
    }

    /// Two outliers among 300 samples, one out of range and one without a reading.
    @Test func uncolouredSamplesHaveTheirOwnLetters() {
        let map = DepthMap.make(width: 300, height: 1) { column, _ in
            [0.2, 19, 45, .nan].indices.contains(column) ? [0.2, 19, 45, .nan][column] : 2 + Float(column % 10) / 10
        }
        let found = lines(map, columns: 300, .none)
        #expect(found[0].hasPrefix("<>x ") && found[0].contains("@"))
        #expect(
            found[1].hasSuffix(
                " 2.90 m, blank: no reading, x: outside of the valid range, <: nearer outliers, >: farther outliers"))
    }

    @Test func aRowIsHalfABlockWithColours() {
        let map = DepthMap.make(width: 2, height: 3) { _, row in row == 0 ? 1 : row == 1 ? 2 : .nan }
        let found = lines(map, .direct)
        let near = "122;4;3"
        let far = "48;18;59"
        #expect(found[0] == "\u{1B}[0;38;2;\(near);48;2;\(far)m\u{2580}\u{2580}\u{1B}[0m")
        #expect(found[1] == "\u{1B}[0;38;2;140;140;140m\u{2580}\u{2580}\u{1B}[0m")
        #expect(found.count == 3)
        #expect(lines(map, .indexed)[0].hasPrefix("\u{1B}[0;38;5;88;48;5;"))
    }

    @Test func largeMapsAreScaledToASquare() {
        for (width, height) in [(256, 192), (192, 256), (1000, 3), (3, 1000)] {
            let map = DepthMap.make(width: width, height: height) { column, row in Float(1 + column + row) / 100 }
            let found = lines(map, columns: 60, .none).dropLast()
            #expect(found.allSatisfy { $0.unicodeScalars.count <= 60 })
            #expect(found.count <= 30)
            let longest = max(found.map { $0.unicodeScalars.count }.max()!, found.count * 2)
            #expect(longest >= 59, "\(width)x\(height)")
        }
    }

    @Test func aMapWithoutValidSamplesHasNoLegend() {
        let found = lines(.constant(.nan, width: 3, height: 2), .none)
        #expect(found == ["", "no valid sample"])
    }

    /// Grey means that there is no depth.
    @Test func indexedDepthColoursAreNeverGrey() {
        for map in ColourMap.allCases {
            for colour in map.colours where Set([colour >> 16, colour >> 8 & 255, colour & 255]).count > 1 {
                let choice = TerminalColours.indexed.choice(of: colour)
                let index = Int(choice.dropFirst(2)) ?? 0
                #expect((16..<232).contains(index) && (index - 16) % 43 != 0, "\(choice)")
            }
        }
        #expect(TerminalColours.indexed.choice(of: 0x8C8C8C) == "5;245")
    }
}
