/// The extension map that iOS 27 appends to authenticator data: CBOR, and signed with the rest.
///
///     if let map = ExtensionMap(assertion.authenticatorData.extensionBytes) { print(map.bundleVersion ?? "-") }
///
/// The server looks at nothing of it. Source: docs/CAPTURE.md.
package struct ExtensionMap: Sendable, Hashable {
    /// The version of the app's bundle, `apple_bundle_version_01`.
    package let bundleVersion: String?
    /// How the app came to the phone, `apple_validation_category_01`: four bytes, little-endian.
    package let validationCategory: UInt32?

    /// Reads the bytes behind the counter; nil for anything but a map with one of the two members.
    package init?(_ bytes: [UInt8]) {
        var reader = CBORReader(bytes)
        guard let values = try? reader.values(named: ["apple_bundle_version_01", "apple_validation_category_01"])
        else { return nil }
        if case .text(let version)? = values[0] {
            bundleVersion = String(decoding: version, as: UTF8.self)
        } else {
            bundleVersion = nil
        }
        if case .bytes(let category)? = values[1], category.count == 4 {
            validationCategory = category.reversed().reduce(0) { $0 << 8 | UInt32($1) }
        } else {
            validationCategory = nil
        }
        if bundleVersion == nil, validationCategory == nil { return nil }
    }

    /// What the category stands for, by package sources; nil for one that they do not name.
    package var validationCategoryName: String? {
        switch validationCategory {
        case 2: "TestFlight"
        case 3: "development"
        case 4: "App Store"
        default: nil
        }
    }
}
