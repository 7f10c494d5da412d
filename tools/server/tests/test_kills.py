"""Kills at random moments under load. DEPTHCHECK_SERVER_FULL=1 makes a hundred."""

import http.client
import json
import random
import signal
import sqlite3
import threading
import time
import unittest

from desk import FULL, Desk, Key, Phone

VERIFIED = "secure_enclave"


class Sender(threading.Thread):
    """Sends the captures of a phone until the server is gone, new ones first, and notes what was answered."""

    def __init__(self, phone, captures):
        super().__init__()
        self.phone, self.captures = phone, captures
        self.sent, self.accepted, self.counter = 0, 0, 0

    def run(self):
        while True:
            counter, capture = self.captures[self.sent % len(self.captures)]
            self.sent += 1
            try:
                status = self.phone.send(capture)[0]
            except (OSError, http.client.HTTPException):
                return
            if status == 202 and self.sent <= len(self.captures):
                self.accepted += 1
                self.counter = counter


class Registration(threading.Thread):
    """Registers a key after a while."""

    def __init__(self, desk, body, delay):
        super().__init__()
        self.desk, self.body, self.delay = desk, body, delay
        self.level = None

    def run(self):
        time.sleep(self.delay)
        try:
            self.level = self.desk.register(self.body)[1]["data"]["attestation_level"]
        except (OSError, http.client.HTTPException):
            pass


class Kills(unittest.TestCase):
    def test_a_killed_server_keeps_what_it_answered(self):
        desk = Desk("--require-verified-devices")
        self.addCleanup(lambda: desk.process.poll() is None and desk.kill())
        dice = random.Random(1)
        phones = [Phone(desk), Phone(desk)]
        rounds = 100 if FULL else 10
        counters = {phone.identifier: 0 for phone in phones}
        sent = accepted = redeemed = 0
        for number in range(rounds):
            captures = [
                [(phone.counter + 2, phone.capture(f"photo {phone.identifier} {phone.counter}".encode()))
                 for _ in range(10)]
                for phone in phones]
            # An address gets ten challenges a minute.
            challenge = desk.challenge(source=f"127.0.1.{number + 1}")
            first, second = Key().pack(challenge), Key().pack(challenge)
            senders = [Sender(phone, each) for phone, each in zip(phones, captures)]
            registration = Registration(desk, first, dice.uniform(0, 0.1))
            threads = [*senders, registration]
            for thread in threads:
                thread.start()
            time.sleep(dice.uniform(0, 0.15))
            desk.kill(signal.SIGKILL)
            for thread in threads:
                thread.join()
            sent += sum(sender.sent for sender in senders)
            accepted += sum(sender.accepted for sender in senders)
            redeemed += registration.level == VERIFIED

            with sqlite3.connect(desk.folder / "depthcheck-server.sqlite") as database:
                self.assertEqual(database.execute("PRAGMA integrity_check").fetchone(), ("ok",))
                for sender in senders:
                    name = sender.phone.identifier
                    (stored,) = database.execute(
                        "SELECT counter FROM device WHERE id = ?", [name.replace("-", "")]).fetchone()
                    self.assertGreaterEqual(stored, max(sender.counter, counters[name]))
                    counters[name] = stored
                self.assertGreaterEqual(database.execute("SELECT count(*) FROM media").fetchone()[0], accepted)
            database.close()

            desk.start()
            # Exactly one of two keys is verified with a challenge, whether its answer arrived or not.
            again = desk.register(second)[1]["data"]["attestation_level"]
            if registration.level == VERIFIED:
                self.assertEqual(again, "unverified")
            desk.register(first)
            with sqlite3.connect(desk.folder / "depthcheck-server.sqlite") as database:
                (count,) = database.execute("SELECT count(*) FROM device WHERE level = ?", [VERIFIED]).fetchone()
            database.close()
            self.assertEqual(count, len(phones) + number + 1)
            for sender in senders:
                if sender.accepted:
                    status, _, answer = sender.phone.send(sender.captures[0][1])
                    self.assertEqual((status, json.loads(answer)["error"]["code"]), (401, "REPLAY_DETECTED"))
        self.assertGreater(accepted, 0)
        print(f"\nkills: {rounds}; captures sent {sent}, accepted {accepted}; challenges redeemed and answered before "
              f"the kill {redeemed}; highest counter {max(counters.values())}")


if __name__ == "__main__":
    unittest.main()
