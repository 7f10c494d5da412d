"""From a folder of labelled depth maps to thresholds, and to the plots that defend them.

usage: folder_to_thresholds.py FOLDER LABELS OUTPUT

FOLDER has depth files. LABELS is a CSV with the columns file, as `depthcheck measure` names it, label (bona_fide or
attack), species and group. OUTPUT gets measurements.ndjson, parameters.json and the plots. Cells begin with `# %%`:
editors that know notebooks run them one by one.
"""

# %% What is needed: pip install 'depthcheck[plots]'
import json
import sys
from pathlib import Path

import depthcheck
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from depthcheck.sklearn import ThresholdRule
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedGroupKFold, cross_val_predict
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

if len(sys.argv) != 4:
    sys.exit(__doc__)
folder, labels_file, output = map(Path, sys.argv[1:])
output.mkdir(parents=True, exist_ok=True)

# %% Every file becomes a row, as with `depthcheck measure`; those that cannot be read say why.
table = pd.DataFrame(depthcheck.measure(folder))
depthcheck.write_measurements(table, output / "measurements.ndjson")
unreadable = table[table["error"] != ""]
print(f"{len(table)} files, {len(unreadable)} of which cannot be read")
for row in unreadable.itertuples():
    print(f"  {row.file}: {row.error}")

# %% What is known of them. A map without a verdict is no presentation that thresholds could decide.
captures = table.merge(pd.read_csv(labels_file, dtype=str), on="file", validate="one_to_one")
captures = captures[captures["status"] != "unavailable"].reset_index(drop=True)
is_real = (captures["label"] == "bona_fide").to_numpy()
species = captures["species"].fillna("attack").where(~is_real, "bona_fide").to_numpy(dtype=str)
groups = captures["group"].fillna(captures["file"]).to_numpy(dtype=str)
measurements = captures[list(depthcheck.MEASUREMENTS)]
print(captures.groupby(species)[["depth_variance", "depth_layers", "edge_coherence"]].median().round(3))

# %% The best thresholds, found exactly: the least BPCER at an APCER of no species above 5 %.
tuned = depthcheck.tune(measurements, species, objective="bpcer20")
print("thresholds:", tuned.thresholds)
print(f"BPCER {tuned.bpcer.errors} of {tuned.bpcer.total};", end=" ")
print(", ".join(f"APCER of {name} {rate.errors} of {rate.total}" for name, rate in tuned.apcer.items()))
(output / "parameters.json").write_text(json.dumps(tuned.thresholds, indent=2) + "\n")

# %% How they would do on new scenes, beside another classifier: no group is in both parts.
folds = StratifiedGroupKFold(5, shuffle=True, random_state=1)
candidates = {
    "thresholds": ThresholdRule("bpcer20"),
    "logistic regression": make_pipeline(StandardScaler(), LogisticRegression(max_iter=1000)),
}
scores = {
    name: cross_val_predict(each, measurements, is_real, groups=groups, cv=folds, method="decision_function")
    for name, each in candidates.items()
}
for name, score in scores.items():
    accepted = score > 0
    worst = max(accepted[species == kind].mean() for kind in tuned.apcer)
    print(f"on new scenes, {name}: BPCER {1 - accepted[is_real].mean():.3f}, worst APCER {worst:.3f}")

# %% The measurements, with the thresholds in them.
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

# %% What each threshold on the score would cost: APCER of the worst species against BPCER.
figure, axis = plt.subplots(figsize=(5, 4.4), layout="constrained")
for name, score in scores.items():
    cuts = np.unique(score)
    bpcer = [float((score[is_real] <= cut).mean()) for cut in cuts]
    apcer = [max(float((score[species == kind] > cut).mean()) for kind in tuned.apcer) for cut in cuts]
    axis.plot(bpcer, apcer, drawstyle="steps-post", label=name)
axis.axhline(0.05, color="grey", linestyle=":", linewidth=1)
axis.set(xlabel="BPCER", ylabel="APCER of the worst species", title="on scenes not tuned on")
axis.legend()
figure.savefig(output / "trade-off.png", dpi=120)

# %% The maps that are closest to going the other way: look at them.
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
