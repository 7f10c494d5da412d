/// A string compared by its bytes: both encodings of `é` are equal in Swift, but they name different files.
package struct ExactText: Hashable, Comparable, Sendable {
    package let text: String

    package init(_ text: String) { self.text = text }
    package static func == (left: ExactText, right: ExactText) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    package static func < (left: ExactText, right: ExactText) -> Bool {
        let order = left.text.utf8.withContiguousStorageIfAvailable { left in
            right.text.utf8.withContiguousStorageIfAvailable { right in precedes(left, right) }
        }
        return order.flatMap { $0 }.flatMap { $0 }
            ?? left.text.fileBytes.lexicographicallyPrecedes(right.text.fileBytes)
    }

    /// Compares the first different bytes; nil if these may be part of a scalar that escapes a byte.
    private static func precedes(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Bool? {
        let count = min(left.count, right.count)
        var index = 0
        while index < count, left[index] == right[index] { index += 1 }
        guard index < count else { return left.count < right.count }
        let lead = String.leadOfEscapes
        if left[index] == lead || right[index] == lead || left[max(0, index - 3)..<index].contains(lead) { return nil }
        return left[index] < right[index]
    }

    package func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        hasher.combine(0xFF as UInt8)
    }
}

extension String {
    /// Whether both texts have the same bytes, unlike `==`.
    package func isExactly(_ other: String) -> Bool { utf8.elementsEqual(other.utf8) }

    @inlinable package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
        var text = self
        return text.withUTF8(body)
    }
}

extension Sequence<String> {
    package func sortedExactly() -> [String] {
        let texts = Array(self)
        return FilePaths(texts).exactOrder.map { texts[$0] }
    }

    package var exactTexts: Set<ExactText> { Set(map(ExactText.init)) }
}
