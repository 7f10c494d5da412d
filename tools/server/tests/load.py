"""Compares the processor time of the server for each capture with that of `capture verify` of the same files.

Exits with 1 if the server needs more than 1.4 times that of the command.
"""

import resource
import subprocess
import sys

from desk import COMMAND, Desk, Phone

ROUNDS = 5
COUNT = 100
LIMIT = 1.4


def children_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def write_message(path, capture):
    headers, body = capture
    head = "POST /api/v1/captures HTTP/1.1\r\n" + "".join(f"{name}: {headers[name]}\r\n" for name in headers)
    path.write_bytes(head.encode() + b"\r\n" + body)


def main():
    server = command = 0
    with Desk("--memory", "--require-verified-devices") as desk:
        phone = Phone(desk)
        phone.send(phone.capture())
        # In turns, because other processes slow both.
        for number in range(ROUNDS):
            captures = [phone.capture(b"photo %d %d" % (number, each)) for each in range(COUNT)]
            files = [phone.folder / f"{each}.http" for each in range(COUNT)]
            for file, capture in zip(files, captures):
                write_message(file, capture)
            before = desk.seconds()
            statuses = {phone.send(capture)[0] for capture in captures}
            server += desk.seconds() - before
            before = children_seconds()
            verified = subprocess.run(
                [COMMAND, "capture", "verify", "--device", phone.folder / "device.json", "--at", "now", "--format",
                 "json", *files], stdout=subprocess.PIPE)
            command += children_seconds() - before
            outcomes = verified.stdout.count(b'"outcome": "high"')
            if (statuses, outcomes) != ({202}, COUNT):
                sys.exit(f"error: found the statuses {statuses} and {outcomes} captures with high confidence; expected "
                         f"202 and {COUNT}")
    each = 1000 / (ROUNDS * COUNT)
    print(f"{ROUNDS * COUNT} captures of {len(captures[0][1])} bytes: server {server * each:.2f} ms each, "
          f"capture verify {command * each:.2f} ms; ratio {server / command:.2f}, at most {LIMIT}")
    sys.exit(server / command > LIMIT)


if __name__ == "__main__":
    main()
