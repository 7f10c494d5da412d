import CaptureReports
import Conformance
import DepthFiles
import ThresholdTuning

// The options of the command, by the names that messages of the libraries take them from.

extension ReadingOptionNames {
    static let command = ReadingOptionNames(
        dimensions: "--width and --height", width: "--width", height: "--height", bytesPerRow: "--row-bytes",
        isStrict: "--strict", channel: "--channel", takesAll: "--all-files", maximumByteCount: "--max-bytes")
}

extension TuningOptionNames {
    static let command = TuningOptionNames(
        resume: "--resume", root: "--root", shard: "--shard", candidates: "measure --candidates",
        parameters: "--parameters", otherMeasurements: "--against-measurements",
        ignoreUnlabelled: "--ignore-unlabelled", replicates: "--replicates", sweep: "--sweep", refine: "--refine",
        use: "--use", sweepTable: "--sweep-table FILE")
}

extension GoldenOptionNames {
    static let command = GoldenOptionNames(
        reading: .command, profile: "--profile", independent: "--independent", all: "--all", folder: "--folder",
        guards: "--guards")
}

extension CaptureOptionNames {
    static let command = CaptureOptionNames(reading: .command, boundary: "--boundary") { $0.name }
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
        }
    }
}
