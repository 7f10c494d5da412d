"""The script of the job in gitlab.yml."""

from __future__ import annotations

from local_release import CI, NAME, Outcome, ReleaseTest, needs_cryptography, needs_yaml, read_yaml


@needs_yaml
class GitLabTests(ReleaseTest):
    def run_job(self, **variables: str) -> Outcome:
        """Runs a job that extends the template. Its variables replace the template's, which replace the pipeline's."""
        template = read_yaml((CI / "gitlab.yml").read_text())[".depthcheck"]
        self.assertLessEqual(set(variables), set(template["variables"]))
        self.assertEqual(template["artifacts"]["reports"]["junit"], "depthcheck.xml")
        pipeline = {"DEPTHCHECK_REPOSITORY": self.repository.as_uri()}
        values = {
            name: text.replace("$CI_PROJECT_DIR", str(self.work))
            for name, text in (pipeline | template["variables"] | variables).items()
        }
        script = "\n".join(template["script"])
        return self.run_in_work(["bash", "-e", "-o", "pipefail", "-c", script], **values)

    def test_right_port_passes_and_its_release_is_in_the_cache(self) -> None:
        self.assert_passes(self.run_job(DEPTHCHECK_PROGRAM="python3 port.py --serve"))
        self.assertEqual(self.failures("depthcheck.xml"), (269, 0))
        self.assertTrue((self.work / "depthcheck.md").read_text().startswith("## ✅ golden check: PASS"))
        self.assertTrue((self.work / f".depthcheck/depthcheck/{NAME}/bin/depthcheck").exists())

    def test_wrong_port_fails(self) -> None:
        few = "--filter room-* --filter size-*"
        code, output, _ = self.run_job(DEPTHCHECK_PROGRAM="python3 wrong.py --serve", DEPTHCHECK_OPTIONS=few)
        self.assertEqual(code, 1, output)
        self.assertGreater(self.failures("depthcheck.xml")[1], 0)

    @needs_cryptography
    def test_servers_are_checked(self) -> None:
        few = "--filter REQ-010"
        outcome = self.run_job(
            DEPTHCHECK_SUBJECT="captures", DEPTHCHECK_PROGRAM="python3 server.py --serve", DEPTHCHECK_OPTIONS=few
        )
        self.assert_passes(outcome, "PASS  ")
