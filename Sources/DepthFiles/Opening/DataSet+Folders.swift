extension DataSet {
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

    /// - Parameter folder: a folder name in lower case.
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
