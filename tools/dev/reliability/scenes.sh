# shellcheck shell=bash
# Sourced by the tools that run commands as processes: kills, faults, determinism.

# shellcheck source=../../lib/build.sh
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../../lib/build.sh"

# Prints the command to test, built unless DEPTHCHECK names one. Build messages go to standard error.
built_command() {
    if [ -n "${DEPTHCHECK:-}" ]; then
        readlink -f "$DEPTHCHECK"
        return
    fi
    install_packages python3
    build_products depthcheck
    echo "$root/.build/release/depthcheck"
}
