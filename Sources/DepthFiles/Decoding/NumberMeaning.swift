public import DepthAnalysis

/// The probable meaning of numbers that are, or may be, distances in range and still not the depth of the scene.
///
///     for case .meaning(let meaning) in result.notes { print(meaning.code, meaning.description) }
///
/// Each is a question about the file. The verdict does not depend on it. ``LikelyCause`` explains numbers out of range.
public enum NumberMeaning: Sendable, Hashable {
    /// One number occurs `count` times as if it meant "no reading". `statusWithout` is the verdict without it, if
    /// known, and `status` the verdict with it.
    case repeated(
        Float, count: Int, total: Int, limit: Limit?, status: SceneAnalysis.Status?,
        statusWithout: SceneAnalysis.Status?)
    /// Some numbers are negative.
    case negative(count: Int, total: Int)
    /// The file has only two numbers, as a mask has.
    case mask(Float, Float)
    /// The numbers go from exactly 0 to exactly 1.
    case stretchedToOne
    /// All numbers are close below 1, but have edges.
    case renderer(smallest: Float, largest: Float)
    /// No number exceeds 1.
    case atMostOne(largest: Float)
    /// Integers that are smooth distances as the bits of float16.
    case halfBits

    /// A number type whose largest number is repeated.
    public enum Limit: String, Sendable, Hashable {
        case uint16
        case float16
    }

    /// The code of the note.
    public var code: String {
        switch self {
        case .repeated: "repeated_number"
        case .negative: "negative_numbers"
        case .mask: "only_two_numbers"
        case .stretchedToOne, .renderer, .atMostOne: "normalised_numbers"
        case .halfBits: "float16_bits"
        }
    }

    /// The words of the note, with the given names of options.
    func message(naming names: ReadingOptionNames) -> String {
        switch self {
        case .repeated(let number, let count, let total, let limit, let status, let statusWithout):
            "\(count) of \(sampleText(total)) are \(integerText(number))\(limit.map { ", " + $0.words } ?? ""): no "
                + "reading? If so, give \(names.invalidValue) \(integerText(number))"
                + (statusWithout.map { without in
                    "; the verdict without them "
                        + (without == status ? "is also \(without.word)" : "is \(without.word)")
                } ?? "")
        case .negative(let count, let total):
            "\(count) of \(total) numbers other than 0 are negative, which no distance is: z of a camera that looks "
                + "along -z (OpenGL, ARKit, Blender), disparity or heights? Depth along -z is read after the numbers "
                + "are negated (numpy: -array)"
        case .mask(let first, let second):
            "only the numbers \(integerText(first)) and \(integerText(second)): a mask, not a depth map?"
        case .stretchedToOne:
            "numbers from exactly 0 to exactly 1: depth stretched to 0 to 1? Multiply by the original range to get "
                + "metres"
        case .renderer(let smallest, let largest):
            "numbers from \(integerText(smallest)) to \(integerText(largest)), with edges: the depth buffer of a "
                + "renderer (0 to 1)? Convert it to metres with the renderer's near and far plane"
        case .atMostOne(let largest):
            "no number exceeds 1 (the largest is \(integerText(largest))): normalised depth, or metres of a close "
                + "scene?"
        case .halfBits:
            "whole numbers that are smooth distances as bits of float16: depth as CO3D stores it? "
                + "If so, give \(names.dataSet) co3d"
        }
    }

    /// A short form for lists.
    var brief: String {
        switch self {
        case .repeated(let number, let count, _, _, let status, let statusWithout):
            "\(count) times \(integerText(number))"
                + (statusWithout.map { $0 == status ? "" : ", without it \($0.word)" } ?? "")
        case .negative(let count, _): "\(count) negative numbers"
        case .mask: "a mask?"
        case .stretchedToOne, .renderer, .atMostOne: "numbers of 0 to 1?"
        case .halfBits: "bits of float16?"
        }
    }

    /// The same finding with the verdict without the repeated number.
    func with(_ status: SceneAnalysis.Status, without: SceneAnalysis.Status) -> NumberMeaning {
        guard case .repeated(let number, let count, let total, let limit, _, _) = self else { return self }
        return .repeated(
            number, count: count, total: total, limit: limit, status: status, statusWithout: without)
    }
}

extension NumberMeaning.Limit {
    fileprivate var words: String {
        switch self {
        case .uint16: "the largest number of 16 bits"
        case .float16: "the largest number of float16"
        }
    }
}

extension SceneAnalysis.Status {
    fileprivate var word: String { self == .unavailable ? "N/A" : rawValue.asciiUppercase }
}

extension String {
    fileprivate var asciiUppercase: String {
        String(decoding: utf8.map { (0x61...0x7A).contains($0) ? $0 - 0x20 : $0 }, as: UTF8.self)
    }
}
