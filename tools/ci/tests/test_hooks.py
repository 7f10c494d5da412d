"""The hooks in .pre-commit-hooks.yaml."""

from __future__ import annotations

import shlex

from local_release import ROOT, Outcome, ReleaseTest, needs_cryptography, needs_yaml, read_yaml


@needs_yaml
class HookTests(ReleaseTest):
    def run_hook(self, name: str, *arguments: str) -> Outcome:
        """Runs a hook as pre-commit does: `entry` is in the repository of the hooks, in the folder of the port."""
        (hook,) = [one for one in read_yaml((ROOT / ".pre-commit-hooks.yaml").read_text()) if one["id"] == name]
        self.assertEqual((hook["language"], hook["pass_filenames"]), ("script", False))
        script, *rest = shlex.split(hook["entry"])
        return self.run_in_work([str(ROOT / script), *rest, *arguments])

    def test_right_port_passes_and_wrong_one_fails(self) -> None:
        few = ("--filter", "room-*", "--filter", "size-*")
        self.assert_passes(self.run_hook("depthcheck-analysis", "python3 port.py --serve", *few), "PASS  ")
        self.assertEqual(self.run_hook("depthcheck-analysis", "python3 wrong.py --serve", *few)[0], 1)

    @needs_cryptography
    def test_right_server_passes_and_wrong_one_fails(self) -> None:
        server, few = "python3 server.py --serve", ("--filter", "REQ-010")
        self.assert_passes(self.run_hook("depthcheck-captures", server, *few), "PASS  ")
        self.assertEqual(self.run_hook("depthcheck-captures", f"{server} --mistake 301-seconds", *few)[0], 1)
