/// A published data set, which defines the units of its depth PNGs.
///
///     let options = ReadingOptions(unitsPerMetre: DataSet.tum.unitsPerMetre)
///
/// Source: the description of each data set; docs/FORMATS.md has the table.
public enum DataSet: String, Sendable, Hashable, CaseIterable {
    /// TUM RGB-D.
    case tum
    /// Bonn RGB-D Dynamic.
    case bonn
    /// ICL-NUIM, its PNGs in the format of TUM RGB-D.
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
    /// CO3D, whose PNGs hold the bits of float16 metres.
    case co3d
    /// YCB-Video.
    case ycb
    /// ScanNet++, unpacked to PNGs.
    case scannetpp

    /// The display name.
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
        case .sevenScenes: "7-Scenes or 3DMatch"
        case .co3d: "CO3D"
        case .ycb: "YCB-Video"
        case .scannetpp: "ScanNet++"
        }
    }

    /// The number of units in a metre.
    public var unitsPerMetre: Float {
        switch self {
        case .tum, .bonn, .icl, .eth3d: 5000
        case .arkitscenes, .scannet, .scannetpp, .sunrgbd, .sevenScenes: 1000
        case .kitti, .void: 256
        case .vkitti: 100
        case .scenesV2, .ycb: 10_000
        // Not used: its numbers are metres.
        case .co3d: 1
        }
    }

    /// A number other than 0 that means "no reading"; nil if there is none.
    var invalidValue: Float? { self == .sevenScenes ? 65_535 : nil }

    /// Sets the options that describe the numbers of this data set.
    package func apply(to options: inout ReadingOptions) {
        options.unitsPerMetre = unitsPerMetre
        options.stepRotation = self == .sunrgbd ? 3 : 0
        options.stepsAreHalves = self == .co3d
        if let invalidValue, !options.invalidValues.contains(invalidValue) {
            options.invalidValues.append(invalidValue)
        }
    }
}
