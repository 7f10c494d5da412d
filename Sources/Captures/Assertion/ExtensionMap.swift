/// The extension map that iOS 27 appends to authenticator data: CBOR, and signed with the rest.
///
///     if let map = ExtensionMap(assertion.authenticatorData.extensionBytes) { print(map.bundleVersion ?? "-") }
///
/// The server looks at nothing of it. Behind the key of an attestation it makes the server refuse the key. Source:
/// docs/CAPTURE.md.
public struct ExtensionMap: Sendable, Hashable {
    /// The version of the app's bundle, `apple_bundle_version_01`.
    public let bundleVersion: String?
    /// How the app came to the phone, `apple_validation_category_01`: four bytes, little-endian.
    public let validationCategory: UInt32?

    /// A map of both members.
    public init(bundleVersion: String, validationCategory: UInt32) {
        (self.bundleVersion, self.validationCategory) = (bundleVersion, validationCategory)
    }

    /// Reads the bytes behind the counter; nil for anything but a map with one of the two members.
    public init?(_ bytes: [UInt8]) {
        var reader = CBORReader(bytes)
        guard let values = try? reader.values(named: ["apple_bundle_version_01", "apple_validation_category_01"])
        else { return nil }
        bundleVersion = values[0]?.string
        if let category = values[1]?.byteString, category.count == 4 {
            validationCategory = category.reversed().reduce(0) { $0 << 8 | UInt32($1) }
        } else {
            validationCategory = nil
        }
        if bundleVersion == nil, validationCategory == nil { return nil }
    }

    /// Reads the map behind a key in COSE; nil if nothing follows the key, or no such map.
    init?(behindKeyIn bytes: [UInt8]) {
        guard let key = COSECoordinates(bytes), key.end < bytes.count else { return nil }
        self.init(Array(bytes[key.end...]))
    }

    /// The map as a phone writes it; members that are not known are left out.
    public var cbor: [UInt8] {
        var members: [(name: [UInt8], value: [UInt8])] = []
        if let bundleVersion {
            members.append((CBORWriter.text("apple_bundle_version_01"), CBORWriter.text(bundleVersion)))
        }
        if let validationCategory {
            let bytes = (0..<4).map { UInt8(truncatingIfNeeded: validationCategory >> (8 * $0)) }
            members.append((CBORWriter.text("apple_validation_category_01"), CBORWriter.bytes(bytes)))
        }
        return CBORWriter.map(members)
    }

    /// The meaning of the category, from public sources; nil if they do not name it.
    public var validationCategoryName: String? {
        switch validationCategory {
        case 2: "TestFlight"
        case 3: "development"
        case 4: "App Store"
        default: nil
        }
    }
}
