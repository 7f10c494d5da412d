internal import DepthPictures
internal import Support

/// A page in one file, which works from wherever it lies and reaches nothing outside of it.
///
///     let page = WebPage("page.html", data: [.init(id: "depthcheck.wasm", bytes: module)])
///     try output.finish(page.bytes)
///
/// The shell is a file of tools/web/source with the marks `<!-- policy -->`, `<!-- style: FILE… -->`,
/// `<!-- script: ENTRY -->` and `<!-- data -->`, each on a line of its own.
package struct WebPage {
    /// Something a page reads, as the text of the element `id`.
    package struct DataBlock {
        package let id: String
        package let text: [UInt8]

        /// A block of text, JSON for example. What would end the element is written as JSON has it: in a string of JSON
        /// `\u003c` is `<`, and elsewhere in JSON there is none.
        package init(id: String, json: [UInt8]) {
            self.id = id
            var text: [UInt8] = []
            text.reserveCapacity(json.count)
            for byte in json {
                if byte == UInt8(ascii: "<") { text += Array(#"\u003c"#.utf8) } else { text.append(byte) }
            }
            self.text = text
        }

        /// A block of bytes, in base64.
        package init(id: String, bytes: [UInt8]) {
            self.id = id
            text = Base64.text(of: bytes)
        }
    }

    /// The code of a page: what its shell asks for, put together.
    package struct Code {
        package var style = ""
        package var script = ""
        /// Both in gzip, with what unpacks them in the page; nil for those that stand there as they are.
        package var packed: Packed?

        /// Script and style in gzip, and the script that unpacks them.
        package struct Packed {
            let script: [UInt8]
            let style: [UInt8]
            let loader: String

            package init(script: [UInt8], style: [UInt8], loader: String) {
                (self.script, self.style, self.loader) = (script, style, loader)
            }
        }

        /// The code of the page with a shell, such as `page.html`.
        package init(of shell: String) {
            self.init(in: WebSources.text(shell), source: WebSources.module)
        }

        /// Code that was put together and made smaller elsewhere.
        package init(style: String, script: String, packed: Packed? = nil) {
            self.style = style
            self.script = script
            self.packed = packed
        }

        /// What unpacks style and script of a page and carries them out.
        package static var loader: String {
            JoinedScript(entry: "shared/loader.js", source: WebSources.module).text
        }

        /// What the loader reads.
        fileprivate var blocks: [DataBlock] {
            guard let packed else { return [] }
            return [DataBlock(id: "style", bytes: packed.style), DataBlock(id: "script", bytes: packed.script)]
        }
        /// The script that stands in the page.
        fileprivate var outerScript: String { packed?.loader ?? script }
        /// The style that stands in the page.
        fileprivate var outerStyle: String? { packed == nil ? style : nil }
        /// All that may be carried out.
        fileprivate var scripts: [String] { packed == nil ? [script] : [outerScript, script] }

        init(in shell: String, source: @escaping (String) -> String) {
            for line in shell.split(separator: "\n") {
                if let files = WebPage.mark("style", in: line) {
                    style = files.split(separator: " ").map { source(String($0)) }.joined()
                } else if let entry = WebPage.mark("script", in: line) {
                    script = JoinedScript(entry: entry, source: source).text
                }
            }
        }
    }

    /// The HTML.
    package let bytes: [UInt8]

    /// Puts a page together.
    ///
    /// - Parameters:
    ///   - shell: the name of its shell, such as `page.html`.
    ///   - code: its code, if it was made smaller.
    ///   - data: what it is to read.
    package init(_ shell: String, code: Code? = nil, data: [DataBlock]) {
        self.init(shell: WebSources.text(shell), code: code ?? Code(of: shell), data: data)
    }

    init(shell: String, code: Code, data: [DataBlock]) {
        for text in [code.outerScript, code.outerStyle ?? ""] {
            precondition(!text.contains("</") && !text.contains("<!--"), "code that would end its own element")
        }
        var bytes: [UInt8] = []
        func append(_ line: some StringProtocol) { bytes += Array(line.utf8) + [UInt8(ascii: "\n")] }
        for line in shell.split(separator: "\n", omittingEmptySubsequences: false) {
            if Self.mark("style", in: line) != nil {
                if let style = code.outerStyle { append("<style>\(style)</style>") }
            } else if Self.mark("script", in: line) != nil {
                append("<script type=\"module\">\(code.outerScript)</script>")
            } else if line.contains("<!-- policy -->") {
                append(Self.policy(code))
            } else if line.contains("<!-- data -->") {
                for block in data + code.blocks {
                    bytes += Array("<script type=\"text/plain\" id=\"\(block.id)\">".utf8) + block.text
                    append("</script>")
                }
            } else {
                append(line)
            }
        }
        while bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
        self.bytes = bytes + [UInt8(ascii: "\n")]
    }

    /// What stands behind the colon of `<!-- NAME: … -->`.
    fileprivate static func mark(_ name: String, in line: some StringProtocol) -> String? {
        let words = line.split(separator: " ")
        guard words.first == "<!--", words.count > 2, words[1] == "\(name):" else { return nil }
        return words[2...].dropLast().joined(separator: " ")
    }

    /// Nothing is fetched, and nothing but the code of the page itself is carried out.
    private static func policy(_ code: Code) -> String {
        func hash(_ text: String) -> String {
            let digest = SHA256Digest.bytes(of: Array(text.utf8))
            return "'sha256-" + String(decoding: Base64.text(of: digest), as: UTF8.self) + "'"
        }
        return "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
            + "script-src \(code.scripts.map(hash).joined(separator: " ")) 'wasm-unsafe-eval'; "
            + "style-src \(hash(code.style)); img-src blob: data:; "
            + "base-uri 'none'; form-action 'none'\">"
    }
}
