/// A published data set whose depth PNGs are in units of its own.
///
///     let options = ReadingOptions(unitsPerMetre: DataSet.tum.unitsPerMetre)
///
/// Source: the description of each data set; docs/FORMATS.md has the table.
public enum DataSet: String, Sendable, Hashable, CaseIterable {
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
    /// KITTI depth completion and prediction.
    case kitti
    /// Virtual KITTI 2.
    case vkitti
    /// VOID.
    case void
    /// SUN RGB-D, whose millimetres are rotated by three bits.
    case sunrgbd
    /// RGB-D Scenes, version 2.
    case scenesV2 = "rgbd-scenes-v2"
    /// 7-Scenes.
    case sevenScenes = "7scenes"

    /// What it is called where it is mentioned.
    public var name: String {
        switch self {
        case .tum: "TUM RGB-D"
        case .bonn: "Bonn RGB-D Dynamic"
        case .icl: "ICL-NUIM"
        case .eth3d: "ETH3D SLAM"
        case .arkitscenes: "ARKitScenes"
        case .scannet: "ScanNet"
        case .kitti: "KITTI"
        case .vkitti: "Virtual KITTI 2"
        case .void: "VOID"
        case .sunrgbd: "SUN RGB-D"
        case .scenesV2: "RGB-D Scenes v2"
        case .sevenScenes: "7-Scenes"
        }
    }

    /// How many units make a metre.
    public var unitsPerMetre: Float {
        switch self {
        case .tum, .bonn, .icl, .eth3d: 5000
        case .arkitscenes, .scannet, .sunrgbd, .sevenScenes: 1000
        case .kitti, .void: 256
        case .vkitti: 100
        case .scenesV2: 10_000
        }
    }

    /// The number that stands for no reading besides 0, where there is one.
    var invalidValue: Float? { self == .sevenScenes ? 65_535 : nil }

    /// Takes over what is known of the numbers of this data set.
    package func apply(to options: inout ReadingOptions) {
        options.unitsPerMetre = unitsPerMetre
        options.stepRotation = self == .sunrgbd ? 3 : 0
        if let invalidValue, !options.invalidValues.contains(invalidValue) {
            options.invalidValues.append(invalidValue)
        }
    }
}
