"""The work of tools/dev/bench/tuning: bootstrap intervals over groups for many operating points, three times."""

from __future__ import annotations

import csv
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time

import numpy
import sklearn
from sklearn.metrics import confusion_matrix
from sklearn.utils import resample

# How often this program and the products of NumPy take turns.
ROUNDS = 3
SPECIES = ["monitor", "poster", "print", "wall"]


def make_measurements(binary: str, folder: str, maps: int, per_group: int) -> None:
    """Made-up measurements of real scenes and four species of attack, and their labels."""
    random = numpy.random.default_rng(1)
    map_file = os.path.join(folder, "one.bin")
    numpy.full(12, 1, "<f4").tofile(map_file)
    probe = subprocess.run([binary, "measure", map_file], capture_output=True, text=True, check=True).stdout
    probed = next(csv.DictReader(probe.splitlines()))
    with open(f"{folder}/m.csv", "w") as table, open(f"{folder}/labels.csv", "w") as labels:
        rows, marks = csv.writer(table, lineterminator="\n"), csv.writer(labels, lineterminator="\n")
        rows.writerow(probed.keys())
        marks.writerow(["file", "label", "species", "group"])
        for number in range(maps):
            group = number // per_group
            is_real = group % 2 == 0
            row = dict(probed, file=f"{number}.bin", is_screen_like="false", status="fail")
            row |= {"max_depth": 4.0, "depth_range": 3.0}
            row["depth_variance"] = repr(float(random.gamma(4, 0.25) if is_real else random.gamma(2, 0.2)))
            row["depth_layers"] = int(random.integers(2, 9) if is_real else random.integers(0, 7))
            row["edge_coherence"] = repr(float(random.beta(4, 2) if is_real else random.beta(1, 4)))
            rows.writerow(row.values())
            species = "" if is_real else SPECIES[group % 8 // 2]
            marks.writerow([row["file"], "real" if is_real else "attack", species, group])


def read(folder: str, points_file: str):
    """The columns a decision looks at, classes and groups, and the operating points depthcheck judged."""
    with open(f"{folder}/m.csv") as table, open(f"{folder}/labels.csv") as labels:
        rows, marks = list(csv.DictReader(table)), list(csv.DictReader(labels))
    measured = numpy.array(
        [[float(row[key]) for key in ("depth_variance", "depth_layers", "edge_coherence")] for row in rows])
    kinds = numpy.array([0 if mark["label"] == "real" else 1 + SPECIES.index(mark["species"]) for mark in marks])
    groups = numpy.array([int(mark["group"]) for mark in marks])
    with open(points_file) as file:
        points = list(csv.DictReader(file))
    thresholds = numpy.array(
        [[float(p[key]) for key in ("varianceThreshold", "layerThreshold", "coherenceThreshold")] for p in points])
    return measured, kinds, groups, thresholds, points


def decide(measured, thresholds):
    """A row an operating point, a column a map."""
    return (
        (measured[None, :, 0] > thresholds[:, None, 0])
        & (measured[None, :, 1] >= thresholds[:, None, 1])
        & (measured[None, :, 2] > thresholds[:, None, 2])
    )


def draw(kinds, groups, replicates, random):
    """Whole groups with replacement, real scenes and attacks apart: how often each map is in each replicate."""
    weights = numpy.zeros((len(groups), replicates), numpy.float32)
    for is_real in (True, False):
        mine = numpy.unique(groups[(kinds == 0) == is_real])
        for replicate in range(replicates):
            counts = numpy.bincount(random.choice(mine, len(mine)), minlength=groups.max() + 1)
            weights[:, replicate] += counts[groups] * ((kinds == 0) == is_real)
    return weights


def summarise(accepted, weights, kinds):
    """Accepted counts by class (points x replicates) to percentile intervals of every rate depthcheck reports."""
    rates = [numpy.asarray(a, float) / weights[kinds == kind].sum(axis=0) for kind, a in enumerate(accepted)]
    bpcer, worst = 1 - rates[0], numpy.max(rates[1:], axis=0)
    return [numpy.quantile(rate, [0.025, 0.975], axis=1) for rate in [bpcer, *rates[1:], worst, (bpcer + worst) / 2]]


def numpy_products(measured, kinds, groups, thresholds, replicates):
    """The best NumPy does: the same matrix product, by its own OpenBLAS on all cores, in blocks that fit memory."""
    weights = draw(kinds, groups, replicates, numpy.random.default_rng(1))
    members = [numpy.flatnonzero(kinds == kind) for kind in range(kinds.max() + 1)]
    results = []
    for start in range(0, len(thresholds), 1000):
        block = thresholds[start : start + 1000]
        accepted = [decide(measured[m], block).astype(numpy.float32) @ weights[m] for m in members]
        results.append(summarise(accepted, weights, kinds))
    return [numpy.concatenate([result[i] for result in results], axis=1) for i in range(len(results[0]))]


def numpy_loop(measured, kinds, groups, thresholds, replicates):
    """What is usually written: for each replicate draw the groups, take their maps, and average the decisions."""
    random = numpy.random.default_rng(1)
    by_group = [numpy.flatnonzero(groups == group) for group in range(groups.max() + 1)]
    real_groups, attack_groups = numpy.unique(groups[kinds == 0]), numpy.unique(groups[kinds > 0])
    accepted = numpy.ascontiguousarray(decide(measured, thresholds).T)
    rates = []
    for _ in range(replicates):
        drawn = [random.choice(some, len(some)) for some in (real_groups, attack_groups)]
        index = numpy.concatenate([by_group[group] for some in drawn for group in some])
        kind = kinds[index]
        rates.append([accepted[index[kind == k]].mean(axis=0) for k in range(kinds.max() + 1)])
    return rates


def scikit_learn(measured, kinds, groups, thresholds, replicates):
    """scikit-learn's own parts: resample() draws the groups, confusion_matrix() counts each point of each replicate."""
    by_group = [numpy.flatnonzero(groups == group) for group in range(groups.max() + 1)]
    all_groups = numpy.arange(groups.max() + 1)
    accepted = decide(measured, thresholds)
    results = []
    for replicate in range(replicates):
        drawn = resample(all_groups, stratify=all_groups % 2, random_state=replicate)
        index = numpy.concatenate([by_group[group] for group in drawn])
        for point in accepted:
            results.append(confusion_matrix(kinds[index], point[index], labels=range(kinds.max() + 1)))
    return results


def spent():
    """Processor seconds of this process and of those it waited for."""
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def timed(work):
    """Wall seconds, processor seconds, and what the work gave."""
    before, start = spent(), time.perf_counter()
    result = work()
    return time.perf_counter() - start, spent() - before, result


def run(binary: str, maps: int, points: int, replicates: int, per_group: int) -> dict:
    with tempfile.TemporaryDirectory() as folder:
        make_measurements(binary, folder, maps, per_group)
        table = f"{folder}/points.csv"
        command = [
            binary, "tune", f"{folder}/m.csv", "--labels", f"{folder}/labels.csv", "--operating-points", table,
            "--point-limit", str(points), "--replicates", str(replicates), "--format", "json",
        ]  # fmt: skip
        without = [{str(replicates): "0", table: f"{folder}/bare.csv"}.get(part, part) for part in command]
        whole, bare, products = [], [], []
        for _ in range(ROUNDS):
            whole.append(timed(lambda: subprocess.run(command, check=True, capture_output=True)))
            bare.append(timed(lambda: subprocess.run(without, check=True, capture_output=True)))
            if not products:
                peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
                measured, kinds, groups, thresholds, rows = read(folder, table)
            products.append(timed(lambda: numpy_products(measured, kinds, groups, thresholds, replicates)))
        intervals = products[0][2]
    print(f"\n{maps} maps in groups of {per_group}, {len(thresholds)} operating points, {replicates} replicates")
    print(f"{'':55}{'wall':>9}   {'processor':>9}     medians of {ROUNDS} rounds, in turns")

    def line(name, times, rest=""):
        wall, processor = (statistics.median(time[part] for time in times) for part in (0, 1))
        print(f"  {name:52} {wall:8.2f} s {processor:9.2f} s   {rest}")
        return wall

    ours = line("depthcheck tune, the whole report (measured)", whole, f"peak {peak / 2**20:.2f} GiB")
    line("  of which everything but the bootstrap (measured)", bare)
    ratios = [statistics.median(n[part] / o[part] for n, o in zip(products, whole)) for part in (0, 1)]
    product = line(
        "NumPy, the same matrix products (measured)", products,
        f"{ratios[0]:.1f} x wall, {ratios[1]:.1f} x processor")  # fmt: skip

    # Other random draws, so the intervals agree only as two bootstraps do; the counts agree exactly.
    accepted = decide(measured, thresholds)[:, kinds == 0].sum(axis=1)
    counted = numpy.array([int(row["bona_fide"]) - int(row["bona_fide_rejected"]) for row in rows])
    assert (accepted == counted).all(), "depthcheck and NumPy decide differently"
    # Without an interval where all replicates agree: there both ends are the rate.
    ends = [[row[key] or row["bpcer"] for key in ("bpcer_lower", "bpcer_upper")] for row in rows]
    theirs = numpy.array(ends, dtype=float).T
    difference = numpy.abs(theirs - intervals[0]).max()
    print(f"  counts equal at every point; BPCER intervals differ by at most {difference:.4f} (other draws)")

    few = max(1, replicates // 200)
    loop, *_ = timed(lambda: numpy_loop(measured, kinds, groups, thresholds, few))
    loop *= replicates / few
    print(f"  NumPy, a loop over replicates ({few} measured, scaled)      {loop:9.2f} s   {loop / ours:8.1f} x")
    some = thresholds[:: max(1, len(thresholds) // 200)]
    learn, *_ = timed(lambda: scikit_learn(measured, kinds, groups, some, 1))
    learn *= replicates * len(thresholds) / len(some)
    print(f"  scikit-learn ({len(some)} points of one replicate, scaled)    {learn:9.0f} s   {learn / ours:8.0f} x")
    return {
        "maps": maps, "per_group": per_group, "points": len(thresholds), "replicates": replicates, "depthcheck": ours,
        "peak_gib": peak / 2**20, "numpy_products": product, "numpy_loop_scaled": loop, "scikit_learn_scaled": learn,
    }  # fmt: skip


def main() -> None:
    sizes = [int(text) for text in sys.argv[2:]]
    maps, points, replicates = sizes + [10_000, 20_000, 1_000][len(sizes) :]
    print(f"NumPy {numpy.__version__}, scikit-learn {sklearn.__version__}, {os.cpu_count()} processors")
    results = [run(sys.argv[1], maps, points, replicates, per_group) for per_group in (1, 8)]
    print("\n" + json.dumps(results))


main()
