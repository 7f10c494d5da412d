"""Kills, load, memory and slow clients. DEPTHCHECK_SERVER_FULL=1 makes the full number of kills and requests."""

import http.client
import json
import pathlib
import random
import resource
import signal
import socket
import sqlite3
import subprocess
import tempfile
import threading
import time
import unittest

from desk import COMMAND, FULL, Desk, Phone


class Kills(unittest.TestCase):
    def test_a_killed_server_keeps_what_it_answered(self):
        desk = Desk()
        self.addCleanup(lambda: desk.process.poll() is None and desk.kill())
        dice = random.Random(1)
        phone = Phone(desk)
        captures = [phone.capture(b"photo %d" % number) for number in range(40)]
        acknowledged, tried, rounds = 0, 0, 100 if FULL else 15
        stored = 0
        registrations = [phone.registration]
        for _ in range(rounds):
            # A challenge that was redeemed before a kill is used after it.
            body = json.loads(registrations[-1])
            (body.get("attestation") or body)["key_id"] = f"again {dice.random()}"
            status, _, answer = desk.request(
                "POST", "/api/v1/devices/register", json.dumps(body), {"Content-Type": "application/json"})
            self.assertEqual((status, json.loads(answer)["data"]["attestation_level"]), (201, "unverified"))

            def load():
                nonlocal acknowledged, tried
                while True:
                    headers, content = captures[tried % len(captures)]
                    tried += 1
                    counter = 2 * ((tried - 1) % len(captures)) + 2
                    try:
                        status, _, _ = desk.request("POST", "/api/v1/captures", content, headers)
                    except (OSError, http.client.HTTPException):
                        return
                    if status == 202 and tried <= len(captures):
                        acknowledged = max(acknowledged, counter)

            thread = threading.Thread(target=load)
            thread.start()
            time.sleep(dice.uniform(0, 0.2))
            desk.kill(signal.SIGKILL)
            thread.join()
            database = sqlite3.connect(desk.folder / "depthcheck-server.sqlite")
            self.assertEqual(database.execute("PRAGMA integrity_check").fetchone(), ("ok",))
            counter = database.execute("SELECT max(counter) FROM device").fetchone()[0]
            database.close()
            self.assertGreaterEqual(counter, acknowledged)
            self.assertGreaterEqual(counter, stored)
            stored = counter
            desk.start()
        self.assertGreater(stored, 0)
        print(f"\nkills: {rounds}; requests sent: {tried}; highest counter answered {acknowledged}, stored {stored}")


class Load(unittest.TestCase):
    def test_a_capture_costs_little_more_than_capture_verify(self):
        count = 100 if FULL else 40
        with Desk("--memory", "--require-verified-devices") as desk:
            phone = Phone(desk)
            captures = [phone.capture(b"photo %d" % number) for number in range(count)]
            folder = pathlib.Path(tempfile.mkdtemp())
            for number, (headers, body) in enumerate(captures):
                head = "POST /api/v1/captures HTTP/1.1\r\n" + "".join(f"{k}: {v}\r\n" for k, v in headers.items())
                (folder / f"{number}.http").write_bytes(head.encode() + b"\r\n" + body)
            self.assertEqual(phone.send(captures[0])[0], 202)
            before = desk.seconds()
            statuses = {phone.send(capture)[0] for capture in captures[1:]}
            server = (desk.seconds() - before) / (count - 1)
            self.assertEqual(statuses, {202})
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        begun = usage.ru_utime + usage.ru_stime
        subprocess.run(
            [COMMAND, "capture", "verify", "--device", phone.folder / "device.json", "--at", "now", "--format", "json",
             *sorted(folder.iterdir())], capture_output=True)
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        command = (usage.ru_utime + usage.ru_stime - begun) / count
        size = len(captures[0][1])
        print(f"\n{size} bytes: server {server * 1000:.2f} ms, capture verify {command * 1000:.2f} ms, "
              f"ratio {server / command:.2f}")
        if FULL:
            self.assertLess(server / command, 1.4)

    def test_memory_is_flat(self):
        with Desk("--memory") as desk:
            phone = Phone(desk)
            headers, body = phone.capture()
            connection = http.client.HTTPConnection("127.0.0.1", desk.port, timeout=30)
            sizes = []
            for number in range(1, (10_000 if FULL else 600) + 1):
                connection.request("POST", "/api/v1/captures", body, headers)
                connection.getresponse().read()
                if number in (200, 600, 2000, 10_000):
                    sizes.append(desk.memory())
            print(f"\nmemory after 200, 600, 2,000 and 10,000 requests: {[size >> 20 for size in sizes]} MiB")
            self.assertLess(sizes[-1] - sizes[0], 40 << 20)

    def test_slow_clients_delay_no_other(self):
        with Desk("--memory") as desk:
            slow = [socket.create_connection(("127.0.0.1", desk.port)) for _ in range(200)]
            for connection in slow:
                connection.sendall(
                    b"POST /api/v1/devices/register HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{")
            begun = time.monotonic()
            self.assertEqual(desk.request("POST", "/api/v1/captures", b"x")[0], 401)
            self.assertLess(time.monotonic() - begun, 2)
            if FULL:
                time.sleep(35)
                slow[0].settimeout(5)
                self.assertEqual(slow[0].recv(10), b"")
            for connection in slow:
                connection.close()


if __name__ == "__main__":
    unittest.main()
