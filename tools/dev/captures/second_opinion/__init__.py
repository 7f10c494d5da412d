"""The capture server's answers, written from docs/CAPTURE.md alone.

A second implementation beside the Swift one: it shares neither code nor tables with it, so that a mistake in one shows
as a difference between the two. `second-opinion --serve` answers the requests of `depthcheck capture check`.
"""
