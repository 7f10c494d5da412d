# shellcheck shell=bash
# Sourced, after build.sh. Compiles modules of the package as Embedded Swift, from the same files.

numerics=$root/.build/checkouts/swift-numerics/Sources
[ -d "$numerics" ] || swift package --package-path "$root" resolve

embedded_features=(
    -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault
    -enable-upcoming-feature MemberImportVisibility
)

embedded_c_modules=(-I "$root/Sources/CProcessor" -I "$root/Sources/CDepthcheck")

# embedded_sources MODULE|FOLDER,...
#
# Prints the sources of a module, except the numbers of 80 bits, which only some targets have.
embedded_sources() {
    local folders=() folder
    if [ "$1" = RealModule ]; then
        find "$numerics/RealModule" -name '*.swift' ! -name 'Float80+Real.swift' | sort
        return
    fi
    IFS=, read -ra folders <<<"$1"
    for folder in "${folders[@]}"; do
        find "$root/Sources/$folder" -name '*.swift' | sort
    done
}

# compile_embedded TARGET OUTPUT FLAG... -- MODULE...
#
# Writes an object and a module file for each module into the folder OUTPUT. A module must follow those it imports;
# MODULE is the folder of that name below Sources, or several folders of one.
compile_embedded() {
    compile_embedded_as object "$@"
}

# compile_embedded_modules TARGET OUTPUT FLAG... -- MODULE...
#
# Writes only the module files; the object of a module that imports one of them contains the code it uses.
compile_embedded_modules() {
    compile_embedded_as module "$@"
}

compile_embedded_as() {
    local kind=$1 target=$2 output=$3 flags=() module name sources features emitted
    shift 3
    while [ "$1" != -- ]; do
        flags+=("$1")
        shift
    done
    shift
    mkdir -p "$output"
    for module in "$@"; do
        name=${module%%/*}
        readarray -t sources < <(embedded_sources "$module")
        features=("${embedded_features[@]}")
        [ "$name" != RealModule ] || features=()
        emitted=(-emit-module)
        [ "$kind" = module ] || emitted=(-c -o "$output/$name.o")
        if ! swiftc -target "$target" -enable-experimental-feature Embedded -wmo -parse-as-library \
            -swift-version 6 -package-name depthcheck -warnings-as-errors "${flags[@]}" \
            -Xcc "-I$numerics/_NumericsShims/include" \
            -Xcc "-fmodule-map-file=$numerics/_NumericsShims/include/module.modulemap" \
            "${embedded_c_modules[@]}" -I "$output" -module-name "$name" \
            -emit-module-path "$output/$name.swiftmodule" \
            "${emitted[@]}" ${features[@]+"${features[@]}"} "${sources[@]}"; then
            echo "error: $module does not compile as Embedded Swift for $target" >&2
            return 1
        fi
        echo "$name: ${#sources[@]} files"
    done
}
