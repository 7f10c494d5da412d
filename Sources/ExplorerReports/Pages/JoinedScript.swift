/// Joins ES modules into one script, for pages in one file: `JoinedScript(entry: "page/main.js").text`.
///
/// Each module becomes a function that returns its exports and is called once, after the modules that it imports. An
/// import destructures the result. Supports only two forms, at the start of a line: `import { a, b } from "./x.js";`,
/// which may span lines, and `export` before `function`, `async function`, `class` and `const`.
struct JoinedScript {
    private(set) var text = ""
    private var joined: Set<String> = []

    private let source: (String) -> String

    /// - Parameters:
    ///   - entry: the path of the module to run.
    ///   - source: returns the source of the module at a path.
    init(entry: String, source: @escaping (String) -> String) {
        self.source = source
        join(entry, isEntry: true)
    }

    private mutating func join(_ path: String, isEntry: Bool) {
        let module = ScriptModule(source(path), path: path)
        for imported in module.imports where joined.insert(imported.path).inserted {
            join(imported.path, isEntry: false)
        }
        let imports = module.imports.map { "const { \($0.names) } = \(Self.variable($0.path));\n" }.joined()
        if isEntry {
            text += imports + module.body
        } else {
            let exports = module.exports.joined(separator: ", ")
            text += "const \(Self.variable(path)) = (() => {\n\(imports)\(module.body)return { \(exports) };\n})();\n"
        }
    }

    private static func variable(_ path: String) -> String {
        "module_" + String(path.map { $0.isLetter || $0.isNumber ? $0 : "_" })
    }
}

struct ScriptModule {
    /// For each import, the names between the braces, with `:` in place of `as`, and the path of the module.
    private(set) var imports: [(names: String, path: String)] = []
    private(set) var exports: [String] = []
    private(set) var body = ""

    init(_ source: String, path: String) {
        var statement = ""
        for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
            if !statement.isEmpty || line.hasPrefix("import {") {
                statement += line + " "
                guard line.hasSuffix(";") else { continue }
                imports.append(Self.parse(statement, in: path))
                statement = ""
            } else if line.hasPrefix("export ") {
                let declaration = line.dropFirst("export ".count)
                exports.append(Self.name(declaredBy: declaration, in: path))
                body += declaration + "\n"
            } else {
                body += line + "\n"
            }
        }
        precondition(statement.isEmpty, "\(path) ends within an import")
        while body.hasSuffix("\n\n") { body.removeLast() }
    }

    private static func parse(_ statement: String, in path: String) -> (names: String, path: String) {
        let parts = statement.split(separator: "\"", omittingEmptySubsequences: false)
        guard parts.count == 3, let open = statement.firstIndex(of: "{"), let close = statement.firstIndex(of: "}")
        else { preconditionFailure("\(path) has an import that cannot be joined: \(statement)") }
        let names = statement[statement.index(after: open)..<close].split(separator: ",").map { name in
            name.split(separator: " ").map { $0 == "as" ? ":" : String($0) }.joined(separator: " ")
        }
        return (names.filter { !$0.isEmpty }.joined(separator: ", "), resolved(String(parts[1]), from: path))
    }

    private static func name(declaredBy declaration: Substring, in path: String) -> String {
        let words = declaration.split { !($0.isLetter || $0.isNumber || "_$".contains($0)) }
        let kinds: Set<Substring> = ["async", "function", "class", "const"]
        guard let first = words.first, kinds.contains(first), let name = words.first(where: { !kinds.contains($0) })
        else { preconditionFailure("\(path) has an export that cannot be joined: \(declaration)") }
        return String(name)
    }

    /// Resolves a path relative to the importing module.
    private static func resolved(_ relative: String, from path: String) -> String {
        var parts = path.split(separator: "/").dropLast()
        for part in relative.split(separator: "/") where part != "." {
            if part == ".." { parts.removeLast() } else { parts.append(part) }
        }
        return parts.joined(separator: "/")
    }
}
