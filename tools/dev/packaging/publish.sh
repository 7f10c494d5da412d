# shellcheck shell=bash
# Sourced by tools/dev/release. Publishes the files that an earlier run made of this commit.

publish() {
    local tag=v$version sources=$output/depthcheck-source-$version.tar.gz commit tagged
    [ -e "$sources" ] || stop "found no $sources; expected the files of this version; run tools/dev/release --check"
    commit=$(tar --extract --gzip --to-stdout --file "$sources" "depthcheck-$version/tools/lib/commit")
    [ "$commit" = "$(git rev-parse HEAD)" ] ||
        stop "found files made of the commit $commit; expected HEAD; run tools/dev/release --check"
    (cd "$output" && sha256sum --quiet --check --strict SHA256SUMS >&2) ||
        stop "the files in $output do not have the sums of SHA256SUMS; run tools/dev/release --check"
    command -v gh >/dev/null 2>&1 || stop "found no gh on the PATH; install it (https://cli.github.com), or upload the \
files of $output by hand to the tag $tag" 69
    awk -v start="## $version " 'index($0 " ", start) == 1 { inside = 1; next } /^## / { inside = 0 } inside' \
        CHANGELOG.md >"$work/notes.md"
    # An interrupted run can have made the tag.
    tagged=$(git rev-parse --verify --quiet "refs/tags/$tag^{commit}" || true)
    case $tagged in
        "") git tag --annotate "$tag" --message "depthcheck $version" ;;
        "$commit") ;;
        *) stop "found the tag $tag at the commit $tagged; expected HEAD; raise the version, or remove the tag" ;;
    esac
    git push origin "$tag" >&2
    gh release create "$tag" --verify-tag --title "depthcheck $version" --notes-file "$work/notes.md" "$output"/*
}
