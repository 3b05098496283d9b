"""The second checker of certificates, written from spec/certificate.md alone (tests/audit/check_certificate.py)."""
import pathlib

from reading import check_certificate


def answer(path, _form, _expect):
    try:
        return check_certificate.check(pathlib.Path(path).read_bytes())[1]
    except check_certificate.Malformed:
        return 2
