"""The depth map analysis of a capture backend, bit for bit.

>>> import numpy as np, depthcheck
>>> depthcheck.analyze(np.full((192, 256), 0.4, np.float32)).status
'fail'

All results come from the library of the command ``depthcheck``. docs/PYTHON.md is the guide; docs/JSON.md defines the
names.
"""

from ._analysis import Analysis, Check, FileAnalysis, Quadrant, Stages
from ._analyze import analyze, analyze_many
from ._errors import (
    DepthcheckError,
    InputError,
    IntegerDepthWarning,
    ParameterError,
    PooledSpeciesWarning,
    SkippedWarning,
)
from ._evaluation import evaluate
from ._files import DepthFile, analyze_bytes, analyze_file, read, read_bytes, read_confidence
from ._library import description
from ._measure import measure, measure_bytes, write_measurements
from ._paper import Figure, PaperTable
from ._parameters import Parameters
from ._parity import Parity, ParityReport, parity, parity_report
from ._pictures import render
from ._plan import Plan, plan
from ._planarity import Planarity, planarity
from ._reading import Reading
from ._reading_error import ReadingError
from ._report_results import EvaluationReport, TuningReport
from ._reports import tuning_report
from ._scores import evaluate_scores
from ._tuning import MEASUREMENTS, Objective, Rate, Tuned, decide, tune
from ._version import __version__

__all__ = [
    "MEASUREMENTS",
    "Analysis",
    "Check",
    "DepthFile",
    "DepthcheckError",
    "EvaluationReport",
    "Figure",
    "FileAnalysis",
    "InputError",
    "IntegerDepthWarning",
    "Objective",
    "ParameterError",
    "PaperTable",
    "Parameters",
    "Parity",
    "ParityReport",
    "Plan",
    "Planarity",
    "PooledSpeciesWarning",
    "Quadrant",
    "Rate",
    "Reading",
    "ReadingError",
    "SkippedWarning",
    "Stages",
    "Tuned",
    "TuningReport",
    "__version__",
    "analyze",
    "analyze_bytes",
    "analyze_file",
    "analyze_many",
    "decide",
    "description",
    "evaluate",
    "evaluate_scores",
    "measure",
    "measure_bytes",
    "parity",
    "parity_report",
    "plan",
    "planarity",
    "read",
    "read_bytes",
    "read_confidence",
    "render",
    "tune",
    "tuning_report",
    "write_measurements",
]
