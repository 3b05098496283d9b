"""The work of others that is inside our programs: where it comes from, in which version, under which licence.

Libraries of Debian are found by asking: the linker's map names the archives that a program was linked with, dpkg the
packages that they are of. Those that are headers only leave no trace in a map; CMakeLists.txt names them.
"""

import json
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

HEADERS_ONLY = ["libcli11-dev", "nlohmann-json3-dev"]
# By source package, as its copyright file says. What is not here is looked up by a person, once.
LICENCES = {
    "capnproto": "MIT",
    "cli11": "BSD-3-Clause",
    "expat": "MIT",
    "gcc-12": "GPL-3.0-or-later WITH GCC-exception-3.1",
    "glibc": "LGPL-2.1-or-later",
    "lmdb": "OLDAP-2.8",
    "lz4": "BSD-2-Clause",
    "nlohmann-json3": "MIT",
    "openssl": "Apache-2.0",
    "xz-utils": "LicenseRef-public-domain",
    "zlib": "Zlib",
    "libzstd": "BSD-3-Clause",
}


@dataclass(frozen=True)
class Other:
    name: str
    version: str
    licence: str
    url: str
    papers: Path  # its copyright file


def told(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def debian_package(name):
    version, source = told("dpkg-query", "-W", "-f", "${Version} ${source:Package}\n", name).splitlines()[0].split(" ")
    if source not in LICENCES:
        raise ValueError(f"packaging/others.py does not know the licence of {source}")
    plain = name.partition(":")[0]
    return Other(plain, version, LICENCES[source], f"pkg:deb/debian/{plain}@{version}", Path("/usr/share/doc") / plain / "copyright")


def package_of(file):
    """dpkg knows a file by the name that it was unpacked by, which may lie behind a link."""
    for path in {file, file.resolve(), Path("/usr") / file.relative_to("/")}:
        done = subprocess.run(["dpkg", "-S", path], capture_output=True, text=True)
        if done.returncode == 0:
            return done.stdout.split(": ")[0].split(",")[0]
    raise ValueError(f"{file} is of no Debian package")


def linked(link_map):
    """The packages of the archives and objects in the map of a link; shared libraries stay outside."""
    loaded = re.findall(r"^LOAD (/\S+\.[ao])$", link_map.read_text(), re.MULTILINE)
    if not loaded:
        raise ValueError(f"{link_map}: nothing was loaded")
    own = link_map.resolve().parents[1]
    files = {Path(name) for name in loaded}
    return {package_of(file.resolve()) for file in files if not file.resolve().is_relative_to(own)}


def in_page(folder):
    """What npm brought into page.html, and the system libraries of emscripten."""
    lock = json.loads((folder / "package-lock.json").read_text())["packages"]
    for path, package in lock.items():
        if path and not package.get("dev") and not package.get("optional"):
            name, version = path.removeprefix("node_modules/"), package["version"]
            yield Other(name, version, package["license"], f"pkg:npm/{name}@{version}", folder / path / "LICENSE")
    version = told("dpkg-query", "-W", "-f", "${Version}", "emscripten")
    yield Other("emscripten", version, "MIT", f"pkg:deb/debian/emscripten@{version}", Path("/usr/share/doc/emscripten/copyright"))


def all_others(link_map, page):
    """Sorted by name. Without a map shared libraries are used, and only headers are inside."""
    names = set(HEADERS_ONLY) | (linked(link_map) if link_map else set())
    found = {debian_package(name) for name in names} | (set(in_page(page)) if page else set())
    return sorted(found, key=lambda other: other.name)
