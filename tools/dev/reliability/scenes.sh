# shellcheck shell=bash
# Sourced by the tools that play commands as processes: kills, faults, determinism.

# shellcheck source=../../lib/build.sh
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../../lib/build.sh"
# shellcheck source=../../lib/packages.sh
source "$root/tools/lib/packages.sh"

# The command to play, built unless DEPTHCHECK names one. What building says goes to standard error.
built_command() {
    if [ -n "${DEPTHCHECK:-}" ]; then
        readlink -f "$DEPTHCHECK"
        return
    fi
    install_packages "${build_packages[@]}" python3
    prepare_to_build
    swift build --package-path "$root" --scratch-path "$root/.build" "${release_flags[@]}" --product depthcheck \
        </dev/null >&2
    echo "$root/.build/release/depthcheck"
}
