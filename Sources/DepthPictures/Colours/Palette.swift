/// A colour of a picture: an index into the ``Palette``.
package struct Paint: Sendable, Hashable {
    package let index: UInt8

    /// The number of colours for depths; the other colours are inks.
    package static let heatCount = 224

    /// The colour of a depth; level 0 is the nearest.
    package static func heat(_ level: Int) -> Paint { Paint(index: UInt8(min(max(level, 0), heatCount - 1))) }
}

enum Ink: Int, CaseIterable {
    case background, text, dimText, gridLine
    case noReading, outside, nearer, farther
    case edge, band, layerOutline, layerGround, quadrantLine, invalidMark
    case good, bad, warning
    case smoothed, prominence, median, bandShade

    var paint: Paint { Paint(index: UInt8(Paint.heatCount + rawValue)) }

    /// Hatching of samples in the screen band; sparse, because there are many such samples.
    static let bandFill = Fill.hatched(band.paint, step: 6)
    /// Hatching of invalid samples; dense enough to show a single sample.
    static let invalidFill = Fill.hatched(invalidMark.paint, step: 3)

    /// The colour as 0xRRGGBB. Greys and pale colours do not occur in colour maps, so they are distinct from depths.
    func colour(beside map: ColourMap) -> UInt32 {
        switch self {
        case .background: 0xFFFFFF
        case .text: 0x1A1A1A
        case .dimText: 0x5F5F5F
        case .gridLine: 0xD9D9D9
        case .noReading: 0x8C8C8C
        case .outside: 0xA9E5EE
        case .nearer: 0xF7D7DC
        case .farther: 0x0B0B0F
        // Contrasts with every colour of a depth.
        case .edge: map == .plasma || map == .thermal ? 0x00FF40 : 0xFF00E0
        case .band: 0x000000
        case .layerOutline: 0xFFFFFF
        case .layerGround: 0x000000
        case .quadrantLine: 0x000000
        case .invalidMark: 0xFFFFFF
        case .good: 0x14763B
        case .bad: 0xB3201F
        case .warning: 0x8A5A00
        case .smoothed: 0x1A1A1A
        case .prominence: 0xB3201F
        case .median: 0xC400AD
        case .bandShade: 0xF4D9F1
        }
    }
}

package struct Palette: Sendable, Hashable {
    package let colours: [UInt32]

    package init(_ map: ColourMap) {
        let table = map.colours
        let last = Paint.heatCount - 1
        let heat = (0...last).map { level in table[(level * (table.count - 1) + last / 2) / last] }
        colours = heat + Ink.allCases.map { $0.colour(beside: map) }
    }

    package subscript(_ paint: Paint) -> UInt32 { colours[Int(paint.index)] }
}
