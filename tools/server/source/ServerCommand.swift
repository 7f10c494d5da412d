import ArgumentParser
import Hummingbird

@main
struct ServerCommand: AsyncParsableCommand {
    func run() async throws {
        let router = Router()
        try await Application(router: router).runService()
    }
}
