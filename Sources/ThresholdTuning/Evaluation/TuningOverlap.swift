internal import Support

/// Whether the evaluated maps were used for tuning, as far as known. Rates on maps used for tuning are optimistic.
public struct TuningOverlap: Sendable, Hashable {
    /// One source of tuning data.
    public enum Source: Sendable {
        /// Labels, which give names and groups.
        case labels([CaptureLabel])
        /// Measurements, which give names and file digests.
        case measurements([MapMeasurement])
    }

    /// Whether the evaluated maps were held out of tuning.
    public enum Code: String, Sendable, CaseIterable {
        /// No evaluated file or group is in the tuning data, as far as known.
        case heldOut = "held_out"
        /// Some evaluated files or groups are, or may be, in the tuning data.
        case shared
        /// All evaluated files are in the tuning data.
        case sameData = "same_data"
        /// The tuning data are not known.
        case notKnown = "not_known"
    }

    /// Whether the maps were held out.
    public let code: Code
    /// Files whose bytes equal those of a tuning file.
    public let sameFiles: [String]
    /// Files with the name of a tuning file, if the bytes of one of the two are not known.
    public let sameNames: [String]
    /// Named groups with the name of a tuning group that shares a file with them, or may do so (bytes not known).
    public let sameGroups: [String]
    /// Named groups with the name of a tuning group that has only other files.
    public let groupsOfOtherFiles: [String]
    /// Whether groups could be compared: the tuning data have labels.
    public let comparesGroups: Bool
    /// Whether files could be compared: the tuning data have measurements, or the parameters name the evaluated ones.
    public let comparesFiles: Bool

    /// Whether the parameters name the tables that they were tuned on.
    package var namesOtherData = false

    /// Nothing is known about the tuning data.
    public static let unknown = TuningOverlap(.notKnown)

    /// All maps were used for tuning: the parameters name these measurements as their tuning data.
    static let sameData = TuningOverlap(.sameData, comparesFiles: true)

    private init(_ code: Code, comparesFiles: Bool = false) {
        self.code = code
        (sameFiles, sameNames, sameGroups, groupsOfOtherFiles) = ([], [], [], [])
        (comparesGroups, self.comparesFiles) = (false, comparesFiles)
    }

    /// Whether some maps or groups are, or may be, in the tuning data.
    public var isShared: Bool { code == .shared || code == .sameData }

    /// Finds the maps of `labelled` in the tuning data. Without sources, the code is ``Code/notKnown``.
    ///
    /// A shared group needs a shared file as well as a shared name, because names such as `scene-1` repeat in other
    /// corpora.
    public init(of labelled: LabelledMeasurements, in sources: [Source]) {
        self.init(of: labelled.labels, digests: labelled.rows.map(\.fileDigest), in: sources)
    }

    /// - Parameter fileDigests: the digests of the labelled files; nil if their bytes are not known.
    init(of labels: [CaptureLabel], digests fileDigests: [String]?, in sources: [Source]) {
        let paths = labels.map(\.file)
        var digests: [ExactText: String] = [:]
        var groups: [ExactText: Set<ExactText>] = [:]
        var known: Set<String> = []
        for source in sources {
            switch source {
            case .labels(let labels):
                for label in labels { groups[ExactText(label.group), default: []].insert(ExactText(label.file)) }
            case .measurements(let rows):
                for row in rows where !row.fileDigest.isEmpty {
                    digests[ExactText(row.file)] = row.fileDigest
                    known.insert(row.fileDigest)
                }
            }
        }
        let labelledNames = groups.values.reduce(into: Set<ExactText>()) { $0.formUnion($1) }
        comparesGroups = !groups.isEmpty
        comparesFiles = !known.isEmpty && fileDigests != nil
        sameFiles = zip(paths, fileDigests ?? []).filter { known.contains($0.1) }.map(\.0)
        let names = fileDigests == nil ? labelledNames.union(digests.keys) : labelledNames.subtracting(digests.keys)
        sameNames = paths.filter { names.contains(ExactText($0)) }
        var members: [ExactText: Set<String>] = [:]
        for (label, digest) in zip(labels, fileDigests ?? []) {
            members[ExactText(label.group), default: []].insert(digest)
        }
        // A map without a group forms a group named after its file. Such names are compared as file names above.
        let named = labels.map(\.group).exactTexts.intersection(groups.keys).subtracting(paths.exactTexts).sorted()
        func sharesFile(_ group: ExactText) -> Bool {
            let files = groups[group] ?? []
            return fileDigests == nil
                || files.contains { digests[$0].map { members[group]?.contains($0) ?? false } ?? true }
        }
        sameGroups = named.filter(sharesFile).map(\.text)
        groupsOfOtherFiles = named.filter { !sharesFile($0) }.map(\.text)
        code =
            if !sameFiles.isEmpty {
                sameFiles.count == paths.count ? .sameData : .shared
            } else if !(sameNames.isEmpty && sameGroups.isEmpty) {
                .shared
            } else {
                comparesFiles ? .heldOut : .notKnown
            }
    }
}

extension TuningOverlap {
    /// The first sentence on held-out data.
    var sentence: String {
        let unchecked = comparesGroups ? "" : " Groups were not compared: give the labels of the tuning data too."
        switch code {
        case .heldOut:
            return "Held out: no file was tuned on, by SHA-256"
                + (comparesGroups && groupsOfOtherFiles.isEmpty ? ", and no group." : ".") + unchecked
        case .sameData: return "Not held out: these are the same data that the thresholds were tuned on."
        case .shared: return "Not held out: some of these maps or groups were tuned on; see Not held out."
        case .notKnown:
            if comparesGroups {
                return "Not known whether the maps were held out: no name or group was tuned on, but only the "
                    + "measurements of the tuning data show whether the files were."
            }
            return "Not known whether the maps were held out: "
                + (namesOtherData ? "the parameters were tuned on other tables; " : "")
                + "give the measurements and labels that the parameters were tuned on."
        }
    }
}
