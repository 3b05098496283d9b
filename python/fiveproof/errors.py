"""What the module raises, besides ValueError and TypeError for wrong arguments."""

import errno
from typing import Optional


class Error(Exception):
    """A file that cannot be read, written or used. `str()` of it names the file and the place.

    code    "io": the system refused; "malformed": the bytes are not of the format; "limit": more than was allowed;
            "unsupported": a newer version, or a format that is only read; "usage": the file contradicts the caller,
            or does not say what it claims and he does not either
    file    the file as it was named, or None
    offset  where in the file it is wrong, in bytes, or None
    """

    def __init__(
        self, message: str, code: str = "malformed", file: Optional[str] = None, offset: Optional[int] = None
    ) -> None:
        super().__init__(message, code, file, offset)
        self.code = code
        self.file = file
        self.offset = offset

    def __str__(self) -> str:
        return str(self.args[0])


class NotFound(Error, FileNotFoundError):
    """A file that is not there: an Error of the code "io", and Python's own."""

    def __init__(
        self, message: str, code: str = "io", file: Optional[str] = None, offset: Optional[int] = None
    ) -> None:
        Error.__init__(self, message, code, file, offset)
        self.errno = errno.ENOENT
        self.filename = file
