package import Captures
package import Support

/// The server's record of a device as a JSON file, which `capture key` writes.
///
///     let device = try DeviceFile.device(bytes)
package enum DeviceFile {
    /// An example of a device file, for error messages.
    package static let example =
        "{\"level\": \"secure_enclave\", \"public_key\": \"04…\", \"counter\": 0}"

    /// The record of a device whose key is the generator of P-256, which nobody uses.
    package static let exampleDevice = CaptureDevice(publicKey: P256Curve.generator, counter: 0)

    package struct Fault: Error, Hashable, Sendable {
        package let finding: String
    }

    /// Whether the stored key is not a valid P-256 point.
    package static func hasInvalidKey(_ device: CaptureDevice) -> Bool {
        device.publicKey.map { P256PublicKey(sec1: $0) == nil } ?? false
    }

    /// Decodes a device file. The level defaults to `secure_enclave`; a null or absent key means that none is stored.
    package static func device(_ bytes: [UInt8]) throws(Fault) -> CaptureDevice {
        let value: JSONValue
        do throws(JSONError) { value = try JSONReader.read(bytes, .texts) } catch {
            throw Fault(finding: error.description)
        }
        return try device(value)
    }

    static func device(_ value: JSONValue) throws(Fault) -> CaptureDevice {
        guard value.members != nil else { throw Fault(finding: value.kindName) }
        guard let counter = value["counter"]?.whole else {
            throw Fault(finding: "no whole number as counter")
        }
        var device = CaptureDevice(publicKey: nil, counter: Int64(counter))
        switch value["level"] {
        case nil: break
        case .string(let level)?: device.attestationLevel = level
        case let other?: throw Fault(finding: "\(other.kindName) as level")
        }
        switch value["public_key"] {
        case nil, .null?: break
        case .string(let text)?:
            guard let key = Hexadecimal.bytes(of: text) else {
                throw Fault(finding: "something other than hexadecimal digits as public_key")
            }
            device.publicKey = key
        case let other?: throw Fault(finding: "\(other.kindName) as public_key")
        }
        return device
    }
}

extension DeviceFile {
    /// The members in output order.
    package static let shape = Shape<CaptureDevice> {
        Member("level", .text, or: .absent) { $0.attestationLevel }.listedLast
        Member("public_key", Shape.hexadecimal.orNull, or: .absent) { device in
            .some(device.publicKey.map { Hexadecimal.text(of: $0) })
        }.listedLast
        Member("counter", .integer) { Int($0.counter) }
    }
}
