"""Makes the Python package, as pip asks for it (PEP 517): a wheel with the module, and an sdist, of which a wheel can be made.

Nothing is fetched. CMake 3.25, a C++20 compiler, pybind11 and the libraries that `scripts/setup --python` installs are wanted where a
wheel is made, not where it is used. A wheel is for the version of Python that pip belongs to; NumPy is wanted for arrays only.
"""

import base64
import hashlib
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import time
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VERSION = (ROOT / "VERSION").read_text().strip()
NAME = f"fiveproof-{VERSION}"
# The rooms of a wheel are those that CMakeLists.txt builds for one.
ROOMS = re.search(r"if\(FIVEPROOF_WHEEL\).*?foreach\(room ([\w\s]+)\)", (ROOT / "CMakeLists.txt").read_text(), re.DOTALL)[1].split()
# What a wheel is made of; tests, proofs and the rest stay in the repository.
PARTS = ["CMakeLists.txt", "LICENSE", "VERSION", "pyproject.toml", "docs/python.md", "packaging/others.py", "cmake", *ROOMS]
PAPERS = "THIRD-PARTY-LICENSES"  # of the libraries in a wheel; an sdist has none
ABOUT = f"""Metadata-Version: 2.4
Name: fiveproof
Version: {VERSION}
Summary: Proofs of five-in-a-row games: opened, asked and verified
License: MIT
License-File: LICENSE
Requires-Python: >=3.10
Provides-Extra: arrays
Requires-Dist: numpy ; extra == 'arrays'
Description-Content-Type: text/markdown

"""


def get_requires_for_build_wheel(config_settings=None):
    return []


def get_requires_for_build_sdist(config_settings=None):
    return []


def _metadata(has_papers):
    about = ABOUT.replace("License-File: LICENSE\n", f"License-File: LICENSE\nLicense-File: {PAPERS}\n") if has_papers else ABOUT
    return (about + (ROOT / "docs/python.md").read_text()).encode()


def _date():
    """Of all files: the same sources make the same bytes."""
    return int(os.environ.get("SOURCE_DATE_EPOCH", 315532800))


def _tag():
    version = f"cp{sys.version_info[0]}{sys.version_info[1]}"
    return f"{version}-{version}-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"


def _build(folder):
    """The module, in folder/module/fiveproof, and the papers of what is inside."""
    say = {"cwd": ROOT, "check": True, "stdout": sys.stderr}
    options = ["-DCMAKE_BUILD_TYPE=Release", "-DFIVEPROOF_WHEEL=ON", f"-DFIVEPROOF_PYTHON={sys.executable}"]
    generator = ["-G", "Ninja"] if shutil.which("ninja") else []
    subprocess.run(["cmake", "-S", ROOT, "-B", folder, *generator, *options], **say)
    subprocess.run(["cmake", "--build", folder, "--target", "fiveproof_python", "--parallel", str(os.cpu_count() or 1)], **say)
    module = Path(folder, "module", "fiveproof")
    [core] = module.glob("_core.*.so")
    libraries = _libraries_of(core)
    papers = _papers(folder, libraries)
    for library in libraries:
        shutil.copy(library, module)
    return module, papers


def _libraries_of(file):
    """What it needs beside the C library, as files that have the names it asks for: they lie beside it in the wheel."""
    said = subprocess.run(["ldd", file], check=True, capture_output=True, text=True).stdout
    found = [line.split() for line in said.splitlines() if "=>" in line]
    return [words[2] for words in found if words[0].split(".")[0] not in ("libc", "libm", "libpthread", "libdl", "librt")]


def _papers(folder, libraries):
    """The licences of what is inside, which Debian knows; elsewhere a wheel says that nobody knew them."""
    if not shutil.which("dpkg-query"):
        print("fiveproof: this is no Debian, so the wheel lacks the licences of the libraries in it: hand it to nobody", file=sys.stderr)
        return "This wheel was made where no dpkg is. The licences of the libraries in it were not collected.\n"
    sys.path.insert(0, str(ROOT / "packaging"))
    import others
    headers = ["nlohmann-json3-dev", "pybind11-dev"]
    return others.papers_of(others.all_others(Path(folder, "python/fiveproof_python.map"), None, headers, libraries), has_common=True)


class _Wheel:
    """A zip archive, with a list of what is in it."""

    def __init__(self, path):
        self.archive = zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9)
        self.listed = []

    def add(self, name, content, mode=0o644):
        entry = zipfile.ZipInfo(name, time.gmtime(_date())[:6])
        entry.external_attr = mode << 16
        entry.compress_type = zipfile.ZIP_DEFLATED
        self.archive.writestr(entry, content)
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        self.listed.append(f"{name},sha256={digest},{len(content)}")

    def close(self, folder):
        record = f"{folder}/RECORD"
        self.add(record, "\n".join([*self.listed, f"{record},,", ""]).encode())
        self.archive.close()


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    about = Path(metadata_directory, f"{NAME}.dist-info")
    about.mkdir()
    (about / "METADATA").write_bytes(_metadata(has_papers=True))
    return about.name


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    file = f"{NAME}-{_tag()}.whl"
    with tempfile.TemporaryDirectory() as folder:
        module, papers = _build(folder)
        wheel = _Wheel(Path(wheel_directory, file))
        for part in sorted(module.iterdir()):
            wheel.add(f"fiveproof/{part.name}", part.read_bytes(), 0o755 if part.suffix == ".so" else 0o644)
    about = f"{NAME}.dist-info"
    wheel.add(f"{about}/METADATA", _metadata(has_papers=True))
    wheel.add(f"{about}/WHEEL", f"Wheel-Version: 1.0\nGenerator: fiveproof\nRoot-Is-Purelib: false\nTag: {_tag()}\n".encode())
    wheel.add(f"{about}/licenses/{PAPERS}", papers.encode())
    wheel.add(f"{about}/licenses/LICENSE", (ROOT / "LICENSE").read_bytes())
    wheel.close(about)
    return file


def _files():
    for part in PARTS:
        path = ROOT / part
        if path.is_file():
            yield path
        else:
            yield from (file for file in sorted(path.rglob("*")) if file.is_file() and "__pycache__" not in file.parts)


def build_sdist(sdist_directory, config_settings=None):
    file = f"{NAME}.tar.gz"

    def plain(entry):
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = ""
        entry.mtime = _date()
        entry.mode = 0o755 if entry.mode & 0o100 else 0o644
        return entry

    with tempfile.TemporaryDirectory() as folder, tarfile.open(Path(sdist_directory, file), "w:gz", format=tarfile.PAX_FORMAT) as archive:
        about = Path(folder, "PKG-INFO")
        about.write_bytes(_metadata(has_papers=False))
        archive.add(about, f"{NAME}/PKG-INFO", filter=plain)
        for path in _files():
            archive.add(path, f"{NAME}/{path.relative_to(ROOT)}", filter=plain)
    return file
