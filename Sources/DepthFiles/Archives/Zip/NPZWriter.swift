package import DepthAnalysis

/// Writes maps to an archive of NumPy arrays (.npz), one at a time.
///
///     let file = try OutputFile("maps.npz")
///     var maps = NPZWriter { (bytes) throws(FileAccessError) in try file.write(Array(bytes)) }
///     for (name, map) in rooms { try maps.add(map, named: name) }
///     try maps.finish()
///     try file.commit()
///
/// `numpy.load("maps.npz")["room"]` is the array, rows by columns, of the map added as `room`. Only one map is held
/// in memory. Source: `numpy.savez`; see ``ZipWriter``.
package struct NPZWriter {
    private var archive: ZipWriter
    private let compresses: Bool

    /// Begins an archive.
    ///
    /// - Parameters:
    ///   - compresses: whether to compress arrays with DEFLATE, like `numpy.savez_compressed`.
    ///   - offset: the offset of the archive in its file.
    ///   - sink: receives the archive piece by piece.
    package init(compresses: Bool = true, at offset: Int = 0, into sink: @escaping ZipWriter.Sink) {
        archive = ZipWriter(at: offset, into: sink)
        self.compresses = compresses
    }

    /// Writes a map as the array `name`, in a member called `name.npy`. Every sample keeps its bits.
    ///
    /// - Throws: ``ZipWritingError``. After ``ZipWritingError/inaccessible(_:)`` the archive is unusable; after the
    ///   other errors nothing was written.
    package mutating func add(_ map: DepthMap, named name: String) throws(ZipWritingError) {
        let array: EncodedMap
        do throws(WritingError) {
            array = try DepthFileWriter.encode(map, as: .npy)
        } catch { throw .map(name: name, error) }
        try archive.add(array.bytes, named: name + ".npy", compresses: compresses)
    }

    package mutating func finish() throws(ZipWritingError) { try archive.finish() }
}
