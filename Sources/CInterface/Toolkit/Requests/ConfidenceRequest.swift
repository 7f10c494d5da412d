internal import DepthFiles
internal import Support

extension Request {
    /// Reads the confidence beside the map at `path`: `width`, `height`, and `levels`, a digit of 0 to 2 for each
    /// sample. An empty object if there is none.
    func readConfidence() throws(RequestError) -> String {
        guard let path = try string("path") else { throw .missing("path") }
        let options = ReadingOptions()
        let input = ArchivePaths().map(at: path, named: path, options: options) ?? .file(.path(path))
        let confidence: ConfidenceMap?
        do throws(ReadingError) {
            confidence = try DepthFileReader(options: options, naming: .command).confidence(beside: input)
        } catch {
            throw .reading(error)
        }
        return json { writer in
            guard let confidence else { return }
            writer.member("width", confidence.width)
            writer.member("height", confidence.height)
            let digits = confidence.levels.map { UInt8(ascii: "0") + $0.rawValue }
            writer.member("levels", String(decoding: digits, as: UTF8.self))
        }
    }
}
