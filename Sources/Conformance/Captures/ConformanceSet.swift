package import Support

/// A folder of cases for capture servers, with the expected answers, the rules and the known mistakes.
///
/// Case files are in `cases`, `registrations` and `requests`, the expected answers in `expected.json`,
/// `registrations.json` and `requests.json`, the mistakes in `mistakes.json`, and the rules beside the folder in
/// `rules.json`. One of the three folders must exist; all else may be absent.
package struct ConformanceSet: Sendable {
    package let path: String
    package var cases: [ConformanceCase] = []
    private(set) var failures: [(path: String, failure: CaseFailure)] = []
    private(set) var rules: [String: String] = [:]
    private(set) var allowed = AllowedAnswers(nil)
    let mistakes: [KnownMistake]
    /// All files of the set that are read, which no output may overwrite.
    package private(set) var files: [String] = []

    package static let parts = [
        (folder: "cases", answers: "expected.json"), (folder: "registrations", answers: "registrations.json"),
        (folder: "requests", answers: "requests.json"),
    ]
    private static let rulesName = "../rules.json"
    private static let mistakesName = "mistakes.json"
    private static let suffix = ".json"

    /// A set of cases that are in no folder; the sentences of rules are those of the set in `folder`.
    package init(_ cases: [ConformanceCase], named name: String, rulesOf folder: String) {
        (path, self.cases, mistakes) = (name, cases, [])
        readRules(try? CaseFile.json("\(folder)/\(Self.rulesName)"))
    }

    private mutating func readRules(_ json: JSONValue?) {
        allowed = AllowedAnswers(json)
        for rule in json?["rules"]?.elements ?? [] {
            guard let id = rule["id"]?.string else { continue }
            rules[id] = rule["text"]?.string ?? ""
        }
    }

    /// Reads a set.
    package init(_ path: String) throws(FileAccessError) {
        self.path = path
        var failures: [(path: String, failure: CaseFailure)] = []
        var files: [String] = []
        func json(_ name: String) -> JSONValue? {
            let file = "\(path)/\(name)"
            do throws(CaseFileError) {
                defer { files.append(file) }
                return try CaseFile.json(file)
            } catch {
                if case .inaccessible(let error) = error, error.reason == .missing { return nil }
                failures.append((file, .unreadable(error)))
                return nil
            }
        }
        let ruleTable = json(Self.rulesName)
        var mistakes: [KnownMistake] = []
        for (index, entry) in (json(Self.mistakesName)?["mistakes"]?.elements ?? []).enumerated() {
            guard let mistake = KnownMistake(entry) else {
                let error = CaseFileError.wrongMember(
                    "mistakes[\(index)]", expected: "a name, and answers with their members and cases")
                failures.append(("\(path)/\(Self.mistakesName)", .unreadable(error)))
                continue
            }
            mistakes.append(mistake)
        }
        self.mistakes = mistakes
        var cases: [ConformanceCase] = []
        var paths: [ExactText: String] = [:]
        let present = try FileAccess.names(inFolder: path)
        for part in Self.parts where present.contains(part.folder) || present.contains(part.answers) {
            let answers = json(part.answers)?.members ?? []
            var expected: [ExactText: JSONValue] = [:]
            for answer in answers { expected[ExactText(String(jsonName: answer.key))] = answer.value }
            let folder = "\(path)/\(part.folder)"
            for file in (try FileAccess.names(inFolder: folder)).sortedExactly() where file.hasSuffix(Self.suffix) {
                let file = "\(folder)/\(file)"
                let name = String(file.lastPathPart.dropLast(Self.suffix.count))
                files.append(file)
                if let other = paths.updateValue(file, forKey: ExactText(name)) {
                    failures.append((file, .sameName(other)))
                    continue
                }
                guard let answer = expected.removeValue(forKey: ExactText(name)) else {
                    failures.append((file, .withoutExpected(file: part.answers)))
                    continue
                }
                do throws(CaseFileError) {
                    cases.append(try ConformanceCase(file, folder: part.folder, name: name, expected: answer))
                } catch {
                    failures.append((file, .unreadable(error)))
                }
            }
            for name in expected.keys.sorted() {
                failures.append(("\(path)/\(part.answers)", .withoutCase(name: name.text, folder: part.folder)))
            }
        }
        self.cases = cases.sorted { ExactText($0.name) < ExactText($1.name) }
        self.failures = failures
        self.files = files + cases.flatMap(\.files)
        readRules(ruleTable)
    }

    /// The cases of which the name, folder/name or a rule matches a filter (or there are no filters) and no exclusion.
    package func cases(matching filters: [String], excluding excluded: [String] = []) -> [ConformanceCase] {
        cases.filter {
            let names = [$0.name, "\($0.folder)/\($0.name)"] + $0.rules
            return Pattern.selects(names, filters: filters, excluded: excluded)
        }
    }

    package var unreadable: [(path: String, finding: Message)] {
        failures.filter(\.failure.isUnreadable).map { ($0.path, $0.failure.headline) }
    }

    func text(ofRule id: String) -> String {
        guard let text = rules[id], !text.isEmpty else { return id }
        return "\(id): \(text)"
    }
}
