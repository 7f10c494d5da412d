"""Implements coverage --rendered: corpora are rendered, measured, tuned on and judged, step by step."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
import tempfile


def run(*command: str, expected: tuple[int, ...] = (0,)) -> str:
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode not in expected:
        sys.exit(f"{' '.join(command)}: exit code {done.returncode}\n{done.stderr}")
    return done.stdout


def measured(products: str, folder: str, maps: int, seed: int) -> tuple[str, str]:
    """Makes a new corpus and returns its measurements and labels."""
    table = f"{folder}.csv"
    run(f"{products}/make-corpus", folder, "--count", str(maps), "--size", "64x48", "--seed", str(seed))
    run(f"{products}/depthcheck", "measure", folder, "-o", table)
    return table, f"{folder}/labels.csv"


def rates(table: str, labels: str, thresholds: dict) -> tuple[float, float]:
    """BPCER and the APCER of the worst species, decided here by the rule of the specification."""
    with open(labels) as file:
        species = {row["file"]: row["species"] for row in csv.DictReader(file)}
    errors: dict[str, list[int]] = {}
    with open(table) as file:
        for row in csv.DictReader(file):
            passes = (
                float(row["depth_variance"]) > thresholds["varianceThreshold"]
                and int(row["depth_layers"]) >= thresholds["layerThreshold"]
                and float(row["edge_coherence"]) > thresholds["coherenceThreshold"]
                and row["is_screen_like"] == "false"
            )
            kind = species[row["file"]]
            errors.setdefault(kind, []).append(int(passes == (kind != "")))
    shares = {kind: sum(found) / len(found) for kind, found in errors.items()}
    return shares.pop(""), max(shares.values())


def main() -> None:
    products = sys.argv[1]
    numbers = [int(text) for text in sys.argv[2:]]
    pairs, maps, new_maps = numbers + [25, 1200, 4000][len(numbers) :]
    held = {"BPCER": 0, "worst species": 0}
    for pair in range(pairs):
        with tempfile.TemporaryDirectory() as folder:
            table, labels = measured(products, f"{folder}/known", maps, 2 * pair + 1)
            command = [f"{products}/depthcheck", "tune", table, "--labels", labels, "--format", "json"]
            report = json.loads(run(*command, expected=(0, 3)))
            found = report["expected_on_new_scenes"]["rates"]
            truth = rates(*measured(products, f"{folder}/new", new_maps, 2 * pair + 2), report["tuned"]["thresholds"])
        for name, interval, rate in zip(held, (found["bpcer"]["interval"], found["apcer_worst_interval"]), truth):
            held[name] += interval[0] <= rate <= interval[1]
            ends = ", ".join(f"{100 * end:.2f}" for end in interval)
            print(f"{pair + 1:3d} {name:14s} {100 * rate:6.2f} %  in [{ends}]", flush=True)
    for name, count in held.items():
        held_words = f"the interval contained the rate in {count} of {pairs} pairs"
        print(f"{name}: {held_words}, tuned on {maps} maps, evaluated on {new_maps}")


main()
