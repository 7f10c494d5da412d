package import CapturePayloads
internal import PlainText

/// What a server has stored of a device, as JSON: the member `device` of a case file, in a file of its own.
///
///     let device = try DeviceFile.device(bytes)
package enum DeviceFile {
    /// What a device file must hold; ``description`` of the error shows it.
    package static let example =
        "{\"attestation_level\": \"secure_enclave\", \"public_key_hex\": \"04…\", \"assertion_counter\": 0}"

    /// Why a device file is none.
    package struct Fault: Error, Hashable, Sendable {
        /// What was found.
        package let finding: String
    }

    /// Reads a device. A level that is left out is `secure_enclave`, a key that is null or left out is none.
    package static func device(_ bytes: [UInt8]) throws(Fault) -> CaptureDevice {
        let value: JSONValue
        do throws(JSONError) { value = try JSONReader.read(bytes) } catch { throw Fault(finding: error.description) }
        guard value.members != nil else { throw Fault(finding: value.kindName) }
        guard let counter = value["assertion_counter"]?.whole else {
            throw Fault(finding: "no whole number as assertion_counter")
        }
        var device = CaptureDevice(publicKey: nil, counter: Int64(counter))
        switch value["attestation_level"] {
        case nil: break
        case .string(let level)?: device.attestationLevel = level
        case let other?: throw Fault(finding: "\(other.kindName) as attestation_level")
        }
        switch value["public_key_hex"] {
        case nil, .null?: break
        case .string(let text)?:
            guard let key = Hexadecimal.bytes(of: text) else {
                throw Fault(finding: "other than hexadecimal digits as public_key_hex")
            }
            device.publicKey = key
        case let other?: throw Fault(finding: "\(other.kindName) as public_key_hex")
        }
        return device
    }
}
