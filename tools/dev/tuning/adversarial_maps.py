"""Depth maps that are hard for measurements of flatness: attacks with depth, and real scenes with little depth.

Each family is a function of a few numbers from 0 to 1, so that a search can vary them. The camera is a pinhole camera
with a horizontal field of view of 60 degrees; depths are along its axis, in metres, with noise proportional to the
square of the depth.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy

WIDTH, HEIGHT = 256, 192
FOCAL_LENGTH = WIDTH / 2 / math.tan(math.radians(30))
X, Y = numpy.meshgrid(
    (numpy.arange(WIDTH) - (WIDTH - 1) / 2) / FOCAL_LENGTH, (numpy.arange(HEIGHT) - (HEIGHT - 1) / 2) / FOCAL_LENGTH
)

Numbers = list[float]


@dataclass(frozen=True)
class Family:
    """A family of maps: its subject, whether it is an attack, and its number of parameters."""

    name: str
    is_attack: bool
    count: int
    depths: Callable[[Numbers], numpy.ndarray]

    def map(self, numbers: Numbers, seed: int) -> numpy.ndarray:
        """A map as measured by a sensor; beyond 15 m there is no reading."""
        depths = numpy.asarray(self.depths(numbers), dtype=float)
        noise = numpy.random.default_rng(seed).standard_normal(depths.shape)
        # Fusion over nine samples leaves a third of the noise.
        measured = depths + (0.001 + 0.0008 * depths**2) / 3 * noise
        return numpy.where(depths < 15, measured, 0).astype("<f4")


def between(number: float, low: float, high: float) -> float:
    return low + (high - low) * number


def plane(yaw: float, pitch: float, distance: float) -> numpy.ndarray:
    """A plane turned by two angles in degrees, at this distance along the axis."""
    across, down = math.tan(math.radians(yaw)), math.tan(math.radians(pitch))
    inverse = (1 + across * X + down * Y) / distance
    return numpy.where(inverse > 1 / 20, 1 / numpy.maximum(inverse, 1 / 20), 20)


def cylinder(distance: float, radius: float, towards: bool) -> numpy.ndarray:
    """A sheet bent around a vertical axis, concave or convex towards the camera."""
    centre = distance + radius if towards else distance - radius
    a, b, c = X**2 + 1, -2 * centre, centre**2 - radius**2
    root = numpy.sqrt(numpy.maximum(b * b - 4 * a * c, 0))
    return (-b - root) / (2 * a) if towards else (-b + root) / (2 * a)


def room(near: float, far: float, half_width: float, half_height: float) -> numpy.ndarray:
    """The inside of a box, seen from its open end."""
    sides = half_width / numpy.maximum(numpy.abs(X), 1e-6)
    floors = half_height / numpy.maximum(numpy.abs(Y), 1e-6)
    return numpy.maximum(numpy.minimum(numpy.minimum(sides, floors), far), near)


def blob(x: float, y: float, size: float) -> numpy.ndarray:
    return (X - x) ** 2 + (Y - y) ** 2 < size**2


def curved_monitor(n: Numbers) -> numpy.ndarray:
    return cylinder(between(n[0], 0.3, 0.8), between(n[1], 0.8, 4), towards=False)


def bent_print(n: Numbers) -> numpy.ndarray:
    depths = cylinder(between(n[0], 0.25, 0.5), between(n[1], 0.1, 1), towards=True)
    return numpy.where(numpy.abs(X) < between(n[2], 0.3, 0.57), depths, between(n[3], 0.8, 4))


def folded_print(n: Numbers) -> numpy.ndarray:
    depth = between(n[1], 0.25, 0.6)
    left = plane(between(n[0], 5, 55), 0, depth)
    right = plane(-between(n[2], 5, 55), 0, depth)
    return numpy.where(X < 0, left, right)


def monitor_in_room(n: Numbers) -> numpy.ndarray:
    """A monitor in a room, with objects in front of it: hands, cables, a plant."""
    screen = plane(between(n[0], -15, 15), between(n[1], -10, 10), between(n[2], 0.4, 0.8))
    inside = (numpy.abs(X) < between(n[3], 0.25, 0.5)) & (numpy.abs(Y) < between(n[4], 0.2, 0.4))
    depths = numpy.where(inside, screen, room(1.0, between(n[5], 1.5, 5), 2, 1.3))
    for number in range(3):
        x, y, size = n[6 + 3 * number : 9 + 3 * number]
        covered = blob(between(x, -0.5, 0.5), between(y, -0.4, 0.4), between(size, 0, 0.22))
        depths = numpy.where(covered, between(number / 2, 0.25, 0.35), depths)
    return depths


def relief(n: Numbers) -> numpy.ndarray:
    """A picture embossed in a board."""
    waves = numpy.sin(between(n[1], 5, 60) * X) * numpy.sin(between(n[2], 5, 60) * Y)
    return plane(between(n[3], -20, 20), 0, between(n[4], 0.3, 1)) - between(n[0], 0, 0.1) * waves


def diorama(n: Numbers) -> numpy.ndarray:
    """A room of paper, as large as a shoe box."""
    depths = room(0.25, between(n[0], 0.4, 0.8), between(n[1], 0.1, 0.3), between(n[2], 0.08, 0.25))
    for number in range(2):
        x, y, size, where = n[3 + 4 * number : 7 + 4 * number]
        stands = blob(between(x, -0.4, 0.4), between(y, -0.3, 0.3), between(size, 0.02, 0.15))
        depths = numpy.where(stands, numpy.minimum(depths, between(where, 0.3, 0.7)), depths)
    return depths


def mirror(n: Numbers) -> numpy.ndarray:
    """A mirror on a wall, in which the reflected room is measured."""
    wall = plane(between(n[0], -20, 20), 0, between(n[1], 0.6, 2.5))
    inside = (numpy.abs(X) < between(n[2], 0.1, 0.5)) & (numpy.abs(Y) < between(n[3], 0.1, 0.4))
    return numpy.where(inside, wall + between(n[4], 0.5, 4) + 0.8 * (X > between(n[5], -0.3, 0.3)), wall)


def wall_with_things(n: Numbers) -> numpy.ndarray:
    """A wall or a table that legitimately fills the frame, with two objects on it."""
    depths = plane(between(n[0], -40, 40), between(n[1], -30, 30), between(n[2], 0.5, 3))
    for number in range(2):
        x, y, size, height = n[3 + 4 * number : 7 + 4 * number]
        stands = blob(between(x, -0.5, 0.5), between(y, -0.4, 0.4), between(size, 0.02, 0.2))
        depths = numpy.where(stands, depths - between(height, 0.02, 0.3), depths)
    return numpy.maximum(depths, 0.15)


def corridor(n: Numbers) -> numpy.ndarray:
    """Four bare planes and an end wall."""
    return room(0.3, between(n[0], 1.5, 12), between(n[1], 0.6, 2), between(n[2], 0.6, 1.5))


def stairs(n: Numbers) -> numpy.ndarray:
    """Treads and risers: many small planes."""
    depths = plane(0, between(n[0], 20, 55), between(n[1], 1, 3))
    height = between(n[2], 0.1, 0.2)
    return numpy.floor(depths / height) * height + height / 2


FAMILIES = [
    Family("curved_monitor", True, 2, curved_monitor),
    Family("bent_print", True, 4, bent_print),
    Family("folded_print", True, 3, folded_print),
    Family("monitor_in_room", True, 15, monitor_in_room),
    Family("relief", True, 5, relief),
    Family("diorama", True, 11, diorama),
    Family("mirror", True, 6, mirror),
    Family("wall_with_things", False, 11, wall_with_things),
    Family("corridor", False, 3, corridor),
    Family("stairs", False, 3, stairs),
]
