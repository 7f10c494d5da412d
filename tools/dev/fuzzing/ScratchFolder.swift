import Support

/// The folder for files of this process, in the one named by `TMPDIR`, which fuzz.py removes.
let scratchFolder: PrivateFolder = {
    do throws(FileAccessError) { return try PrivateFolder() } catch { fatalError("\(error)") }
}()

/// Writes a file, and returns its path.
func scratchFile(_ bytes: [UInt8], named name: String) -> String {
    let path = "\(scratchFolder.path)/\(name)"
    do throws(FileAccessError) { try FileAccess.write(bytes, to: path) } catch { fatalError("\(error)") }
    return path
}
