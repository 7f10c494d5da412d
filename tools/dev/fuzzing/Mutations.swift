import TestSupport

// Changes to inputs that libFuzzer's own rarely are: whole ends missing, whole pieces twice, numbers at the limits of
// every width.

/// libFuzzer's own changes, with the words of the target.
@_silgen_name("LLVMFuzzerMutate")
private func mutateAsUsual(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ limit: Int) -> Int

/// libFuzzer calls this to change `count` bytes, of which there may be up to `limit` afterwards.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ limit: Int, _ seed: UInt32) -> Int {
    var generator = SeededGenerator(seed: UInt64(seed))
    guard count > 1, Int.random(in: 0..<4, using: &generator) == 0 else { return mutateAsUsual(bytes, count, limit) }
    // SAFETY: libFuzzer passes memory for `limit` bytes, of which the first `count` are the input.
    let memory = UnsafeMutableBufferPointer(start: bytes, count: limit)
    var input = Array(memory.prefix(count))
    Change.allCases.randomElement(using: &generator)?.apply(to: &input, &generator)
    return memory.update(fromContentsOf: input.prefix(limit))
}

private enum Change: CaseIterable {
    case deleteRange, deleteEnd, duplicateRange, insertNumber, replaceByNumber

    func apply(to input: inout [UInt8], _ generator: inout SeededGenerator) {
        let place = Int.random(in: 1..<input.count, using: &generator)
        // As often short as long.
        let length = 1 << Int.random(in: 0..<12, using: &generator)
        let range = place..<min(input.count, place + length)
        let number = extremeNumbers.randomElement(using: &generator) ?? []
        switch self {
        case .deleteRange: input.removeSubrange(range)
        case .deleteEnd: input.removeSubrange(place...)
        case .duplicateRange: input.insert(contentsOf: input[range], at: range.upperBound)
        case .insertNumber: input.insert(contentsOf: number, at: place)
        case .replaceByNumber:
            input.replaceSubrange(place..<min(input.count, place + number.count), with: number)
        }
    }
}

/// 0, powers of two where a type ends, and their neighbours: in each width and byte order, and as text.
private let extremeNumbers: [[UInt8]] = {
    var numbers: Set<Int128> = []
    for bits in [0, 7, 8, 15, 16, 31, 32, 63, 64] {
        let end = Int128(1) << bits
        numbers.formUnion([0, end - 1, end, end + 1, -end])
    }
    var coded: [[UInt8]] = []
    for number in numbers.sorted() {
        coded.append(Array("\(number)".utf8))
        for width in [1, 2, 4, 8] where number >> (8 * width) == 0 || number >> (8 * width - 1) == -1 {
            let bytes = (0..<width).map { place in UInt8(truncatingIfNeeded: number >> (8 * place)) }
            coded += width == 1 ? [bytes] : [bytes, bytes.reversed()]
        }
    }
    return coded
}()
