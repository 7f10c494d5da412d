# shellcheck shell=bash
# Sourced, after packages.sh. Provides a browser for tests: Debian's Chromium, and Playwright from PyPI in a virtual
# environment below .build.

# browser_python
#
# Sets `python` to a Python with Playwright. If there is none, reports what is missing and returns 1.
browser_python() {
    if ! (install_packages chromium); then
        echo "skipped: Chromium is neither installed nor installable, see above"
        return 1
    fi
    python_environment browser-tests playwright
}
