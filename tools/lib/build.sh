# shellcheck shell=bash disable=SC2034
# Sourced. Where the package is, what it needs, and how it is built: the one place for both tools/depthcheck and
# tools/test.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

# What building needs, and what the tests need besides.
build_packages=(zlib1g-dev libdeflate-dev libpng-dev libopenblas-dev libopenexr-dev libssl-dev)
test_packages=(python3 libxml2-utils libtiff6 valgrind)

# The command starts several times faster with the Swift runtime linked in, and runs where no Swift is installed. At a
# fixed address it needs no relocation of tens of thousands of pointers either, and with the C++ library of the runtime
# linked in and no function offered to other libraries there is little left to look up: each a tenth of the whole start.
static_libraries=$root/.build/static-libraries
release_flags=(
    --configuration release -Xswiftc -static-stdlib -Xswiftc "-L$static_libraries" -Xlinker --no-export-dynamic
    -Xswiftc -Xclang-linker -Xswiftc -static-libgcc -Xswiftc -Xclang-linker -Xswiftc -no-pie
)

# Tests reach internal declarations, which a release build hides, and want its assertions. A build folder of its own
# keeps these flags from rebuilding the command each time.
release_test_flags=(
    --configuration release -Xswiftc -enable-testing -Xswiftc -assert-config -Xswiftc Debug
    --scratch-path "$root/.build/release-tests"
)

# Before anything is built: that there is a compiler, and a C++ library for the command. The linker takes the first one
# on its way, which is the static one if that is alone in a folder; where the system has none that stays empty.
prepare_to_build() {
    if ! command -v swift >/dev/null 2>&1; then
        echo "error: swift was not found on the PATH; Swift 6.2 or later is needed: https://www.swift.org/install" >&2
        exit 69
    fi
    [ ! -d "$static_libraries" ] || return 0
    local library
    library=$("$(dirname "$(readlink -f "$(command -v swift)")")/clang" -print-file-name=libstdc++.a)
    mkdir -p "$static_libraries"
    [ ! -f "$library" ] || ln -s "$library" "$static_libraries/libstdc++.a"
}
