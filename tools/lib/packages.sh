# shellcheck shell=bash
# Sourced. Installs packages of Debian and PyPI. Nothing here writes to standard output, which belongs to the caller.

# install_packages NAME...
#
# Installs missing packages and reports them. If that is not possible (no apt, no root), names them and exits with 69
# (EX_UNAVAILABLE in sysexits.h). DEPTHCHECK_PACKAGES=present skips the check, for systems where the libraries have
# other names.
install_packages() {
    if [ "${DEPTHCHECK_PACKAGES:-}" = present ]; then
        return 0
    fi

    local missing=() name
    for name in "$@"; do
        package_is_installed "$name" || missing+=("$name")
    done
    if [ ${#missing[@]} -eq 0 ]; then
        return 0
    fi

    local as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        as_root=(sudo -n)
    fi
    if ! command -v apt-get >/dev/null 2>&1; then
        stop_for_packages "there is no apt-get to install them with" "${missing[@]}"
    fi
    if [ ${#as_root[@]} -gt 0 ] && ! sudo -n true >/dev/null 2>&1; then
        stop_for_packages "installing them needs root" "${missing[@]}"
    fi

    report_step "installing missing system packages: ${missing[*]}"
    # Waits for another running apt process.
    local apt=(env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=600)
    local install=("${apt[@]}" install -y --no-install-recommends "${missing[@]}")
    local log
    log=$(mktemp)
    # The first attempt fails if package lists are missing or out of date; then they are fetched once.
    if ! ${as_root[@]+"${as_root[@]}"} "${install[@]}" >"$log" 2>&1 </dev/null; then
        if ! { ${as_root[@]+"${as_root[@]}"} "${apt[@]}" update && ${as_root[@]+"${as_root[@]}"} "${install[@]}"; } \
            >"$log" 2>&1 </dev/null; then
            cat "$log" >&2
            rm -f "$log"
            stop_for_packages "apt-get could not install them, see above" "${missing[@]}"
        fi
    fi
    rm -f "$log"
}

# python_environment NAME PACKAGE...
#
# Sets `python` to the Python of the virtual environment .build/NAME with these packages from PyPI. If they are neither
# installed nor installable, reports that and returns 1.
python_environment() {
    local environment=$root/.build/$1 list
    shift
    list=$environment/installed
    python=$environment/bin/python3
    if [ "$(cat "$list" 2>/dev/null)" = "$*" ]; then
        return
    fi
    report_step "installing from PyPI: $*"
    # In a subshell, which install_packages exits on failure.
    if ! { (install_packages python3 python3-venv) && python3 -m venv "$environment" &&
        "$python" -m pip --quiet --disable-pip-version-check install "$@" && echo "$*" >"$list"; } >&2; then
        echo "skipped: $* are neither installed nor installable from PyPI, see above" >&2
        return 1
    fi
}

# report_step TEXT: prints a step with the seconds since the script started.
report_step() {
    printf '[%3d s] %s\n' "$SECONDS" "$1" >&2
}

package_is_installed() {
    [ "$(dpkg-query --show --showformat='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

stop_for_packages() {
    local reason=$1
    shift
    {
        echo "error: missing system packages: $*"
        echo "       $reason. On Debian or Ubuntu run:"
        echo "       sudo apt-get update && sudo apt-get install -y $*"
        echo "       If this system has the libraries under other names, set DEPTHCHECK_PACKAGES=present and run again."
    } >&2
    exit 69
}
