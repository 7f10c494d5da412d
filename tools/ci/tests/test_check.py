"""The script that fetches a release, verifies it and runs its checks."""

from __future__ import annotations

import concurrent.futures
import hashlib
import os
import re
import shutil
import time

from local_release import CI, NAME, ROOT, VERSION, Outcome, ReleaseTest


class CheckTests(ReleaseTest):
    def check(self, *words: str, **variables: str) -> Outcome:
        return self.run_in_work(["sh", str(CI / "check"), *words], **variables)

    def test_release_is_fetched_once(self) -> None:
        words = ("analysis", "python3 port.py --serve", "--filter", "size-*")
        self.assert_passes(self.check(*words), "PASS  ")
        self.assert_passes(self.check(*words, DEPTHCHECK_REPOSITORY="file:///absent"), "PASS  ")
        self.assertEqual(sorted(os.listdir(self.work / "cache/depthcheck")), [NAME])

    def test_remains_of_killed_jobs_are_removed_after_a_day(self) -> None:
        for name, hours in (("new.killed", 49), ("new.running", 1)):
            remains = self.work / "cache/depthcheck" / name
            remains.mkdir(parents=True)
            os.utime(remains, (time.time() - hours * 3600,) * 2)
        self.assertEqual(self.check("folder")[0], 0)
        self.assertEqual(sorted(os.listdir(self.work / "cache/depthcheck")), [NAME, "new.running"])

    def test_folder_is_printed_and_has_the_command(self) -> None:
        code, folder, _ = self.check("folder")
        self.assertEqual((code, folder), (0, f"{self.work}/cache/depthcheck/{NAME}\n"))
        self.assertTrue(os.access(f"{folder.strip()}/bin/depthcheck", os.X_OK))

    def test_own_folder_named_golden_is_not_mistaken_for_the_set(self) -> None:
        (self.work / "golden").mkdir()
        self.assert_passes(self.check("analysis", "python3 port.py --serve", "--filter", "size-*"), "PASS  ")

    def test_only_the_expected_archive_is_unpacked(self) -> None:
        archive = self.repository / f"releases/download/v{VERSION}/{NAME}.tar.gz"
        right = hashlib.sha256(archive.read_bytes()).hexdigest()
        code, _, errors = self.check("folder", DEPTHCHECK_SHA256="1" * 64)
        self.assertEqual(code, 65)
        self.assertRegex(errors, f"^error: found {re.escape(NAME)}.tar.gz with SHA-256 {right}; expected 1{{64}}; ")
        self.assertEqual(os.listdir(self.work / "cache/depthcheck"), [])
        self.assertEqual(self.check("folder", DEPTHCHECK_SHA256=right)[0], 0)
        self.assertEqual(self.check("folder", DEPTHCHECK_SHA256="1" * 64)[0], 65)

        damaged = self.work / "damaged"
        shutil.copytree(self.repository, damaged)
        with (damaged / archive.relative_to(self.repository)).open("ab") as file:
            file.write(b"\0")
        elsewhere = {"DEPTHCHECK_REPOSITORY": damaged.as_uri(), "XDG_CACHE_HOME": str(self.work / "elsewhere")}
        self.assertEqual(self.check("folder", **elsewhere)[0], 65)

    def test_jobs_that_fetch_at_the_same_time_do_not_disturb_each_other(self) -> None:
        words = ("analysis", "python3 port.py --serve", "--filter", "size-*")
        with concurrent.futures.ThreadPoolExecutor(6) as pool:
            for outcome in [pool.submit(self.check, *words) for _ in range(6)]:
                self.assert_passes(outcome.result(), "PASS  ")
        self.assertEqual(os.listdir(self.work / "cache/depthcheck"), [NAME])

    def test_faults_are_named(self) -> None:
        path = f"/releases/download/v{VERSION}/SHA256SUMS"
        for words, variables, expected, text in (
            ((), {}, 64, "expected analysis, captures or folder"),
            (("golden",), {}, 64, 'found "golden"; expected analysis'),
            (("analysis",), {}, 64, "found no command after analysis"),
            (("folder",), {"DEPTHCHECK_REPOSITORY": "file:///absent/"}, 69, f"found no file:///absent{path}; expected"),
            (("folder",), {"DEPTHCHECK_VERSION": "0.0.1"}, 69, "expected a file of release 0.0.1"),
            (("folder",), {"XDG_CACHE_HOME": "/proc/absent"}, 69, "expected a folder that can be written"),
            (("folder",), {"XDG_CACHE_HOME": "", "HOME": ""}, 69, "found no HOME; expected a folder for the release"),
            (("folder",), {"DEPTHCHECK_REPOSITORY": ""}, 64, "found no DEPTHCHECK_REPOSITORY"),
        ):  # fmt: skip
            with self.subTest(words=words, variables=variables):
                code, output, errors = self.check(*words, **variables)
                self.assertEqual((code, output), (expected, ""), errors)
                self.assertIn(text, errors)

    def test_versions_agree(self) -> None:
        source = (ROOT / "Sources/Support/Text/Release.swift").read_text()
        self.assertEqual(re.findall(r'static let version = "([^"]*)"', source), [VERSION])
        for path in ("tools/ci/gitlab.yml", "docs/CI.md"):
            self.assertEqual(set(re.findall(r"\d+\.\d+\.\d+", (ROOT / path).read_text())), {VERSION}, path)
