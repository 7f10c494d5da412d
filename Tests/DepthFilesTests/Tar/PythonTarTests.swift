import Foundation
import TestSupport
import Testing

private let hasPython: Bool = {
    let outcome = try? CommandRunner.run(URL(filePath: "/usr/bin/env"), ["python3", "-c", "import tarfile"])
    return outcome?.exitCode == 0
}()

@Suite(.enabled(if: hasPython, "needs python3")) struct PythonTarTests {
    private static let program = """
        import io, sys, tarfile
        form, mode = sys.argv[1:3]
        with tarfile.open(sys.argv[3], mode, format=getattr(tarfile, form)) as tar:
            for index in range(20):
                name = "d" * 7 * index + "/m%02d" % index if form != "USTAR_FORMAT" else "d" * index + "/m%02d" % index
                info = tarfile.TarInfo(name)
                data = b"x" * (index * 200)
                info.size, info.mtime = len(data), 1.5 + index
                tar.addfile(info, io.BytesIO(data))
            link = tarfile.TarInfo("link")
            link.type, link.linkname = tarfile.SYMTYPE, "t" * (90 if form == "USTAR_FORMAT" else 300)
            tar.addfile(link)
        """

    @Test(arguments: ["USTAR_FORMAT", "GNU_FORMAT", "PAX_FORMAT"], ["w", "w:gz"])
    func everyPythonTarFormatIsRead(form: String, mode: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/shard"
        let outcome = try CommandRunner.run(
            URL(filePath: "/usr/bin/env"), ["python3", "-c", Self.program, form, mode, path])
        try #require(outcome.exitCode == 0, "\(outcome.errors)")
        let texts = found(Array(try Data(contentsOf: URL(filePath: path))))
        let unit = form == "USTAR_FORMAT" ? 1 : 7
        var expected = (0..<20).map { index in
            let name = String(repeating: "d", count: unit * index) + "/m\(index < 10 ? "0" : "")\(index)"
            return "\(name)=" + String(repeating: "x", count: index * 200)
        }
        expected.append("link link")
        #expect(texts == expected)
    }
}
