package import Platform

/// A file to be worked on, or one that could not even be found.
package typealias DepthFileInput = Result<String, FileAccessError>

/// A file on its way from a path to a map.
package struct OpenedDepthFile: Sendable {
    /// The file as it was named; `-` for standard input.
    package let path: String
    /// Its bytes; nil where they could not be read.
    package let bytes: [UInt8]?
    /// What the server would get out of the same bytes; nil where they could not be read.
    package let serverReading: ServerReading?
    /// The map, or why there is none.
    package let result: Result<DecodedDepthFile, ReadingError>
}

extension DepthFileReader {
    /// Reads whatever was named, where it has to be opened first or was taken out of a container.
    package func open(_ input: DepthInput) -> OpenedDepthFile {
        switch input {
        case .file(let file): open(file)
        case .member(let member):
            (member.options.map(DepthFileReader.init(options:)) ?? self).open(member.bytes, path: member.name)
        case .unusable(let error):
            OpenedDepthFile(path: error.path, bytes: nil, serverReading: nil, result: .failure(error))
        }
    }

    /// Opens and reads what a user named: a file, or standard input for `-`.
    package func open(_ input: DepthFileInput) -> OpenedDepthFile {
        opened { () throws(FileAccessError) in
            let path = try input.get()
            return (path, try FileAccess.readNamed(path, maximumByteCount: options.maximumByteCount))
        }
    }

    /// Opens and reads the file at `path`, whatever it is called.
    package func open(contentsOf path: String) -> OpenedDepthFile {
        opened { () throws(FileAccessError) in
            (path, try FileAccess.read(path, maximumByteCount: options.maximumByteCount))
        }
    }

    /// Reads bytes that came from the file at `path`.
    package func open(_ bytes: [UInt8], path: String) -> OpenedDepthFile {
        let reading = read(bytes)
        return OpenedDepthFile(
            path: path, bytes: bytes, serverReading: reading.serverReading,
            result: reading.result.mapError { .undecodable(path: path, $0) })
    }

    private func opened(
        _ bytes: () throws(FileAccessError) -> (path: String, bytes: [UInt8])
    ) -> OpenedDepthFile {
        do throws(FileAccessError) {
            let file = try bytes()
            return open(file.bytes, path: file.path)
        } catch {
            return OpenedDepthFile(
                path: error.path, bytes: nil, serverReading: nil, result: .failure(.inaccessible(error)))
        }
    }
}
