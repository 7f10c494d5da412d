"""The targets of tools/dev/architectures/run."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Target:
    """A processor and how to build and run for it. `swift` and `triple` are the names of the target for Swift and
    clang."""

    name: str
    swift: str
    triple: str = ""
    emulator: str = ""
    # The architecture in the names of Debian's packages for cross compiling; empty if none are needed.
    debian: str = ""
    extra: str = ""
    # The target whose library of Embedded Swift is used, where the toolchain has none for this one.
    borrowed: str = ""
    notes: str = ""

    @property
    def packages(self) -> list[str]:
        if not self.debian:
            return []
        return [f"libc6-dev-{self.debian}-cross", f"libgcc-12-dev-{self.debian}-cross", "qemu-user"]

    def environment(self) -> dict[str, str]:
        """The variables of tools/dev/architectures/build."""
        headers = f"-Xcc -isystem -Xcc /usr/{self.triple}/include" if self.debian else ""
        return {
            "TARGET": self.swift, "TRIPLE": self.triple, "EXTRA": f"{self.extra} {headers}".strip(),
            "BORROWED": self.borrowed,
        }  # fmt: skip


# Computes the expected numbers.
NATIVE = Target("x86-64", "x86_64-unknown-linux-gnu", "x86_64-linux-gnu")

TARGETS = {
    target.name: target
    for target in [
        Target("arm64", "aarch64-none-none-elf", "aarch64-linux-gnu", "qemu-aarch64", "arm64"),
        Target("riscv64", "riscv64-none-none-eabi", "riscv64-linux-gnu", "qemu-riscv64", "riscv64",
               "-Xcc -march=rv64gc -Xcc -mabi=lp64d"),
        Target("armhf", "armv7-none-none-eabi", "arm-linux-gnueabihf", "qemu-arm", "armhf", "-Xcc -mfloat-abi=hard",
               notes="32-bit, NEON"),
        Target("i686", "i686-unknown-none-elf", "i686-linux-gnu", "", "i386", notes="32-bit, SSE2, not emulated"),
        Target("s390x", "s390x-abcdef-none-elf", "s390x-linux-gnu", "qemu-s390x", "s390x",
               borrowed="aarch64-none-none-elf", notes="big-endian"),
    ]
}  # fmt: skip

# Compiled, but neither linked nor run: only its instructions are checked. Any headers of a C library for arm64 will do.
IOS = Target(
    "iOS", "arm64-apple-ios18.0", extra="-Xcc -ffreestanding -Xcc -isystem -Xcc /usr/aarch64-linux-gnu/include")
