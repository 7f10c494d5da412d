import CaptureReports
import Conformance
import DepthFiles
import Support
import ThresholdTuning

// The option names that messages of the libraries contain when the command prints them.

extension ReadingOptionNames {
    static let command = ReadingOptionNames(
        dimensions: "--width and --height", width: "--width", height: "--height", bytesPerRow: "--row-bytes",
        isStrict: "--strict", channel: "--channel", takesAll: "--all-files", maximumByteCount: "--max-bytes",
        array: "--array", invalidValue: "--invalid-value", dataSet: "--dataset", sampleType: "--sample-type")
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
    var name: String {
        switch self {
        case .device: "--device"
        case .time: "--at"
        case .team: "--team"
        case .bundle: "--bundle"
        case .requestVerified: "--request-verified"
        case .challenge: "--challenge"
        case .keyID: "--key-id"
        case .root: "--root"
        case .challengeState: "--challenge-state"
        case .keyRegistered: "--key-registered"
        case .boundary: "--boundary"
        }
    }
}
