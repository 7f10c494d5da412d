# shellcheck shell=bash
# Sourced by tools/dev/release. The capture server for developers, and its archive.

server_archive() {
    local folder=$work/$server
    DEPTHCHECK_SERVER=1 build_products_for_release "$scratch-server" depthcheck-server
    strip_folder "$scratch-server/release/depthcheck-server" "$work/depthcheck-server"
    check_libraries "$work/depthcheck-server"
    install -D -m 755 "$work/depthcheck-server" "$folder/depthcheck-server"
    install -m 644 LICENSE docs/SERVER.md tools/server/Containerfile "$folder"
    copyright_notices "$folder" zlib libdeflate libpng libsqlite3
    archive "$work" "$server"
}

# Starts the server in a root with the libraries that the Containerfile installs, and asks for a challenge.
check_server_archive() {
    local place=$work/server-root library port=18787 process answer=
    mkdir -p "$place/proc" "$place/tmp"
    tar --extract --gzip --file "$output/$server.tar.gz" --directory "$place"
    (cd "$place/$server" && ls Containerfile LICENSE SERVER.md depthcheck-server >/dev/null) ||
        stop "$server.tar.gz lacks a file; expected the server, its Containerfile, its document and the licence" 1
    while read -r library; do
        install -D "$library" "$place$library"
    done < <(ldd "$place/$server/depthcheck-server" | grep -Eo '/[^ ]+')
    for library in libcrypto.so.3 libgcc_s.so.1; do
        library=$(ldconfig -p | grep -F "$library (" | sed 's/.*=> //' | head -1)
        install -D "$library" "$place$library"
    done
    mount -t proc proc "$place/proc"
    env -i "$chroot" "$place" "/$server/depthcheck-server" --memory --port "$port" >"$work/log" 2>&1 &
    process=$!
    for _ in $(seq 50); do
        answer=$(curl -s "http://127.0.0.1:$port/api/v1/devices/challenge") && break
        sleep 0.2
    done
    kill "$process"
    wait "$process" || stop "the server does not end on SIGTERM: $(<"$work/log")" 1
    umount "$place/proc"
    grep -q '"challenge"' <<<"$answer" || stop "the server gives no challenge in an empty root: $(<"$work/log")" 1
    passed "$server.tar.gz" "a challenge in a root with $(find "$place" -name '*.so*' -printf '%f\n' | sort | xargs)"
}
