import DepthPictures
import Foundation
import Support
import TestSupport
import Testing

@testable import ExplorerReports

@Suite struct WebPageTests {
    private static let sources = CommandRunner.package.appending(path: "tools/web/source")

    /// A minimal set of the parts of a page.
    private static let files = [
        "shared/style.css": "body { margin: 0; }\n", "page/style.css": "h1 { color: red; }\n",
        "page/main.js": "console.log(1);\n",
    ]
    private static let shell = """
        <!doctype html>
        <!-- policy -->
        <!-- style: shared/style.css page/style.css -->
        <!-- script: page/main.js -->
        <!-- data -->

        """

    private func page(_ data: [WebPage.DataBlock] = []) -> String {
        let code = WebPage.Code(in: Self.shell) { Self.files[$0] ?? "" }
        return String(decoding: WebPage(shell: Self.shell, code: code, data: data).bytes, as: UTF8.self)
    }

    private func element(_ name: String, of page: String) throws -> String {
        let start = try #require(page.range(of: "<\(name)>")).upperBound
        let end = try #require(page[start...].range(of: "</\(name.split(separator: " ")[0])>")).lowerBound
        return String(page[start..<end])
    }

    @Test func everySourceFileIsEmbedded() throws {
        let files = try #require(FileManager.default.enumerator(atPath: Self.sources.path)).compactMap { $0 as? String }
        let wanted = files.filter { file in [".js", ".css", ".html"].contains { file.hasSuffix($0) } }
        #expect(WebSources.names.sorted() == wanted.sorted(), "run tools/dev/tables/web-sources")
        for name in WebSources.names {
            let stored = try String(contentsOf: Self.sources.appending(path: name), encoding: .utf8)
            #expect(WebSources.text(name) == stored, "\(name) differs from the built file")
        }
    }

    @Test func theStyleJoinsAllItsFiles() throws {
        #expect(try element("style", of: page()) == "body { margin: 0; }\nh1 { color: red; }\n")
    }

    @Test func thePolicyAllowsOnlyThePagesCode() throws {
        let page = page()
        for (name, kind) in [("style", "style-src"), ("script type=\"module\"", "script-src")] {
            let code = try element(name, of: page)
            let hash = Base64.text(of: SHA256Digest.bytes(of: Array(code.utf8)))
            #expect(page.contains("\(kind) 'sha256-\(String(decoding: hash, as: UTF8.self))'"))
        }
        #expect(page.contains("default-src 'none';"))
        #expect(!page.contains("unsafe-inline") && !page.contains("connect-src"))
    }

    @Test func thePolicyAllowsPackedCodeAndItsLoader() throws {
        let packed = WebPage.Code.Packed(script: [0, 1, 2, 255], style: [3, 4, 5], loader: "load(\"script\");\n")
        let code = WebPage.Code(style: "p { margin: 0 }", script: "console.log(1);\n", packed: packed)
        let page = String(decoding: WebPage(shell: Self.shell, code: code, data: []).bytes, as: UTF8.self)
        #expect(try element("script type=\"module\"", of: page) == "load(\"script\");\n")
        #expect(page.contains("<script type=\"text/plain\" id=\"script\">AAEC/w==</script>"))
        #expect(page.contains("<script type=\"text/plain\" id=\"style\">AwQF</script>"))
        #expect(!page.contains("console.log") && !page.contains("margin") && !page.contains("<style>"))
        func hash(_ text: String) -> String {
            "'sha256-\(String(decoding: Base64.text(of: SHA256Digest.bytes(of: Array(text.utf8))), as: UTF8.self))'"
        }
        #expect(page.contains("script-src \(hash(packed.loader)) \(hash(code.script)) 'wasm-unsafe-eval';"))
        #expect(page.contains("style-src \(hash(code.style));"))
    }

    @Test func theLoaderNeedsOnlyThePackedCode() {
        #expect(WebPage.Code.loader.contains("[\"style\", \"script\"].map(textOf)"))
        #expect(!WebPage.Code.loader.contains("description"))
    }

    @Test func dataCannotCloseItsElement() throws {
        let hostile = Array("{\"name\":\"</script><script>alert(1)</script><!--\"}".utf8)
        let page = page([WebPage.DataBlock(id: "report", json: hostile)])
        #expect(page.contains("{\"name\":\"\\u003c/script>\\u003cscript>alert(1)\\u003c/script>\\u003c!--\"}</script>"))
        #expect(page.components(of: "<script").count == 3)
    }

    @Test func bytesAreBase64() {
        let page = page([WebPage.DataBlock(id: "column", bytes: [0, 1, 2, 255])])
        #expect(page.contains("<script type=\"text/plain\" id=\"column\">AAEC/w==</script>"))
    }

    @Test(arguments: WebSources.names.filter { $0.hasSuffix(".html") }) func everyShellYieldsAPage(shell: String) {
        let page = WebPage(shell, data: [])
        let text = String(decoding: page.bytes, as: UTF8.self)
        #expect(!text.contains("<!--"))
        #expect(text.components(of: "</script>").count == 2)
    }

    @Test func theLibraryIsOneModuleWithoutImports() {
        let module = WebSources.libraryModule
        #expect(module.contains("\nconst description = {"))
        #expect(!module.contains("\nimport "))
    }
}
