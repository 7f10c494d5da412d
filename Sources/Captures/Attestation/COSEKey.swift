/// A COSE public key that the server's library accepts.
///
///     let point = try COSEKey(data.keyBytes).point
///
/// Source: RFC 9052 §7; docs/CAPTURE.md; coset 0.3.8.
public struct COSEKey: Sendable, Hashable {
    /// The point in SEC1 form, 65 bytes. It is not checked against the curve.
    public let point: [UInt8]

    /// Decodes a key that spans all of `bytes`.
    public init(_ bytes: [UInt8]) throws(Fault) {
        var reader = CBORReader(bytes)
        var members: [(label: CBORReader.Value, value: CBORReader.Value)] = []
        do throws(CBORFault) { try reader.members { members.append(($0, $1)) } } catch { throw .cbor(error) }
        guard reader.position == bytes.count else { throw .trailingBytes(count: bytes.count - reader.position) }
        var values: [Int64: CBORReader.Value] = [:]
        var texts: Set<[UInt8]> = []
        for (label, value) in members {
            if case .text(let text) = label {
                guard texts.insert(text).inserted else { throw .label }
            } else {
                guard let label = label.signed, values.updateValue(value, forKey: label) == nil else { throw .label }
            }
        }
        try Self.checkCommonMembers(values, bytes)
        guard values[Label.keyType]?.signed == 2 else { throw .keyType }
        guard values[Label.curve]?.signed == 1 else { throw .curve }
        guard let x = values[Label.x]?.byteString, let y = values[Label.y]?.byteString, x.count == 32, y.count == 32
        else { throw .coordinates }
        point = [4] + x + y
    }

    /// The reason the server rejects bytes as a key.
    public enum Fault: Error, Hashable, Sendable {
        /// The bytes do not begin with a CBOR map.
        case cbor(CBORFault)
        /// Bytes follow the map.
        case trailingBytes(count: Int)
        /// A label is neither a text string nor a 64-bit integer, or occurs twice.
        case label
        /// The key type is not 2, EC2.
        case keyType
        /// The curve is not 1, P-256.
        case curve
        /// x or y is not a byte string of 32 bytes.
        case coordinates
        /// The algorithm is not registered.
        case algorithm
        /// The list of operations is empty or contains a duplicate or an unknown operation.
        case operations
        /// The key identifier or initial vector is empty or not a byte string.
        case emptyBytes
    }

    private enum Label {
        static let keyType: Int64 = 1
        static let identifier: Int64 = 2
        static let algorithm: Int64 = 3
        static let operations: Int64 = 4
        static let initialVector: Int64 = 5
        static let curve: Int64 = -1
        static let x: Int64 = -2
        static let y: Int64 = -3
    }

    private static func checkCommonMembers(_ values: [Int64: CBORReader.Value], _ bytes: [UInt8]) throws(Fault) {
        for label in [Label.identifier, Label.initialVector] {
            guard let value = values[label] else { continue }
            guard let content = value.byteString, !content.isEmpty else { throw .emptyBytes }
        }
        if let algorithm = values[Label.algorithm], algorithm.string == nil {
            guard let number = algorithm.signed, isRegistered(algorithm: number) else { throw .algorithm }
        }
        if let operations = values[Label.operations] {
            guard case .array(let start) = operations, areOperations(at: start, bytes) else { throw .operations }
        }
    }

    private static func areOperations(at start: Int, _ bytes: [UInt8]) -> Bool {
        var reader = CBORReader(bytes, at: start)
        var seen: Set<[UInt8]> = []
        var numbers: Set<Int64> = []
        var areAllNew = true
        let parsed: Void? = try? reader.elements { element in
            if case .text(let text) = element {
                areAllNew = seen.insert(text).inserted && areAllNew
            } else {
                let number = element.signed.flatMap { (1...10).contains($0) ? $0 : nil }
                areAllNew = number.map { numbers.insert($0).inserted } ?? false && areAllNew
            }
        }
        return parsed != nil && areAllNew && !(seen.isEmpty && numbers.isEmpty)
    }

    /// Whether coset 0.3.8 knows the algorithm, or the number is for private use (IANA, "COSE Algorithms").
    private static func isRegistered(algorithm number: Int64) -> Bool {
        switch number {
        case ..<(-65536), -65535, -260 ... -257, -47 ... -25, -18 ... -10, -8 ... -3, 0...7, 10...15, 24...26, 30...34:
            true
        default: false
        }
    }
}

extension COSEKey.Fault: CustomStringConvertible {
    /// The fault in one line: "found …; expected …; …".
    public var description: String {
        "found a key that the server cannot read: \(wording); expected a COSE key of P-256 alone; "
            + "pass the bytes of the key"
    }

    package var wording: String {
        switch self {
        case .cbor(let fault): "not a CBOR map (\(fault.wording))"
        case .trailingBytes(let count): "\(count) bytes after it"
        case .label: "a label occurs twice, or is neither text nor a 64-bit number"
        case .keyType: "its type (1) is not 2"
        case .curve: "its curve (-1) is not 1"
        case .coordinates: "x (-2) and y (-3) are not 32 bytes each"
        case .algorithm: "its algorithm (3) is not registered"
        case .operations: "its operations (4) are empty, repeated or unknown"
        case .emptyBytes: "its identifier (2) or initial vector (5) is empty"
        }
    }
}

extension CBORReader.Value {
    var signed: Int64? {
        switch self {
        case .unsigned(let number): Int64(exactly: number)
        case .negative(let number): Int64(exactly: number).map { -1 - $0 }
        default: nil
        }
    }
}

/// The coordinates and the end of any key, even one that the server rejects.
struct COSECoordinates: Hashable {
    let x: [UInt8]
    let y: [UInt8]
    let end: Int

    /// Nil unless the bytes begin with a map in which both coordinates are byte strings.
    init?(_ bytes: [UInt8]) {
        var reader = CBORReader(bytes)
        var found: [Int64: [UInt8]?] = [:]
        guard
            (try? reader.members { label, value in
                if let label = label.signed, label == -2 || label == -3, found[label] == nil {
                    found[label] = value.byteString
                }
            }) != nil, let x = found[-2] ?? nil, let y = found[-3] ?? nil
        else { return nil }
        (self.x, self.y) = (x, y)
        end = reader.position
    }

    /// The point in SEC1 form, if both coordinates have 32 bytes.
    var point: [UInt8]? { x.count == 32 && y.count == 32 ? [4] + x + y : nil }
}
