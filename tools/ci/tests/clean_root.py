"""The steps of the Containerfile. Not found by `discover`, because they need root and debootstrap."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys

from local_release import CI, ROOT, ReleaseTest


class ContainerTests(ReleaseTest):
    """Runs the steps of the Containerfile in empty Debian roots, so that no container engine is needed."""

    def instructions(self) -> list[tuple[str, str]]:
        text = re.sub(r"\\\n\s*", "", (CI / "Containerfile").read_text())
        lines = [line.split(maxsplit=1) for line in text.splitlines() if line and not line.startswith("#")]
        return [(word, rest) for word, rest in lines]

    def test_steps_build_a_container_that_runs(self) -> None:
        base, stages = self.work / "base", {}
        mirror = [os.environ["DEBIAN_MIRROR"]] if "DEBIAN_MIRROR" in os.environ else []
        subprocess.run(["debootstrap", "--variant=minbase", "bookworm", str(base), *mirror], check=True)
        stage, arguments, entry = base, {}, []

        def run(words: list[str], **variables: str) -> str:
            plain = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root"}
            # The command finds its set by /proc.
            mounted = ["unshare", "--mount", "sh", "-c", 'mount -t proc proc "$0/proc" && exec chroot "$0" "$@"']
            run = subprocess.run(
                [*mounted, str(stage), *words], env=plain | {"DEBIAN_FRONTEND": "noninteractive"} | variables,
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True,
            )  # fmt: skip
            self.assertEqual(run.returncode, 0, words)
            return run.stdout

        for word, rest in self.instructions():
            print(f"{word} {rest}", file=sys.stderr, flush=True)
            if word == "FROM":
                image, *name = rest.split(" AS ")
                self.assertEqual(image, "debian:bookworm-slim")
                stage = self.work / f"stage-{len(stages)}"
                stages[name[0] if name else ""] = stage
                subprocess.run(["cp", "-a", str(base), str(stage)], check=True)
                shutil.copytree(self.repository, stage / "repository")
                shutil.copy("/etc/resolv.conf", stage / "etc/resolv.conf")
                arguments = {}
            elif word == "ARG":
                arguments[rest] = {"DEPTHCHECK_REPOSITORY": "file:///repository"}.get(rest, "")
            elif word == "RUN":
                run(["sh", "-c", rest], **arguments)
            elif word == "COPY" and rest.startswith("--from="):
                name, source, target = rest.removeprefix("--from=").split()
                subprocess.run(["cp", "-a", f"{stages[name]}{source}/.", f"{stage}{target}"], check=True)
            elif word == "COPY":
                source, target = rest.split()
                shutil.copy(CI / source, f"{stage}{target}")
            elif word == "WORKDIR":
                (stage / rest.strip("/")).mkdir()
            else:
                self.assertEqual((word, rest), ("ENTRYPOINT", '["depthcheck"]'))
                entry = ["depthcheck"]
        self.assertFalse((stage / "usr/bin/curl").exists())
        shutil.copy(ROOT / "fixtures/room-01.bin.gz", stage / "maps/room.bin.gz")
        self.assertTrue(run([*entry, "analyze", "/maps/room.bin.gz"]).startswith("PASS  "))
        self.assertTrue(run([*entry, "golden", "check", "--quiet"]).startswith("PASS  "))
        self.assertTrue(run([*entry, "capture", "check", "--quiet"]).startswith("PASS  1,852 of 1,852 cases"))
