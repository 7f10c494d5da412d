"""The steps of action.yml, run with bash as the runner of GitHub runs them."""

from __future__ import annotations

import re
import subprocess

from local_release import ROOT, Outcome, ReleaseTest, needs_cryptography, needs_yaml, read_yaml


@needs_yaml
class ActionTests(ReleaseTest):
    def act(self, **given: str) -> Outcome:
        """Runs the steps of action.yml as the runner does, with its files for summary and path."""
        inputs = {name.replace("_", "-"): value for name, value in given.items()}
        action = read_yaml((ROOT / "action.yml").read_text())
        self.assertLessEqual(set(inputs), set(action["inputs"]))
        values = {name: declared["default"] for name, declared in action["inputs"].items()} | inputs
        self.assertEqual(action["runs"]["using"], "composite")
        (step,) = action["runs"]["steps"]

        def replaced(text: str) -> str:
            text = text.replace("${{ github.action_repository }}", self.repository.name)
            return re.sub(r"\$\{\{ inputs\.([\w-]+) \}\}", lambda match: values[match[1]], text)

        self.assertNotIn("${{", step["run"], "inputs must not become part of a script")
        self.assertEqual(step["shell"], "bash")
        script = self.work / "step.sh"
        script.write_text(step["run"])
        variables = {name: replaced(text) for name, text in step["env"].items()} | {
            "GITHUB_ACTION_PATH": str(ROOT), "GITHUB_SERVER_URL": self.repository.parent.as_uri(),
            "GITHUB_STEP_SUMMARY": str(self.work / "summary.md"), "GITHUB_PATH": str(self.work / "path"),
        }  # fmt: skip
        self.assertEqual(replaced(step["working-directory"]), ".")
        # The action gives the script the address of its own repository.
        variables["DEPTHCHECK_REPOSITORY"] = ""
        return self.run_in_work(["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", str(script)], **variables)

    @needs_cryptography
    def test_right_programs_pass(self) -> None:
        outcome = self.act(analysis="python3 port.py --serve", captures="python3 server.py --serve")
        self.assert_passes(outcome)
        self.assertIn("PASS  1,852 of 1,852 cases", outcome[1])
        self.assertNotIn("::error", outcome[1])
        summary = (self.work / "summary.md").read_text()
        self.assertIn("## ✅ golden check: PASS  269 goldens", summary)
        self.assertIn("## ✅ capture check: PASS  1,852 of 1,852 cases", summary)
        self.assertEqual(self.failures("depthcheck-reports/analysis.xml"), (269, 0))
        self.assertEqual(self.failures("depthcheck-reports/captures.xml"), (1852, 0))

    @needs_cryptography
    def test_wrong_programs_fail_with_annotations_and_summary(self) -> None:
        code, output, _ = self.act(
            analysis="python3 wrong.py --serve", captures="python3 server.py --serve --mistake 301-seconds", reports="r"
        )
        self.assertEqual(code, 1)
        self.assertRegex(output, r"(?m)^::error [^\n]*title=golden check")
        self.assertRegex(output, r"(?m)^::error [^\n]*title=capture check[^\n]*301-seconds")
        summary = (self.work / "summary.md").read_text()
        self.assertIn("## ❌ golden check: FAIL", summary)
        self.assertIn("## ❌ capture check: FAIL  3 of 1,852 cases", summary)
        self.assertGreater(self.failures("r/analysis.xml")[1], 0)
        self.assertEqual(self.failures("r/captures.xml"), (1852, 3))

    def test_failure_of_one_check_is_not_hidden_by_the_other(self) -> None:
        self.assertEqual(self.act(analysis="python3 wrong.py --serve", captures="")[0], 1)
        self.assertEqual(self.act(analysis="python3 absent.py")[0], 1)

    def test_profile_of_the_requests_is_the_input(self) -> None:
        (self.work / "echo.py").write_text(
            "import json, sys\n"
            "for line in sys.stdin:\n"
            "    print(json.dumps({'error': 'asked as ' + json.loads(line)['profile']}), flush=True)\n"
        )
        for inputs, profile in (({}, "server"), ({"profile": "client"}, "client")):
            code, output, _ = self.act(analysis="python3 echo.py", **inputs)
            self.assertEqual(code, 1)
            self.assertEqual(set(re.findall(r"asked as (\w+)", output)), {profile})

    def test_options_reach_their_check(self) -> None:
        code, output, _ = self.act(analysis="python3 port.py --serve", options="--maps\n--exclude  size-*\n")
        self.assertEqual(code, 0)
        self.assertIn("only maps are checked", output)
        self.assertIn("excluded", output)
        (self.work / "known.txt").write_text("server/room-01\n")
        code, output, _ = self.act(analysis="python3 port.py --serve", options="--known-failures known.txt")
        self.assertEqual(code, 1)
        self.assertIn("known.txt lists server/room-01 as a known failure, but it passes", output)
        self.assertEqual(self.act(captures="python3 server.py --serve", captures_options="--absent")[0], 64)

    def test_without_programs_the_command_is_installed(self) -> None:
        self.assertEqual(self.act()[0], 0)
        folder = (self.work / "path").read_text().strip()
        version = subprocess.run([f"{folder}/depthcheck", "--version"], check=True, capture_output=True, text=True)
        self.assertTrue(version.stdout.startswith("depthcheck "))
        self.assertFalse((self.work / "summary.md").exists())

    def test_inputs_are_documented(self) -> None:
        section = (ROOT / "docs/CI.md").read_text().split("\n## GitHub\n")[1].split("\n## ")[0]
        documented = re.findall(r"^\| `([\w-]+)` \|", section, re.MULTILINE)
        self.assertEqual(set(documented), set(read_yaml((ROOT / "action.yml").read_text())["inputs"]))
