"""Figures in matplotlib, compared with the SVG and the tables of the command."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import depthcheck
import depthcheck.figures
import matplotlib
import matplotlib.pyplot as plt
import numpy as np
import pytest
from conftest import Command, scene
from matplotlib.axes import Axes
from matplotlib.figure import Figure

matplotlib.use("Agg")

#: A value of the SVG has two decimals of points; a frame is 206 points wide.
NEAR = 1e-4
KINDS = ["bona_fide"] * 3 + ["screen", "_print $1$ ^{", "a, \"b\" <&>"]


class Evaluation:
    """An evaluation by the command: its JSON, tables and figures."""

    def __init__(self, folder: Path, command: Command) -> None:
        random = np.random.default_rng(5)
        self.labels = folder / "labels.csv"
        self.measured = folder / "measured.ndjson"
        with self.labels.open("w", newline="") as file:
            table = csv.writer(file)
            table.writerow(["file", "label", "species", "group"])
            for number, kind in enumerate(KINDS * 25):
                np.save(folder / f"{number:03}.npy", scene(random, kind))
                is_real = kind == "bona_fide"
                table.writerow([f"{number:03}.npy", "bona_fide" if is_real else "attack", "" if is_real else kind,
                                f"g{number // 6}"])  # fmt: skip
        depthcheck.write_measurements(depthcheck.measure(folder), self.measured)
        self.parameters = folder / "tuned.json"
        depthcheck.Parameters(varianceThreshold=0.4, layerThreshold=2, coherenceThreshold=0.3).to_json(self.parameters)
        self.folder = folder / "paper"
        self.report: dict[str, Any] = json.loads(command.run(
            "evaluate", self.measured, "--labels", self.labels, "--parameters", self.parameters, "--format", "json",
            "--figures", self.folder, "--tables", self.folder, "--development", self.measured, "--development-labels",
            self.labels))  # fmt: skip

    def draw(self, name: str, **options: Any) -> Axes:
        return depthcheck.figures.draw(self.folder / f"{name}.svg", **options)


@pytest.fixture(scope="module")
def evaluation(tmp_path_factory: pytest.TempPathFactory, command: Command) -> Evaluation:
    return Evaluation(tmp_path_factory.mktemp("evaluation"), command)


@pytest.fixture(autouse=True)
def close_figures() -> Any:
    yield
    plt.close("all")


def named(axes: Axes, name: str) -> list[tuple[list[float], list[float]]]:
    """The coordinates of the lines with a name: its curve, its marks."""
    lines = [line for line in axes.get_lines() if line.get_label() == name]
    return [(np.asarray(line.get_xdata()).tolist(), np.asarray(line.get_ydata()).tolist()) for line in lines]


def scores(evaluation: Evaluation, kind: str) -> Any:
    """The score of each map of a kind."""
    _, margins = depthcheck.decide(
        depthcheck.measure(evaluation.labels.parent), parameters=depthcheck.Parameters.from_json(evaluation.parameters)
    )
    return margins[np.array(KINDS * 25) == kind]


def test_det_curves_have_the_rates_of_the_scores(evaluation: Evaluation) -> None:
    axes = evaluation.draw("det")
    assert axes.get_xlabel() == "APCER (%)" and axes.get_xscale() == "function"
    real = scores(evaluation, "bona_fide")
    lowest = axes.get_xlim()[0]
    for kind in sorted(set(KINDS) - {"bona_fide"}):
        (xs, ys), (marks, mark_values) = named(axes, kind)
        attacks = scores(evaluation, kind)
        measures = evaluation.report["given"]["score"]["species"][kind]
        assert marks == pytest.approx([0.1, 0.05, 0.01], abs=NEAR)
        expected = [max(measures[name], lowest) for name in ("bpcer10", "bpcer20", "bpcer100")]
        assert mark_values == pytest.approx(expected, abs=NEAR)
        # Each corner is the APCER or BPCER at some threshold; rates beyond the axis are at its end.
        rates = [((attacks > cut).mean(), (real <= cut).mean()) for cut in [-2, *real, *attacks]]
        clipped = np.clip(rates, lowest, 0.95)
        for place, values in enumerate((xs, ys)):
            assert np.abs(np.array(values)[:, None] - clipped[:, place]).min(axis=1).max() < NEAR
    assert "worst species at each threshold" in [line.get_label() for line in axes.get_lines()]
    (band,) = axes.patches
    assert len(band.get_path().vertices) > 4
    assert [text.get_text().strip() for text in axes.texts[:3]] == ["BPCER10", "BPCER20", "BPCER100"]


def test_roc_curves_pass_through_the_operating_point(evaluation: Evaluation) -> None:
    axes = evaluation.draw("roc")
    given = evaluation.report["given"]
    for kind, rate in given["apcer"].items():
        (label,) = [text.get_text() for text in axes.get_legend().get_texts() if kind in text.get_text()]
        assert f"{given['score']['species'][kind]['auc']:.3f}" in label
        (xs, ys), (mark_xs, mark_ys) = named(axes, label)
        assert (mark_xs[0], mark_ys[0]) == pytest.approx((rate["value"], 1 - given["bpcer"]["value"]), abs=NEAR)
        # The area below the curve is the AUC of the report.
        assert np.trapezoid(ys[::-1], xs[::-1]) == pytest.approx(given["score"]["species"][kind]["auc"], abs=2e-3)


def test_histograms_have_all_scores(evaluation: Evaluation) -> None:
    axes = evaluation.draw("scores")
    (threshold,) = [line for line in axes.get_lines() if line.get_linestyle() == "--"]
    assert np.allclose(threshold.get_xdata(), 0, atol=NEAR)
    texts = [text.get_text() for text in axes.texts]
    end = round(axes.get_xlim()[1])
    # The number of bins per unit of the score.
    fineness = {1: 30, 2: 15, 5: 8, 10: 4}[end]
    names = {"bona_fide": "real scenes", **{kind: kind for kind in sorted(set(KINDS) - {"bona_fide"})}}
    for base, (kind, name) in zip((3, 2, 1, 0), names.items()):
        values = scores(evaluation, kind)
        assert f"{(values > 0).sum()} of {len(values)} accepted: {name}" in texts
        # Bins include their upper edge, the first one also the lowest score.
        bins = np.maximum(np.ceil(np.minimum(values, end) * fineness), 1 - fineness)
        found = {round((bar.get_x() + bar.get_width()) * fineness): bar for bar in axes.patches if bar.get_y() == base}
        assert set(found) == set(bins)
        for place, bar in found.items():
            assert bar.get_x() == pytest.approx((place - 1) / fineness, abs=2 * NEAR)
            share = (bins == place).sum() / max((bins == each).sum() for each in found)
            assert bar.get_height() == pytest.approx(0.66 * share, abs=1e-3)


def test_the_trade_off_has_both_operating_points_with_their_intervals(evaluation: Evaluation) -> None:
    axes = evaluation.draw("trade-off")
    bars = [(line.get_xdata(), line.get_ydata()) for line in axes.get_lines() if str(line.get_label()).startswith("_")]
    for name, side in (("tuned.json", "given"), ("the server's", "against")):
        report = evaluation.report[side]
        # A number can follow, because two entries of the legend are about the same parameters.
        (label,) = [str(line.get_label()) for line in axes.get_lines() if str(line.get_label()).startswith(name)]
        ((xs, ys),) = named(axes, label)
        assert (xs[0], ys[0]) == pytest.approx((report["apcer_worst"], report["bpcer"]["value"]), abs=NEAR)
        for low, high in (report["apcer_worst_interval"], report["bpcer"]["interval"]):
            assert any(sorted(values) == pytest.approx([low, high], abs=NEAR) for bar in bars for values in bar)


def test_the_expected_performance_curve_is_the_table(evaluation: Evaluation) -> None:
    axes = evaluation.draw("epc")
    for kind, name in (("worst_species", "worst species"), ("pooled", "pooled attacks")):
        points = evaluation.report["given"]["development"][kind]["epc"]
        curve, (xs, ys) = named(axes, name)
        assert xs == pytest.approx([point["weight"] for point in points], abs=NEAR)
        assert ys == pytest.approx([point["hter"] for point in points], abs=NEAR)
        assert np.interp(xs, *curve) == pytest.approx(ys, abs=NEAR)


@pytest.mark.parametrize("name", ["det", "roc", "scores", "trade-off", "epc"])
def test_figures_fit_in_their_page_and_in_given_axes(evaluation: Evaluation, name: str, tmp_path: Path) -> None:
    axes = evaluation.draw(name)
    figure = axes.figure
    assert isinstance(figure, Figure)
    figure.savefig(tmp_path / "figure.png", dpi=100)
    box = figure.get_tightbbox()
    assert box.x0 > -0.1 and box.y0 > -0.1 and box.x1 < figure.get_figwidth() + 0.1
    page, grid = plt.subplots(1, 2)
    assert evaluation.draw(name, ax=grid[1], legend=False, notes=False) is grid[1]
    assert grid[1].get_legend() is None and grid[1].get_xlabel() and not grid[0].get_xlabel()
    assert len(page.axes) == 2
    # The text of the SVG gives the same figure as its path.
    svg = (evaluation.folder / f"{name}.svg").read_text()
    again = depthcheck.figures.draw(svg)
    assert [line.get_label() for line in again.get_lines()] == [line.get_label() for line in axes.get_lines()]
    legend = axes.get_legend()
    if name in ("det", "roc") and legend:
        texts = " ".join(text.get_text() for text in legend.get_texts())
        assert all(kind in texts for kind in set(KINDS) - {"bona_fide"})


def test_other_files_are_refused(tmp_path: Path) -> None:
    (tmp_path / "other.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"><title>other</title></svg>')
    (tmp_path / "torn.svg").write_text("<svg")
    for name in ("other.svg", "torn.svg"):
        with pytest.raises(depthcheck.InputError, match="found no figure of depthcheck evaluate --figures"):
            depthcheck.figures.draw(tmp_path / name)
    with pytest.raises(depthcheck.InputError, match="found int for a figure"):
        depthcheck.figures.draw(5)  # type: ignore[arg-type]
    with pytest.raises(FileNotFoundError):
        depthcheck.figures.draw(tmp_path / "missing.svg")


def test_without_matplotlib_one_sentence_names_the_package() -> None:
    script = "import sys; sys.modules['matplotlib'] = None; import depthcheck.figures"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    expected = "ImportError: found no matplotlib; expected it to draw figures; pip install 'depthcheck[figures]'"
    assert done.returncode == 1 and done.stderr.splitlines()[-1] == expected
