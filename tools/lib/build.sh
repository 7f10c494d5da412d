# shellcheck shell=bash disable=SC2034
# Sourced. Where the package is, what it needs, and how it is built.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# shellcheck source=packages.sh
source "$root/tools/lib/packages.sh"

# The address of the repository: DEPTHCHECK_REPOSITORY, or the line that its maintainers write into this file.
repository=${DEPTHCHECK_REPOSITORY:-$(<"$root/tools/lib/repository")}
repository=${repository%/}
repository=${repository%.git}

# Debian packages for building, and those that the tests need besides.
build_packages=(zlib1g-dev libdeflate-dev libpng-dev libopenblas-dev libopenexr-dev libssl-dev)
test_packages=(
    python3 python3-cryptography python3-yaml curl libxml2-utils libtiff6 valgrind
    wasi-libc libclang-rt-19-dev-wasm32
)

# Linking the Swift runtime statically makes the command start several times faster and run without Swift installed. A
# fixed address avoids relocating tens of thousands of pointers; linking the C++ library and the compression libraries
# statically and exporting no functions leaves few symbols to look up. Each saves a tenth of the start-up time. The
# only remaining dependency is the C library; libraries that the command loads on demand stay shared. Foundation, the
# only default trait, would add 7.5 MB and 0.4 ms.
static_libraries=$root/.build/static-libraries
release_flags=(
    --configuration release --disable-default-traits -Xswiftc -static-stdlib -Xswiftc "-L$static_libraries"
    -Xlinker --no-export-dynamic -Xswiftc -Xclang-linker -Xswiftc -static-libgcc
    -Xswiftc -Xclang-linker -Xswiftc -no-pie
)

# With these, paths in messages are relative to the package.
same_bytes_flags=(-Xswiftc -file-prefix-map -Xswiftc "$root=depthcheck" -Xcc "-ffile-prefix-map=$root=depthcheck")

# strip_folder BINARY OUTPUT: removes the symbols, and the only two sections that depend on the folder of a build with
# these flags: the hash of each module, which contains paths, and the identifier calculated from debug information.
strip_folder() {
    strip --strip-all --remove-section=.swift_modhash --remove-section=.note.gnu.build-id -o "$2" "$1"
}

# Tests use internal declarations, which a release build hides, and need its assertions. A separate build folder keeps
# these flags from rebuilding the command each time. An import that Package.swift does not list is an error.
release_test_flags=(
    --configuration release --explicit-target-dependency-import-check error
    -Xswiftc -enable-testing -Xswiftc -assert-config -Xswiftc Debug
    --scratch-path "$root/.build/release-tests"
)

# These are in a separate folder that the linker searches first, so that it prefers them to the shared ones.
linked_in=(libstdc++.a libz.a libdeflate.a libpng16.a libsqlite3.a)

# Ends with one sentence if there is no compiler. Called before anything is installed.
require_swift() {
    command -v swift >/dev/null 2>&1 || {
        echo "error: found no Swift compiler on the PATH; use a release, which needs none ($repository/releases)," \
            "or install Swift 6.2 or later (https://www.swift.org/install)" >&2
        exit 69
    }
}

# Links the static libraries. If the system has no static library, the shared one is used.
prepare_to_build() {
    require_swift
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

# compile_older_glibc OBJECT: what is linked with it loads on systems with glibc 2.34.
compile_older_glibc() {
    "$(dirname "$(readlink -f "$(command -v swift)")")/clang" -O2 -fPIC -c "$root/tools/lib/older_glibc.c" -o "$1"
}

# Prints the commit of the sources: of the clone, or the one that `git archive` wrote; nothing if there is neither. The
# number of digits does not depend on the clone.
source_commit() {
    if [ -e "$root/.git" ]; then
        git -C "$root" describe --always --dirty --abbrev=12 --exclude '*' 2>/dev/null || true
    else
        grep -sEo '^[0-9a-f]{12}' "$root/tools/lib/commit" || true
    fi
}

# Sets SOURCE_DATE_EPOCH to the time of the commit, which all files of a source archive have. The tools that write
# archives use it.
export_commit_time() {
    if [ -n "${SOURCE_DATE_EPOCH:-}" ]; then
        :
    elif [ -e "$root/.git" ]; then
        SOURCE_DATE_EPOCH=$(git -C "$root" log -1 --format=%ct)
    else
        SOURCE_DATE_EPOCH=$(stat --format=%Y "$root/tools/lib/repository")
    fi
    export SOURCE_DATE_EPOCH
}

# Prints the version of depthcheck. It is defined there; other files that repeat it are checked by a test.
package_version() {
    sed -n 's/.*static let version = "\([^"]*\)".*/\1/p' "$root/Sources/Support/Text/Release.swift" | grep .
}

# build_products NAME...
#
# Builds products as tools/depthcheck does, into .build/release. What building says goes to standard error.
build_products() {
    local product
    require_swift
    install_packages "${build_packages[@]}"
    prepare_to_build
    for product in "$@"; do
        swift build --package-path "$root" --scratch-path "$root/.build" "${release_flags[@]}" --product "$product" \
            </dev/null >&2
    done
}
