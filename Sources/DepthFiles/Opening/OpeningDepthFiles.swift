internal import Support

extension DepthFileReader {
    /// Opens and reads an input of any kind.
    package func open(_ input: DepthInput) -> OpenedDepthFile {
        switch input {
        case .file(let file): open(file)
        case .member(let member): (member.options.map(DepthFileReader.init(options:)) ?? self).reserving().open(member)
        case .unusable(let error): unopened(error)
        }
    }

    /// The confidence beside an input; nil if there is none.
    package func confidence(beside input: DepthInput) throws(ReadingError) -> ConfidenceMap? {
        switch input {
        case .file(.path(let path)): try confidence(besideFileAt: path)
        case .member(let member): try member.confidence?()
        case .file(.failure), .unusable: nil
        }
    }

    private func open(_ member: DepthFileMember) -> OpenedDepthFile {
        do throws(ReadingError) {
            reservation?.reserve(member.byteCount)
            let bytes = try member.bytes()
            let confidence = options.minimumConfidence == nil ? nil : try member.confidence?()
            let reader = reader(named: member.name)
            let file = reader.openOfDataSet(bytes, path: member.name, confidence: confidence)
            return reader.refusingMatrix(file).withUnits { member.layout }
                .withPortraitNote(isInferred: reader.options.dimensions == nil)
        } catch {
            return unopened(error)
        }
    }

    private func unopened(_ error: ReadingError) -> OpenedDepthFile {
        OpenedDepthFile(path: error.path, error)
    }

    /// Opens and reads a file, or standard input for `-`.
    package func open(_ input: DepthFileInput) -> OpenedDepthFile {
        switch input {
        case .path(let path):
            reserving().opened(path) { (reservation) throws(FileAccessError) in
                try FileAccess.readNamed(
                    path, maximumByteCount: options.maximumByteCount, reservation: reservation)
            }
        case .failure(let error): openNumbered(error.path, error) ?? unopened(.inaccessible(error))
        }
    }

    /// Opens and reads the file at `path`; `-` is an ordinary file name here.
    package func open(contentsOf path: String) -> OpenedDepthFile {
        reserving().opened(path) { (reservation) throws(FileAccessError) in
            try FileAccess.read(path, maximumByteCount: options.maximumByteCount, reservation: reservation)
        }
    }

    private func opened(
        _ path: String, _ bytes: (ByteReservation?) throws(FileAccessError) -> [UInt8]
    ) -> OpenedDepthFile {
        do throws(FileAccessError) {
            return openFrame(try bytes(reservation), path: path)
        } catch {
            return openNumbered(error.path, error) ?? unopened(.inaccessible(error))
        }
    }
}
