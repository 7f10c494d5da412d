internal import Captures
internal import Reports
internal import Support
internal import Tasks

extension Request {
    /// Judges the capture at `path`, or the one in the first input, with the JSON of `depthcheck capture verify`.
    /// `device` is the object of a device file, and `root` the place of an input.
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
        let result =
            if let path = try optional("path", .string) {
                verifier.verify(path)
            } else {
                verifier.verify(try input(0), named: try optional("name", .string) ?? "capture")
            }
        return json(.texts) { writer in writer.member("result") { JudgedInput.shape.write(result, to: &$0) } }
    }

    /// Lists the contents of the capture at `path`, or of the one in the first input, with the JSON of
    /// `depthcheck capture inspect`.
    func inspectCapture() throws(TaskFailure) -> String {
        try requireCryptography()
        let boundary = try optional("boundary", .string)
        let inspector = try validated(InspectTask.init, boundary).inspector
        let inspection =
            if let path = try optional("path", .string) {
                inspector.inspect(path)
            } else {
                inspector.inspect(try input(0), named: try optional("name", .string) ?? "capture")
            }
        return json(.texts) { writer in writer.member("result") { CaptureInspection.shape.write(inspection, to: &$0) } }
    }

    /// Compares the phone's analysis in a hash-only payload at `path`, or in the first input, with the depth map at
    /// `depth`, with the JSON of `depthcheck capture audit`.
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
