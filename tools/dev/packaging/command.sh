# shellcheck shell=bash
# Sourced by tools/dev/release. The command, the files installed with it, and its archive.

# The version that docs/INSTALL.md states.
oldest_glibc=2.34

# build_products_for_release SCRATCH PRODUCT...: builds like tools/depthcheck, with the same bytes in any folder.
build_products_for_release() {
    local scratch=$1 product
    shift
    mkdir -p "$scratch"
    compile_older_glibc "$scratch/older_glibc.o"
    for product in "$@"; do
        swift build --package-path "$root" --scratch-path "$scratch" "${release_flags[@]}" "${same_bytes_flags[@]}" \
            -Xlinker "$scratch/older_glibc.o" --product "$product" </dev/null >&2
    done
}

# The command, and the program that writes the pages.
build_command() {
    build_products_for_release "$scratch" depthcheck write-web-pages
    strip_folder "$scratch/release/depthcheck" "$work/depthcheck"
    check_libraries "$work/depthcheck"
    check_older_processor
    WRITE_WEB_PAGES=$scratch/release/write-web-pages tools/web/build >&2
}

# check_libraries BINARY: checks that it needs only the libraries stated in docs/INSTALL.md.
check_libraries() {
    local needed glibc
    needed=$(readelf --dynamic "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' |
        grep -Ev '^(libc|libm|ld-linux-.*)\.so\.' || true)
    [ -z "$needed" ] || stop "${1##*/} needs ${needed//$'\n'/, }; expected only the C library; link it statically" 1
    glibc=$(readelf --version-info "$1" | grep -Eo 'GLIBC_[0-9.]+' | cut -d_ -f2 | sort --version-sort | tail -1)
    [ "$(printf '%s\n' "$glibc" "$oldest_glibc" | sort --version-sort | tail -1)" = "$oldest_glibc" ] ||
        stop "${1##*/} needs glibc $glibc; expected at most $oldest_glibc; build on Debian 12, or add what is newer \
to tools/lib/older_glibc.c" 1
}

# Code built for newer processors must not be called on one of 2006.
check_older_processor() {
    [ "$(uname -m)" = x86_64 ] || return 0
    install_packages qemu-user
    qemu-x86_64 -cpu core2duo "$work/depthcheck" golden check golden >&2 ||
        stop "the command does not give the golden answers on a Core 2, see above" 1
}

# The generator comes with the argument parser.
manual_pages() {
    swift build --package-path "$scratch/checkouts/swift-argument-parser" --scratch-path "$scratch/manual" \
        --product generate-manual </dev/null >&2
    mkdir -p "$1"
    "$scratch/manual/debug/generate-manual" "$work/depthcheck" --multi-page --section 1 --output-directory "$1" \
        --date "$(date --utc --date="@$SOURCE_DATE_EPOCH" +%Y-%m-%d)" >&2
    gzip -9 --no-name "$1"/*.1
}

# The static archive of each library, by the prefix of its package name.
declare -A archives_of=([zlib]=libz.a [libdeflate]=libdeflate.a [libpng]=libpng16.a [libsqlite3]=libsqlite3.a)

# copyright_notices FOLDER LIBRARY...: the licence notices of statically linked libraries.
copyright_notices() {
    local folder=$1 library notice
    shift
    for library in "$@"; do
        [ -e "$static_libraries/${archives_of[$library]}" ] || continue
        notice=$(find /usr/share/doc -path "/usr/share/doc/$library*-dev/copyright" -print -quit)
        [ -n "$notice" ] ||
            stop "found no copyright notice of $library in /usr/share/doc; expected that of its package" 70
        install -m 644 "$notice" "$folder/copyright.$library"
    done
}

# tree FOLDER: creates the files to install below /usr.
tree() {
    local documents=$1/share/doc/depthcheck
    install -D -m 755 "$work/depthcheck" "$1/bin/depthcheck"
    manual_pages "$1/share/man/man1"
    mkdir -p "$1/share/bash-completion/completions" "$1/share/zsh/vendor-completions" \
        "$1/share/fish/vendor_completions.d" "$documents"
    # Removes the interpreter line, because shells source the file.
    "$work/depthcheck" --generate-completion-script bash | sed 1d >"$1/share/bash-completion/completions/depthcheck"
    "$work/depthcheck" --generate-completion-script zsh >"$1/share/zsh/vendor-completions/_depthcheck"
    "$work/depthcheck" --generate-completion-script fish >"$1/share/fish/vendor_completions.d/depthcheck.fish"
    cp -r README.md CHANGELOG.md LICENSE docs "$documents"
    copyright_notices "$documents" zlib libdeflate libpng
    # The files embedded in reports, the page, and the module for other web pages.
    install -d "$1/share/depthcheck"
    install -m 644 .build/web/depthcheck* .build/web/package.json "$1/share/depthcheck"
    # The sets that `golden check` and `capture check` use if the working folder has none.
    install -d "$1/share/depthcheck/conformance"
    tar --extract --gzip --file "$new/$conformance.tar.gz" --directory "$1/share/depthcheck/conformance" \
        --strip-components=1 "$conformance/golden" "$conformance/fixtures"
    install -D golden/README.md "$documents/golden/README.md"
    find "$1" -type d -exec chmod 755 {} + -o -type f ! -name depthcheck -exec chmod 644 {} +
    chmod 755 "$1/bin/depthcheck"
}
