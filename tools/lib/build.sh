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

# What the processor at hand offers beyond the common ground of its kind. Swift takes the target of the C compiler over,
# and neither fuses nor reorders floating-point operations on any: the answers do not differ. Tests run with
# these flags, and the golden set without them as well.
machine_flags=()
if [ "$(uname -m)" = x86_64 ] && grep -qw avx2 /proc/cpuinfo 2>/dev/null && grep -qw bmi2 /proc/cpuinfo; then
    machine_flags=(-Xcc -march=x86-64-v3)
fi
release_flags+=(${machine_flags[@]+"${machine_flags[@]}"})

# Tests reach internal declarations, which a release build hides, and want its assertions. A build folder of its own
# keeps these flags from rebuilding the command each time.
release_test_flags=(
    --configuration release -Xswiftc -enable-testing -Xswiftc -assert-config -Xswiftc Debug
    ${machine_flags[@]+"${machine_flags[@]}"}
    --scratch-path "$root/.build/release-tests"
)

require_swift() {
    if ! command -v swift >/dev/null 2>&1; then
        echo "error: swift was not found on the PATH; Swift 6.2 or later is needed: https://www.swift.org/install" >&2
        exit 69
    fi
}
