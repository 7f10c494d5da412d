internal import Captures
internal import DepthFiles
internal import Reports
internal import Support
internal import Tasks

extension Request {
    /// Judges the capture at `path`, or the one in the first input. Returns the JSON of `depthcheck capture verify`.
    /// `device` is the object of a device file, `root` the place of an input.
    func verifyCapture() throws(TaskFailure) -> String {
        try requireCryptography()
        let options = try VerifyTask.Options(self)
        let task = try validated(VerifyTask.init, options)
        var files = VerifyTask.Files()
        if let device = try optional("device", .any) {
            var writer = JSONWriter(.compact, .texts)
            writer.value(device)
            files.device = try VerifyTask.device(writer.bytes)
        }
        if let place = try place("root") { files.root = try VerifyTask.root(try input(place)) }
        let verifier = task.verifier(files)
        let results =
            if let path = try optional("path", .string) {
                verifier.results(of: .path(path))
            } else {
                verifier.results(of: try input(0), named: try optional("name", .string) ?? "capture")
            }
        return answer(results, JudgedInput.shape, areList: results.contains { $0.origin?.request != nil })
    }

    /// An example of the record of a device: the JSON of `depthcheck capture verify --example-device`.
    func exampleDevice() -> String {
        json(.texts) { $0.member("device") { DeviceFile.shape.write(DeviceFile.exampleDevice, to: &$0) } }
    }

    /// Lists the contents of the capture at `path` or in the first input. Returns the JSON of `depthcheck capture
    /// inspect`.
    func inspectCapture() throws(TaskFailure) -> String {
        try requireCryptography()
        let boundary = try optional("boundary", .string)
        let inspector = try validated(InspectTask.init, boundary).inspector
        let inspections =
            if let path = try optional("path", .string) {
                inspector.inspections(of: .path(path))
            } else {
                inspector.inspections(of: try input(0), named: try optional("name", .string) ?? "capture")
            }
        return answer(
            inspections, CaptureInspection.shape, areList: inspections.contains { $0.origin?.request != nil })
    }

    /// The results of one input: `result`, or an array `results` for an export of requests.
    private func answer<Result>(_ results: [Result], _ shape: Shape<Result>, areList: Bool) -> String {
        json(.texts) { writer in
            if areList || results.count > 1 {
                writer.member("results") { Shape.list(of: shape).write(results, to: &$0) }
            } else {
                writer.member("result") { shape.write(results[0], to: &$0) }
            }
        }
    }

    /// Compares the phone's analysis in a hash-only payload at `path`, or in the first input, with the depth map at
    /// `depth`. Returns the JSON of `depthcheck capture audit`.
    func auditCapture() throws(TaskFailure) -> String {
        try requireCryptography()
        let depth = try required("depth", .string)
        let payload: AuditTask.Payload =
            if let path = try optional("path", .string) {
                .path(path)
            } else {
                .bytes(try input(0), name: try optional("name", .string) ?? "payload")
            }
        let audit = try AuditTask(try reading()).run(payload, depth: depth)
        let text = AuditReport.text(of: audit, format: .json, style: .plain, width: 80)
        return json { $0.member("result", json: text) }
    }
}
