"""The error for a file that cannot be read."""

from __future__ import annotations

from ._analysis import FileAnalysis
from ._errors import DepthcheckError
from ._printed import printed

__all__ = ["ReadingError"]


class ReadingError(DepthcheckError):
    """A file could not be read as a depth map.

    Attributes
    ----------
    path : str or None
        The file, if it has a name.
    result : FileAnalysis or None
        The result of the analysis, with the server's answer, if the file was to be analysed.
    """

    def __init__(
        self, code: str, message: str, path: str | None = None, result: FileAnalysis | None = None
    ) -> None:
        super().__init__(code, message)
        # For pickling.
        self.args = (code, self.message, path, result)
        self.path = path
        self.result = result

    def __str__(self) -> str:
        return self.message if self.path is None else f"{printed(str(self.path))}: {self.message}"
