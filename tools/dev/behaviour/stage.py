"""The folder in which same-behaviour runs commands: copies of this repository's files, and small stand-ins for
the files that documents name."""

from __future__ import annotations

import gzip
import json
import random
import re
import shutil
import struct
import subprocess
import tarfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]

WIDTH, HEIGHT = 32, 24
SPECIES = {"room": "", "desk": "", "screen": "screen", "print": "print"}
MAPS_OF_EACH = 24
PACK = ["capture", "pack", "--photo", "photo.jpg", "--depth", "fixtures/bin-edges-02.bin.gz", "--key", "test.pem"]
TAKEN = ["--at", "2025-12-01T10:00:00.123Z"]

#: Files made by the command under comparison, in the earlier build, so that both builds read the same files.
MADE_BY_COMMAND = [
    ["measure", "corpus", "-o", "measurements.csv"],
    ["measure", "corpus", "--candidates", "-o", "candidates.csv"],
    ["convert", "fixtures/bin-edges-01.bin.gz", "-o", "room.npy"],
    ["convert", "fixtures/bin-edges-02.bin.gz", "-o", "kinect.png", "--output-units", "5000"],
    ["capture", "key", "-o", "test.pem", "--device", "device.json"],
    [*PACK, *TAKEN, "-o", "body.bin"],
    [*PACK, *TAKEN, "--hash-only", "-o", "payload.json"],
    [*PACK, *TAKEN, "--device-id", "0b9d2f6e-53c1-4a8e-9c07-1d2e3f405162", "-o", "software.http"],
    ["capture", "pack", "--challenge", "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=", "--key", "test.pem",
     "--at", "2025-12-01T09:59:00Z", "--root", "root.der", "-o", "registration.json"],
]  # fmt: skip


def make_stage(folder: Path, binary: Path, environment: dict[str, str]) -> None:
    """Fills a new folder."""
    folder.mkdir(parents=True)
    copy_repository(folder)
    make_corpus(folder / "corpus", seed=1)
    make_corpus(folder / "held-out", seed=2)
    for copy in ("captures", "corpora"):
        shutil.copytree(folder / "corpus", folder / copy)
    make_texts(folder)
    make_uploads(folder)
    for command in MADE_BY_COMMAND:
        made = subprocess.run([binary, *command], cwd=folder, env=environment, capture_output=True, check=False)
        if made.returncode != 0:
            message = f"{binary} {' '.join(command)} exited with code {made.returncode}: {made.stderr.decode()}"
            raise RuntimeError(message)
    make_export(folder)
    make_damaged(folder / "bad", folder)


#: Folders of many files, copied only for commands that name them, because finding changes takes time for each file.
LARGE = ("fixtures/captures", "golden", "formats", "corpus", "corpora", "captures", "held-out", "tools")


def copy_stage(stage: Path, folder: Path, lines: list[str] | None) -> None:
    """Copies the files that the lines need, or everything without lines."""
    text = "\n".join(lines or [])

    def is_needed(name: str) -> bool:
        wanted = rf"{name}|fixtures(?!/)" if name == "fixtures/captures" else name
        return lines is None or re.search(rf"(?<![\w/])(?:{wanted})\b", text) is not None

    def unneeded(parent: str, names: list[str]) -> list[str]:
        return [name for name in names if f"{parent}/{name}" in left_out]

    left_out = {str(stage / name) for name in LARGE if not is_needed(name)}
    shutil.copytree(stage, folder, symlinks=True, ignore=unneeded)


def copy_repository(folder: Path) -> None:
    for name in ("fixtures", "golden"):
        shutil.copytree(ROOT / name, folder / name)
    second_opinion = "tools/dev/golden"
    (folder / second_opinion).mkdir(parents=True)
    for name in ("reference.py", "server_gzip.py"):
        shutil.copy(ROOT / second_opinion / name, folder / second_opinion)
    for tests in ("DepthFilesTests", "DepthFilesTests/Archives"):
        shutil.copytree(ROOT / "Tests" / tests / "formats", folder / "formats", dirs_exist_ok=True)
    shutil.copy(folder / "formats/record3d/capture.r3d", folder / "capture.r3d")
    shutil.copy(ROOT / "fixtures/captures/shared/photo.jpg", folder / "photo.jpg")
    shutil.copy(ROOT / "fixtures/captures/shared/photo.jpg", folder / "p.jpg")


def make_corpus(folder: Path, seed: int) -> None:
    """Makes seeded maps of boxes in rooms and of flat objects, two per group, with their labels."""
    source = random.Random(seed)
    labels = ["file,label,species,group"]
    for kind, species in SPECIES.items():
        (folder / kind).mkdir(parents=True)
        for index in range(MAPS_OF_EACH):
            name = f"{kind}/{kind}-{index // 2:05}-{index % 2:02}.bin.gz"
            # Every sixth map looks like the other class, so that there are errors to count.
            looks_flat = bool(species) != (index % 6 == 5)
            (folder / name).write_bytes(packed(flat(source) if looks_flat else boxes(source)))
            labels.append(f"{name},{'attack' if species else 'bona_fide'},{species},{kind}-{index // 2}")
    (folder / "labels.csv").write_text("\n".join(labels) + "\n")


def boxes(source: random.Random) -> list[float]:
    far = source.uniform(2, 5)
    rows = [[far + 0.02 * x for x in range(WIDTH)] for _ in range(HEIGHT)]
    for _ in range(source.randint(1, 6)):
        left, top, near = source.randrange(WIDTH - 6), source.randrange(HEIGHT - 6), source.uniform(0.5, far)
        for row in rows[top : top + source.randint(4, 12)]:
            row[left : left + 8] = [near] * len(row[left : left + 8])
    return [depth + source.gauss(0, 0.005) for row in rows for depth in row]


def flat(source: random.Random) -> list[float]:
    near, slope = source.uniform(0.3, 1.5), source.uniform(0, 0.06)
    return [near + slope * x + source.gauss(0, 0.003) for _ in range(HEIGHT) for x in range(WIDTH)]


def packed(depths: list[float]) -> bytes:
    return gzip.compress(struct.pack(f"<{len(depths)}f", *depths), mtime=0)


def make_texts(folder: Path) -> None:
    labels = (folder / "corpus/labels.csv").read_text()
    rows = labels.splitlines(keepends=True)
    texts = {
        "labels.csv": labels,
        "held-out-labels.csv": (folder / "held-out/labels.csv").read_text(),
        "few.csv": "".join(rows[:6] + rows[-5:]),
        "list.txt": "fixtures/bin-edges-02.bin.gz\nfixtures/two-planes.bin.gz\nmissing.bin\n",
        "sources.csv": "file,width,height\ncapture.bin,256,192\nfixtures/bin-edges-02.bin.gz,,\nroom.npy,,\n",
        "parameters.json": '{"coherenceThreshold": 0.25}\n',
        "other.json": '{"layerThreshold": 2}\n',
        "wrong.json": '{"nonsense": 1}\n',
        "tuned.json": '{"coherenceThreshold": 0.2}\n',
    }
    for name, text in texts.items():
        (folder / name).write_text(text)
    make_answers(folder)


def make_answers(folder: Path) -> None:
    """Answers to part of the golden set, some of them wrong, for reports of failures."""
    lines = []
    for index, path in enumerate(sorted((folder / "golden/server").glob("[p-s]*.json"))):
        answer = json.loads(path.read_text())["expected"]
        if index % 5 == 0:
            answer["depth_layers"] = answer.get("depth_layers", 0) + 1
        if index % 7 == 0:
            answer["edge_coherence"] = answer.get("edge_coherence", 0) + 1e-12
        lines.append(json.dumps({"name": path.stem, "profile": "server", **answer}))
    (folder / "answers.ndjson").write_text("\n".join(lines[:-1]) + "\nno JSON\n")
    (folder / "answer.json").write_text(lines[0])


def make_uploads(folder: Path) -> None:
    room = folder / "fixtures/room-01.bin.gz"
    bare = gzip.decompress(room.read_bytes())
    for name in ("capture.bin", "depth.bin"):
        (folder / name).write_bytes(bare)
    shutil.copy(room, folder / "room.bin.gz")
    for name in ("uploads", "more", "scan"):
        (folder / name).mkdir()
        for fixture in ("bin-edges-02", "screen-boundary-01", "two-planes"):
            shutil.copy(folder / f"fixtures/{fixture}.bin.gz", folder / name)
    (folder / "uploads/cut.bin.gz").write_bytes(room.read_bytes()[:1000])
    (folder / "uploads/notes.txt").write_text("no map\n")
    (folder / "shards").mkdir()
    shards = {"shard-0001.tar.gz": "room", "shard-0001.tar": "room", "shard-0002.tar": "screen", "shard.tar": "desk",
              "shards/shard-00000.tar": "print"}  # fmt: skip
    for name, kind in shards.items():
        with tarfile.open(folder / name, "w:gz" if name.endswith(".gz") else "w") as shard:
            for path in sorted((folder / "corpus" / kind).iterdir()):
                shard.add(path, f"{kind}/{path.name}")


def make_export(folder: Path) -> None:
    """Makes a HAR with two requests to the capture server, the second without its body, and one to another server."""
    headers = [{"name": "Content-Type", "value": "application/json"}]
    post = {"method": "POST", "url": "https://example.com/api/v1/captures/hash-only", "headers": headers}
    requests = [
        {**post, "postData": {"mimeType": "application/json", "text": (folder / "payload.json").read_text()}},
        {"method": "GET", "url": "https://example.com/", "headers": []},
        post,
    ]
    entries = [{"startedDateTime": "2025-12-01T10:00:01Z", "request": request} for request in requests]
    (folder / "session.har").write_text(json.dumps({"log": {"version": "1.2", "entries": entries}}))


def make_damaged(folder: Path, stage: Path) -> None:
    (folder / "folder").mkdir(parents=True)
    whole = {"cut.bin.gz": "fixtures/bin-edges-02.bin.gz", "cut.png": "kinect.png", "cut.npy": "room.npy",
             "cut.npz": "formats/zip/deflated.npz", "cut.tar": "shard-0002.tar"}  # fmt: skip
    for name, source in whole.items():
        contents = (stage / source).read_bytes()
        (folder / name).write_bytes(contents[: len(contents) * 2 // 3])
    tiff = next(iter(sorted((stage / "formats/tiff").glob("*.tif*")))).read_bytes()
    (folder / "cut.tiff").write_bytes(tiff[: len(tiff) // 2])
    (folder / "empty.bin").write_bytes(b"")
    (folder / "odd.bin").write_bytes(b"\0\0\x80?" * 10 + b"\0")
    (folder / "text.bin").write_bytes(b"no map, a text\n")
    (folder / "zeros.gz").write_bytes(bytes(64))
