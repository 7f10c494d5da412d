import ArgumentParser
import Captures
import Reports
import Support

struct KeyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key",
        abstract: "Create a test key to sign captures with, and the server's record of it.",
        usage: "depthcheck capture key [--device <file>] --output <file>",
        discussion: """
            The key does not belong to a device: a server knows it only after registration. Only the current user can \
            read the files, and the key is never printed.
            """)

    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            "Write the private key to this file, in PEM. An existing file is never replaced.", valueName: "file"),
        completion: .file(extensions: ["pem"]))
    var output: String

    @Option(
        help: ArgumentHelp(
            "Write the server's record to this file: level, public key and counter. [default: device.json beside the "
                + "key, if it does not exist]", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var device: String?

    func validate() throws {
        guard output != "-", !FileAccess.isStream(output) else {
            throw ValidationError("--output is \(output.printable); expected a file, because keys are never printed")
        }
    }

    /// Refuses to overwrite a key. Prints one line without the usage, because the usage was right.
    private func requireNewFiles() throws {
        if FileAccess.isFile(output) {
            Terminal.report(
                "\(output.printable): found an existing file; expected a new one, because keys are never replaced; "
                    + "name another with --output")
            throw ExitCode.validationFailure
        }
        // The user did not choose this name.
        if device == nil, FileAccess.isFile(standardDevice) {
            Terminal.report(
                "\(standardDevice.printable): found an existing file, possibly of another key; expected a new one; "
                    + "name another with --device, or this one to replace it")
            throw ExitCode.validationFailure
        }
    }

    private var standardDevice: String { output.folderPrefix + "device.json" }

    func run() throws {
        try requireNewFiles()
        try CryptographyNeed.require()
        let key = TestKey()
        var keyFile = Destination(named: output)
        keyFile.isPrivate = true
        var deviceFile = Destination(named: device ?? standardDevice, option: "--device")
        deviceFile.isPrivate = true
        deviceFile.mustBeFile = device == nil
        let files = try OutputConflictGuard(reads: []).open([keyFile, deviceFile])
        try files[0].write(Array(key.pem.utf8) + Array("\n".utf8))
        let device = CaptureDevice(publicKey: key.publicKey, counter: 0)
        try files[1].write(Array((DeviceFile.shape.text(of: device) + "\n").utf8))
        for file in files { try file.commit() }
        let report = """
            \(output.printable): a P-256 test key, not of a device; readable only by the current user
            \((deviceFile.file ?? "standard output").printable): the server's record of the key, for capture verify \
            --device; readable only by the current user

            """
        if deviceFile.file != nil { try Destination().open(besides: []).finish(report) }
    }
}
