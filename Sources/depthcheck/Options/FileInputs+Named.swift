import DepthFiles
import Support

extension FileInputs {
    func named(_ option: String) -> [NamedPath] {
        parts.flatMap { part -> [NamedPath] in
            switch part {
            case .named(let paths):
                paths.map { NamedPath(option: option, path: DepthArchive.file(readFor: $0)) }
            case .found(let paths, let folder): [NamedPath(option: option, path: folder, found: paths)]
            case .failure: []
            }
        }
    }
}
