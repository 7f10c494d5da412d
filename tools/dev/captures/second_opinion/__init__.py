"""The capture server's answers, written from docs/CAPTURE.md alone.

There are two independent implementations, this one and the Swift one. They share neither code nor tables, so that a
mistake in one shows as a difference between the two. `second-opinion --write-answers` stores the answers of this one as
the expected answers of the cases; `second-opinion --serve` gives them to `depthcheck capture check`.
"""
