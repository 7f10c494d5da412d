import Foundation
import Support
import TestSupport
import Testing

/// `fixtures/rules.json`, the documents and the cases name the same rules. `tools/dev/captures/rule-coverage` checks
/// more: the sentences, the classes, and which cases each rule has.
@Suite struct RuleTableTests {
    private func text(_ path: String) throws -> String {
        try String(contentsOf: CommandRunner.package.appending(path: path), encoding: .utf8)
    }

    private func rules() throws -> [JSONValue] {
        let json = try JSONReader.read([UInt8](try text("fixtures/rules.json").utf8))
        #expect(json["schema"]?.string == "depthcheck.rules/1")
        return try #require(json["rules"]?.elements)
    }

    private func identifiers() throws -> Set<String> {
        Set(try rules().compactMap { $0["id"]?.string })
    }

    @Test func eachRuleHasAnIdentifierOfItsOwn() throws {
        let rules = try rules()
        #expect(rules.count >= 250)
        #expect(try identifiers().count == rules.count)
        for rule in rules { #expect(rule["text"]?.string?.isEmpty == false) }
    }

    @Test(arguments: ["docs/CAPTURE.md", "docs/SPECIFICATION.md"])
    func theDocumentNamesTheRulesOfTheTableAndNoOthers(document: String) throws {
        let named = Set(try text(document).matches(of: /\b(CAP|AST|REG|REQ|SES|ANA)-[0-9]{3}\b/).map { String($0.0) })
        let listed = try rules().filter { $0["section"]?.string?.hasPrefix("\(document)#") == true }
            .compactMap { $0["id"]?.string }
        try #require(listed.count > 40)
        #expect(Set(listed).subtracting(named) == [])
        #expect(named.subtracting(try identifiers()) == [])
    }

    @Test(arguments: ["cases", "registrations", "requests"])
    func eachCaseNamesRulesOfTheTable(folder: String) throws {
        let identifiers = try identifiers()
        let path = "fixtures/captures/\(folder)"
        let names = try FileManager.default.contentsOfDirectory(
            atPath: CommandRunner.package.appending(path: path).path)
        try #require(names.count > 100)
        for name in names {
            let json = try JSONReader.read([UInt8](try text("\(path)/\(name)").utf8))
            let rules = (json["rules"]?.elements ?? []).compactMap(\.string)
            #expect(!rules.isEmpty && identifiers.isSuperset(of: rules), "\(name): \(rules)")
            #expect(["accepted", "refused", "may_differ"].contains(json["class"]?.string), "\(name)")
        }
    }
}
