import ArgumentParser

extension InfoRequest.Format: ExpressibleByArgument {}

struct InfoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info",
        abstract: "Says what files are: format, size, units, range, what is odd about them.",
        discussion: """
            Of an archive every map is told. A file that cannot be read is told by its error, and the rest goes on.
            """)

    @OptionGroup var input: InputArguments
    @OptionGroup var tar: TarOptions
    @OptionGroup(title: "Reading") var reading: ReadingArguments
    @OptionGroup(title: "Output") var output: OutputArguments

    @Option(help: "How it is written.")
    var format = InfoRequest.Format.text

    @OptionGroup var jobs: JobsOption

    func validate() throws { try request.validate() }

    func run() throws { try request.run() }

    private var request: InfoRequest {
        InfoRequest(
            files: input.files, archives: tar.archives, reading: reading.request, destination: output.destination,
            format: format, jobs: jobs.jobs)
    }
}
