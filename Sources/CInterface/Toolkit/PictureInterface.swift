// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

public import CDepthcheck
internal import DepthAnalysis
internal import DepthFiles
internal import DepthPictures
internal import Reports
internal import Support

// Renders pictures as pixels for other languages.

@c @implementation public func depthcheck_render(
    _ analyzer: OpaquePointer, _ samples: UnsafePointer<Float>, _ count: Int, _ width: Int32, _ height: Int32,
    _ picture: UnsafePointer<depthcheck_picture>, _ title: UnsafePointer<CChar>,
    _ renderedWidth: UnsafeMutablePointer<Int>, _ renderedHeight: UnsafeMutablePointer<Int>
) -> UnsafeMutablePointer<UInt8>? {
    let analyzer = DepthAnalyzer(handle: analyzer)
    guard let map = DepthMap(samples, count, width, height), let options = PictureOptions(picture.pointee)
    else { return nil }
    let result = FileAnalyzer(analyzer: analyzer).result(of: map, input: String(fileCharacters: title))
    let drawing = DepthPicture(
        map, analysis: result.analysis, trace: options.overlays.isEmpty ? nil : analyzer.trace(map),
        parameters: analyzer.parameters, options: options,
        caption: Caption(result, parameters: analyzer.parameters, .python))
    let (pixels, overflows) = drawing.width.multipliedReportingOverflow(by: drawing.height)
    guard !overflows, pixels <= DepthPicture.maximumPixels else { return nil }
    let colours = drawing.image.colours
    (renderedWidth.pointee, renderedHeight.pointee) = (drawing.width, drawing.height)
    return colours
}

extension IndexedImage {
    /// Red, green and blue of each pixel; freed with `depthcheck_free`.
    fileprivate var colours: UnsafeMutablePointer<UInt8> {
        let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: max(3 * pixels.count, 1))
        let colours = palette.colours
        for (place, pixel) in pixels.enumerated() {
            let colour = colours[Int(pixel)]
            bytes[3 * place] = UInt8(truncatingIfNeeded: colour >> 16)
            bytes[3 * place + 1] = UInt8(truncatingIfNeeded: colour >> 8)
            bytes[3 * place + 2] = UInt8(truncatingIfNeeded: colour)
        }
        return bytes
    }
}

extension PictureOptions {
    /// Returns nil for an invalid colour map or scale.
    fileprivate init?(_ picture: depthcheck_picture) {
        self.init()
        let maps = ColourMap.allCases
        guard maps.indices.contains(Int(picture.colour_map)),
            (0...PictureOptions.largestScale).contains(Int(picture.scale))
        else { return nil }
        colourMap = maps[Int(picture.colour_map)]
        overlays = Overlays(rawValue: UInt8(truncatingIfNeeded: picture.overlays)).intersection(.all)
        isPlain = picture.plain != 0
        scale = picture.scale == 0 ? nil : Int(picture.scale)
        if picture.nearest.isFinite, picture.farthest.isFinite {
            range = DepthRange(nearest: picture.nearest, farthest: picture.farthest)
        }
    }
}
