package import DepthFiles

extension MapFile {
    /// The decoded map, or why there is none.
    package var result: Result<DecodedDepthFile, ReadingError> {
        Result { () throws(ReadingError) in try decoded() }
    }
}
