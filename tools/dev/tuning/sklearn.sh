# shellcheck shell=bash
# Sourced, after packages.sh. Sets sklearn_python to a Python with scikit-learn from PyPI, in a virtual environment in
# the folder for temporary files, which is kept.

sklearn_python=${TMPDIR:-/tmp}/depthcheck-sklearn-comparison/bin/python
if [ ! -x "$sklearn_python" ] || ! "$sklearn_python" -c 'import sklearn' 2>/dev/null; then
    install_packages python3 python3-venv
    python3 -m venv "${sklearn_python%/bin/python}"
    "$sklearn_python" -m pip install --quiet 'scikit-learn>=1.5' numpy >&2
fi
