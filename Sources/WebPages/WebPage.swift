internal import DepthPictures
internal import Digests

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

    /// The HTML.
    package let bytes: [UInt8]

    /// Puts a page together.
    ///
    /// - Parameters:
    ///   - shell: the name of its shell, such as `page.html`.
    ///   - data: what it is to read.
    package init(_ shell: String, data: [DataBlock]) {
        self.init(shell: WebSources.text(shell), data: data, source: WebSources.module)
    }

    init(shell: String, data: [DataBlock], source: @escaping (String) -> String) {
        var style = ""
        var script = ""
        for line in shell.split(separator: "\n") {
            if let files = Self.mark("style", in: line) {
                style = files.split(separator: " ").map { source(String($0)) }.joined()
            } else if let entry = Self.mark("script", in: line) {
                script = JoinedScript(entry: entry, source: source).text
            }
        }
        for code in [script, style] {
            precondition(!code.contains("</") && !code.contains("<!--"), "code that would end its own element")
        }
        var bytes: [UInt8] = []
        func append(_ line: some StringProtocol) { bytes += Array(line.utf8) + [UInt8(ascii: "\n")] }
        for line in shell.split(separator: "\n", omittingEmptySubsequences: false) {
            if Self.mark("style", in: line) != nil {
                append("<style>\(style)</style>")
            } else if Self.mark("script", in: line) != nil {
                append("<script type=\"module\">\(script)</script>")
            } else if line.contains("<!-- policy -->") {
                append(Self.policy(style: style, script: script))
            } else if line.contains("<!-- data -->") {
                for block in data {
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
    private static func mark(_ name: String, in line: some StringProtocol) -> String? {
        let words = line.split(separator: " ")
        guard words.first == "<!--", words.count > 2, words[1] == "\(name):" else { return nil }
        return words[2...].dropLast().joined(separator: " ")
    }

    /// Nothing is fetched, and nothing but the code of the page itself is carried out.
    private static func policy(style: String, script: String) -> String {
        func hash(_ code: String) -> String {
            let digest = SHA256Digest.bytes(of: Array(code.utf8))
            return "'sha256-" + String(decoding: Base64.text(of: digest), as: UTF8.self) + "'"
        }
        return "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
            + "script-src \(hash(script)) 'wasm-unsafe-eval'; style-src \(hash(style)); img-src blob: data:; "
            + "base-uri 'none'; form-action 'none'\">"
    }
}
