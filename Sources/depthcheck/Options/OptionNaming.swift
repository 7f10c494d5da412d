import Support

extension OptionNaming {
    static let command = OptionNaming { option in
        switch option {
        case .dimensions: "--width and --height"
        case .labelMap: "--map"
        case .latitude, .longitude: "the \(option.rawValue) of --location"
        case .part: "--shard"
        case .read: nil
        default: "--" + option.name(separator: "-")
        }
    }
}
