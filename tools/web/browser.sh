# shellcheck shell=bash
# Sourced, after packages.sh. Provides a browser for tests: Debian's Chromium, and Playwright from PyPI in a virtual
# environment below .build.

# browser_python
#
# Sets `python` to a Python with Playwright. If there is none, reports what is missing and returns 1.
browser_python() {
    local environment=$root/.build/browser-tests
    python=$environment/bin/python3
    # In a subshell, which install_packages exits on failure.
    if ! (install_packages chromium python3 python3-venv); then
        echo "skipped: Chromium is neither installed nor installable, see above"
        return 1
    fi
    if "$python" -c 'import playwright' 2>/dev/null; then
        return
    fi
    if ! python3 -m venv "$environment" ||
        ! "$python" -m pip --quiet --disable-pip-version-check install playwright; then
        echo "skipped: Playwright is neither installed nor installable, see above"
        return 1
    fi
}
