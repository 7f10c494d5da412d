import ArgumentParser
import DepthFiles
import Platform

extension Destination {
    /// Makes it wrong usage to write to one file twice, by whatever names. A pipe or a device takes it all.
    func requireOther(than others: [Destination]) throws {
        guard let file, !FileAccess.isStream(file), let place = FileAccess.place(of: file) else { return }
        for other in others {
            guard let otherFile = other.file, FileAccess.place(of: otherFile) == place else { continue }
            throw ValidationError("\(other.option) and \(option) are one file, \(file); name another")
        }
    }

    /// Makes it wrong usage to write into a folder whose files are read.
    func requireOutside(of folder: String, named name: String) throws {
        guard let file else { return }
        let place = FileAccess.place(of: file)
        if FileAccess.isBelow(file, folder: folder) || (place != nil && place == FileAccess.place(of: folder)) {
            throw ValidationError("\(option) is \(file), in \(name) \(folder), which is to be read; name another file")
        }
    }
}

extension [Destination] {
    /// Makes it wrong usage to write over what is read, or to one file twice.
    func requireOther(than inputs: [String]) throws {
        for (number, output) in enumerated() {
            try output.requireOther(than: inputs.map { .success($0) })
            try output.requireOther(than: Array(self[..<number]))
        }
    }
}
