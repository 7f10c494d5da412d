import Platform
import WebPages

// Writes what tools/web/build makes besides the WebAssembly modules that stand in the folder already:
//
//     write-web-pages FOLDER
//
// The ES module, which is one file with the description of the analysis in it, and the page, which is one file with the
// modules in it.

let arguments = Machine.arguments
guard arguments.count == 2 else { fatalError("expected a folder") }
let folder = arguments[1]
try FileAccess.write(Array(WebSources.libraryModule.utf8), to: "\(folder)/depthcheck.js")
let page = WebPage("page.html", data: try WebModule(folder: folder).data)
try FileAccess.write(page.bytes, to: "\(folder)/depthcheck.html")
