import ArgumentParser
import Captures
import Support

struct KeyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key",
        abstract: "Makes a test key to sign captures with, and what a server would store of it.",
        discussion: """
            The key is no device: no server knows it unless somebody registers it. Only this user can read the files \
            written, and the key is never printed.
            """)

    @Option(
        name: [.short, .long],
        help: ArgumentHelp("Write the private key to this file, in PEM; one that is there is kept.", valueName: "file"),
        completion: .file(extensions: ["pem"]))
    var output: String

    @Option(
        help: ArgumentHelp(
            "Write what a server would store to this file: level, public key and counter. [default: device.json beside "
                + "the key, unless it is there]", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var device: String?

    func validate() throws {
        guard output != "-", !FileAccess.isStream(output) else {
            throw ValidationError("--output is \(output.printable); a private key is never printed; name a file")
        }
    }

    /// Refuses to overwrite a key. Prints one line without the usage, because the usage was right.
    private func requireNothingIsLost() throws {
        if FileAccess.isFile(output) {
            Terminal.report(
                "error: --output \(output.printable): found a file, and a key is not replaced; name another file")
            throw ExitCode.validationFailure
        }
        // The user did not choose this name.
        if device == nil, FileAccess.isFile(standardDevice) {
            Terminal.report(
                "error: \(standardDevice.printable): found a file, maybe of another key; name another with --device, "
                    + "or this one to replace it")
            throw ExitCode.validationFailure
        }
    }

    private var standardDevice: String { output.folderPrefix + "device.json" }

    func run() throws {
        try requireNothingIsLost()
        try CryptographyNeed.require()
        let key = TestKey()
        var keyFile = Destination(named: output)
        keyFile.isPrivate = true
        var deviceFile = Destination(named: device ?? standardDevice, option: "--device")
        deviceFile.isPrivate = true
        deviceFile.mustBeFile = device == nil
        let files = try OutputConflictGuard(reads: []).open([keyFile, deviceFile])
        try files[0].write(Array(key.pem.utf8) + Array("\n".utf8))
        try files[1].write(Self.json(of: CaptureDevice(publicKey: key.publicKey, counter: 0)))
        for file in files { try file.commit() }
        let said = """
            \(output.printable): a test key of P-256, no device; only this user can read it
            \((deviceFile.file ?? "standard output").printable): what a server would store of it, to judge captures \
            by; only this user can read it

            """
        if deviceFile.file != nil { try Destination().open(besides: []).finish(said) }
    }

    /// A device in the format of `--device`.
    private static func json(of device: CaptureDevice) -> [UInt8] {
        var writer = JSONWriter(.indented)
        writer.object { writer in
            writer.member("level", device.attestationLevel)
            writer.member("public_key", device.publicKey.map { Hexadecimal.text(of: $0) })
            writer.member("counter", Int(device.counter))
        }
        return writer.bytes + Array("\n".utf8)
    }
}
