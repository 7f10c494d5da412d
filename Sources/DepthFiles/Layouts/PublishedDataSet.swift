/// A published data set, which defines the units of its depth PNGs.
///
///     let options = ReadingOptions(unitsPerMetre: PublishedDataSet.tum.unitsPerMetre)
///
/// Source: the description of each data set; docs/FORMATS.md has the table.
public enum PublishedDataSet: String, Sendable, Hashable, CaseIterable {
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

    package func apply(to options: inout ReadingOptions) {
        options.unitsPerMetre = unitsPerMetre
        options.stepRotation = self == .sunrgbd ? 3 : 0
        options.stepsAreHalves = self == .co3d
        if let invalidValue, !options.invalidValues.contains(invalidValue) {
            options.invalidValues.append(invalidValue)
        }
    }

    /// Recognises a data set by the folder or file names of its publisher; nil for other paths.
    init?(recognisedIn path: String) {
        let parts = path.utf8.split(separator: UInt8(ascii: "/"))
            .map { String(decoding: $0.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self) }
        guard let file = parts.last else { return nil }
        if Self.isForm("frame-######.depth.png", of: file) {
            self = .sevenScenes
            return
        }
        let found = parts.dropLast().reversed().lazy.compactMap(Self.init(folder:)).first
        guard let found else { return nil }
        self = found
    }

    /// The part of a path by which ``init(recognisedIn:)`` recognises the data set.
    var recognisedPart: String { self == .sevenScenes ? "file name" : "folder name" }

    private init?(folder: String) {
        func begins(_ start: String) -> Bool { folder.utf8.starts(with: start.utf8) }
        if begins("rgbd_dataset_freiburg") {
            self = .tum
        } else if begins("rgbd_bonn_") {
            self = .bonn
        } else if begins("living_room_traj") || begins("office_room_traj") {
            self = .icl
        } else if begins("vkitti") {
            self = .vkitti
        } else if folder == "proj_depth" || Self.isForm("####_##_##_drive_####_sync", of: folder) {
            self = .kitti
        } else if ["void_150", "void_500", "void_1500", "void_release"].contains(folder) {
            self = .void
        } else if folder == "sunrgbd" || folder == "sun_rgbd" {
            self = .sunrgbd
        } else if begins("rgbd-scenes-v2") {
            self = .scenesV2
        } else if Self.isForm("scene####_##", of: folder) {
            self = .scannet
        } else {
            return nil
        }
    }

    /// Whether a name matches a form in which `#` is any digit.
    private static func isForm(_ form: String, of name: String) -> Bool {
        name.utf8.elementsEqual(form.utf8) { letter, form in
            form == UInt8(ascii: "#") ? (0x30...0x39).contains(letter) : letter == form
        }
    }
}
