import CaptureReports
import Conformance
import DepthFiles
import Support
import ThresholdTuning

// The option names that messages of the libraries contain when the command prints them.

extension ReadingOptionNames {
    static let command = ReadingOptionNames {
        ($0.dimensions, $0.width, $0.height) = ("--width and --height", "--width", "--height")
        ($0.bytesPerRow, $0.sampleType, $0.invalidValue) = ("--row-bytes", "--sample-type", "--invalid-value")
        ($0.channel, $0.array, $0.dataSet, $0.isStrict) = ("--channel", "--array", "--dataset", "--strict")
        ($0.takesAll, $0.maximumByteCount) = ("--all-files", "--max-bytes")
    }
}

extension OptionNaming {
    static let command = OptionNaming { option in
        switch option {
        case .labelMap: "--map"
        case .part: "--shard"
        default: "--" + option.rawValue.split(separator: "_").joined(separator: "-")
        }
    }
}

extension OptionNames<GoldenChoice> {
    static var command: Self { Self(name) }

    private static func name(_ choice: GoldenChoice) -> String {
        switch choice {
        case .profile: "--profile"
        case .independent: "--independent"
        case .all: "--all"
        case .further: "--reasons"
        case .folder: "--folder"
        case .guards: "--guards"
        }
    }
}

extension OptionNames<ServerStateOption> {
    static var command: Self { Self { $0.name } }
}

extension ServerStateOption {
    var name: String { "--" + argument.split(separator: "_").joined(separator: "-") }
}
