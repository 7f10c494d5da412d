"""Generated requests: every answer is as the server's own OpenAPI document says."""

import importlib.util
import subprocess
import sys
import unittest

from desk import FULL, Desk

# The server answers 500 and 501 where the real one does, and accepts no request that is not signed. Which answer the
# real server gives to another method is not known.
EXCLUDED = "not_a_server_error,positive_data_acceptance,unsupported_method"


class Document(unittest.TestCase):
    def setUp(self):
        self.desk = Desk("--memory")
        self.addCleanup(self.desk.__exit__)
        self.document = f"{self.desk.address}/_depthcheck/openapi.json"

    def test_every_body_has_a_schema(self):
        document = self.desk.json("GET", "/_depthcheck/openapi.json")
        self.assertEqual(document["openapi"], "3.1.0")
        missing = []
        for path, methods in document["paths"].items():
            for method, operation in methods.items():
                if "requestBody" in operation and not self.schemas(operation["requestBody"]):
                    missing.append(f"{method} {path}")
                for status, response in operation["responses"].items():
                    if status in ("200", "201", "202") and not self.schemas(response):
                        missing.append(f"{method} {path}: {status}")
        self.assertEqual(missing, [])

    @staticmethod
    def schemas(body):
        return [content["schema"] for content in body.get("content", {}).values() if content.get("schema")]

    @unittest.skipUnless(
        importlib.util.find_spec("schemathesis"), "schemathesis is not installed, and PyPI cannot be reached")
    def test_schemathesis(self):
        result = subprocess.run(
            [sys.executable, "-m", "schemathesis.cli", "run", self.document, "--exclude-checks", EXCLUDED, "--no-color",
             "--seed", "1", "--max-examples", "500" if FULL else "20", "--continue-on-failure"],
            cwd=self.desk.folder, capture_output=True, text=True)
        self.assertEqual(result.returncode, 0, result.stdout[-5000:] + result.stderr[-1000:])
        self.assertIn("Coverage", result.stdout)
        summary = result.stdout.split("Test cases:")[1].split("\n")[1].strip()
        self.assertGreater(int(summary.split()[0]), 100)
        print(f"\nschemathesis: {summary}")
        self.assertIsNone(self.desk.process.poll())


if __name__ == "__main__":
    unittest.main()
