# shellcheck shell=bash
# Sourced by the tools that play commands as processes: kills, faults, determinism.

# shellcheck source=../../lib/build.sh
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../../lib/build.sh"

# The command to play, built unless DEPTHCHECK names one. What building says goes to standard error.
built_command() {
    if [ -n "${DEPTHCHECK:-}" ]; then
        readlink -f "$DEPTHCHECK"
        return
    fi
    install_packages python3
    build_products depthcheck
    echo "$root/.build/release/depthcheck"
}
