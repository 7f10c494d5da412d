internal import Captures
package import DepthAnalysis
package import DepthFiles
package import Reports
package import Support
package import ThresholdTuning

/// The reason why a task cannot be carried out.
///
///     do throws(TaskFailure) { … } catch { print(error.code, error.wording) }
package struct TaskFailure: PresentedError {
    /// The kind of failure, for programs.
    package let code: String
    /// The file that cannot be read, if that is the reason.
    package let path: String?
    package let wording: Message
    package let isLackOfMemory: Bool

    package init(_ code: String, path: String? = nil, _ wording: Message, isLackOfMemory: Bool = false) {
        (self.code, self.path, self.wording, self.isLackOfMemory) = (code, path, wording, isLackOfMemory)
    }

    package static let invalidArgument = "invalid_argument"

    private init(_ error: some PresentedError, code: String) {
        self.init(
            error.isLackOfMemory ? "not_enough_memory" : code, error.wording, isLackOfMemory: error.isLackOfMemory)
    }

    package static func option(_ error: OptionError) -> TaskFailure { TaskFailure(invalidArgument, error.wording) }

    package static func parameter(_ error: AnalysisParameterError) -> TaskFailure {
        let code = if case .unknownKey = error { "unknown_parameter" } else { "invalid_parameter" }
        return TaskFailure(code, "\(error)")
    }

    package static func cryptography(_ error: CryptographyError) -> TaskFailure {
        TaskFailure("no_cryptography", "\(error)")
    }

    package static func tuning(_ error: TuningError) -> TaskFailure {
        let code =
            switch error {
            case .noMaps: "too_little_data"
            case .labelsDoNotMatch: "labels_do_not_match"
            case .noOpenBLAS: "no_openblas"
            default: invalidArgument
            }
        return TaskFailure(error, code: code)
    }

    package static func corpus(_ error: CorpusError) -> TaskFailure {
        let code =
            switch error {
            case .badLabelMapping, .mappedTwice: invalidArgument
            default: "invalid_table"
            }
        return TaskFailure(error, code: code)
    }
}

extension TaskFailure {

    package static func reading(_ error: ReadingError) -> TaskFailure {
        TaskFailure(error.code, path: error.path, error.wording)
    }

    /// A file or folder, other than a depth map, is inaccessible.
    package static func unreadable(_ error: FileAccessError) -> TaskFailure {
        TaskFailure(error.code, path: error.path, "\(error.text(.none))")
    }

    package static func capture(_ error: CaptureInputError) -> TaskFailure {
        TaskFailure(error.code, path: error.path, error.wording)
    }

    static func packing(_ error: CapturePackingError) -> TaskFailure {
        let code = if case .notDepthMap(let error) = error { error.code } else { invalidArgument }
        return TaskFailure(code, error.wording)
    }
}

extension TaskFailure {
    // Failures of options in JSON.

    package static func notJSON(_ error: JSONError) -> TaskFailure {
        TaskFailure(invalidArgument, "found a request that is not JSON (\(error)); expected an object; correct it")
    }

    package static func missing(_ name: String) -> TaskFailure {
        TaskFailure(invalidArgument, "found no member \(name); expected one; add it")
    }

    package static func badMember(_ name: String, found: JSONValue, expected: String) -> TaskFailure {
        TaskFailure(invalidArgument, "found \(found.shownText) for \(name); expected \(expected); correct it")
    }
}
