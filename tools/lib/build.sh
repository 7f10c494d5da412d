# shellcheck shell=bash disable=SC2034
# Sourced. Where the package is, what it needs, and how it is built.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# shellcheck source=packages.sh
source "$root/tools/lib/packages.sh"

# Debian packages for building, and those that the tests need besides.
build_packages=(zlib1g-dev libdeflate-dev libpng-dev libopenblas-dev libopenexr-dev libssl-dev)
test_packages=(python3 python3-cryptography libxml2-utils libtiff6 valgrind)

# Linking the Swift runtime statically makes the command start several times faster and run without Swift installed. A
# fixed address avoids relocating tens of thousands of pointers; linking the C++ library and the compression libraries
# statically and exporting no functions leaves few symbols to look up. Each saves a tenth of the start-up time. The
# only remaining dependency is the C library; libraries that the command loads on demand stay shared.
static_libraries=$root/.build/static-libraries
release_flags=(
    --configuration release -Xswiftc -static-stdlib -Xswiftc "-L$static_libraries" -Xlinker --no-export-dynamic
    -Xswiftc -Xclang-linker -Xswiftc -static-libgcc -Xswiftc -Xclang-linker -Xswiftc -no-pie
)

# Tests use internal declarations, which a release build hides, and need its assertions. A separate build folder keeps
# these flags from rebuilding the command each time. An import that Package.swift does not list is an error.
release_test_flags=(
    --configuration release --explicit-target-dependency-import-check error
    -Xswiftc -enable-testing -Xswiftc -assert-config -Xswiftc Debug
    --scratch-path "$root/.build/release-tests"
)

# These are in a separate folder that the linker searches first, so that it prefers them to the shared ones.
linked_in=(libstdc++.a libz.a libdeflate.a libpng16.a)

# Checks for a compiler and links the static libraries. If the system has no static library, the shared one is used.
prepare_to_build() {
    if ! command -v swift >/dev/null 2>&1; then
        echo "error: swift was not found on the PATH; Swift 6.2 or later is needed: https://www.swift.org/install" >&2
        exit 69
    fi
    DEPTHCHECK_COMMIT=$(source_commit)
    if [ -n "$DEPTHCHECK_COMMIT" ]; then export DEPTHCHECK_COMMIT; else unset DEPTHCHECK_COMMIT; fi
    local library file
    mkdir -p "$static_libraries"
    for library in "${linked_in[@]}"; do
        [ ! -e "$static_libraries/$library" ] || continue
        file=$("$(dirname "$(readlink -f "$(command -v swift)")")/clang" "-print-file-name=$library")
        [[ $file != /* ]] || ln -sf "$file" "$static_libraries/$library"
    done
}

# Prints the commit of the sources: of the clone, or the one that `git archive` wrote; nothing if there is neither.
source_commit() {
    if [ -e "$root/.git" ]; then
        git -C "$root" describe --always --dirty --exclude '*' 2>/dev/null || true
    else
        grep -E '^[0-9a-f]+$' "$root/tools/lib/commit" || true
    fi
}

# build_products NAME...
#
# Builds products as tools/depthcheck does, into .build/release. What building says goes to standard error.
build_products() {
    local product
    install_packages "${build_packages[@]}"
    prepare_to_build
    for product in "$@"; do
        swift build --package-path "$root" --scratch-path "$root/.build" "${release_flags[@]}" --product "$product" \
            </dev/null >&2
    done
}
