import ExplorerReports
import Support

// Used by tools/web/build to write everything except the WebAssembly modules, which are already in the folder:
//
//     write-web-pages code FOLDER      the ES module with the description of the analysis, and the code of the page as
//                                      code/page.js, code/loader.js and code/page.css
//     write-web-pages page FOLDER      the page, which embeds the modules and that code as compressed in
//                                      code/page.js.gz and code/page.css.gz

enum Usage: Error { case expectedStepAndFolder }

let arguments = Machine.arguments
guard arguments.count == 3 else { throw Usage.expectedStepAndFolder }
let folder = arguments[2]
let shell = "page.html"

switch arguments[1] {
case "code":
    let code = WebPage.Code(of: shell)
    try FileAccess.write(Array(WebSources.libraryModule.utf8), to: "\(folder)/depthcheck.js")
    try FileAccess.write(Array(code.script.utf8), to: "\(folder)/code/page.js")
    try FileAccess.write(Array(WebPage.Code.loader.utf8), to: "\(folder)/code/loader.js")
    try FileAccess.write(Array(code.style.utf8), to: "\(folder)/code/page.css")
case "page":
    func bytes(_ name: String) throws -> [UInt8] {
        try FileAccess.readFile("\(folder)/code/\(name)", maximumByteCount: 1 << 24)
    }
    func text(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }
    let code = WebPage.Code(
        style: try text("page.css"), script: try text("page.js"),
        packed: WebPage.Code.Packed(
            script: try bytes("page.js.gz"), style: try bytes("page.css.gz"), loader: try text("loader.js")))
    let page = WebPage(shell, code: code, data: try WebModule(folder: folder, candidates: true).data)
    try FileAccess.write(page.bytes, to: "\(folder)/depthcheck.html")
default: throw Usage.expectedStepAndFolder
}
