internal import DepthPictures
internal import Support

/// A self-contained page in one file, which loads nothing else.
///
/// The shell is a file of tools/web/source with the marks `<!-- policy -->`, `<!-- style: FILE… -->`, `<!-- script:
/// ENTRY -->` and `<!-- data -->`, each on its own line.
package struct WebPage {
    /// Data for a page, stored as the text of an element with this `id`.
    package struct DataBlock {
        package let id: String
        package let text: [UInt8]

        /// A block of JSON. `<`, which could end the element, occurs only in JSON strings and is escaped as `\u003c`.
        package init(id: String, json: [UInt8]) {
            self.id = id
            var text: [UInt8] = []
            text.reserveCapacity(json.count)
            for byte in json {
                if byte == UInt8(ascii: "<") { text += Array(#"\u003c"#.utf8) } else { text.append(byte) }
            }
            self.text = text
        }

        package init(id: String, bytes: [UInt8]) {
            self.id = id
            text = Base64.text(of: bytes)
        }
    }

    /// The script and style of a page.
    package struct Code {
        package var style = ""
        package var script = ""
        /// Compressed script and style; nil if they are embedded uncompressed.
        package var packed: Packed?

        /// Script and style in gzip, with the script that unpacks them.
        package struct Packed {
            let script: [UInt8]
            let style: [UInt8]
            let loader: String

            package init(script: [UInt8], style: [UInt8], loader: String) {
                (self.script, self.style, self.loader) = (script, style, loader)
            }
        }

        /// The code for a shell, such as `page.html`.
        package init(of shell: String) {
            self.init(in: WebSources.text(shell), source: WebSources.module)
        }

        /// Code that was joined and minified elsewhere.
        package init(style: String, script: String, packed: Packed? = nil) {
            (self.style, self.script, self.packed) = (style, script, packed)
        }

        /// The script that unpacks and runs the code of a page.
        package static var loader: String {
            JoinedScript(entry: "shared/loader.js", source: WebSources.module).text
        }

        fileprivate var blocks: [DataBlock] {
            guard let packed else { return [] }
            return [DataBlock(id: "style", bytes: packed.style), DataBlock(id: "script", bytes: packed.script)]
        }
        fileprivate var outerScript: String { packed?.loader ?? script }
        fileprivate var outerStyle: String? { packed == nil ? style : nil }
        /// All scripts that the policy must allow.
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

    package let bytes: [UInt8]

    /// Assembles a page.
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

    /// The text after the colon of `<!-- NAME: … -->`.
    fileprivate static func mark(_ name: String, in line: some StringProtocol) -> String? {
        let words = line.split(separator: " ")
        guard words.first == "<!--", words.count > 2, words[1] == "\(name):" else { return nil }
        return words[2...].dropLast().joined(separator: " ")
    }

    /// The content security policy: no network, and only the page's own code.
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
