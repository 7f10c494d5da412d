"""Accepted and refused arguments for maps."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import depthcheck
import numpy as np
import pytest
from conftest import Map, fixture_map, random_maps


def test_other_types_and_strides_are_converted(room: Map) -> None:
    expected = depthcheck.analyze(room)
    big_endian = room.astype(">f4")
    wider = np.zeros((192, 512), np.float32)
    wider[:, ::2] = room
    for other in [
        room.astype(np.float64),
        room.astype(np.longdouble),
        big_endian,
        np.asfortranarray(room),
        wider[:, ::2],
        room[::-1][::-1],
        room.tolist(),
    ]:
        assert depthcheck.analyze(other) == expected
    half = room.astype(np.float16)
    assert depthcheck.analyze(half) == depthcheck.analyze(half.astype(np.float32))


def test_a_contiguous_map_is_not_copied(room: Map) -> None:
    from depthcheck._arrays import as_samples

    assert as_samples(room) is room or np.shares_memory(as_samples(room), room)
    read_only = room.copy()
    read_only.flags.writeable = False
    assert np.shares_memory(as_samples(read_only), read_only)
    assert not np.shares_memory(as_samples(room[:, ::2]), room)


def test_samples_anywhere_in_memory_are_read(room: Map) -> None:
    shifted = np.frombuffer(b"x" + room.tobytes(), np.uint8)[1:].view(np.float32).reshape(room.shape)
    assert not shifted.flags.aligned
    expected = depthcheck.analyze(room)
    assert depthcheck.analyze(shifted) == expected
    assert depthcheck.analyze_many(shifted[None])["mean_depth"] == [expected.mean_depth]


def test_a_generator_can_reuse_one_array() -> None:
    def maps() -> Iterator[Map]:
        buffer = np.empty((48, 64), np.float32)
        for number in range(400):
            buffer[:] = 1 + number / 100
            yield buffer

    assert depthcheck.analyze_many(maps(), jobs=2)["mean_depth"].tolist() == [
        float(np.float32(1 + number / 100)) for number in range(400)
    ]


def test_masked_and_nan_samples_are_invalid(room: Map) -> None:
    valid = np.ones(room.shape, bool)
    valid[50:90, 30:200] = False
    holes = np.where(valid, room, np.float32(np.nan))
    expected = depthcheck.analyze(holes)
    assert expected.valid_count < depthcheck.analyze(room).valid_count
    assert depthcheck.analyze(room, valid=valid) == expected
    assert depthcheck.analyze(np.ma.masked_array(room, ~valid)) == expected
    half = np.ma.masked_array(room, ~valid)
    half.mask[100:] = True
    other = valid.copy()
    other[:5] = False
    both = np.where(other & ~half.mask, room, np.float32(np.nan))
    assert depthcheck.analyze(half, valid=other) == depthcheck.analyze(both)
    rows = list(np.ma.masked_array(room, ~valid))
    assert depthcheck.analyze(rows) == expected
    assert depthcheck.analyze(room, valid=np.ma.masked_array(np.ones(room.shape, bool), ~valid)) == expected


@pytest.mark.parametrize(
    ("array", "code", "words"),
    [
        (np.ones((4, 4), np.uint16), "wrong_type", "1000.0"),
        (np.ones((4, 4), bool), "wrong_type", "bool"),
        (np.ones((4, 4), complex), "wrong_type", "complex"),
        ([["a"]], "wrong_type", "astype"),
        ([[1.0], [1.0, 2.0]], "wrong_shape", "equal length"),
        (np.ones((2, 4, 4)), "wrong_shape", "analyze_many"),
        (np.ones((0, 4)), "wrong_shape", "(0, 4)"),
        (np.float32(1), "wrong_shape", "()"),
    ],
)
def test_arrays_that_are_not_maps_are_refused(array: Any, code: str, words: str) -> None:
    with pytest.raises(depthcheck.InputError, match=".*found.*expected.*") as error:
        depthcheck.analyze(array)
    assert error.value.code == code
    assert words in str(error.value)
    assert isinstance(error.value, ValueError)


def test_invalid_arguments_are_refused(room: Map, tmp_path: Path) -> None:
    for options in [{"profile": "phone"}, {"engine": "warp"}, {"parameters": 3}]:
        with pytest.raises(depthcheck.InputError, match="expected"):
            depthcheck.analyze(room, **options)  # type: ignore[arg-type]
    for valid in [np.ones((2, 2), bool), np.ones(room.shape)]:
        with pytest.raises(depthcheck.InputError, match="valid"):
            depthcheck.analyze(room, valid=valid)
    for wrong in [{"histogramBins": 0}, {"edgeGain": float("nan")}, {"layerThreshold": 2.5}, {"minValidDepth": "x"},
                  {"edgeGain": "30"}, {"edgeGain": True}, {"edgeGain": 10**400}, {"edgeGain": np.ones(1)}]:  # fmt: skip
        with pytest.raises(depthcheck.ParameterError, match="expected") as error:
            depthcheck.Parameters(**wrong)  # type: ignore[arg-type]
        assert error.value.code == "invalid_parameter"
    with pytest.raises(depthcheck.ParameterError, match="layerTreshold") as error:
        depthcheck.analyze(room, parameters={"layerTreshold": 3})
    assert error.value.code == "unknown_parameter"
    for name, meant in [("layerTreshold", "layerThreshold"), ("layer_threshold", "layerThreshold"),
                        ("variancethreshold", "varianceThreshold")]:  # fmt: skip
        for make in [lambda given: depthcheck.Parameters(**given), depthcheck.Parameters.from_dict]:
            with pytest.raises(depthcheck.ParameterError, match=f"did you mean {meant}") as error:
                make({name: 4})
            assert error.value.code == "unknown_parameter"
    with pytest.raises(depthcheck.ParameterError, match="correct its name"):
        depthcheck.Parameters(**{"luck": 1})
    assert pickle.loads(pickle.dumps(depthcheck.Parameters(layerThreshold=4))).layerThreshold == 4
    assert json.dumps(depthcheck.Parameters(edgeGain=np.float32(2), layerThreshold=np.int64(4)).to_dict())
    (tmp_path / "parameters.json").write_text('\ufeff{"edgeGain": 2}')
    assert depthcheck.Parameters.from_json(tmp_path / "parameters.json").edgeGain == 2
    for text in ["[1]", "{", '"x"', '{"edgeGain": 1, "edgeGain": 2}', "[" * 100000, '{"edgeGain": -1}', '{"x": 1}',
                 '{"layerThreshold": "4"}']:  # fmt: skip
        (tmp_path / "parameters.json").write_text(text)
        with pytest.raises(depthcheck.ParameterError, match=r"parameters.json: found .*expected"):
            depthcheck.Parameters.from_json(tmp_path / "parameters.json")
    for jobs in [0, 1.5, True]:
        with pytest.raises(depthcheck.InputError, match="jobs"):
            depthcheck.analyze_many(room[None], jobs=jobs)  # type: ignore[arg-type]


def test_an_analysis_is_frozen_and_has_the_names_of_json(room: Map) -> None:
    analysis = depthcheck.analyze(room)
    with pytest.raises(AttributeError):
        analysis.status = "pass"  # type: ignore[misc]
    names = [field["name"] for field in depthcheck.description.fields if not field["isInStages"]]
    assert list(analysis.to_dict()) == [*names, "stages"]
    assert [parameter["key"] for parameter in depthcheck.description.parameters] == list(
        depthcheck.Parameters().to_dict()
    )
    layers = analysis.check("layers")
    assert layers is not None and layers.margin == layers.value - layers.threshold and layers.holds
    assert analysis.check("nothing") is None
    assert hash(analysis) == hash(depthcheck.analyze(room))


def columns_of(analysis: depthcheck.Analysis) -> dict[str, Any]:
    values = {**vars(analysis), **analysis.stages._asdict()}
    real = np.float32 if analysis.profile == "client" else np.float64
    values["depth_range"] = float(real(analysis.max_depth) - real(analysis.min_depth))
    for name in (check["check"] for check in depthcheck.description.checks):
        check = analysis.check(name)
        values[f"{name}_threshold"] = check.threshold if check else np.nan
        values[f"{name}_margin"] = check.margin if check else np.nan
        values[f"{name}_holds"] = float(check.holds) if check else np.nan
    return values


def assert_rows(table: dict[str, Any], maps: Any, **options: Any) -> None:
    analyses = [depthcheck.analyze(samples, **options) for samples in maps]
    assert set(table) > {"status", "depth_layers", "reasons", "peak_depths", "layers_margin", "depth_range"}
    for name, column in table.items():
        assert len(column) == len(analyses)
        for found, analysis in zip(column, analyses):
            expected = columns_of(analysis)[name]
            assert found == expected or (expected != expected and found != found), name
            assert isinstance(found, (np.generic, tuple))


@pytest.mark.parametrize("profile", depthcheck.description.profiles)
def test_many_maps_have_the_results_of_each_map(profile: Any) -> None:
    maps = random_maps(200)
    expected = depthcheck.analyze_many(maps, jobs=1, profile=profile)
    assert_rows(expected, maps, profile=profile)
    for table in [depthcheck.analyze_many(iter(maps), jobs=3, profile=profile), depthcheck.analyze_many(maps)]:
        assert list(table) == list(expected)
    stack = np.stack([fixture_map(name).reshape(192, 256) for name in ("room-01", "room-02", "screen-01")] * 9)
    assert_rows(depthcheck.analyze_many(stack, profile=profile), stack, profile=profile)
    flat = stack.reshape(len(stack), -1)
    assert_rows(depthcheck.analyze_many(flat, jobs=2, profile=profile), flat, profile=profile)
    assert_rows(depthcheck.analyze_many(stack[:, ::2, ::2], profile=profile), stack[:, ::2, ::2], profile=profile)


def test_many_maps_can_have_masks_and_many_layers(room: Map) -> None:
    stack = np.stack([room, room, room])
    valid = np.ones(stack.shape, bool)
    valid[1, :90] = False
    found = depthcheck.analyze_many(stack, valid=valid)
    assert found["valid_count"].tolist() == [
        depthcheck.analyze(each, valid=mask).valid_count for each, mask in zip(stack, valid)
    ]
    comb = np.random.default_rng(1).uniform(1, 9, (192, 256)).astype(np.float32)
    parameters = depthcheck.Parameters(histogramBins=301)
    (peaks,) = depthcheck.analyze_many([comb], parameters=parameters)["peak_depths"]
    assert peaks == depthcheck.analyze(comb, parameters=parameters).peak_depths and len(peaks) > 26


def test_an_iterable_is_read_as_needed(room: Map) -> None:
    taken = 0

    def maps() -> Iterator[Map]:
        nonlocal taken
        for number in range(100):
            taken += 1
            if number == 40:
                yield room.astype(np.int32)  # type: ignore[misc]
            yield room

    with pytest.raises(depthcheck.InputError, match="map 40: found.*int32"):
        depthcheck.analyze_many(maps(), jobs=2)
    assert taken < 60


def test_no_maps_yield_columns_without_rows() -> None:
    empty = [depthcheck.analyze_many([]), depthcheck.analyze_many(np.empty((0, 4, 4), np.float32))]
    full = depthcheck.analyze_many(np.ones((1, 4, 4), np.float32))
    for table in empty:
        assert list(table) == list(full)
        assert all(len(column) == 0 and column.dtype.kind == full[name].dtype.kind for name, column in table.items())
