/// A published data set whose depth PNGs are in units of its own.
///
///     let options = ReadingOptions(unitsPerMetre: DataSet.tum.unitsPerMetre)
///
/// Source: the description of each data set; docs/FORMATS.md has the table.
public enum DataSet: String, Sendable, CaseIterable {
    /// TUM RGB-D.
    case tum
    /// Bonn RGB-D Dynamic.
    case bonn
    /// ICL-NUIM, in its PNGs for use like TUM's.
    case icl
    /// ETH3D SLAM.
    case eth3d
    /// ARKitScenes.
    case arkitscenes
    /// ScanNet, unpacked to PNGs.
    case scannet

    /// How many units make a metre.
    public var unitsPerMetre: Float {
        switch self {
        case .tum, .bonn, .icl, .eth3d: 5000
        case .arkitscenes, .scannet: 1000
        }
    }
}
