import ArgumentParser
import DepthPictures

extension ColourMap: ExpressibleByArgument {}

struct PictureArguments: ParsableArguments {
    @Option(help: "The map of colours; near is warm in each. The app's, capture, is from 0 to 5 m.")
    var colorMap = ColourMap.turbo

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The depths in metres that get colours. [default: those of the valid samples, outliers left out]",
            valueName: "near:far"),
        transform: DepthRange.named)
    var range: DepthRange?

    @Flag(help: "Mark the edge pixels.")
    var edges = false

    @Flag(help: "Mark the samples that do not count.")
    var invalidSamples = false

    @Flag(help: "Show the quadrants, each with its standard deviation.")
    var quadrants = false

    @Flag(help: "Mark the samples within the screen band around the median.")
    var band = false

    @Flag(help: "Outline the layers: where most samples are in or beside the bin of a peak.")
    var layers = false

    @Flag(help: "Draw the histogram beside the map: counts, smoothed counts, prominence, peaks, median, band.")
    var histogram = false

    @Flag(help: "All of these.")
    var all = false

    @Flag(help: "Mark how far the samples lie from the best plane: within 1 % of their depth, within 2 %, farther.")
    var plane = false

    @Flag(help: "Outline the planar regions, the largest twice. Neither these nor the plane take part in the verdict.")
    var regions = false

    @Flag(help: "The map alone, without a word: a square for each sample.")
    var plain = false

    @Option(
        parsing: .unconditional,
        help: "Pixels a side of each sample. [default: 1 with --plain, else as many as fit]")
    var scale: Int?

    func validate() throws {
        if let scale, !(1...PictureOptions.largestScale).contains(scale) {
            throw ValidationError("--scale is \(scale); expected a number from 1 to \(PictureOptions.largestScale)")
        }
        if plain, histogram {
            throw ValidationError("--histogram stands beside the map, where --plain has nothing; leave one out")
        }
    }

    var options: PictureOptions {
        var options = PictureOptions()
        options.colourMap = colorMap
        options.range = range
        options.isPlain = plain
        options.scale = scale
        options.overlays = Overlays(Overlay.allCases.filter(isAsked).map(Overlays.init))
        if all { options.overlays.formUnion(.ofVerdict) }
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
        case .plane: plane
        case .regions: regions
        }
    }
}

extension DepthRange {
    /// Parses two depths, the nearer first.
    static func named(_ text: String) throws -> DepthRange {
        let depths = text.split(separator: ":", omittingEmptySubsequences: false).map { Double($0) }
        guard depths.count == 2, let near = depths[0], let far = depths[1], near.isFinite, far.isFinite, near < far
        else { throw ValidationError("expected two depths in metres, the nearer first, such as 0:5") }
        return DepthRange(nearest: near, farthest: far)
    }
}
