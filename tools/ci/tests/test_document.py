"""The examples and the commands of docs/CI.md."""

from __future__ import annotations

import os
import re

from local_release import CI, ROOT, VERSION, ReleaseTest, needs_cryptography, needs_yaml, read_yaml


class DocumentTests(ReleaseTest):
    def blocks(self, language: str) -> list[str]:
        page = (ROOT / "docs/CI.md").read_text()
        return re.findall(rf"^```{language}\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)

    @needs_yaml
    def test_examples_use_what_is_there(self) -> None:
        short, github, gitlab, hooks = [read_yaml(text) for text in self.blocks("yaml")]
        inputs = read_yaml((ROOT / "action.yml").read_text())["inputs"]
        used = [step for step in short + github["jobs"]["golden"]["steps"] if "/depthcheck@" in step["uses"]]
        self.assertEqual(len(used), 2)
        for step in used:
            self.assertEqual(step["uses"], f"OWNER/depthcheck@v{VERSION}")
            self.assertLessEqual(set(step["with"]), set(inputs))

        template = read_yaml((CI / "gitlab.yml").read_text())
        self.assertTrue(gitlab["include"][0]["remote"].endswith(f"/v{VERSION}/tools/ci/gitlab.yml"))
        self.assertEqual(set(gitlab["variables"]), {"DEPTHCHECK_REPOSITORY"})
        for job in ("golden", "captures"):
            variables = template[gitlab[job]["extends"]]["variables"]
            self.assertLessEqual(set(gitlab[job]["variables"]), set(variables))
            self.assertNotIn("DEPTHCHECK_REPOSITORY", variables)

        ids = {hook["id"] for hook in read_yaml((ROOT / ".pre-commit-hooks.yaml").read_text())}
        (repository,) = hooks["repos"]
        self.assertEqual(repository["rev"], f"v{VERSION}")
        self.assertEqual({hook["id"] for hook in repository["hooks"]}, ids)

    @needs_cryptography
    def test_commands_run(self) -> None:
        """Runs every `sh` block of the page in one folder, with the command on the PATH as the page assumes."""
        (self.work / "bin").mkdir()
        (self.work / "bin/depthcheck").symlink_to(os.environ["DEPTHCHECK"])
        for folder in ("golden", "fixtures"):
            (self.work / folder).symlink_to(ROOT / folder)
        blocks = self.blocks("sh")
        self.assertEqual(len(blocks), 2)
        for block in blocks:
            outcome = self.run_in_work(["sh", "-e", "-c", block], PATH=f"{self.work}/bin:{os.environ['PATH']}")
            self.assertEqual(outcome[0], 0, (block, outcome))
        self.assertEqual(self.failures("golden.xml"), (269, 0))
        self.assertEqual(self.failures("captures.xml"), (1852, 0))
        self.assertEqual(len((self.work / "answers.ndjson").read_text().splitlines()), 140)
