import DepthAnalysis
import DepthFiles
import DepthPictures
import Reports
import Support

struct PictureArtist: Sendable {
    let analyzer: FileAnalyzer
    let options: PictureOptions
    let format: PictureFormat

    enum Failure: Error {
        case tooLarge(width: Int, height: Int, scale: Int)
        case notEnoughMemory(byteCount: Int)

        var message: String {
            switch self {
            case .tooLarge(let width, let height, let scale):
                "found a map whose picture would have \(width)x\(height) pixels, \(scale) per side of a sample; "
                    + "expected at most \(DepthPicture.maximumPixels) pixels; choose a smaller --scale, or --plain"
            case .notEnoughMemory(let byteCount):
                "found too little memory to draw the map; expected \(max(byteCount >> 20, 1)) MiB; free memory, or "
                    + "raise the limit with ulimit -v"
            }
        }
    }

    typealias Drawn = (result: FileAnalysis, picture: Result<[UInt8], Failure>?)

    func draw(_ input: DepthInput) -> Drawn {
        let (result, map) = analyzer.analyze(input) { map, _ in map }
        return (result, map.map { map in Result { () throws(Failure) in try draw(map, of: result) } })
    }

    private func draw(_ map: DepthMap, of result: FileAnalysis) throws(Failure) -> [UInt8] {
        let analyzer = analyzer.analyzer
        let tracing = options.overlays.isEmpty ? 0 : analyzer.tracingByteCount(for: map)
        let reservation = ByteReservation.forProcess()
        defer { withExtendedLifetime(reservation) {} }
        // The samples, the colours, the growing sorted list of valid samples, and the layer of each sample.
        reservation.reserve(tracing + 22 * map.samples.count)
        let trace = options.overlays.isEmpty ? nil : analyzer.trace(map)
        let picture = DepthPicture(
            map, analysis: result.analysis, trace: trace, parameters: analyzer.parameters, options: options,
            caption: Caption(result, parameters: analyzer.parameters, .command))
        let (pixels, overflows) = picture.width.multipliedReportingOverflow(by: picture.height)
        guard !overflows, pixels <= DepthPicture.maximumPixels else {
            throw .tooLarge(width: picture.width, height: picture.height, scale: picture.pixelsOfSample)
        }
        // The pixels, at worst the same number of compressed bytes, and their text in an SVG.
        let byteCount = pixels * (format == .png ? 2 : 4) + (format == .svg ? 64 * map.samples.count : 0)
        reservation.reserve(byteCount)
        guard let bytes = bytes(of: picture) else { throw .notEnoughMemory(byteCount: byteCount) }
        return bytes
    }

    private func bytes(of picture: DepthPicture) -> [UInt8]? {
        guard format == .svg else { return picture.image.png }
        var isWhole = true
        let bytes = picture.svg { image in
            let packed = image.png
            if packed == nil { isWhole = false }
            return packed ?? []
        }
        return isWhole ? bytes : nil
    }
}
