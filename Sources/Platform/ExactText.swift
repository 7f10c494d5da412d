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
        // Those found in one folder are in order: no second list of a million.
        if zip(texts, texts.dropFirst()).allSatisfy({ !(ExactText($1) < ExactText($0)) }) { return texts }
        return texts.exactOrder.map { texts[$0] }
    }

    /// The texts as a set in which only equal bytes are equal.
    package var exactTexts: Set<ExactText> { Set(map(ExactText.init)) }
}

extension [String] {
    /// Where each text stands that comes next in the order of their bytes, equal ones as they came:
    /// `names.exactOrder.map { entries[$0] }`.
    ///
    /// A folder may hold a million names. What all begin with is looked at once, and the eight bytes behind it as one
    /// number; only those with the same number are compared byte by byte.
    package var exactOrder: [Int] {
        guard let first, !contains(where: { $0.mayHaveEscapedBytes }) else {
            return indices.sorted { ExactText(self[$0]) < ExactText(self[$1]) }
        }
        let shared = reduce(first.utf8.count) { count, text in text.sharedByteCount(with: first, upTo: count) }
        var order = indices.map { (key: self[$0].number(ofBytesFrom: shared), index: $0) }
        order.sort { left, right in
            left.key != right.key
                ? left.key < right.key : ExactText(self[left.index]) < ExactText(self[right.index])
        }
        return order.map { $0.index }
    }
}

extension String {
    /// How many of the first `most` bytes are those of another text, too.
    fileprivate func sharedByteCount(with other: String, upTo most: Int) -> Int {
        withBytes { bytes in
            other.withBytes { others in
                var count = 0
                while count < most, count < bytes.count, bytes[count] == others[count] { count += 1 }
                return count
            }
        }
    }

    /// Eight bytes as a number that orders as they do; what is not there is 0.
    fileprivate func number(ofBytesFrom start: Int) -> UInt64 {
        withBytes { bytes in
            (start..<start + 8).reduce(0) { $0 << 8 | UInt64($1 < bytes.count ? bytes[$1] : 0) }
        }
    }

    /// A look at the bytes of the text, where they lie.
    @inlinable package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
        var text = self
        return text.withUTF8(body)
    }
}
