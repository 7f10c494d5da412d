/// The maps of an archive. The frames of a recording become inputs one at a time: there may be a million of them.
package struct DepthInputs: RandomAccessCollection, Sendable, ExpressibleByArrayLiteral {
    private enum Storage: Sendable {
        case inputs([DepthInput])
        case frames(ScoopFrames, numbers: [Int32], ReadingOptions)
        case maps(of: DepthFileMember, count: Int, ReadingOptions)
    }

    private let storage: Storage

    package init(_ inputs: [DepthInput]) { storage = .inputs(inputs) }
    package init(arrayLiteral inputs: DepthInput...) { self.init(inputs) }

    init(_ frames: ScoopFrames, numbers: [Int32], _ options: ReadingOptions) {
        storage = .frames(frames, numbers: numbers, options)
    }

    init(of member: DepthFileMember, count: Int, _ options: ReadingOptions) {
        storage = .maps(of: member, count: count, options)
    }

    package var startIndex: Int { 0 }

    package var endIndex: Int {
        switch storage {
        case .inputs(let inputs): inputs.count
        case .frames(_, let numbers, _): numbers.count
        case .maps(_, let count, _): count
        }
    }

    package subscript(place: Int) -> DepthInput {
        switch storage {
        case .inputs(let inputs): inputs[place]
        case .frames(let frames, let numbers, let options): frames.input(Int(numbers[place]), options)
        case .maps(let member, _, let options): .member(DepthFileReader.numbered(member, place, options))
        }
    }
}
