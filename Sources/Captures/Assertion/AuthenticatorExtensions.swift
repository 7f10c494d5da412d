/// The CBOR map that iOS 27 appends to authenticator data. The signature covers it.
///
///     let extensions = AuthenticatorExtensions(assertion.authenticatorData.extensionBytes)
///     print(extensions?.bundleVersion ?? "-")
///
/// The server ignores the map in assertions. In attestations, where the map follows the key, it rejects the key.
public struct AuthenticatorExtensions: Sendable, Hashable {
    /// The app's bundle version, `apple_bundle_version_01`.
    public let bundleVersion: String?
    /// The distribution channel of the app, `apple_validation_category_01`: four bytes, little-endian.
    public let validationCategory: UInt32?

    /// Creates a map with both members.
    public init(bundleVersion: String, validationCategory: UInt32) {
        (self.bundleVersion, self.validationCategory) = (bundleVersion, validationCategory)
    }

    /// Reads the bytes after the counter; nil if they are not a map with at least one of the two members.
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

    /// Reads the map after a COSE key; nil if no such map follows the key.
    init?(afterKeyIn bytes: [UInt8]) {
        guard let key = COSECoordinates(bytes), key.end < bytes.count else { return nil }
        self.init(Array(bytes[key.end...]))
    }

    /// The map as iOS encodes it, without unknown members.
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

    /// The name that public sources give the category; nil if they give none.
    public var validationCategoryName: String? {
        switch validationCategory {
        case 2: "TestFlight"
        case 3: "development"
        case 4: "App Store"
        default: nil
        }
    }
}
