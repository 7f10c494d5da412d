import Testing

@testable import ExplorerReports

/// Modules that are joined into one script.
@Suite struct JoinedScriptTests {
    private func joined(_ modules: [String: String], entry: String = "page/main.js") -> String {
        JoinedScript(entry: entry) { path in modules[path] ?? "missing \(path)" }.text
    }

    @Test func anEntryWithoutImportsIsUnchanged() {
        #expect(joined(["page/main.js": "start();\n"]) == "start();\n")
    }

    @Test func aModuleIsAFunctionThatReturnsItsExports() {
        let script = joined([
            "page/main.js": "import { twice } from \"../shared/numbers.js\";\nconsole.log(twice(2));\n",
            "shared/numbers.js": "const factor = 2;\nexport function twice(x) {\n  return factor * x;\n}\n",
        ])
        #expect(
            script == """
                const module_shared_numbers_js = (() => {
                const factor = 2;
                function twice(x) {
                  return factor * x;
                }
                return { twice };
                })();
                const { twice } = module_shared_numbers_js;
                console.log(twice(2));

                """)
    }

    @Test func everyKindOfExportIsRecognised() {
        let module = ScriptModule(
            """
            export class Map {}
            export async function load() {}
            export const $limit = 3;
            const hidden = 1;

            """, path: "x.js")
        #expect(module.exports == ["Map", "load", "$limit"])
        #expect(module.body == "class Map {}\nasync function load() {}\nconst $limit = 3;\nconst hidden = 1;\n")
    }

    @Test func anImportMaySpanLinesAndRename() throws {
        let module = ScriptModule(
            "import {\n  first,\n  second as other,\n} from \"./y.js\";\nfirst(other);\n", path: "shared/x.js")
        let imported = try #require(module.imports.first)
        #expect(imported.names == "first, second : other")
        #expect(imported.path == "shared/y.js")
        #expect(module.body == "first(other);\n")
    }

    @Test func sharedModulesAppearOnceBeforeTheirImporters() {
        let script = joined([
            "page/main.js": "import { a } from \"./a.js\";\nimport { c } from \"../c.js\";\na(c);\n",
            "page/a.js": "import { c } from \"../c.js\";\nexport const a = c;\n",
            "c.js": "export const c = 1;\n",
        ])
        #expect(script.components(of: "const module_c_js").count == 2)
        #expect(script.position(of: "const module_c_js") < script.position(of: "const module_page_a_js"))
    }
}

extension String {
    func components(of text: String) -> [Substring] { split(separator: text, omittingEmptySubsequences: false) }

    /// The number of characters before a text, or of all characters if it does not occur.
    func position(of text: String) -> Int { components(of: text)[0].count }
}
