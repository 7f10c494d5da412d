import Support

extension OptionNaming {
    /// The command's options, in messages of the libraries.
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
