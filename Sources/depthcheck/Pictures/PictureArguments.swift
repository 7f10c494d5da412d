import ArgumentParser
import DepthPictures

extension ColourMap: ExpressibleByArgument {}

struct PictureArguments: ParsableArguments {
    @Option(help: "The colour map; near is warm in all of them. capture is the app's, from 0 to 5 m.")
    var colorMap = ColourMap.turbo

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The depth range to colour, in metres. [default: the range of the valid samples without outliers]",
            valueName: "near:far"),
        transform: DepthRange.named)
    var range: DepthRange?

    @Flag(help: "Mark edge pixels.")
    var edges = false

    @Flag(help: "Mark invalid samples.")
    var invalidSamples = false

    @Flag(help: "Show the quadrants with their standard deviations.")
    var quadrants = false

    @Flag(help: "Mark samples in the screen band around the median.")
    var band = false

    @Flag(help: "Outline the layers: areas with most samples in or next to the histogram bin of a peak.")
    var layers = false

    @Flag(
        help: "Draw the histogram beside the map: counts, smoothed counts, prominence, peaks, median and screen band.")
    var histogram = false

    @Flag(help: "Draw everything from --edges to --histogram.")
    var all = false

    @Flag(help: "Draw only the map, without text: one square per sample.")
    var plain = false

    @Option(
        parsing: .unconditional,
        help: "Pixels per side of a sample. [default: 1 with --plain, otherwise the largest that fits]")
    var scale: Int?

    func validate() throws {
        if let scale, !(1...PictureOptions.largestScale).contains(scale) {
            throw ValidationError("--scale is \(scale); expected a number from 1 to \(PictureOptions.largestScale)")
        }
        if plain, histogram {
            throw ValidationError("found --plain and --histogram; expected one of them: --plain draws only the map")
        }
    }

    var options: PictureOptions {
        var options = PictureOptions()
        options.colourMap = colorMap
        options.range = range
        options.isPlain = plain
        options.scale = scale
        options.overlays = Overlays(Overlay.allCases.filter(isAsked).map(Overlays.init))
        if all { options.overlays.formUnion(.all) }
        if plain { options.overlays.remove(Overlays(.histogram)) }
        return options
    }

    private func isAsked(_ overlay: Overlay) -> Bool {
        switch overlay {
        case .edges: edges
        case .invalidSamples: invalidSamples
        case .quadrants: quadrants
        case .band: band
        case .layers: layers
        case .histogram: histogram
        }
    }
}

extension DepthRange {
    static func named(_ text: String) throws -> DepthRange {
        let depths = text.split(separator: ":", omittingEmptySubsequences: false).map { Double($0) }
        guard depths.count == 2, let near = depths[0], let far = depths[1], near.isFinite, far.isFinite, near < far
        else { throw ValidationError("expected two depths in metres, the nearer first, such as 0:5") }
        return DepthRange(nearest: near, farthest: far)
    }
}
