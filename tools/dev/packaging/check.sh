# shellcheck shell=bash
# Sourced by tools/dev/release. Installs and uses each file of a release in a place that has nothing of this clone.

check() {
    [ "$(id -u)" -eq 0 ] || stop "--check needs root, to make an empty Debian and change into it" 77
    install_packages debootstrap esbuild python3-venv
    node --version 2>/dev/null | grep -Eq '^v([2-9][0-9]|[0-9]{3})\.' || stop "--check needs node 20 or later" 69
    clean=$work/clean
    chroot=$(command -v chroot)
    room=$root/fixtures/room-01.bin.gz
    for format in text json; do
        (cd "$root/fixtures" && "$work/depthcheck" analyze room-01.bin.gz --format "$format") >"$work/answer.$format"
    done
    without_swift=$work/without-swift
    programs_without_swift "$without_swift"
    check_sums
    check_bill_of_materials
    check_linux_archive
    check_debian_package
    check_server_archive
    check_wheel
    check_sdist
    check_npm_package
    check_conformance_archive
    check_source_archive
}

# passed FILE WORDS: reports a file that passed.
passed() {
    printf 'checked %s: %s\n' "$1" "$2"
}

# programs_without_swift FOLDER: links every program of this system except Swift, for use as PATH.
programs_without_swift() {
    mkdir -p "$1"
    local folder
    for folder in /usr/local/bin /usr/bin /bin; do
        find "$folder" -maxdepth 1 ! -type d ! -name 'swift*' -exec ln -sf -t "$1" {} +
    done
}

# The environment of a user who has just installed a file.
as_new_user() {
    env --ignore-environment PATH="$without_swift" HOME="$work/home" LANG=C.UTF-8 \
        ${PIP_INDEX_URL:+PIP_INDEX_URL="$PIP_INDEX_URL"} ${PIP_CONFIG_FILE:+PIP_CONFIG_FILE="$PIP_CONFIG_FILE"} \
        ${https_proxy:+https_proxy="$https_proxy"} ${SSL_CERT_FILE:+SSL_CERT_FILE="$SSL_CERT_FILE"} "$@"
}

# requires_swift COMMAND...: the command must end with one sentence that names a release.
requires_swift() {
    local output status=0
    output=$(as_new_user "$@" 2>&1) || status=$?
    [ "$status" -ne 0 ] && [ "$(grep -c 'found no Swift compiler' <<<"$output")" = 1 ] &&
        grep -q "($repository/releases)" <<<"$output" && ! grep -q Traceback <<<"$output" ||
        stop "\"$*\" without Swift does not end with one sentence about a release: $output" 1
}

check_sums() {
    (cd "$output" && sha256sum --quiet --check --strict SHA256SUMS && sha256sum -- * | grep -v ' SHA256SUMS$' |
        cmp - SHA256SUMS) >&2 || stop "SHA256SUMS does not have the sums of the files beside it" 1
    passed SHA256SUMS "has every file"
}

check_bill_of_materials() {
    local file=$name.spdx.json
    python3 -m venv "$work/spdx"
    "$work/spdx/bin/pip" --quiet --disable-pip-version-check install 'spdx-tools == 0.8.*' >&2
    "$work/spdx/bin/pyspdxtools" --infile "$output/$file" >&2 || stop "$file is not valid SPDX 2.3, see above" 1
    passed "$file" "is valid by spdx-tools"
}

# The root has the C library and nothing else, then what docs/INSTALL.md states for the other commands.
check_linux_archive() {
    local empty=$work/empty library answer
    mkdir -p "$empty/proc" "$empty/maps"
    tar --extract --gzip --file "$output/$name.tar.gz" --directory "$empty"
    cp "$room" "$empty/maps"
    while read -r library; do
        install -D "$library" "$empty$library"
    done < <(ldd "$empty/$name/bin/depthcheck" | grep -Eo '/[^ ]+')
    # Swift reads the arguments of a program from /proc.
    mount -t proc proc "$empty/proc"
    for format in text json; do
        answer=$(env -i "$chroot" "$empty" "/$name/bin/depthcheck" analyze /maps/room-01.bin.gz --format "$format" |
            sed 's,/maps/,,')
        [ "$answer" = "$(<"$work/answer.$format")" ] ||
            stop "the command answers otherwise in an empty root: $answer" 1
    done
    env -i "$chroot" "$empty" "/$name/bin/depthcheck" capture check --quiet >"$work/log" 2>&1 &&
        stop "capture check passes without libcrypto; docs/INSTALL.md says that it needs it" 1
    grep -q libcrypto "$work/log" || stop "capture check without libcrypto names another reason: $(<"$work/log")" 1
    for library in libcrypto.so.3 libgcc_s.so.1; do
        library=$(ldconfig -p | grep -F "$library (" | sed 's/.*=> //' | head -1)
        install -D "$library" "$empty$library"
    done
    env -i "$chroot" "$empty" "/$name/bin/depthcheck" golden check --quiet >&2 &&
        env -i "$chroot" "$empty" "/$name/bin/depthcheck" capture check --quiet >&2 ||
        stop "the command does not give the answers of the set beside it in an empty root" 1
    umount "$empty/proc"
    passed "$name.tar.gz" "same answers in a root with $(find "$empty" -name '*.so*' -printf '%f\n' | sort | xargs)"
}

check_debian_package() {
    local package suite
    suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
    package=$(basename "$output"/depthcheck_*.deb)
    debootstrap --variant=minbase "$suite" "$clean" ${DEBIAN_MIRROR:+"$DEBIAN_MIRROR"} >&2
    cp "$output/$package" "$room" "$clean/tmp/"
    cp /etc/resolv.conf "$clean/etc/resolv.conf"
    chroot "$clean" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "/tmp/$package" >&2
    mount -t proc proc "$clean/proc"
    local answer
    for format in text json; do
        answer=$(chroot "$clean" env -C /tmp depthcheck analyze room-01.bin.gz --format "$format")
        [ "$answer" = "$(<"$work/answer.$format")" ] ||
            stop "the answers of the installed command differ from those of the built one" 1
    done
    # Without a set in the working folder, the installed one is used.
    chroot "$clean" env -C /tmp depthcheck golden check --quiet >&2 &&
        chroot "$clean" env -C /tmp depthcheck capture check --quiet >&2 ||
        stop "the installed command does not give the answers of the installed set" 1
    chroot "$clean" bash -c 'source /usr/share/bash-completion/completions/depthcheck && complete -p depthcheck' >&2 ||
        stop "the completions of bash in the installed package do not work" 1
    [ -s "$clean/usr/share/man/man1/depthcheck.1.gz" ] || stop "found no man page in the installed package" 1
    chroot "$clean" dpkg --purge depthcheck >&2
    [ ! -e "$clean/usr/bin/depthcheck" ] || stop "removing the package left /usr/bin/depthcheck behind" 1
    umount "$clean/proc"
    passed "$package" "installs in an empty Debian $suite, same answers, leaves nothing when removed"
}

check_wheel() {
    local wheel folder=$work/wheel
    wheel=$(basename "$output"/depthcheck-*.whl)
    python3 -m venv "$folder"
    as_new_user "$folder/bin/pip" --quiet --disable-pip-version-check install "$output/$wheel" >&2
    as_new_user "$folder/bin/python" - "$room" "$work/answer.json" "$version" <<'PYTHON' >&2 ||
import json, sys
import depthcheck
answer = depthcheck.analyze_file(sys.argv[1]).analysis.to_dict()
expected = json.load(open(sys.argv[2]))
different = [name for name in answer if answer[name] != expected[name]]
sys.exit(f"different: {different}" if different or not answer or depthcheck.__version__ != sys.argv[3] else 0)
PYTHON
        stop "the installed wheel does not give the answers of the command" 1
    passed "$wheel" "installs without Swift in a new environment, same answers"
}

check_sdist() {
    requires_swift "$work/wheel/bin/pip" --disable-pip-version-check wheel --no-deps --wheel-dir "$work/built" \
        "$output/depthcheck-$version.tar.gz"
    passed "depthcheck-$version.tar.gz" "without Swift, one sentence names the releases"
}

check_npm_package() {
    as_new_user DEPTHCHECK_NPM_PACKAGE="$output/depthcheck-$version.tgz" \
        node --test tools/web/tests/package.test.mjs >"$work/log" 2>&1 ||
        stop "the npm package does not work: $(<"$work/log")" 1
    grep -q '^# skipped 0$' "$work/log" || stop "a test of the npm package was skipped: $(<"$work/log")" 1
    passed "depthcheck-$version.tgz" "same answers in node, and bundled by esbuild for browsers"
}

# With Python alone: the stored answers of the archive pass, and no answers fail.
check_conformance_archive() {
    local folder=$work/$conformance suite
    tar --extract --gzip --file "$output/$conformance.tar.gz" --directory "$work"
    cp -r tools/dev/golden tools/dev/captures tools/dev/conformance/stored_answers.py "$work"
    (
        cd "$folder"
        as_new_user python3 -I check.py captures --run-once "python3 $work/stored_answers.py fixtures/captures" &&
            as_new_user python3 -I check.py analysis --run-once "python3 $work/golden/reference.py --serve"
    ) >&2 || stop "the conformance archive refuses correct answers, see above" 1
    ! (cd "$folder" && as_new_user python3 -I check.py analysis --run-once cat >/dev/null 2>&1) ||
        stop "the conformance archive accepts a program that answers nothing" 1
    passed "$conformance.tar.gz" "accepts correct answers and refuses others, with Python alone"
}

# Builds the command in another folder. It must be the same, byte for byte.
check_source_archive() {
    local folder=$work/elsewhere/depthcheck-$version archive=depthcheck-source-$version.tar.gz
    mkdir -p "$work/elsewhere"
    tar --extract --gzip --file "$output/$archive" --directory "$work/elsewhere"
    (cd "$folder" && find . -type f -o -type l | sed 's,^\./,,' | sort) >"$work/unpacked"
    git ls-files | sort | cmp - "$work/unpacked" >&2 || stop "$archive does not have the files of the commit" 1
    requires_swift "$folder/tools/depthcheck" --version
    requires_swift "$folder/tools/test"
    cp Package.resolved "$folder"
    (
        root=$folder
        work=$work/elsewhere
        cd "$root"
        # shellcheck source=../../lib/build.sh
        source tools/lib/build.sh
        prepare_to_build
        build_products_for_release "$root/.build/release" depthcheck
        strip_folder .build/release/release/depthcheck "$work/depthcheck"
    )
    cmp "$work/elsewhere/depthcheck" "$work/depthcheck" >&2 ||
        stop "the command built from $archive in another folder is not the same" 1
    passed "$archive" "without Swift, one sentence; with it, the same command in another folder, byte for byte"
}
