"""Makes mutants of a module without the build system, by compiling one file as the build does, in a separate folder.

Several can be made at once, and the copy of the package is not changed. A mutation must not change what other files
see of the broken one, because they are not compiled again.
"""

from __future__ import annotations

import shlex
import subprocess
from dataclasses import dataclass
from pathlib import Path

# Further outputs that the build requests from the compiler, each with a value.
BESIDES = {
    "-emit-dependencies-path", "-emit-reference-dependencies-path", "-serialize-diagnostics-path", "-index-store-path",
    "-o",
}  # fmt: skip
OBJECTS = ".build/debug/depthcheck.product/Objects.LinkFileList"
SECONDS = 900


@dataclass(frozen=True)
class SingleFileCompiler:
    scratch: Path
    # The compiler command for the module, without the input file.
    call: list[str]
    objects: list[str]
    link: list[str]

    def build(self, path: Path, text: str, folder: Path) -> tuple[Path, str]:
        """Builds a mutant with a changed file; returns its binary and the compiler's errors."""
        folder.mkdir(parents=True, exist_ok=True)
        source, broken, binary = folder / path.name, folder / "mutant.o", folder / "mutant"
        source.write_text(text, encoding="utf-8")
        call = [part for argument in self.call
                for part in (["-primary-file", str(source)] if argument == str(path) else [argument])]
        own = f"/{path.name}.o"
        objects = [str(broken) if name.endswith(own) else name for name in self.objects]
        if objects.count(str(broken)) != 1:
            return binary, f"error: {path.name} is not one object"
        (folder / "objects").write_text("\n".join(shlex.quote(name) for name in objects), encoding="utf-8")
        for step in ([*call, "-o", str(broken)], [*self.link, f"@{folder / 'objects'}", "-o", str(binary)]):
            run = subprocess.run(
                step, cwd=self.scratch, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                stdin=subprocess.DEVNULL, timeout=SECONDS, check=False)  # fmt: skip
            if run.returncode != 0:
                return binary, run.stdout
        return binary, ""


def single_file_compiler(scratch: Path, sources: Path, build: list[str], link: list[str]) -> SingleFileCompiler | None:
    """Finds the compiler command of the build by adding a new file; None if it cannot be determined."""
    file = min(sources.rglob("*.swift"))
    file.write_bytes(file.read_bytes())
    run = subprocess.run(
        [*build, "--verbose"], cwd=scratch, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL, timeout=SECONDS, check=False)  # fmt: skip
    calls = [line for line in run.stdout.splitlines() if f"-primary-file {file}" in line and " -c " in line]
    if run.returncode != 0 or not calls:
        return None
    call: list[str] = []
    arguments = iter(shlex.split(calls[-1]))
    for argument in arguments:
        if argument in BESIDES:
            next(arguments)
        elif argument != "-primary-file":
            call.append(argument)
    objects = shlex.split((scratch / OBJECTS).read_text(encoding="utf-8"))
    return SingleFileCompiler(scratch, call, objects, link)
