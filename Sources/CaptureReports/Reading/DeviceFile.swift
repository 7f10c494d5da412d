package import Captures
package import Support

/// What a server has stored of a device, as JSON; `capture key` writes such a file.
///
///     let device = try DeviceFile.device(bytes)
package enum DeviceFile {
    /// What a device file must hold; ``description`` of the error shows it.
    package static let example =
        "{\"level\": \"secure_enclave\", \"public_key\": \"04…\", \"counter\": 0}"

    /// Why a device file is none.
    package struct Fault: Error, Hashable, Sendable {
        /// What was found.
        package let finding: String
    }

    /// Whether a key is stored that is none to the server.
    package static func hasInvalidKey(_ device: CaptureDevice) -> Bool {
        device.publicKey.map { P256PublicKey(sec1: $0) == nil } ?? false
    }

    /// Reads a device. A level that is left out is `secure_enclave`, a key that is null or left out is none.
    package static func device(_ bytes: [UInt8]) throws(Fault) -> CaptureDevice {
        let value: JSONValue
        do throws(JSONError) { value = try JSONReader.read(bytes) } catch { throw Fault(finding: error.description) }
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
                throw Fault(finding: "other than hexadecimal digits as public_key")
            }
            device.publicKey = key
        case let other?: throw Fault(finding: "\(other.kindName) as public_key")
        }
        return device
    }
}

extension DeviceFile {
    /// The schema of a device file, as it is read and as `capture key` writes it.
    package static var schema: JSONSchema {
        .object(
            ["counter": .integer],
            optional: ["level": .string, "public_key": JSONSchema.hexadecimal.orNull])
    }
}
