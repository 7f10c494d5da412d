import Platform
import WebPages

// What tools/web/build puts together besides the WebAssembly modules, which stand in the folder already:
//
//     write-web-pages code FOLDER      the ES module, one file with the description of the analysis in it, and the code
//                                      of the page, as code/page.js and code/page.css
//     write-web-pages page FOLDER      the page, one file with that code and the modules in it

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
    try FileAccess.write(Array(code.style.utf8), to: "\(folder)/code/page.css")
case "page":
    func code(_ name: String) throws -> String {
        String(decoding: try FileAccess.readFile("\(folder)/code/\(name)", maximumByteCount: 1 << 24), as: UTF8.self)
    }
    let code = WebPage.Code(style: try code("page.css"), script: try code("page.js"))
    let page = WebPage(shell, code: code, data: try WebModule(folder: folder).data)
    try FileAccess.write(page.bytes, to: "\(folder)/depthcheck.html")
default: throw Usage.expectedStepAndFolder
}
