# shellcheck shell=bash disable=SC2034
# Sourced. Where the package is, what it needs, and how it is built: the one place for both tools/depthcheck and
# tools/test.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

# What building needs, and what the tests need besides.
build_packages=(zlib1g-dev libdeflate-dev libpng-dev libopenblas-dev libopenexr-dev)
test_packages=(python3 libxml2-utils libtiff6 valgrind)

# The command starts several times faster with the Swift runtime linked in, and runs where no Swift is installed. At a
# fixed address it needs no relocation of tens of thousands of pointers either, a tenth of the whole start.
release_flags=(--configuration release -Xswiftc -static-stdlib -Xswiftc -Xclang-linker -Xswiftc -no-pie)

# Tests reach internal declarations, which a release build hides, and want its assertions. A build folder of its own
# keeps these flags from rebuilding the command each time.
release_test_flags=(
    --configuration release -Xswiftc -enable-testing -Xswiftc -assert-config -Xswiftc Debug
    --scratch-path "$root/.build/release-tests"
)

require_swift() {
    if ! command -v swift >/dev/null 2>&1; then
        echo "error: swift was not found on the PATH; Swift 6.2 or later is needed: https://www.swift.org/install" >&2
        exit 69
    fi
}
