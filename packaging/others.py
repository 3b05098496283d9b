#!/usr/bin/python3
"""The work of others that is inside our programs: where it comes from, in which version, under which licence.

    others.py npm PAGE_FOLDER PACKAGE...    # the papers of what is in the npm package, these packages of npm among it

Libraries of Debian are found by asking: the linker's map names the archives that a program was linked with, dpkg the
packages that they are of. Those that are headers only leave no trace in a map; CMakeLists.txt names them.
"""

import json
import re
import subprocess
import sys
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
    "pybind11": "BSD-3-Clause",
    "xz-utils": "LicenseRef-public-domain",
    "zlib": "Zlib",
    "libzstd": "BSD-3-Clause",
}


# Of what emscripten has, this is linked into a program; its papers are long, and mostly of other things.
EMSCRIPTEN_LINKS = re.compile(
    r"\*|system/lib/(libc/musl/(?!src/(complex|crypt|regex)/)|libcxx/|libcxxabi/|libunwind/|compiler-rt/(\*|lib/builtins/)|dlmalloc).*")
COMMON_LICENCES = Path("/usr/share/common-licenses")  # of Debian, whose papers name them only


@dataclass(frozen=True)
class Other:
    name: str
    version: str
    licence: str
    url: str
    papers: Path  # its copyright file
    part: re.Pattern = None  # the files of it that are inside; None: all

    def words(self):
        """What its papers say."""
        text = self.papers.read_text(errors="replace").strip()
        return about(text, self.part) if self.part else text


def about(text, files):
    """Of a copyright file in Debian's machine-readable format what is said of these files, and the licences that it names."""
    paragraphs = re.split(r"\n\s*\n", text)
    said = [each for each in paragraphs[1:] if each.startswith("Files:")
            and any(files.fullmatch(name) for name in each[6:each.index("\nCopyright:")].split())]
    named = {word for each in said for word in re.search(r"^License:(.*)$", each, re.MULTILINE)[1].split()}
    if not said:
        raise ValueError(f"no word about {files.pattern} in the copyright file")
    texts = [each for each in paragraphs if each.startswith("License:") and set(each.split("\n")[0].split()[1:]) & named]
    return "\n\n".join(said + texts)


def papers_of(others, has_common):
    """The papers of all; with the licences of Debian's common ones that they name, for systems where these do not lie."""
    parts, first = [], {}  # libraries of one source have the same papers
    for other in others:
        words = other.words()
        same = first.setdefault(words, other.name)
        said = f"are those of {same}.\n" if same != other.name else f"say:\n\n{words}\n"
        parts.append(f"{'=' * 72}\nInside is {other.name} {other.version}, {other.licence}. Its own papers {said}")
    if has_common:  # some of them are links to others
        named = {(COMMON_LICENCES / name).resolve() for part in parts for name in re.findall(rf"{COMMON_LICENCES}/([\w.-]*\w)", part)}
        parts += [f"{'=' * 72}\n{file} is:\n\n{file.read_text()}" for file in sorted(named)]
    return "\n".join(parts)


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


def of_emscripten():
    """Its system libraries, which every WebAssembly is linked with."""
    version = told("dpkg-query", "-W", "-f", "${Version}", "emscripten")
    return Other("emscripten", version, "MIT", f"pkg:deb/debian/emscripten@{version}", Path("/usr/share/doc/emscripten/copyright"),
                 EMSCRIPTEN_LINKS)


def of_npm(folder):
    """What npm brings into page.html."""
    lock = json.loads((folder / "package-lock.json").read_text())["packages"]
    for path, package in lock.items():
        if path and not package.get("dev") and not package.get("optional"):
            name, version = path.removeprefix("node_modules/"), package["version"]
            yield Other(name, version, package["license"], f"pkg:npm/{name}@{version}", folder / path / "LICENSE")


def by_name(others):
    return sorted(set(others), key=lambda other: other.name)


def all_others(link_map, page, headers=HEADERS_ONLY, beside=()):
    """Sorted by name. Without a map shared libraries are used, and only headers are inside; `beside` are libraries that go along."""
    names = set(headers) | (linked(link_map) if link_map else set()) | {package_of(Path(file).resolve()) for file in beside}
    return by_name([*map(debian_package, names), *([*of_npm(page), of_emscripten()] if page else [])])


def in_npm_package(page, names):
    """What is in the npm package, where these packages of npm were bundled."""
    bundled = [other for other in of_npm(page) if other.name in names]
    if {other.name for other in bundled} != set(names):
        raise ValueError(f"{page}/package-lock.json does not name all of {' '.join(names)}")
    return by_name([*bundled, of_emscripten(), debian_package("nlohmann-json3-dev")])


if __name__ == "__main__":
    if len(sys.argv) < 3 or sys.argv[1] != "npm":
        sys.exit(__doc__)
    # Of the common licences only Apache's is named, by the exception that lets LLVM's libraries go without it in object form.
    print(papers_of(in_npm_package(Path(sys.argv[2]), sys.argv[3:]), has_common=False))
