"""Corpora for tests of the report: the measured and labelled fixtures, and large tables derived from them."""

import csv
import pathlib
import random
import shutil

from browser import ROOT, command

FIXTURES = ROOT / "fixtures"
REAL = ("room", "stairs", "quadrant", "noise", "two-planes")


class ReportCorpus:
    """The measured fixtures in a folder; `rows` are their measurements, `labels` is the path of the labels."""

    def __init__(self, folder, profile="server"):
        self.folder = pathlib.Path(folder)
        self.maps = self.folder / "maps"
        self.maps.mkdir()
        for path in sorted(FIXTURES.glob("*.bin.gz")):
            shutil.copy(path, self.maps / path.name)
        (self.maps / "damaged.bin.gz").write_bytes(b"no map")
        self.measurements = self.folder / "measurements.csv"
        command("measure", self.maps, "-q", "--candidates", "--profile", profile, "-o", self.measurements)
        with open(self.measurements, newline="") as table:
            self.rows = list(csv.DictReader(table))
        self.labels = self.write_labels("labels.csv", [label(row["file"]) for row in self.rows])

    def write_labels(self, name, labels):
        path = self.folder / name
        with open(path, "w", newline="") as table:
            writer = csv.writer(table, lineterminator="\n")
            writer.writerow(["file", "label", "species", "group"])
            writer.writerows(labels)
        return path

    def write_rows(self, name, rows):
        path = self.folder / name
        with open(path, "w", newline="") as table:
            writer = csv.DictWriter(table, list(self.rows[0]), lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
        return path

    def report(self, name, *options, measurements=None):
        """Makes a report and returns its path."""
        path = self.folder / name
        command("report", measurements or self.measurements, *options, "-o", path, "-q")
        return path

    def many(self, count, seed=1):
        """Writes measurements and labels of `count` maps; each row is that of a fixture with random changes."""
        generator = random.Random(seed)
        sources = [row for row in self.rows if row["status"] != "unavailable"]
        rows, labels = [], []
        for index in range(count):
            source = generator.choice(sources)
            row = dict(source, file=f"{index % 40:02}/capture-{index:06}.bin.gz", file_sha256=f"{index:064x}")
            nearest, farthest = float(source["min_depth"]), float(source["max_depth"])
            limits = {
                "depth_variance": (0, 9),
                "mean_depth": (nearest, farthest),
                "edge_coherence": (0, 1),
                "uniformity_ratio": (0, 1),
            }
            for name, (least, most) in limits.items():
                row[name] = repr(max(least, min(most, float(source[name]) * generator.uniform(0.8, 1.2))))
            row["depth_layers"] = str(max(0, int(source["depth_layers"]) + generator.choice((-1, 0, 0, 1))))
            rows.append(row)
            _, word, species, _ = label(source["file"])
            labels.append([row["file"], word, species, f"scene-{index // 8}"])
        return self.write_rows("many.csv", rows), self.write_labels("many-labels.csv", labels)


def label(file):
    """Returns the row of a fixture in the table of labels."""
    kind = file.split("-")[0].split(".")[0]
    if file.startswith(REAL):
        return [file, "real", "", f"scene {kind}"]
    species = kind if kind in ("screen", "wall", "flip", "size") else "other"
    return [file, "attack", species, f"scene {file[:9]}"]
