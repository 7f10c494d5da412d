"""Each task that the command and a request offer: the same options give the same report, or the same error."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import depthcheck
import pytest
from conftest import ARGUMENTS, ROOT, Command
from depthcheck._requests import request as library_request
from test_reports import Corpus

Options = dict[str, Any]

PLANS: list[Options] = [
    {"species": 6, "limit": 0.05},
    {"species": 2, "limit": 0.05, "captures_per_group": 3, "correlation": 0.4, "seed": 2**64 - 1},
    {"species": 2, "limit": 0.05, "expected": 0.0499999},
    {"species": 2, "limit": 0.1, "captures_per_group": 4, "correlation": 0.3, "seed": 7, "probability": 0.5},
    {"species": 2, "limit": 0.1, "expected": 0.02, "confidence": 0.9},
    {"species": 0, "limit": 0.1},
    {"species": 1001, "limit": 0.1},
    {"species": 2, "limit": 0},
    {"species": 2, "limit": 1},
    {"species": 2, "limit": 0.1, "expected": 0.1},
    {"species": 2, "limit": 0.1, "expected": -0.1},
    {"species": 2, "limit": 0.1, "captures_per_group": 0},
    {"species": 2, "limit": 0.1, "correlation": 1.5},
    {"species": 2, "limit": 0.1, "probability": 1},
    {"species": 2, "limit": 0.1, "confidence": 0.4},
]
TUNES: list[Options] = [
    {},
    {"objective": "acer", "folds": 3, "seed": 4, "confidence": 0.8},
    {"max_apcer": 0.3},
    {"max_bpcer": 0.2, "leave_out": "species"},
    {"cost_apcer": 5, "cost_bpcer": 1, "prior": 0.1},
    {"folds": 1},
    {"folds": 1001},
    {"replicates": -1},
    {"replicates": 1000001},
    {"confidence": 1},
    {"max_apcer": 0},
    {"max_bpcer": 1},
    {"objective": "acer", "max_apcer": 0.1},
    {"max_apcer": 0.1, "max_bpcer": 0.1},
    {"max_apcer": 0.1, "prior": 0.1},
    {"cost_apcer": 5},
    {"cost_apcer": 5, "prior": 0.1},
    {"cost_apcer": 0, "cost_bpcer": 1, "prior": 0.1},
    {"cost_apcer": 1, "cost_bpcer": 2e9, "prior": 0.1},
    {"cost_apcer": 1, "cost_bpcer": 1, "prior": 1},
    {"refine": 1},
    {"refine": 11, "sweep": ["edgeGain=20"]},
    {"sweep": ["edgeGain"]},
    {"sweep": ["edgeGain=20", "edgeGain=30"]},
    {"sweep": ["histogramBins=0"]},
    {"leave_out": "nowhere"},
]
EVALUATIONS: list[Options] = [
    {},
    {"per": "group", "decide": "majority", "confidence": 0.9},
    {"per": "group"},
    {"decide": "any"},
    {"confidence": 0.9999999},
    {"per": "nowhere", "decide": "any"},
]


def arguments(options: Options) -> list[str]:
    """The options as those of the command."""
    return [
        text
        for name, value in options.items()
        for each in (value if isinstance(value, list) else [value])
        for text in ("--" + name.replace("_", "-"), str(each))
    ]


def commanded(command: Command, *given: object) -> tuple[Any, str | None]:
    """The report of the command, or its error, in which options have their names in Python."""
    done = subprocess.run([command.path, *map(str, given)], capture_output=True, cwd=ROOT, text=True)
    if done.returncode in (0, 3):
        return json.loads(done.stdout), None
    line = done.stderr.splitlines()[0].removeprefix("depthcheck: ").removeprefix("error: ")
    return None, " ".join(in_python(word) if word.startswith("--") else word for word in line.split(" "))


def in_python(option: str) -> str:
    """The name of the command's option in Python."""
    return ARGUMENTS.get(option) or option.lstrip("-").replace("-", "_")


def options_in_python(text: str) -> str:
    """Text of the command in which options have their names in Python."""
    return re.sub(r"--[a-z][a-z-]*", lambda option: in_python(option[0]), text)


def requested(kind: str, member: str, options: Options, inputs: list[bytes]) -> tuple[Any, str | None]:
    try:
        return library_request(kind, options, inputs)[member], None
    except depthcheck.InputError as error:
        return None, str(error)


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory, command: Command) -> Corpus:
    return Corpus(tmp_path_factory.mktemp("corpus"), command, "server")


@pytest.mark.parametrize("options", PLANS, ids=str)
def test_plans_are_the_same(command: Command, options: Options) -> None:
    expected = commanded(command, "plan", "--format", "json", *arguments(options))
    assert requested("plan", "plan", options, []) == expected
    report, error = expected
    if report is None:
        with pytest.raises(depthcheck.InputError) as found:
            depthcheck.plan(**options)
        assert str(found.value) == error
        return
    plan = depthcheck.plan(**options)
    assert plan.to_dict() == report and list(plan) == list(report)
    sizes = [report[name] for name in ("possible", "likely", "steady") if report[name]]
    assert plan.to_frame()["groups"].tolist() == [size["groups"] for size in sizes]
    assert plan.groups == (report["likely"] and report["likely"]["groups"])


@pytest.mark.parametrize("options", TUNES, ids=str)
def test_tuning_is_the_same(command: Command, corpus: Corpus, tmp_path: Path, options: Options) -> None:
    tables = [corpus.table.read_bytes(), corpus.labels.read_bytes()]
    names = {"measurements_name": str(corpus.table), "labels_name": str(corpus.labels)}
    options = {"replicates": 0, **options}
    found = requested("tune", "report", {**options, **names}, tables)
    given = ["tune", corpus.table, "--labels", corpus.labels, "--format", "json"]
    assert found == commanded(command, *given, *arguments(options))


@pytest.mark.parametrize("options", EVALUATIONS, ids=str)
def test_evaluations_are_the_same(command: Command, corpus: Corpus, tmp_path: Path, options: Options) -> None:
    tables = [corpus.table.read_bytes(), corpus.labels.read_bytes()]
    file = tmp_path / "given.json"
    file.write_text(json.dumps({"layerThreshold": 4}))
    names = {"measurements_name": str(corpus.table), "labels_name": str(corpus.labels), "name": file.name}
    found = requested("evaluate", "report", {**options, **names, "parameters": {"layerThreshold": 4}}, tables)
    given = ["evaluate", corpus.table, "--labels", corpus.labels, "--parameters", file, "--format", "json"]
    assert found == commanded(command, *given, *arguments(options))
