"""A running depthcheck-server, and captures that a test key signs."""

import atexit
import http.client
import json
import os
import pathlib
import signal
import socket
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
COMMAND = os.environ["DEPTHCHECK"]
SERVER = os.environ["DEPTHCHECK_SERVER_BINARY"]
PHOTO = ROOT / "fixtures/captures/shared/photo.jpg"
DEPTH = ROOT / "fixtures/room-01.bin.gz"
# Whether the long variants run.
FULL = bool(os.environ.get("DEPTHCHECK_SERVER_FULL"))
SCRATCH = tempfile.TemporaryDirectory(prefix="depthcheck-server-")
atexit.register(SCRATCH.cleanup)


def new_folder():
    """A folder that exists until the tests have ended."""
    return pathlib.Path(tempfile.mkdtemp(dir=SCRATCH.name))


def run(*arguments, **options):
    return subprocess.run([COMMAND, *map(str, arguments)], check=True, capture_output=True, **options).stdout


class Desk:
    """Starts the server in a folder; the state stays there when it is killed."""

    def __init__(self, *options, host="127.0.0.1"):
        self.folder = new_folder()
        self.options = options if host == "127.0.0.1" else (*options, "--listen", host)
        self.host = host
        with socket.socket() as free:
            free.bind((host, 0))
            self.port = free.getsockname()[1]
        self.start()

    def start(self):
        self.log = open(self.folder / "log", "ab")
        self.process = subprocess.Popen(
            [SERVER, "--port", str(self.port), *self.options], cwd=self.folder, stdout=self.log, stderr=self.log)
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline:
            try:
                socket.create_connection((self.host, self.port), timeout=1).close()
                return
            except OSError:
                if self.process.poll() is not None:
                    break
                time.sleep(0.05)
        raise RuntimeError((self.folder / "log").read_text())

    def kill(self, number=signal.SIGKILL):
        self.process.send_signal(number)
        code = self.process.wait(timeout=20)
        self.log.close()
        return code

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.kill(signal.SIGTERM)

    @property
    def address(self):
        return f"http://{self.host}:{self.port}"

    def request(self, method, path, body=None, headers=None, source="127.0.0.1"):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30, source_address=(source, 0))
        connection.request(method, path, body, headers or {})
        response = connection.getresponse()
        content = response.read()
        connection.close()
        return response.status, dict(response.getheaders()), content

    def json(self, *arguments, **options):
        return json.loads(self.request(*arguments, **options)[2])

    def challenge(self, **options):
        return self.json("GET", "/api/v1/devices/challenge", **options)["data"]["challenge"]

    def register(self, body):
        status, _, answer = self.request(
            "POST", "/api/v1/devices/register", body, {"Content-Type": "application/json"})
        return status, json.loads(answer)

    def text(self):
        return (self.folder / "log").read_text()

    def seconds(self):
        """The processor time that the server has used."""
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self):
        """The resident memory in bytes."""
        for line in pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024
        raise RuntimeError("no VmRSS")


class Key:
    """A test key, known to no server."""

    def __init__(self):
        self.folder = new_folder()
        self.key = self.folder / "test.pem"
        run("capture", "key", "-o", self.key, cwd=self.folder)

    def pack(self, challenge):
        """The body that registers the key."""
        body = self.folder / "registration.json"
        run("capture", "pack", "--challenge", challenge, "--key", self.key, "--root", self.folder / "root.der", "-o",
            body, cwd=self.folder)
        return body.read_bytes()


class Phone(Key):
    """A test key, registered with a server."""

    def __init__(self, desk):
        super().__init__()
        self.desk = desk
        self.registration = self.pack(desk.challenge())
        self.answer = desk.register(self.registration)
        self.identifier = self.answer[1].get("data", {}).get("device_id")
        self.counter = 0

    def capture(self, photo=None, *options):
        """A signed request with the next two counters: headers and body."""
        picture = PHOTO
        if photo is not None:
            picture = self.folder / "photo.jpg"
            picture.write_bytes(photo)
        first = self.counter + 1
        self.counter += 2
        request = self.folder / "capture.http"
        run("capture", "pack", "--photo", picture, "--depth", DEPTH, "--key", self.key, "--device-id", self.identifier,
            "--request-counter", first, "--counter", first + 1, "-o", request, *options, cwd=self.folder)
        head, body = request.read_bytes().split(b"\r\n\r\n", 1)
        return dict(line.split(": ", 1) for line in head.decode().split("\r\n")[1:]), body

    def send(self, capture):
        headers, body = capture
        return self.desk.request("POST", "/api/v1/captures", body, headers)
