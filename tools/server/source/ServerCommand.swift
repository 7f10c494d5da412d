import ArgumentParser
import Captures
import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle
import Support
import Tasks
import UnixSignals

@main
struct ServerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "depthcheck-server",
        abstract: "Answer registrations and captures as the real server does, and say why.",
        discussion: """
            Open http://localhost:8787 for the explanation of each request. docs/SERVER.md describes the server.
            """)

    @Option(help: "The port.") var port = 8787
    @Option(help: "The address to listen on. Any other than loopback lets the network send requests.")
    var listen = "127.0.0.1"
    @Option(help: ArgumentHelp("The database of the state.", valueName: "file"))
    var database = "depthcheck-server.sqlite"
    @Flag(help: "Keep the state in memory only.") var memory = false
    @Flag(help: "Answer without the headers that explain the answer.") var asServer = false

    @Option(help: "The Apple team identifier that the server expects.") var team: String?
    @Option(help: "The bundle identifier that the server expects.") var bundle: String?
    @Flag(help: "Require a certificate chain up to the root (STRICT_ATTESTATION).") var strictAttestation = false
    @Flag(help: "Require verified devices in signed requests (REQUIRE_VERIFIED_DEVICES).")
    var requireVerifiedDevices = false
    @Option(help: ArgumentHelp("A root certificate besides Apple's, in DER or PEM.", valueName: "file"))
    var root: String?
    @Option(help: "The server's clock, which then stands still, such as 2025-12-01T10:00:00Z.") var at: String?

    @Option(help: "Answer every Nth request with a status, such as 503:every=5.") var fail: InjectedFailure?
    @Option(help: "Wait before each answer, such as 2s or 500ms.") var delay: Delay?
    @Option(help: "Close the connection after this much of a body, such as 100kB.") var dropAfter: ByteCount?

    func run() async throws {
        var options = ServeTask.Options()
        (options.team, options.bundle, options.at) = (team, bundle, at)
        (options.strictAttestation, options.requireVerified) = (strictAttestation, requireVerifiedDevices)
        let store = try StateStore(path: memory ? nil : database)
        let (testRoot, state) = (try readRoot(), try store.state())
        let task: ServeTask
        do throws(OptionError) { task = try ServeTask(options, testRoot: testRoot, state: state) } catch {
            throw ValidationError(error.wording.text(.server))
        }
        let isLoopback = ["127.0.0.1", "::1", "localhost"].contains(listen)
        if !isLoopback {
            Console.warn("warning: \(listen) is not loopback: anyone on the network can send requests and read them")
        }
        let desk = Desk(task, store)
        let responder = ServerResponder(
            desk: desk, asServer: asServer, faults: InjectedFaults(failure: fail, delay: delay, dropAfter: dropAfter),
            hosts: ["localhost", "127.0.0.1", "[::1]", listen])
        var logger = Logger(label: "depthcheck-server") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = .error
        let place = "http://\(isLoopback ? "localhost" : listen):\(port)"
        let application = Application(
            responder: responder,
            server: .http1(configuration: .init(idleTimeout: .seconds(30))),
            configuration: ApplicationConfiguration(address: .hostname(listen, port: port)),
            onServerRunning: { _ in
                Console.print("depthcheck-server: \(place)/  (state: \(memory ? "in memory" : database.printable))")
            },
            logger: logger)
        var group = ServiceGroupConfiguration(
            services: [.init(service: application)], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        group.maximumGracefulShutdownDuration = .seconds(10)
        try await ServiceGroup(configuration: group).run()
    }

    private func readRoot() throws -> AttestationCertificate? {
        guard let root else { return nil }
        guard let bytes = FileManager.default.contents(atPath: root) else {
            throw ValidationError("\(root.printable): cannot be read; expected a certificate in DER or PEM")
        }
        do throws(TaskFailure) { return try VerifyTask.root([UInt8](bytes)) } catch {
            throw ValidationError("\(root.printable): \(error.wording.text(.server)); name another file")
        }
    }
}

enum Console {
    static func print(_ line: String) { try? FileHandle.standardOutput.write(contentsOf: Data("\(line)\n".utf8)) }

    static func warn(_ line: String) { try? FileHandle.standardError.write(contentsOf: Data("\(line)\n".utf8)) }
}

extension OptionNaming {
    static let server = OptionNaming { "--" + $0.name(separator: "-") }
}
