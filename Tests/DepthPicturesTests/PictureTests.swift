import DepthAnalysis
import Foundation
import TestSupport
import Testing

@testable import DepthPictures

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite struct PictureTests {
    /// Maps that are difficult to lay out.
    static let oddMaps: [DepthMap] = [
        .constant(1, width: 1, height: 1), .constant(.nan, width: 4, height: 3),
        .make(width: 1, height: 300) { _, row in 1 + Float(row) / 100 },
        .make(width: 900, height: 2) { column, _ in 1 + Float(column) / 100 },
        .make(width: 17, height: 9) { column, row in Float(column * row) },
        .make(width: 40, height: 30) { column, row in 1000 + Float(column + row) },
        DepthMap(inferringDimensionsOf: (0..<1000).map { 1 + Float($0 % 37) / 10 }),
    ]

    @Test(arguments: oddMaps.indices, AnalysisProfile.allCases)
    func contentStaysInsideTheMargins(index: Int, profile: AnalysisProfile) {
        for overlays in [[], Overlays.all] {
            let picture = DepthPicture.of(Self.oddMaps[index], overlays, profile: profile)
            let image = picture.image
            #expect((image.width, image.height) == (picture.width, picture.height))
            #expect(image.width < 1700 && image.height < 1500)
            for row in 0..<image.height {
                for column in 0..<image.width
                where row < 12 || row >= image.height - 12 || column < 12 || column >= image.width - 12 {
                    let colour = image.palette.colours[Int(image.pixels[row * image.width + column])]
                    #expect(colour == 0xFFFFFF, "\(column), \(row)")
                }
            }
        }
    }

    /// Every missing letter is a box with a cross, which does not resemble a 0.
    @Test func missingGlyphsAreCrossedBoxes() {
        func image(_ name: String) -> IndexedImage {
            DepthPicture.of(.constant(1, width: 4, height: 4), named: name).image
        }
        #expect(image("\u{416}\u{56F3}\u{1F600}").pixels == image("\u{FFFD}\u{FFFD}\u{FFFD}").pixels)
        for other in ["0", "8", "?", "\u{D8}"] { #expect(image(other).pixels != image("\u{FFFD}").pixels) }
        let rows = Letters.bold.rows(of: "\u{416}")
        #expect(rows.map { $0 >> 8 } == [0, 0, 0xFF, 0xC3, 0xE7, 0xBD, 0x99, 0x99, 0xBD, 0xE7, 0xC3, 0xFF, 0, 0, 0])
    }

    @Test func samplesAreSquaresInPlainPictures() {
        let map = DepthMap.make(width: 2, height: 2) { column, row in Float(1 + column + 2 * row) }
        let single = DepthPicture.of(map) { $0.isPlain = true }.image
        let triple = DepthPicture.of(map) {
            $0.isPlain = true
            $0.scale = 3
        }.image
        #expect((triple.width, triple.height) == (6, 6))
        for row in 0..<6 {
            for column in 0..<6 {
                #expect(triple.pixels[row * 6 + column] == single.pixels[row / 3 * 2 + column / 3])
            }
        }
    }

    @Test func pngRoundTripsTheImage() throws {
        let image = DepthPicture.of(try .fixture("room-01"), .all).image
        let png = try #require(image.png)
        #expect(try PalettePNG(png) == PalettePNG(image))
        #expect(image.png == png)
    }

    @Test(arguments: [Overlays.all, []])
    func svgIsXMLWithTitleTextAndTheSameMap(overlays: Overlays) throws {
        let map = try DepthMap.fixture("room-01")
        let picture = DepthPicture.of(map, overlays)
        let svg = picture.svg { $0.png ?? [] }
        let reader = SVGReader()
        let parser = XMLParser(data: Data(svg))
        parser.delegate = reader
        #expect(parser.parse())
        #expect(reader.title == "PASS x <&>")
        #expect(reader.size == ["\(picture.width)", "\(picture.height)"])
        #expect(reader.texts.contains("256x192 samples, profile server"))
        let embedded = try PalettePNG(Array(#require(Data(base64Encoded: reader.image))))
        let plain = DepthPicture.of(map) {
            $0.isPlain = true
            $0.scale = picture.pixelsOfSample
        }
        #expect(embedded == PalettePNG(plain.image))
        #expect(picture.svg { $0.png ?? [] } == svg)
    }

    private final class SVGReader: NSObject, XMLParserDelegate {
        var title = ""
        var texts: [String] = []
        var image = ""
        var size: [String] = []
        private var text = ""

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String]
        ) {
            text = ""
            if name == "svg" { size = ["width", "height"].compactMap { attributes[$0] } }
            if name == "image" { image = String((attributes["href"] ?? "").dropFirst("data:image/png;base64,".count)) }
        }

        func parser(_ parser: XMLParser, foundCharacters characters: String) { text += characters }

        func parser(
            _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
        ) {
            if name == "title" { title = text }
            if name == "text" { texts.append(text) }
        }
    }
}
