package import Support

/// Gives each input a unique name: `name/@2` if its name is taken. The maps of a member are `member/3`, or
/// `member/@maps/3` if another member has such a name.
package struct UniqueNames {
    private var members: Set<ExactText> = []
    /// The names of errors and files, which are not prefixes of other names.
    private var others: Set<ExactText>
    /// Names that end in a component of digits, without that component.
    private var numbered: Set<ExactText>
    /// The last number given for each repeated name.
    private var repetitions: [ExactText: Int] = [:]

    package init(taken: Set<ExactText> = [], expecting expected: some Sequence<String> = []) {
        others = taken
        numbered = Set(expected.lazy.compactMap(\.nameBeforeNumber))
    }

    package mutating func unique(_ input: DepthInput) -> DepthInput {
        let wanted = input.name
        var name = wanted
        while isTaken(name) {
            let number = repetitions[ExactText(wanted), default: 1] + 1
            repetitions[ExactText(wanted)] = number
            name = "\(wanted)/@\(number)"
        }
        if let prefix = name.nameBeforeNumber { numbered.insert(prefix) }
        guard case .member(var member) = input else {
            others.insert(ExactText(name))
            guard !name.isExactly(wanted), case .unusable(let error) = input else { return input }
            return .unusable(error.named(name))
        }
        var mapsName = name.isExactly(wanted) ? member.mapsName : name
        while numbered.contains(ExactText(mapsName)) || others.contains(ExactText(mapsName)) { mapsName += "/@maps" }
        members.insert(ExactText(mapsName))
        if !mapsName.isExactly(name) { others.insert(ExactText(name)) }
        guard !name.isExactly(wanted) || !mapsName.isExactly(member.mapsName) else { return input }
        (member.name, member.mapsName) = (name, mapsName)
        return .member(member)
    }

    private func isTaken(_ name: String) -> Bool {
        let text = ExactText(name)
        return members.contains(text) || others.contains(text) || name.nameBeforeNumber.map(members.contains) == true
    }
}

extension String {
    /// For example `depth.npy` for `depth.npy/3`.
    package var nameBeforeNumber: ExactText? {
        guard let slash = utf8.lastIndex(of: UInt8(ascii: "/")), case let digits = utf8[utf8.index(after: slash)...],
            !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return ExactText(String(self[..<slash]))
    }
}

extension ReadingError {
    fileprivate func named(_ path: String) -> ReadingError {
        switch self {
        case .inaccessible(let error): .inaccessible(FileAccessError(path, error.reason))
        case .undecodable(_, let error): .undecodable(path: path, error)
        case .unusableMember(_, let error): .unusableMember(path: path, error)
        }
    }
}
