/// A text that equals another if its bytes do, for keys and sets of names: to Swift the two ways to write `é` are one
/// text, to the system they are two files.
///
///     var seen: Set<ExactText> = []
///     for name in names where !seen.insert(ExactText(name)).inserted { … }
package struct ExactText: Hashable, Comparable, Sendable {
    package let text: String

    package init(_ text: String) { self.text = text }

    package static func == (left: ExactText, right: ExactText) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    /// Orders by the bytes of the names.
    package static func < (left: ExactText, right: ExactText) -> Bool {
        let order = left.text.utf8.withContiguousStorageIfAvailable { left in
            right.text.utf8.withContiguousStorageIfAvailable { right in precedes(left, right) }
        }
        return order.flatMap { $0 }.flatMap { $0 }
            ?? left.text.fileBytes.lexicographicallyPrecedes(right.text.fileBytes)
    }

    /// Whether one text comes before the other by where they part; nil where that may be in a scalar that stands for a
    /// byte.
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
    /// Whether the text has the bytes of another; `==` does not ask for that.
    package func isExactly(_ other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension Sequence<String> {
    /// The texts in the order of their bytes.
    package func sortedExactly() -> [String] {
        let texts = Array(self)
        return FilePaths(texts).exactOrder.map { texts[$0] }
    }

    /// The texts as a set in which only equal bytes are equal.
    package var exactTexts: Set<ExactText> { Set(map(ExactText.init)) }
}

extension String {
    /// A look at the bytes of the text, where they lie.
    @inlinable package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
        var text = self
        return text.withUTF8(body)
    }
}
