# shellcheck shell=bash disable=SC2034
# Sourced. Where the package is, what it needs, and how it is built.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# shellcheck source=packages.sh
source "$root/tools/lib/packages.sh"

# What building needs, and what the tests need besides.
build_packages=(zlib1g-dev libdeflate-dev libpng-dev libopenblas-dev libopenexr-dev libssl-dev)
test_packages=(python3 libxml2-utils libtiff6 valgrind)

# The command starts several times faster with the Swift runtime linked in, and runs where no Swift is installed. At a
# fixed address it needs no relocation of tens of thousands of pointers either, and with the C++ library of the runtime
# and those for packed files linked in and no function offered to other libraries there is little left to look up: each
# a tenth of the whole start. So it needs nothing of a system but its C library. What it opens itself stays shared.
static_libraries=$root/.build/static-libraries
release_flags=(
    --configuration release -Xswiftc -static-stdlib -Xswiftc "-L$static_libraries" -Xlinker --no-export-dynamic
    -Xswiftc -Xclang-linker -Xswiftc -static-libgcc -Xswiftc -Xclang-linker -Xswiftc -no-pie
)

# Tests reach internal declarations, which a release build hides, and want its assertions. A build folder of its own
# keeps these flags from rebuilding the command each time. An import that Package.swift does not list is an error.
release_test_flags=(
    --configuration release --explicit-target-dependency-import-check error
    -Xswiftc -enable-testing -Xswiftc -assert-config -Xswiftc Debug
    --scratch-path "$root/.build/release-tests"
)

# Alone in a folder of their own, which the linker finds first: so it takes these and not the shared ones.
linked_in=(libstdc++.a libz.a libdeflate.a libpng16.a)

# Before anything is built: that there is a compiler, and what is linked in. Of what the system does not have the shared
# one is taken.
prepare_to_build() {
    if ! command -v swift >/dev/null 2>&1; then
        echo "error: swift was not found on the PATH; Swift 6.2 or later is needed: https://www.swift.org/install" >&2
        exit 69
    fi
    local library file
    mkdir -p "$static_libraries"
    for library in "${linked_in[@]}"; do
        [ ! -e "$static_libraries/$library" ] || continue
        file=$("$(dirname "$(readlink -f "$(command -v swift)")")/clang" "-print-file-name=$library")
        [[ $file != /* ]] || ln -sf "$file" "$static_libraries/$library"
    done
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
