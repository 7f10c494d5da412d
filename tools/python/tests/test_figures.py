"""The data of figures, compared with the report of the command and with scores, and their axes of matplotlib."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
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

KINDS = ["bona_fide"] * 3 + ["screen", "_print $1$ ^{", "a, \"b\" <&>"]
SPECIES = sorted(set(KINDS) - {"bona_fide"})
NAMES = ["det", "roc", "scores", "trade-off", "epc"]


class Evaluation:
    """An evaluation with its figures, and the JSON and figures of the command."""

    def __init__(self, folder: Path, command: Command) -> None:
        random = np.random.default_rng(5)
        self.labels = folder / "labels.csv"
        measured = folder / "measured.ndjson"
        with self.labels.open("w", newline="") as file:
            table = csv.writer(file)
            table.writerow(["file", "label", "species", "group"])
            for number, kind in enumerate(KINDS * 25):
                np.save(folder / f"{number:03}.npy", scene(random, kind))
                is_real = kind == "bona_fide"
                table.writerow([f"{number:03}.npy", "bona_fide" if is_real else "attack", "" if is_real else kind,
                                f"g{number // 6}"])  # fmt: skip
        depthcheck.write_measurements(depthcheck.measure(folder), measured)
        self.parameters = depthcheck.Parameters(varianceThreshold=0.4, layerThreshold=2, coherenceThreshold=0.3)
        self.parameters.to_json(folder / "tuned.json")
        self.folder = folder / "paper"
        self.report: dict[str, Any] = json.loads(command.run(
            "evaluate", measured, "--labels", self.labels, "--parameters", folder / "tuned.json", "--format", "json",
            "--figures", self.folder, "--tables", self.folder, "--development", measured, "--development-labels",
            self.labels))  # fmt: skip
        self.figures = depthcheck.evaluate(
            measured, self.labels, self.parameters, name="tuned.json", figures=True, development=measured,
            development_labels=self.labels,
        ).figures  # fmt: skip

    def draw(self, name: str, **options: Any) -> Axes:
        return depthcheck.figures.draw(self.figures[name], **options)

    def series(self, figure: str) -> dict[str, dict[str, Any]]:
        """The data of each series by the name of its species, its parameters or its curve."""
        return {series["label"]: series for series in self.figures[figure].data["series"]}

    def scores(self, kind: str) -> Any:
        """The score of each map of a kind."""
        _, margins = depthcheck.decide(depthcheck.measure(self.labels.parent), parameters=self.parameters)
        return margins[np.array(KINDS * 25) == kind]


@pytest.fixture(scope="module")
def evaluation(tmp_path_factory: pytest.TempPathFactory, command: Command) -> Evaluation:
    return Evaluation(tmp_path_factory.mktemp("evaluation"), command)


@pytest.fixture(autouse=True)
def close_figures() -> Any:
    yield
    plt.close("all")


def lines(axes: Axes, name: str) -> list[list[list[float]]]:
    """The points of the lines with a name: its curve, its marks."""
    return [np.asarray(line.get_xydata()).tolist() for line in axes.get_lines() if line.get_label() == name]


def rates(real: Any, attacks: Any) -> set[tuple[float, float]]:
    """APCER and BPCER at each threshold."""
    return {((attacks > cut).mean(), (real <= cut).mean()) for cut in [-2, *real, *attacks]}


def test_det_data_are_the_rates_of_the_scores(evaluation: Evaluation) -> None:
    data = evaluation.figures["det"].data
    assert (data["kind"], data["horizontal"]["title"], data["vertical"]["title"]) == ("plot", "APCER (%)", "BPCER (%)")
    assert data["horizontal"]["scale"] == "probit" and data["horizontal"]["range"][1] == 0.95
    assert data["guides"] == [{"value": 0.1, "text": "BPCER10"}, {"value": 0.05, "text": "BPCER20"},
                              {"value": 0.01, "text": "BPCER100"}]  # fmt: skip
    series = evaluation.series("det")
    assert list(series) == ["worst species at each threshold", *SPECIES]
    real = evaluation.scores("bona_fide")
    for kind in SPECIES:
        measures = evaluation.report["given"]["score"]["species"][kind]
        expected = zip([0.1, 0.05, 0.01], [measures[name] for name in ("bpcer10", "bpcer20", "bpcer100")])
        assert series[kind]["marks"] == [list(mark) for mark in expected] and series[kind]["name"] == kind
        # The curve has each pair of rates, and a corner between two of them.
        pairs = rates(real, evaluation.scores(kind))
        points = {tuple(point) for point in series[kind]["points"]}
        assert pairs <= points
        for place in (0, 1):
            assert {point[place] for point in points} == {pair[place] for pair in pairs}
    assert len(data["band"]) > 4 and len(data["notes"]) == 2


def test_roc_data_have_the_area_and_the_operating_point(evaluation: Evaluation) -> None:
    given = evaluation.report["given"]
    real = evaluation.scores("bona_fide")
    for series in evaluation.figures["roc"].data["series"][1:]:
        kind = series["name"]
        auc = given["score"]["species"][kind]["auc"]
        assert series["label"] == f"AUC {auc:.3f}: {kind}"
        assert series["marks"] == [[given["apcer"][kind]["value"], 1 - given["bpcer"]["value"]]]
        pairs = rates(real, evaluation.scores(kind))
        assert {tuple(point) for point in series["points"]} == {(apcer, 1 - bpcer) for apcer, bpcer in pairs}
        xs, ys = zip(*series["points"])
        assert np.trapezoid(ys[::-1], xs[::-1]) == pytest.approx(auc, abs=1e-12)


def test_histogram_data_count_all_scores(evaluation: Evaluation) -> None:
    data = evaluation.figures["scores"].data
    assert data["kind"] == "histograms" and data["threshold"] == 0 and data["horizontal"]["scale"] == "linear"
    edges = data["edges"]
    assert [edges[0], edges[-1]] == data["horizontal"]["range"] and edges[0] == -1 and 0 in edges
    assert edges == sorted(edges)
    names = {"real scenes": "bona_fide", **{kind: kind for kind in SPECIES}}
    assert [row["name"] for row in data["rows"]] == list(names)
    for row in data["rows"]:
        values = evaluation.scores(names[row["name"]])
        assert row["accepted"] == (values > 0).sum() and sum(row["counts"]) == len(values)
        assert row["label"] == f"{row['accepted']} of {len(values)} accepted: {row['name']}"
        # Bins include their upper edge, the first one also the lowest score, the last one all greater scores.
        places = np.clip(np.searchsorted(edges, values, side="left") - 1, 0, len(edges) - 2)
        assert row["counts"] == np.bincount(places, minlength=len(edges) - 1).tolist()


def test_trade_off_data_have_both_operating_points_with_their_intervals(evaluation: Evaluation) -> None:
    data = evaluation.figures["trade-off"].data
    bars = [bar["points"] for bar in data["bars"]]
    assert len(bars) == 4
    for series, side in zip(data["series"][2:], ("given", "against")):
        report = evaluation.report[side]
        assert series["name"] == report["name"] and series["points"] == []
        apcer, bpcer = report["apcer_worst"], report["bpcer"]["value"]
        assert series["marks"] == [[apcer, bpcer]]
        assert [[low, bpcer] for low in report["apcer_worst_interval"]] in bars
        assert [[apcer, low] for low in report["bpcer"]["interval"]] in bars


def test_expected_performance_data_are_those_of_the_report(evaluation: Evaluation) -> None:
    series = evaluation.series("epc")
    for kind, name in (("worst_species", "worst species"), ("pooled", "pooled attacks")):
        points = evaluation.report["given"]["development"][kind]["epc"]
        expected = [[point["weight"], point["hter"]] for point in points]
        assert series[name]["points"] == series[name]["marks"] == expected


@pytest.mark.parametrize("name", NAMES)
def test_axes_show_the_data(evaluation: Evaluation, name: str) -> None:
    data = evaluation.figures[name].data
    axes = evaluation.draw(name)
    horizontal = data["horizontal"]
    assert axes.get_xlabel() == horizontal["title"] and list(axes.get_xlim()) == horizontal["range"]
    assert axes.get_xticks().tolist() == [tick["value"] for tick in horizontal["ticks"]]
    assert axes.get_xscale() == ("function" if horizontal["scale"] == "probit" else "linear")
    if name == "scores":
        for base, row in zip(range(len(data["rows"]) - 1, -1, -1), data["rows"]):
            bars: Any = [bar for bar in axes.patches if bar.get_y() == base]  # type: ignore[attr-defined]
            filled = [count for count in row["counts"] if count]
            # matplotlib keeps the upper end of a bar, not its height.
            heights = [0.66 * count / max(filled) for count in filled]
            assert [bar.get_height() for bar in bars] == pytest.approx(heights, abs=1e-12)
            lefts = [edge for edge, count in zip(data["edges"], row["counts"]) if count]
            assert [bar.get_x() for bar in bars] == lefts
        texts = [text.get_text() for text in axes.texts]
        assert {row["label"] for row in data["rows"]} <= set(texts)
        return
    # On a probit axis, rates beyond it are at its end.
    ends = horizontal["range"] if horizontal["scale"] == "probit" else [0, 1]
    for series in data["series"]:
        drawn = [np.clip(points, *ends).tolist() for points in (series["points"], series["marks"]) if points]
        assert lines(axes, series["label"]) == drawn
    legend = axes.get_legend()
    assert legend and [text.get_text() for text in legend.get_texts()] == [each["label"] for each in data["series"]]
    assert len(axes.patches) == bool(data["band"])
    notes = axes.texts[-1].get_text()
    assert notes.replace("\n", " ") == " ".join(data["notes"])


@pytest.mark.parametrize("name", NAMES)
def test_data_have_the_texts_of_the_svg(evaluation: Evaluation, name: str) -> None:
    figure = evaluation.figures[name]
    assert figure.svg == (evaluation.folder / f"{name}.svg").read_text()
    root = ElementTree.fromstring(figure.svg)
    # The first child of a shortened or numbered text is its title.
    texts = root.iter("{http://www.w3.org/2000/svg}text")
    drawn = ["".join([text.text or "", *(child.tail or "" for child in text)]) for text in texts]
    data = figure.data
    assert root[0].text == data["title"] and root[1].text == data["description"]
    labels = [each["label"] for each in data["series" if data["kind"] == "plot" else "rows"]]
    ticks = [tick["text"] for tick in data["horizontal"]["ticks"]]
    assert {data["horizontal"]["title"], *labels, *ticks} <= set(drawn)
    assert all(note in " ".join(drawn) for note in data["notes"])


@pytest.mark.parametrize("name", NAMES)
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


def test_only_figures_of_an_evaluation_are_drawn(evaluation: Evaluation) -> None:
    draw: Any = depthcheck.figures.draw
    for wrong in (evaluation.folder / "det.svg", str(evaluation.folder / "det.svg"), evaluation.figures["det"].svg, 5):
        with pytest.raises(depthcheck.InputError, match="for a figure; expected one of depthcheck.evaluate") as error:
            draw(wrong)
        assert error.value.code == "wrong_type"


def test_without_matplotlib_one_sentence_names_the_package() -> None:
    script = "import sys; sys.modules['matplotlib'] = None; import depthcheck.figures"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    expected = "ImportError: found no matplotlib; expected it to draw figures; pip install 'depthcheck[figures]'"
    assert done.returncode == 1 and done.stderr.splitlines()[-1] == expected
