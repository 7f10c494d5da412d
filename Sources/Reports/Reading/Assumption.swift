package import Captures
package import Support

/// A part of the server's state that was not given, and what is assumed or not checked for that reason.
package enum Assumption: Sendable, Hashable {
    /// The record of the device is not known, so nothing that depends on it is checked.
    case unknownDevice
    /// The server's clock is taken from `source`. If that is a time of the input itself, its age is not checked.
    case clock(CaptureTimestamp, source: Clock)
    /// The expected app is assumed to be the default, and the input comes from another app.
    case standardApplication

    package enum Clock: Sendable, Hashable {
        case capture, request, attestation
        case export
        case machine
    }

    package var code: Code {
        switch self {
        case .unknownDevice: .unknownDevice
        case .clock: .clock
        case .standardApplication: .standardApplication
        }
    }

    package enum Code: String, Sendable, CaseIterable {
        case unknownDevice = "unknown_device"
        case clock = "assumed_clock"
        case standardApplication = "default_application"
    }

    package var sentence: Message {
        switch self {
        case .unknownDevice:
            "counter, key and signature were not checked: give the server's record of the device as \(option: .device)"
        case .clock(let time, let source):
            "the server's clock was taken as \(time.millisecondText ?? "a time outside of the years 0 to 9999"), "
                + "\(source.wording): give \(option: .at)"
        case .standardApplication:
            "the expected app is the default, \(CaptureApplication.standard.name): give \(option: .team) and "
                + "\(option: .bundle) of the server"
        }
    }
}

extension Assumption.Clock {
    fileprivate var wording: String {
        switch self {
        case .capture: "the time of the capture, so its age was not checked"
        case .request: "the time of the request, so its age was not checked"
        case .export: "the time at which the request was recorded"
        case .attestation: "a time at which its certificates are valid, so their validity was not checked"
        case .machine: "the time of this machine"
        }
    }
}

extension CaptureApplication {
    /// The app identifier, such as `XXXXXXXXXX.com.realitycam.app`.
    var name: String { "\(teamIdentifier).\(bundleIdentifier)".printable }
}

extension Assumption {
    /// The assumptions that a result depends on.
    static func all(in kind: JudgedInput.Kind, clock: Assumption?, isApplicationGiven: Bool) -> [Assumption] {
        let isDeviceUnknown: Bool
        let isOtherApplication: Bool
        switch kind {
        case .capture(let judged):
            isDeviceUnknown = judged.request.device == nil && judged.assertion != nil
            isOtherApplication = judged.judgement.assertionFailures.contains(where: \.isOtherApplication)
        case .chain(let judged):
            isDeviceUnknown = judged.chain.capture.device == nil
            isOtherApplication =
                judged.examined?.judgement.assertionFailures.contains(where: \.isOtherApplication) ?? false
        case .signedRequest(let judged):
            isDeviceUnknown = !judged.request.isDeviceGiven
            isOtherApplication = false
        case .registration(let judged):
            isDeviceUnknown = false
            isOtherApplication = judged.isOtherApplication
        case .unreadable: return []
        }
        return (isDeviceUnknown ? [.unknownDevice] : []) + (clock.map { [$0] } ?? [])
            + (isOtherApplication && !isApplicationGiven ? [.standardApplication] : [])
    }

    /// The remark in the first line of a result; nil for an assumption that is not the cause of the result.
    var remark: Message? {
        switch self {
        case .unknownDevice: "give \(option: .device)"
        case .standardApplication: "the expected app is the default: see \(option: .team) and \(option: .bundle)"
        case .clock: nil
        }
    }

    package static let shape = Shape<Assumption> {
        Member("code", .word, "what was not given: " + Code.codeList) { $0.code }
        Member("sentence", .message, "what follows, and what to give") { $0.sentence }
    }
}

extension CaptureTimestamp {
    package static var now: CaptureTimestamp {
        let now = FileStatus.Time.now
        return CaptureTimestamp(utcSeconds: Int64(now.seconds), nanoseconds: Int64(now.nanoseconds))
    }
}

extension JudgedRegistration {
    fileprivate var isOtherApplication: Bool {
        judgement.failures.attestation.contains { if case .appIDMismatch = $0.fault { true } else { false } }
    }
}

extension RuleFailure<AssertionFailure> {
    fileprivate var isOtherApplication: Bool { if case .rpIDMismatch = fault { true } else { false } }
}
