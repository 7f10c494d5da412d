"""Tunes thresholds on a folder of labelled depth maps, and plots the evidence for them.

usage: folder_to_thresholds.py FOLDER LABELS OUTPUT

FOLDER contains depth files. LABELS is a CSV with the columns file (as in `depthcheck measure`), label (bona_fide or
attack), species and group. OUTPUT gets measurements.ndjson, parameters.json and the plots. Cells begin with `# %%`:
editors with notebook support run them one by one.
"""

# %% Requirements: pip install 'depthcheck[plots]'
import json
import sys
from pathlib import Path

import depthcheck
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from depthcheck.sklearn import ThresholdRule
from sklearn.base import clone
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedGroupKFold, cross_val_predict
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

if len(sys.argv) != 4:
    sys.exit(__doc__)
folder, labels_file, output = map(Path, sys.argv[1:])
output.mkdir(parents=True, exist_ok=True)

# %% Every file becomes a row, as in `depthcheck measure`; unreadable ones have an error.
table = pd.DataFrame(depthcheck.measure(folder))
depthcheck.write_measurements(table, output / "measurements.ndjson")
unreadable = table[table["error"] != ""]
print(f"{len(table)} files, {len(unreadable)} of which cannot be read")
for row in unreadable.itertuples():
    print(f"  {row.file}: {row.error}")

# %% Add the labels. Maps without a verdict cannot be decided by thresholds.
captures = table.merge(pd.read_csv(labels_file, dtype=str), on="file", validate="one_to_one")
captures = captures[captures["status"] != "unavailable"].reset_index(drop=True)
is_real = (captures["label"] == "bona_fide").to_numpy()
species = captures["species"].fillna("attack").where(~is_real, "bona_fide").to_numpy(dtype=str)
groups = captures["group"].fillna(captures["file"]).to_numpy(dtype=str)
measurements = captures[list(depthcheck.MEASUREMENTS)]
print(captures.groupby(species)[["depth_variance", "depth_layers", "edge_coherence"]].median().round(3))

# %% Find the best thresholds exactly: the least BPCER at which no species' APCER exceeds the limit.
LIMIT = 0.05
objective = depthcheck.Objective.bpcer(max_apcer=LIMIT)
tuned = depthcheck.tune(measurements, species, objective=objective)
print("thresholds:", tuned.thresholds)
print(f"BPCER {tuned.bpcer.errors} of {tuned.bpcer.total};", end=" ")
print(", ".join(f"APCER of {name} {rate.errors} of {rate.total}" for name, rate in tuned.apcer.items()))
(output / "parameters.json").write_text(json.dumps(tuned.thresholds, indent=2) + "\n")

# %% Estimate their error rates on new scenes: tune in the same way, with the species, without each fold of groups.
folds = StratifiedGroupKFold(5, shuffle=True, random_state=1)
rule = ThresholdRule(objective)
rule_scores = cross_val_predict(
    rule, measurements, is_real, groups=groups, cv=folds, method="decision_function", params={"species": species}
)
# The rule finds the same thresholds on all captures, so the estimate applies to them.
assert rule.fit(measurements, is_real, species=species).tuned_.thresholds == tuned.thresholds

# %% Compare with another classifier at the same limit. Its cut is chosen without the test fold, from scores of captures
# that it was not fitted on: the least at which no species has more than LIMIT of its attacks above.
model = make_pipeline(StandardScaler(), LogisticRegression(max_iter=1000))
model_scores = np.empty(len(captures))
for number, (known, new) in enumerate(folds.split(measurements, is_real, groups)):
    inner = StratifiedGroupKFold(5, shuffle=True, random_state=2 + number)
    known_scores = cross_val_predict(
        model, measurements.iloc[known], is_real[known], groups=groups[known], cv=inner, method="decision_function"
    )
    cut = max(
        np.sort(known_scores[species[known] == kind])[::-1][int(LIMIT * np.sum(species[known] == kind))]
        for kind in np.unique(species[known][~is_real[known]])
    )
    fitted = clone(model).fit(measurements.iloc[known], is_real[known])
    # As with the thresholds, scores above 0 are accepted.
    model_scores[new] = fitted.decision_function(measurements.iloc[new]) - cut

# %% Print the rates of both on captures that were not used to choose them.
scores = {"thresholds": rule_scores, "logistic regression": model_scores}
for name, score in scores.items():
    accepted = score > 0
    rates = {kind: float(accepted[species == kind].mean()) for kind in tuned.apcer}
    worst = max(rates, key=lambda kind: rates[kind])
    print(
        f"on new scenes, {name}: BPCER {1 - accepted[is_real].mean():.3f}, worst APCER {rates[worst]:.3f} ({worst}), "
        f"tuned for at most {LIMIT}"
    )

# %% Plot the measurements with the thresholds.
figure, axes = plt.subplots(1, 3, figsize=(12, 3.6), layout="constrained")
for axis, name in zip(axes, ["depth_variance", "depth_layers", "edge_coherence"]):
    values = captures[name].to_numpy(dtype=float)
    bins = np.linspace(values.min(), values.max() + 1e-9, 31)
    for kind in ["bona_fide", *tuned.apcer]:
        axis.hist(values[species == kind], bins, histtype="step", label=kind, density=True)
    axis.set_xlabel({"depth_variance": "standard deviation / m", "depth_layers": "layers"}.get(name, "edge coherence"))
for axis, threshold in zip(axes, tuned.thresholds.values()):
    axis.axvline(threshold, color="black", linestyle="--", linewidth=1)
axes[0].set_ylabel("density")
axes[0].legend()
figure.savefig(output / "measurements.png", dpi=120)

# %% Plot APCER of the worst species against BPCER for each threshold on the score.
figure, axis = plt.subplots(figsize=(5, 4.4), layout="constrained")
for name, score in scores.items():
    cuts = np.unique(score)
    bpcer = [float((score[is_real] <= cut).mean()) for cut in cuts]
    apcer = [max(float((score[species == kind] > cut).mean()) for kind in tuned.apcer) for cut in cuts]
    axis.plot(bpcer, apcer, drawstyle="steps-post", label=name)
axis.axhline(LIMIT, color="grey", linestyle=":", linewidth=1)
axis.set(xlabel="BPCER", ylabel="APCER of the worst species", title="scenes not used for tuning")
axis.legend()
figure.savefig(output / "trade-off.png", dpi=120)

# %% Plot the maps that are closest to the opposite verdict.
accepted, margins = depthcheck.decide(measurements, parameters=tuned.thresholds)
closest = np.argsort(np.abs(margins))[:4]
figure, grid = plt.subplots(2, 2, figsize=(9, 7), layout="constrained")
for axis, place in zip(grid.flat, closest):
    depth = depthcheck.read(folder / captures["file"][place]).depth
    axis.imshow(depthcheck.render(depth, overlays=["edges", "band"], plain=True, scale=3))
    axis.set_title(f"{captures['file'][place]}\n{species[place]}, margin {margins[place]:+.4f}", fontsize=8)
    axis.set_axis_off()
figure.savefig(output / "closest.png", dpi=120)
print("written:", ", ".join(sorted(path.name for path in output.iterdir())))
