"""`capture check --url` sends the cases to a running server."""

import json
import subprocess
import unittest

from desk import COMMAND, FULL, ROOT, Desk


def check(url, *options):
    """The result of the command, and its report, which is nil if it did not run."""
    result = subprocess.run(
        [COMMAND, "capture", "check", "--url", url, "--quiet", "--format", "json", *options,
         ROOT / "fixtures/captures"], capture_output=True, text=True)
    return result, json.loads(result.stdout) if result.stdout else None


def other_address():
    """An address of this machine that is not its loopback; nil if there is none."""
    addresses = subprocess.run(["hostname", "-I"], capture_output=True, text=True).stdout.split()
    return next((address for address in addresses if "." in address), None)


class Check(unittest.TestCase):
    def assert_passes(self, result, report):
        self.assertEqual(result.returncode, 0, result.stdout[-3000:] + result.stderr[-3000:])
        self.assertEqual(report["failed_count"], 0)
        print(f"\ncases passed: {report['passed_count']}; {report.get('notes')}")

    def test_cases_sent_to_their_endpoints_pass(self):
        # Each case needs several requests, one after another.
        part = [] if FULL else ["--filter", "requests/*", "--filter", "register-*"]
        with Desk("--memory") as desk:
            result, report = check(desk.address, *part)
            self.assert_passes(result, report)
            self.assertGreater(report["passed_count"], 1400 if FULL else 50)

    def test_all_cases_posted_to_one_path_pass(self):
        with Desk("--memory") as desk:
            result, report = check(f"{desk.address}/_depthcheck/cases")
            self.assert_passes(result, report)
            self.assertGreater(report["passed_count"], 1490)

    def test_a_server_with_faults_fails(self):
        with Desk("--memory", "--fail", "503:every=10") as desk:
            result, report = check(desk.address, "--filter", "requests/*")
            self.assertEqual(result.returncode, 1, result.stderr)
            self.assertGreater(report["failed_count"], 1)

    def test_another_host_must_be_allowed(self):
        for url in ("http://192.0.2.1:8787", "http://example.com/cases", "http://127.0.0.1.example.com"):
            result, _ = check(url)
            self.assertEqual(result.returncode, 64)
            self.assertIn("--allow-host", result.stderr)

    @unittest.skipUnless(other_address(), "this machine has only its loopback")
    def test_an_allowed_host_is_asked(self):
        address = other_address()
        with Desk("--memory", host=address) as desk:
            self.assertIn("warning", desk.text().lower())
            url = f"{desk.address}/_depthcheck/cases"
            self.assertEqual(check(url)[0].returncode, 64)
            self.assert_passes(*check(url, "--allow-host", address, "--filter", "requests/*"))


if __name__ == "__main__":
    unittest.main()
