import Support

extension ContainerDetection {
    static func unpackLZFSE(
        _ bytes: [UInt8], limit: Int, _ reservation: ByteReservation?
    ) throws(UnpackingFailure) -> Unpacked {
        let stream = decompressLZFSE(bytes, limit: limit, reservation: reservation)
        if let error = stream.error(in: .lzfse, inputCount: bytes.count, limit: limit) {
            throw UnpackingFailure(kind: .lzfse, error: error)
        }
        let rest = bytes[stream.consumed...]
        return Unpacked(
            container: .lzfse, bytes: stream.output,
            trailing: rest.isEmpty ? nil : TrailingBytes(after: "LZFSE stream", rest))
    }
}
