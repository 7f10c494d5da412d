extension DepthFileFormat {
    /// All formats and compressions that are read, in one sentence for help texts: "float32, float16 and uint16
    /// samples, bare or in gzip, …; PNG, … files".
    package static var listText: String {
        let bare = allCases.filter { $0.definition.stored == nil }
        let stored = allCases.filter { $0.definition.stored != nil }
        return "\(list(bare.map(\.shortName), "and")) samples, bare or in "
            + "\(list(DepthContainer.allCases.compactMap(\.compression), "or")); "
            + "\(list(stored.map(\.shortName), "and")) files"
    }
}

private func list(_ names: [String], _ conjunction: String) -> String {
    guard let last = names.last, names.count > 1 else { return names.joined() }
    return "\(names.dropLast().joined(separator: ", ")) \(conjunction) \(last)"
}
