// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

public import CDepthcheck
internal import Support
internal import Tasks

// Carries out requests of other languages by the functions that the command calls: JSON in, JSON out.

@c @implementation public func depthcheck_request(
    _ request: UnsafePointer<CChar>, _ inputs: UnsafePointer<depthcheck_bytes>?, _ inputCount: Int
) -> UnsafeMutablePointer<CChar> {
    do throws(TaskFailure) {
        // SAFETY: the caller guarantees that `inputs` has `inputCount` elements.
        let inputs = UnsafeBufferPointer(start: inputs, count: inputCount).map { input in
            // SAFETY: the caller guarantees that `bytes` has `count` elements.
            Array(UnsafeBufferPointer(start: input.bytes, count: input.bytes == nil ? 0 : input.count))
        }
        return returned(try Request(String(cString: request), inputs).answer())
    } catch {
        return returnedJSON { writer in
            writer.member("error", error.wording)
            writer.member("error_code", error.code)
            writer.member("error_path", error.path)
        }
    }
}

extension Request {
    enum Kind: String, CaseIterable {
        case tune, evaluate, plan
        case measureAgain = "measure_again"
        case compareProfiles = "compare_profiles"
        case measureCandidates = "measure_candidates"
        case verifyCapture = "verify_capture"
        case exampleDevice = "example_device"
        case inspectCapture = "inspect_capture"
        case auditCapture = "audit_capture"
        case packCapture = "pack_capture"
        case checkAnswers = "check_answers"
        case listRequests = "list_requests"
        case readConfidence = "read_confidence"
        case checkReading = "check_reading"
    }

    /// Carries out the request and returns a JSON object.
    func answer() throws(TaskFailure) -> String {
        switch kind {
        case .tune: try tune()
        case .evaluate: try evaluate()
        case .plan: try plan()
        case .measureAgain: try measureAgain()
        case .compareProfiles: try compareProfiles()
        case .measureCandidates: try measureCandidates()
        case .verifyCapture: try verifyCapture()
        case .exampleDevice: exampleDevice()
        case .inspectCapture: try inspectCapture()
        case .auditCapture: try auditCapture()
        case .packCapture: try packCapture()
        case .checkAnswers: try checkAnswers()
        case .listRequests: try listRequests()
        case .readConfidence: try readConfidence()
        case .checkReading: try checkReading()
        }
    }
}

func json(_ strings: JSONStrings = .names, _ write: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter(.compact, strings, .reports)
    writer.object { write(&$0) }
    return writer.text
}

extension JSONWriter {
    /// Writes a member whose value is already JSON.
    mutating func member(_ key: String, json: String) { member(key) { $0.number(json) } }
}
