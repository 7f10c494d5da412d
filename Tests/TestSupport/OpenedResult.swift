package import DepthFiles

extension OpenedDepthFile {
    /// The map and how it was found, or why there is none.
    package var result: Result<DecodedDepthFile, ReadingError> {
        Result { () throws(ReadingError) in try decoded() }
    }
}
