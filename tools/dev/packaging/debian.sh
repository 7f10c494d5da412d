# shellcheck shell=bash
# Sourced by tools/dev/release. The Debian package.

# The packages of the linked libraries on the build system. Libraries that the command loads itself are listed below.
dependencies() {
    mkdir -p "$work/shlibs/debian"
    printf 'Source: depthcheck\n\nPackage: depthcheck\nArchitecture: any\n' >"$work/shlibs/debian/control"
    (cd "$work/shlibs" && dpkg-shlibdeps -O "$work/depthcheck" 2>/dev/null) | sed -n 's/^shlibs:Depends=//p'
}

# debian_package TREE
debian_package() {
    local folder=$work/deb machine needs size
    machine=$(dpkg --print-architecture)
    needs=$(dependencies)
    [ -n "$needs" ] || stop "dpkg-shlibdeps found no library the command is linked to; expected libc6 and others" 70
    mkdir -p "$folder/DEBIAN"
    cp -r "$1" "$folder/usr"
    local documents=$folder/usr/share/doc/depthcheck
    {
        printf 'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n\nFiles: *\n'
        printf 'Copyright: the authors of depthcheck\nLicense: Apache-2.0\n On Debian systems the text is in '
        printf '/usr/share/common-licenses/Apache-2.0.\n'
    } >"$documents/copyright"
    rm "$documents/LICENSE"
    # Without folders, whose size depends on the file system.
    size=$(find "$folder/usr" -type f -printf '%s\n' | awk '{ total += int(($1 + 1023) / 1024) } END { print total }')
    cat >"$folder/DEBIAN/control" <<CONTROL
Package: depthcheck
Version: $version
Architecture: $machine
Maintainer: The authors of depthcheck <authors@depthcheck.invalid>
Installed-Size: $size
Depends: $needs, libssl3 | libssl3t64 | libssl1.1
Recommends: libopenblas0, libopenexr-3-1-30, libtiff6
Section: science
Priority: optional
Homepage: $repository
Description: the LiDAR depth map analysis of a capture server, bit for bit
 Distinguishes real three-dimensional scenes from photographed screens and
 prints by their depth maps, with the numbers that the capture backend stores;
 checks other implementations against golden answers; tunes the thresholds on
 labelled captures. OpenBLAS is used only by "depthcheck tune".
CONTROL
    (cd "$folder" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum) >"$folder/DEBIAN/md5sums"
    chmod 644 "$folder/DEBIAN"/*
    find "$folder" -type d -exec chmod 755 {} +
    find "$folder" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
    # With several threads, xz divides its input.
    dpkg-deb --root-owner-group --threads-max=1 -Zxz --build "$folder" "$new/depthcheck_${version}_$machine.deb" >&2
}
