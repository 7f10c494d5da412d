import Foundation
import TestSupport
import Testing

private let python = URL(filePath: "/usr/bin/env")
private func hasPython(with module: String) -> Bool {
    (try? CommandRunner.run(python, ["python3", "-c", "import \(module)"]).exitCode) == 0
}

/// Runs the commands of docs/CI.md verbatim, with tools/dev/golden/reference.py as the port.
@Suite struct CIDocumentTests {
    /// The working folder that the page assumes: the port, and depthcheck with its golden set.
    private static func workingFolder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let package = CommandRunner.package
        try folder.file("port.py", Data(contentsOf: package.appending(path: "tools/dev/golden/reference.py")))
        try folder.link(
            "server_gzip.py", to: package.appending(path: "tools/dev/golden/server_gzip.py").path)
        for name in ["bin", "depthcheck"] { try folder.file("\(name)/.keep") }
        try folder.link("bin/depthcheck", to: CommandRunner.binary.path)
        for name in ["golden", "fixtures"] {
            try folder.link("depthcheck/\(name)", to: package.appending(path: name).path)
            try folder.link(name, to: package.appending(path: name).path)
        }
        return folder
    }

    private static func blocks(_ language: String) throws -> [String] {
        let page = try String(contentsOf: CommandRunner.package.appending(path: "docs/CI.md"), encoding: .utf8)
        return page.components(separatedBy: "```\(language)\n").dropFirst().compactMap { part in
            part.components(separatedBy: "\n```").first
        }
    }

    private static func run(_ command: String, in folder: TemporaryFolder) throws -> CommandRunner.Outcome {
        try CommandRunner.run(
            URL(filePath: "/bin/sh"), ["-c", "PATH=\"$PWD/bin:$PATH\"; \(command)"], in: folder.url,
            environment: ["GITHUB_STEP_SUMMARY": "\(folder.path)/summary.md"])
    }

    /// Every `run` and `script` command of a workflow, as a YAML parser reads them.
    private static func commands(of workflow: String) throws -> [String] {
        let reader = """
            import json, sys, yaml
            def commands(value):
                if isinstance(value, dict):
                    for key, content in value.items():
                        if key == "run": yield content
                        elif key in ("script", "before_script"): yield from content
                        else: yield from commands(content)
                elif isinstance(value, list):
                    for content in value: yield from commands(content)
            print(json.dumps(list(commands(yaml.safe_load(sys.stdin)))))
            """
        let outcome = try CommandRunner.run(python, ["python3", "-c", reader], input: Data(workflow.utf8))
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        return try parse(outcome.output)
    }

    @Test(.enabled(if: hasPython(with: "yaml"), "needs python3 with PyYAML"))
    func documentedWorkflowsRunAndWriteTheirReports() throws {
        let workflows = try Self.blocks("yaml")
        try #require(workflows.count == 2)
        for workflow in workflows {
            let folder = try Self.workingFolder()
            let commands = try Self.commands(of: workflow)
            #expect(commands.contains { $0.contains("swift build --package-path depthcheck") })
            let run = commands.filter { $0.contains("golden check") || $0.contains("GITHUB_STEP_SUMMARY") }
            try #require(!run.isEmpty)
            for command in run {
                let outcome = try Self.run(command, in: folder)
                #expect(outcome.exitCode == 0, "\(command)\n\(outcome.output)\(outcome.errors)")
            }
            #expect(try folder.text(of: "golden.xml").contains("tests=\"246\" failures=\"0\" errors=\"0\""))
            #expect(try folder.text(of: "golden.md").hasPrefix("## ✅ golden check: PASS  246 goldens"))
            if workflow.contains("GITHUB_STEP_SUMMARY") {
                #expect(try folder.text(of: "summary.md") == folder.text(of: "golden.md"))
            }
        }
    }

    @Test(.enabled(if: hasPython(with: "json"), "needs python3"))
    func commandsForExternalAnswersRun() throws {
        let folder = try Self.workingFolder()
        let commands = try Self.blocks("sh").flatMap { $0.split(separator: "\n").map(String.init) }
        try #require(commands.count == 3)
        for command in commands {
            let outcome = try Self.run(command, in: folder)
            #expect(outcome.exitCode == 0, "\(command)\n\(outcome.output)\(outcome.errors)")
        }
        #expect(try folder.text(of: "requests.ndjson").split(separator: "\n").count == 117)
        #expect(try folder.text(of: "answers.ndjson").split(separator: "\n").count == 117)
    }
}
