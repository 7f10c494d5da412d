package import DepthAnalysis
internal import DepthFiles
package import Support

/// The golden set of the user that the found maps are added to. Nothing in it is overwritten.
package struct FuzzedSet: Sendable {
    package let set: GoldenSet
    /// The profile of the answers that differ.
    private let profile: AnalysisProfile
    /// The version of depthcheck, for the goldens.
    private let version: String

    package init(_ set: GoldenSet, _ profile: AnalysisProfile, version: String) {
        (self.set, self.profile, self.version) = (set, profile, version)
    }

    /// Adds the maps with the answers of depthcheck, each in every folder of goldens that needs one.
    ///
    /// - Returns: the paths of the goldens written, and a remark for each map that was not added.
    package func add(_ maps: [FuzzedMap]) throws(FileAccessError) -> (paths: [String], remarks: [String]) {
        var (paths, remarks): ([String], [String]) = ([], [])
        for map in maps {
            let folders = folders(for: map)
            let bytes = map.input.file
            let name = "fuzz-" + SHA256Digest.hexadecimal(of: bytes + Array(map.input.text.utf8)).prefix(12)
            guard let first = folders.first(where: { $0.profile == profile }) else {
                remarks.append(
                    "\(name) not added: the manifest has no folder of the \(profile.rawValue) for \(map.input.text)")
                continue
            }
            let file = (first.inputs.map { "\($0)/" } ?? "") + name + (map.input.isWholeFile ? "" : ".bin.gz")
            let goldens = folders.map { "\($0.name)/\(name)" }
            guard
                ([set.inputPath(file)] + goldens.map(set.goldenPath))
                    .allSatisfy({ FileAccess.missing($0) != nil })
            else {
                remarks.append("\(name) not added: the set has it")
                continue
            }
            try FileAccess.createFolders(set.inputPath(file).folderPrefix)
            try FileAccess.write(bytes, to: set.inputPath(file))
            for folder in folders {
                guard var golden = map.golden(of: set, file: file, as: folder.profile, version) else { continue }
                (golden.name, golden.folder) = (name, folder.name)
                try FileAccess.createFolder("\(set.path)/\(folder.name)")
                try FileAccess.write(Array(golden.text.utf8), to: set.goldenPath(golden.id))
                paths.append(set.goldenPath(golden.id))
            }
        }
        return (paths, remarks)
    }

    /// Each folder whose goldens are for inputs like this one. Goldens of depthcheck have stages, so none needs
    /// another that completes it.
    private func folders(for map: FuzzedMap) -> [Manifest.Folder] {
        set.manifest.folders.filter { folder in
            (folder.inputs != nil) == map.input.isWholeFile && folder.completes == nil
        }
    }
}
