"""The server as a client sees it."""

import json
import signal
import socket
import subprocess
import threading
import time
import unittest

from desk import SERVER, Desk, Key, Phone, run


class Session(unittest.TestCase):
    def setUp(self):
        self.desk = Desk("--memory")
        self.addCleanup(self.desk.__exit__)

    def test_a_registered_phone_gets_high_and_its_photo_is_stored_once(self):
        phone = Phone(self.desk)
        self.assertEqual(phone.answer[0], 201)
        self.assertEqual(phone.answer[1]["data"]["attestation_level"], "secure_enclave")
        first = phone.send(phone.capture())
        self.assertEqual((first[0], json.loads(first[2])["data"]["status"]), (202, "complete"))
        self.assertNotIn("X-Depthcheck-Reason", first[1])
        second = phone.send(phone.capture())
        self.assertEqual((second[0], json.loads(second[2])["error"]["code"]), (500, "INTERNAL_ERROR"))
        self.assertIn("CAP-044", second[1]["X-Depthcheck-Reason"])
        requests = self.desk.json("GET", "/_depthcheck/requests")
        self.assertEqual([request["status"] for request in requests], [200, 201, 202, 500])
        self.assertEqual(requests[2]["explanation"]["outcome"], "high")
        self.assertEqual(requests[3]["caused_by"], [3])
        self.assertEqual(self.desk.request("GET", "/_depthcheck/requests/3.png")[2][:4], b"\x89PNG")
        self.assertIn("202, recorded as high  POST /api/v1/captures", self.desk.text())

    def test_a_challenge_is_good_once_and_a_key_registers_once(self):
        phone = Phone(self.desk)
        self.assertEqual(self.desk.register(phone.registration)[0], 409)
        used = json.loads(phone.registration)
        (used.get("attestation") or used)["key_id"] = "another"
        status, answer = self.desk.register(json.dumps(used))
        self.assertEqual((status, answer["data"]["attestation_level"]), (201, "unverified"))
        self.assertIn("REG-016", self.desk.json("GET", "/_depthcheck/requests")[-1]["rules"])

    def test_an_address_gets_ten_challenges_a_minute(self):
        statuses = [self.desk.request("GET", "/api/v1/devices/challenge")[0] for _ in range(11)]
        self.assertEqual(statuses, [200] * 10 + [429])

    def test_a_replayed_request_fails_by_its_counter_and_an_expired_challenge_is_unverified(self):
        phone = Phone(self.desk)
        capture = phone.capture(b"one")
        phone.send(capture)
        phone.send(capture)
        self.assertIn("REQ-018", self.desk.json("GET", "/_depthcheck/requests")[-1]["rules"])
        challenge = self.desk.challenge()
        later = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 330))
        self.assertEqual(self.desk.request("PUT", "/_depthcheck/clock", json.dumps({"now": later}))[0], 204)
        answer = self.desk.register(Key().pack(challenge))
        self.assertEqual(answer[1]["data"]["attestation_level"], "unverified")
        self.assertIn("REG-017", self.desk.json("GET", "/_depthcheck/requests")[-1]["rules"])
        self.assertEqual(self.desk.request("PUT", "/_depthcheck/clock", b'{"now": "noon"}')[0], 400)

    def test_exports_give_the_same_answer_and_can_be_redacted(self):
        phone = Phone(self.desk)
        phone.send(phone.capture())
        for number, outcome in [(2, "verified"), (3, "high")]:
            case = self.desk.request("GET", f"/_depthcheck/requests/{number}.case")[2]
            file = self.desk.folder / f"{number}.json"
            file.write_bytes(case)
            self.assertEqual(json.loads(run("capture", "verify", file, "--format", "json"))["outcome"], outcome)
        redacted = self.desk.request("GET", "/_depthcheck/requests/3.case?redact=1")[2]
        self.assertIsNone(json.loads(redacted)["device"]["public_key_hex"])
        signature = phone.capture(b"x")[0]["X-Device-Signature"]
        self.assertNotIn(signature[:40].encode(), redacted)

    def test_hostile_texts_are_escaped_and_foreign_pages_refused(self):
        evil = {"platform": "ios", "model": "<script>alert(1)</script>\x1b[31m", "has_lidar": True, "device_id": " "}
        headers = {"Content-Type": "application/json"}
        self.desk.request("POST", "/api/v1/devices/register", json.dumps(evil), headers)
        self.desk.request("POST", "/api/v1/devices/register", "{}", {"Content-Type": "<img src=x onerror=alert(1)>"})
        self.desk.request("GET", "/api/v1/<svg onload=alert(1)>\"'".replace(" ", "%20"))
        page = self.desk.request("GET", "/")
        for text in (b"<img src=x", b"<svg", b"<script>alert"):
            self.assertNotIn(text, page[2])
        self.assertIn("default-src 'none'", page[1]["Content-Security-Policy"])
        self.assertNotIn("\x1b", self.desk.text())
        for headers in ({"Host": "example.com"}, {"Origin": "http://example.com"}, {"Origin": "null"}):
            self.assertEqual(self.desk.request("GET", "/_depthcheck/requests", None, headers)[0], 403)
        self.assertEqual(self.desk.request("POST", "/_depthcheck/reset", None, {"Origin": self.desk.address})[0], 204)

    def test_a_case_must_not_name_a_file(self):
        case = json.dumps({"endpoint": "captures/hash-only", "body": {"ref": "/etc/passwd"}})
        self.assertEqual(self.desk.request("POST", "/_depthcheck/cases", case)[0], 400)

    def test_a_large_body_is_not_kept(self):
        before = self.desk.memory()
        with socket.create_connection(("127.0.0.1", self.desk.port)) as connection:
            connection.sendall(
                b"POST /api/v1/devices/register HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                b"Content-Length: 4000000000\r\n\r\n")
            answer = b""
            try:
                for _ in range(200):
                    connection.sendall(b"a" * 100_000)
            except OSError:
                pass
            connection.settimeout(5)
            try:
                answer = connection.recv(100)
            except OSError:
                pass
        self.assertIn(b"413", answer or b"413")
        self.assertLess(self.desk.memory() - before, 60e6)


class Switches(unittest.TestCase):
    def test_as_server_sends_no_header_of_its_own(self):
        with Desk("--memory", "--as-server") as desk:
            names = set(desk.request("POST", "/api/v1/captures", b"x")[1])
            self.assertEqual(names, {"Content-Type", "Content-Length", "Date"})

    def test_strict_attestation_needs_the_root_and_challenges_survive_a_restart(self):
        with Desk("--strict-attestation") as desk:
            phone = Phone(desk)
            self.assertEqual(phone.answer[1]["data"]["attestation_level"], "unverified")
            other = Key()
            registration = other.pack(desk.challenge())
            desk.kill(signal.SIGTERM)
            desk.options = ("--strict-attestation", "--root", str(other.folder / "root.der"))
            desk.start()
            self.assertEqual(desk.register(registration)[1]["data"]["attestation_level"], "secure_enclave")

    def test_required_devices_are_required(self):
        with Desk("--memory", "--require-verified-devices", "--team", "ABCDE12345") as desk:
            phone = Phone(desk)
            self.assertEqual(phone.answer[1]["data"]["attestation_level"], "unverified")
            self.assertEqual(phone.send(phone.capture())[0], 403)

    def test_faults(self):
        with Desk("--memory", "--fail", "503:every=3", "--delay", "200ms") as desk:
            begun = time.monotonic()
            statuses = [desk.request("POST", "/api/v1/captures", b"x")[0] for _ in range(6)]
            self.assertEqual(statuses, [401, 401, 503] * 2)
            self.assertGreater(time.monotonic() - begun, 1.2)
        with Desk("--memory", "--drop-after", "1kB") as desk:
            with self.assertRaises(OSError):
                desk.request("POST", "/api/v1/captures", b"x" * 5000)
            self.assertEqual(desk.request("POST", "/api/v1/captures", b"x")[0], 401)

    def test_wrong_options_are_named(self):
        for options, word in [
            (["--fail", "200"], "--fail"), (["--at", "noon"], "--at"), (["--root", "/missing"], "/missing"),
            (["--delay", "2"], "--delay"), (["--drop-after", "x"], "--drop-after"),
        ]:
            result = subprocess.run([SERVER, "--memory", *options], capture_output=True, timeout=20)
            self.assertNotEqual(result.returncode, 0, options)
            self.assertIn(word, result.stderr.decode())

    def test_sigterm_finishes_a_request(self):
        desk = Desk("--memory", "--delay", "1s")
        answers = []
        thread = threading.Thread(target=lambda: answers.append(desk.request("POST", "/api/v1/captures", b"x")[0]))
        thread.start()
        time.sleep(0.4)
        self.assertEqual(desk.kill(signal.SIGTERM), 0)
        thread.join()
        self.assertEqual(answers, [401])


if __name__ == "__main__":
    unittest.main()
