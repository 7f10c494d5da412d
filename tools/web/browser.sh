# shellcheck shell=bash
# Sourced, after packages.sh. What drives a browser: Debian's Chromium, and Playwright from PyPI in an environment of
# its own below .build.

# browser_python
#
# Sets `python` to a Python that has Playwright; returns 1, having said what is missing, where there is none to be had.
browser_python() {
    local environment=$root/.build/browser-tests
    python=$environment/bin/python3
    # In a shell of its own: what cannot be installed ends it.
    if ! (install_packages chromium python3 python3-venv); then
        echo "skipped: Chromium can neither be found nor installed, see above"
        return 1
    fi
    if "$python" -c 'import playwright' 2>/dev/null; then
        return
    fi
    if ! python3 -m venv "$environment" ||
        ! "$python" -m pip --quiet --disable-pip-version-check install playwright; then
        echo "skipped: Playwright can neither be found nor installed, see above"
        return 1
    fi
}
