"""Makes the tables and figures of a paper from a folder of labelled depth maps.

usage: folder_to_paper.py FOLDER LABELS OUTPUT

FOLDER contains depth files. LABELS is a CSV with the columns file (as in `depthcheck measure`), label (bona_fide or
attack), species and group. Half of the groups are for development: thresholds are tuned on them. The other half is for
the test. OUTPUT gets

- measurements.ndjson, development.csv and test.csv: the measurements, and the labels of both halves;
- tuned.json and tuning.json: the thresholds, and the report with intervals and cross-validation;
- evaluation.json: the report on the test half, with all numbers of the tables;
- paper/: each table as CSV, Markdown and LaTeX, and each figure as SVG, and by matplotlib as PDF and PNG.

Cells begin with `# %%`: editors with notebook support run them one by one.
"""

# %% Requirements: pip install 'depthcheck[figures]' pandas
import sys
from pathlib import Path

import depthcheck
import depthcheck.figures
import matplotlib.pyplot as plt
import pandas as pd

if len(sys.argv) != 4:
    sys.exit(__doc__)
folder, labels_file, output = map(Path, sys.argv[1:])
output.mkdir(parents=True, exist_ok=True)

# %% Measure every file. Unreadable ones are rows with an error.
table = pd.DataFrame(depthcheck.measure(folder))
depthcheck.write_measurements(table, output / "measurements.ndjson")
unreadable = table[table["error"] != ""]
print(f"{len(table)} files, {len(unreadable)} of which cannot be read")
for row in unreadable.itertuples():
    print(f"  {row.file}: {row.error}")

# %% Split the groups, so that all maps of a scene are in one half. Groups of the same species alternate.
labels = pd.read_csv(labels_file, dtype=str).fillna("")
labels = labels[labels["file"].isin(table["file"])]
groups = labels["group"].where(labels["group"] != "", labels["file"])
kinds = labels["species"].groupby(groups).agg(lambda species: " ".join(sorted(set(species))))
is_test = groups.map(kinds.groupby(kinds).cumcount() % 2 == 1)
halves = {"development": labels[~is_test], "test": labels[is_test]}
for name, half in halves.items():
    half.to_csv(output / f"{name}.csv", index=False)
    print(f"{name}: {len(half)} maps in {groups[half.index].nunique()} groups")
rows = {name: table[table["file"].isin(half["file"])] for name, half in halves.items()}

# %% Tune on the development half. The report has intervals over groups and rates of nested cross-validation.
tuning = depthcheck.tuning_report(rows["development"], halves["development"], objective="bpcer20")
tuning.to_json(output / "tuning.json")
tuning.parameters.to_json(output / "tuned.json")
print(tuning["advice"])

# %% Evaluate on the test half. The development half chooses the thresholds of HTER and EPC.
evaluation = depthcheck.evaluate(
    rows["test"], halves["test"], tuning.parameters, name="tuned", tables=True, figures=True,
    development=rows["development"], development_labels=halves["development"],
)  # fmt: skip
evaluation.to_json(output / "evaluation.json")
evaluation.save(output / "paper")
print(evaluation["sentence"])
for name, reason in evaluation.absences.items():
    print(f"{name}: not made, because {reason}")

# %% Draw the figures by matplotlib too.
for name, figure in evaluation.figures.items():
    depthcheck.figures.draw(figure)
    for ending in ("pdf", "png"):
        plt.savefig(output / "paper" / f"{name}.{ending}", dpi=300)
    plt.close()
print("written:", ", ".join(sorted(str(path.relative_to(output)) for path in output.rglob("*.*"))))
