"""Clients that developers have: curl, Python requests, and URLSession in Swift."""

import json
import pathlib
import shutil
import subprocess
import unittest

from desk import DEPTH, PHOTO, Desk, Phone, new_folder

FOLDER = pathlib.Path(__file__).resolve().parent


class Clients(unittest.TestCase):
    def setUp(self):
        self.desk = Desk("--memory")
        self.addCleanup(self.desk.__exit__)

    def explanation(self, link):
        return self.desk.json("GET", link.split("<")[1].split(">")[0])

    def test_curl_from_the_challenge_to_the_explanation(self):
        result = subprocess.run(
            [FOLDER / "session", self.desk.address, PHOTO, DEPTH], cwd=new_folder(), capture_output=True, timeout=60)
        self.assertEqual(result.returncode, 0, result.stderr)
        accepted, again, explanation = result.stdout.decode().replace("\r", "").split("== ")[1:]
        self.assertIn("HTTP/1.1 202 Accepted", accepted)
        self.assertNotIn("X-Depthcheck-Reason", accepted)
        self.assertIn('"status":"complete"', accepted.replace(" ", ""))
        self.assertIn("HTTP/1.1 500 Internal Server Error", again)
        rules = again.split("X-Depthcheck-Reason: ")[1].split("\n")[0].split(", ")
        # The photo is stored already, and the counter is not above the last.
        self.assertLessEqual({"CAP-044", "REQ-018"}, set(rules))
        path, document = explanation.split("\n", 1)
        self.assertEqual(path, "/_depthcheck/requests/4")
        self.assertEqual(json.loads(document)["rules"], rules)

    def test_python_requests(self):
        try:
            import requests
        except ImportError:
            self.skipTest("requests is not installed, and PyPI cannot be reached")
        session = requests.Session()
        answer = session.get(f"{self.desk.address}/api/v1/devices/challenge")
        self.assertEqual((answer.status_code, answer.headers.get("X-Depthcheck-Reason")), (200, None))
        answer = session.post(f"{self.desk.address}/api/v1/devices/register", json={"platform": "ios"})
        self.assertEqual((answer.status_code, answer.headers["X-Depthcheck-Reason"]), (422, "REG-004"))
        phone = Phone(self.desk)
        headers, body = phone.capture()
        answer = session.post(f"{self.desk.address}/api/v1/captures", headers=headers, data=body)
        self.assertEqual((answer.status_code, answer.json()["data"]["status"]), (202, "complete"))
        headers, body = phone.capture(b"a photo")
        # The multipart body that requests makes itself has another boundary and was not signed.
        parts = {"photo": ("photo.jpg", b"a photo", "image/jpeg"), "depth": ("depth.gz", DEPTH.read_bytes())}
        signed = {name: value for name, value in headers.items() if name.startswith("X-")}
        answer = session.post(f"{self.desk.address}/api/v1/captures", headers=signed, files=parts)
        self.assertEqual(answer.status_code, 400)
        self.assertEqual(
            answer.headers["X-Depthcheck-Reason"].split(", "), self.explanation(answer.headers["Link"])["rules"])

    @unittest.skipUnless(shutil.which("swiftc"), "swiftc was not found")
    def test_url_session_in_swift(self):
        folder = new_folder()
        program = folder / "client"
        subprocess.run(
            ["swiftc", "-parse-as-library", FOLDER / "client.swift", "-o", program], check=True, capture_output=True)
        phone = Phone(self.desk)
        headers, body = phone.capture()
        (folder / "headers").write_text("".join(f"{name}: {value}\n" for name, value in headers.items()))
        (folder / "body").write_bytes(body)

        def answers():
            arguments = [program, self.desk.address, folder / "headers", folder / "body"]
            output = subprocess.run(arguments, check=True, capture_output=True, timeout=60).stdout.decode()
            return [line.split("\t") for line in output.splitlines()]

        self.assertEqual(
            [[status, rules, member] for status, rules, _, member in answers()],
            [["200", "-", "data"], ["202", "-", "data"]])
        _, (status, rules, link, member) = answers()
        self.assertEqual((status, member), ("500", "error"))
        self.assertIn("CAP-044", rules.split(", "))
        self.assertEqual(rules.split(", "), self.explanation(link)["rules"])


if __name__ == "__main__":
    unittest.main()
