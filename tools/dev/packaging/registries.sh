# shellcheck shell=bash
# Sourced by tools/dev/release. The packages for npm and PyPI.

# Packs what `npm pack` would, with tar, so that the bytes do not depend on the version of npm.
npm_package() {
    local folder=$work/npm/package
    mkdir -p "$folder"
    cp .build/web/depthcheck{,-gzip,-candidates}.wasm .build/web/depthcheck.{js,d.ts} LICENSE "$folder"
    cp tools/web/README.md "$folder/README.md"
    sed "s|^  \"type\": .*|&\n  \"repository\": { \"type\": \"git\", \"url\": \"git+$repository.git\" },|" \
        .build/web/package.json >"$folder/package.json"
    chmod 644 "$folder"/*
    archive "$work/npm" package
    mv "$new/package.tar.gz" "$new/depthcheck-$version.tgz"
}

# Builds wheel and sdist anew, because those of an earlier commit have its time.
python_packages() {
    rm -f .build/python/stamp
    tools/python/build >&2
    cp .build/python/depthcheck-* "$new"
}
