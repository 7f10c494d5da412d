#!/usr/bin/env python3
"""Prints a file slowly, like a busy server: trickle.py FILE SECONDS"""

import sys
import time
from pathlib import Path

PIECES = 100

contents = Path(sys.argv[1]).read_bytes()
size = len(contents) // PIECES + 1
for start in range(0, len(contents), size):
    sys.stdout.buffer.write(contents[start : start + size])
    sys.stdout.buffer.flush()
    time.sleep(float(sys.argv[2]) / PIECES)
