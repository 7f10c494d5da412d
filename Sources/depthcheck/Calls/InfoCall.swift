/// `info`, read without the parser.
struct InfoCall: PlainCall {
    static let name = "info"

    /// What is asked for; it was validated.
    private(set) var request = InfoRequest()
    private var output = DestinationCall()

    mutating func add(path: String) { request.files.paths.append(path) }

    mutating func setFlag(_ name: String) -> Bool {
        output.setFlag(name) || request.reading.setFlag(name) || request.files.setFlag(name)
    }

    mutating func set(_ name: String, _ text: String) -> Bool {
        switch name {
        case "--format": put(InfoRequest.Format(rawValue: text), &request.format)
        case "--jobs": put(jobCount(text), &request.jobs)
        default:
            output.set(name, text) || request.archives.set(name, text) || request.reading.set(name, text)
                || request.files.set(name, text)
        }
    }

    mutating func finish() throws {
        request.destination = output.destination
        try request.validate()
    }
}
