# shellcheck shell=bash
# Sourced, after build.sh. Compiles modules of the package as Embedded Swift for WebAssembly, from their very files.

numerics=$root/.build/checkouts/swift-numerics/Sources
[ -d "$numerics" ] || swift package --package-path "$root" resolve

embedded_features=(
    -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault
    -enable-upcoming-feature MemberImportVisibility
)

# compile_embedded OUTPUT FLAG... -- MODULE...
#
# Writes an object and a module file for each module into the folder OUTPUT. A module comes after those it imports.
compile_embedded() {
    local output=$1 flags=() module sources features
    shift
    while [ "$1" != -- ]; do
        flags+=("$1")
        shift
    done
    shift
    mkdir -p "$output"
    for module in "$@"; do
        features=("${embedded_features[@]}")
        if [ "$module" = RealModule ]; then
            readarray -t sources < <(find "$numerics/RealModule" -name '*.swift' | sort)
            features=()
        else
            readarray -t sources < <(find "$root/Sources/$module" -name '*.swift' | sort)
        fi
        if ! swiftc -target wasm32-unknown-none-wasm -enable-experimental-feature Embedded -wmo -parse-as-library \
            -swift-version 6 -package-name depthcheck -warnings-as-errors "${flags[@]}" \
            -Xcc "-I$numerics/_NumericsShims/include" \
            -Xcc "-fmodule-map-file=$numerics/_NumericsShims/include/module.modulemap" \
            -I "$output" -module-name "$module" -emit-module-path "$output/$module.swiftmodule" \
            -c -o "$output/$module.o" ${features[@]+"${features[@]}"} "${sources[@]}"; then
            echo "error: $module does not compile as Embedded Swift" >&2
            return 1
        fi
        echo "$module: ${#sources[@]} files, $(wc -c <"$output/$module.o") bytes"
    done
}
