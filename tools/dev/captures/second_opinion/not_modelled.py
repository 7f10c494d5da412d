"""Behaviour of the server that is not modelled."""

from __future__ import annotations


class NotModelled(Exception):
    """The answer depends on it, so there is none."""
