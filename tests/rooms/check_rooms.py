#!/usr/bin/python3
"""Do includes and links follow the arrows between the rooms?

    check_rooms.py check ROOT LINKS    ROOT: the repository; LINKS: the folder of NAME.txt files that
                                       cmake/Room.cmake writes, one per target
    check_rooms.py self-test           does `check` fail where it must?

Prints one line per offence and exits 1 if there is any. The table below is the one of
docs/architecture.md; both change together.

Folders within a room have arrows too, those of their includes, and no circle: whoever reads one folder can say what he
has to read before. A source at the top of a room puts together what its folders hold, and nobody includes it; it does not count.
"""

import re
import sys
import tempfile
from pathlib import Path

# room -> the rooms it may use. "verify/audit" and "solve/vct" are rooms inside a room.
ARROWS = {
    "base": set(),
    "game": {"base"},
    "dbsearch": {"game", "base"},
    "proof": {"game", "base"},
    "format": {"proof", "game", "base"},
    "verify/audit": set(),
    "verify": {"proof", "dbsearch", "game", "base", "verify/audit"},
    "solve/vct": {"dbsearch", "game", "base"},
    "solve": {"solve/vct", "proof", "dbsearch", "game", "base"},
    "convert": {"format", "proof", "game", "base"},
    "session": {"verify", "solve", "solve/vct", "proof", "dbsearch", "game", "base"},
    "remote": {"session", "verify", "solve", "solve/vct", "proof", "dbsearch", "game", "base"},
    "explore": {"solve/vct", "proof", "dbsearch", "game", "base"},
    "blame": {"session", "explore", "verify", "solve", "solve/vct", "proof", "dbsearch", "game", "base"},
    "engine": {"explore", "solve/vct", "proof", "dbsearch", "game", "base"},
}
# The core of the page, which has no solver, but the searches of one position.
ARROWS["page/core"] = set(ARROWS) - {"solve", "session", "remote", "blame", "engine"}
# The program may use all of them; so may the programs that make what is shipped, and the Python module.
ARROWS["cli"] = ARROWS["tools"] = ARROWS["python"] = set(ARROWS) - {"page/core"}
# Coq and OCaml: nothing of it is C++. It uses nothing of ours, and nobody includes from it; tests/theorem/check_sources.py looks at
# what it requires.
ARROWS["theorem"] = set()

# room -> the libraries of others it may include and link: (target, pattern of its headers).
LIBRARIES = {
    "CapnProto::capnp": r"(capnp|kj)/",
    "zstd::libzstd_shared": r"(zstd|zstd_errors|zdict)\.h$",
    "OpenSSL::Crypto": r"openssl/",
    "nlohmann_json::nlohmann_json": r"nlohmann/",
    "Threads::Threads": None,  # its headers are the standard library's
    "CLI11::CLI11": r"CLI/",
    "lmdb": r"lmdb\.h$",
    "lz4": r"lz4(frame|frame_static|hc)?\.h$",
    "pqxx": r"pqxx/",
    "pq": r"libpq-fe\.h$",
    "pybind11::headers": r"(pybind11/|Python\.h$)",
    "pybind11::module": None,
    "Python::Module": None,
    "EXPAT::EXPAT": r"expat(_external)?\.h$",
    "ZLIB::ZLIB": r"zlib\.h$",
    "LibLZMA::LibLZMA": r"lzma(/|\.h$)",
}
LIBRARIES_OF = {
    "base": {"OpenSSL::Crypto", "Threads::Threads"},
    "proof": {"Threads::Threads"},
    "format": {"CapnProto::capnp", "zstd::libzstd_shared", "nlohmann_json::nlohmann_json", "Threads::Threads"},
    "verify": {"Threads::Threads", "nlohmann_json::nlohmann_json"},
    "convert": {"nlohmann_json::nlohmann_json", "lz4", "EXPAT::EXPAT", "ZLIB::ZLIB", "LibLZMA::LibLZMA"},
    "solve": {"Threads::Threads", "lmdb"},
    "remote": {"Threads::Threads", "pqxx", "pq"},
    "explore": {"nlohmann_json::nlohmann_json"},
    "blame": {"nlohmann_json::nlohmann_json"},
    "engine": {"Threads::Threads"},
    "page/core": {"nlohmann_json::nlohmann_json"},
    "cli": {"CLI11::CLI11", "nlohmann_json::nlohmann_json", "Threads::Threads"},
    "python": {"pybind11::headers", "pybind11::module", "Python::Module"},
    "tools": {"Threads::Threads", "nlohmann_json::nlohmann_json"},
}

# target -> room; a target that is not named here is an offence. (No lists are written for tests and benches.)
TARGETS = {
    "fiveproof_base": "base",
    "fiveproof_game": "game",
    "fiveproof_dbsearch": "dbsearch",
    "fiveproof_proof": "proof",
    "fiveproof_format": "format",
    "fiveproof_verify": "verify",
    "fiveproof_audit": "verify/audit",
    "fiveproof_solve": "solve",
    "fiveproof_vct": "solve/vct",
    "fiveproof_convert": "convert",
    "fiveproof_session": "session",
    "fiveproof_remote": "remote",
    "fiveproof_explore": "explore",
    "fiveproof_blame": "blame",
    "fiveproof_engine": "engine",
    "fiveproof-page": "page/core",
    "fiveproof": "cli",
    "fiveproof_python": "python",
    "fiveproof-audit": "verify/audit",
    "make-example": "tools",
    "learn-patterns": "tools",
}
ALWAYS_LINKED = {"fiveproof_warnings"}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
SOURCES = {".hpp", ".cpp", ".h", ".c", ".cc", ".inc"}


def room_of(path):
    """The innermost room that the relative path lies in, or None."""
    inside = [room for room in ARROWS if path.startswith(room + "/")]
    return max(inside, key=len) if inside else None


def check_includes(root):
    offences = []
    folders = sorted({room.split("/")[0] for room in ARROWS})
    for source in sorted(path for folder in folders for path in (root / folder).rglob("*")):
        relative = source.relative_to(root).as_posix()
        room = room_of(relative)
        if room is None or source.suffix not in SOURCES or not source.is_file():
            continue
        for number, line in enumerate(source.read_text(encoding="utf-8").splitlines(), 1):
            match = INCLUDE.match(line)
            if not match:
                continue
            reason = why_not_include(root, source, room, match[1], match[2])
            if reason:
                offences.append(f"{relative}:{number}: {reason}")
    return offences


def why_not_include(root, source, room, bracket, name):
    """Why `room` may not include `name`; None if it may."""
    if ".." in Path(name).parts:
        return f"includes {name}: name the room, not the way there"
    if bracket == '"' and "/" not in name and (source.parent / name).exists():
        if room == "verify/audit":  # must compile as a folder of its own
            return None
        return f"includes {name}: write the room too, \"{room}/{name}\""
    target = room_of(name)
    if room == "verify/audit" and bracket == '"':
        return f"{room} includes {name}: it must compile as a folder of its own"
    if target is not None:
        if target == room or target in ARROWS[room]:
            return None
        return f"{room} includes {name}, but may use only {sorted(ARROWS[room]) or 'nothing of ours'}"
    # Generated from schemas in spec/, which belongs to format.
    if name.startswith("spec/"):
        return None if room == "format" else f"{room} includes {name}, which is format's own"
    if bracket == '"' and (root / name).exists():
        return f"{room} includes {name}, which is in no room"
    for library, headers in LIBRARIES.items():
        if headers and re.match(headers, name) and library not in LIBRARIES_OF.get(room, set()):
            return f"{room} includes <{name}> of {library}"
    if room == "verify/audit" and bracket == "<" and ("/" in name or "." in name):
        return f"{room} includes <{name}>, which is not the C++ standard library"
    return None


def folder_arrows(root):
    """folder -> {folder that it includes from: (file, header)}, of all folders in rooms."""
    arrows = {}
    for folder in sorted({room.split("/")[0] for room in ARROWS}):
        for source in sorted((root / folder).rglob("*")):
            relative = source.relative_to(root).as_posix()
            here = source.parent.relative_to(root).as_posix()
            if source.suffix not in SOURCES or room_of(relative) is None or (here in ARROWS and source.suffix != ".hpp"):
                continue
            for line in source.read_text(encoding="utf-8").splitlines():
                match = INCLUDE.match(line)
                there = match and match[1] == '"' and Path(match[2]).parent.as_posix()
                if there and there not in (".", here):
                    arrows.setdefault(here, {}).setdefault(there, (relative, match[2]))
    return arrows


def check_circles(root):
    """One offence for each shortest circle of folders that a folder is in."""
    arrows = folder_arrows(root)
    circles = {}
    for start in arrows:
        way = {start: None}  # folder -> the one before it
        to_visit = [start]
        for here in to_visit:
            if start in arrows.get(here, {}) and here != start:
                circle = [here]
                while way[circle[-1]] is not None:
                    circle.append(way[circle[-1]])
                circle.reverse()
                circles.setdefault(frozenset(circle), circle)
                break
            for there in arrows.get(here, {}):
                if there not in way:
                    way[there] = here
                    to_visit.append(there)
    for circle in circles.values():
        steps = [arrows[here][there] for here, there in zip(circle, circle[1:] + circle[:1])]
        yield "a circle of folders: " + ", ".join(f"{source} includes {header}" for source, header in steps)


def check_links(links):
    offences = []
    files = sorted(links.glob("*.txt"))
    if not files:
        offences.append(f"{links}: no link lists; configure first")
    for file in files:
        target = file.stem
        room = TARGETS.get(target)
        if room is None:
            offences.append(f"{target}: a target that belongs to no room; name it in {Path(__file__).name}")
            continue
        allowed = {t for t, r in TARGETS.items() if r == room or r in ARROWS[room]}
        allowed |= LIBRARIES_OF.get(room, set()) | ALWAYS_LINKED
        for item in link_items(file.read_text(encoding="utf-8")):
            if item not in allowed:
                offences.append(f"{target}: {room} links {item}")
    return offences


def link_items(text):
    """The target names in a list, stripped of generator expressions and aliases."""
    items = set()
    for item in text.strip().split(";"):
        while match := re.fullmatch(r"\$<[A-Z_]+:(.*)>", item):
            item = match[1]
        if item.startswith("fiveproof::"):
            item = item.replace("fiveproof::", "fiveproof_")
        if item and not item.startswith("::@"):  # CMake's marks of the folder a call was made in
            items.add(item)
    return sorted(items)


def check(root, links):
    offences = check_includes(root) + list(check_circles(root)) + check_links(links)
    for offence in offences:
        print(offence)
    return offences


# The self-test: a clean tree, and what is wrong when it is added to it.
CLEAN_SOURCES = {
    "base/z.hpp": "#include <openssl/sha.h>\n",
    "game/a.hpp": "#include <vector>\n",
    "game/a.cpp": '#include "game/a.hpp"\n#include "base/z.hpp"\n',
    "dbsearch/b.hpp": '#include "game/a.hpp"\n',
    "proof/graph/p.hpp": '#include "base/z.hpp"\n',
    "format/fvp/c.cpp": '#include <zstd.h>\n#include "format/fvp/c.capnp.h"\n#include "proof/graph/p.hpp"\n',
    "verify/d.hpp": '#include "proof/graph/p.hpp"\n',
    "verify/d.cpp": '#include "verify/audit/e.hpp"\n#include "dbsearch/b.hpp"\n#include "verify/check/i.hpp"\n',
    "verify/check/i.hpp": '#include "verify/d.hpp"\n',
    "verify/frame/j.cpp": '#include "verify/check/i.hpp"\n',
    "verify/audit/e.hpp": "#include <cstdint>\n",
    "verify/audit/e.cpp": '#include "e.hpp"\n',
    "session/s.hpp": '#include "verify/d.hpp"\n#include "solve/search/t.hpp"\n',
    "remote/q.cpp": '#include <pqxx/pqxx>\n#include "session/s.hpp"\n',
    "explore/k.hpp": '#include "dbsearch/b.hpp"\n',
    "blame/o.hpp": '#include "explore/k.hpp"\n#include "session/s.hpp"\n',
    "engine/n.hpp": '#include "explore/k.hpp"\n',
    "page/core/l.cpp": '#include "explore/k.hpp"\n#include "verify/d.hpp"\n',
    "python/m.cpp": '#include <pybind11/numpy.h>\n#include "session/s.hpp"\n#include "python/m.hpp"\n',
    "cli/f.cpp": '#include "verify/d.hpp"\n#include "convert/g.hpp"\n#include "session/s.hpp"\n',
    "tests/game/h.cpp": '#include "cli/anything.hpp"\n',
}
CLEAN_LINKS = {
    "fiveproof_game": "fiveproof::base;$<BUILD_INTERFACE:fiveproof_warnings>",
    "fiveproof_dbsearch": "fiveproof::game;$<LINK_ONLY:$<BUILD_INTERFACE:fiveproof_warnings>>",
    "fiveproof_format": "fiveproof::proof;$<LINK_ONLY:zstd::libzstd_shared>",
    "fiveproof_session": "fiveproof::verify;fiveproof::solve",
    "fiveproof_remote": "fiveproof::session;$<LINK_ONLY:pqxx>",
    "fiveproof": "fiveproof::session;CLI11::CLI11",
}
BAD_SOURCES = {
    "base/x.cpp": '#include "game/a.hpp"\n',
    "game/x.cpp": '#include "dbsearch/b.hpp"\n',
    "dbsearch/x.cpp": '  #  include "proof/graph/p.hpp"\n',
    "proof/x.cpp": '#include "format/fvp/c.hpp"\n',
    "proof/graph/x.cpp": '#include "dbsearch/b.hpp"\n',
    "format/x.cpp": '#include "convert/g.hpp"\n',
    "verify/x.cpp": '#include "solve/s.hpp"\n',
    "verify/y.hpp": '#include "format/fvp/c.hpp"\n',
    "verify/z.cpp": "#include <zstd.h>\n",
    "verify/w.cpp": "#include <openssl/evp.h>\n",
    "verify/audit/x.cpp": '#include "game/a.hpp"\n',
    "verify/audit/y.cpp": '#include "verify/d.hpp"\n',
    "verify/audit/z.cpp": "#include <zstd.h>\n",
    "verify/audit/w.cpp": '#include "verify/audit/e.hpp"\n',
    "convert/x.cpp": "#include <dbsearch/b.hpp>\n",
    "solve/x.cpp": '#include "verify/d.hpp"\n',
    "solve/y.cpp": "#include <capnp/message.h>\n",
    "session/x.cpp": '#include "format/fvp/c.hpp"\n',
    "session/y.cpp": '#include "remote/q.hpp"\n',
    "remote/x.cpp": '#include "format/fvp/c.hpp"\n',
    "solve/z.cpp": "#include <pqxx/pqxx>\n",
    "explore/x.cpp": '#include "solve/search/t.hpp"\n',
    "engine/x.cpp": '#include "verify/d.hpp"\n',
    "engine/y.cpp": '#include "format/fvp/c.hpp"\n',
    "game/y.cpp": "#include <nlohmann/json.hpp>\n",
    "format/y.cpp": "#include <lz4frame.h>\n",
    "game/z.cpp": '#include "../dbsearch/b.hpp"\n',
    "dbsearch/y.cpp": '#include "b.hpp"\n',
    "page/core/x.cpp": '#include "session/s.hpp"\n',
    "base/y.cpp": '#include "page/core/l.hpp"\n',
    "tools/x.cpp": '#include "cli/f.hpp"\n',
    "python/x.cpp": '#include "cli/f.hpp"\n',
    "python/y.cpp": '#include "page/core/l.hpp"\n',
    "blame/x.cpp": '#include "engine/n.hpp"\n',
    "blame/y.cpp": '#include "convert/g.hpp"\n',
    "session/z.cpp": '#include "blame/o.hpp"\n',
    "cli/x.cpp": '#include "python/m.hpp"\n',
    "explore/y.cpp": "#include <pybind11/pybind11.h>\n",
}
CIRCLES = {
    "verify/d.hpp": '#include "verify/check/i.hpp"\n',
    "verify/check/x.cpp": '#include "verify/frame/j.hpp"\n',
}
BAD_LINKS = {
    "fiveproof_base": "fiveproof::game",
    "fiveproof_game": "fiveproof::dbsearch",
    "fiveproof_dbsearch": "fiveproof::format",
    "fiveproof_proof": "OpenSSL::Crypto",
    "fiveproof_convert": "$<LINK_ONLY:fiveproof::dbsearch>",
    "fiveproof_solve": "fiveproof_verify",
    "fiveproof_verify": "$<LINK_ONLY:$<BUILD_INTERFACE:fiveproof::convert>>",
    "fiveproof_explore": "fiveproof::format",
    "fiveproof_engine": "fiveproof::solve",
    "fiveproof_session": "nlohmann_json::nlohmann_json",
    "fiveproof_remote": "fiveproof::explore",
    "fiveproof_audit": "fiveproof::game",
    "fiveproof_format": "CLI11::CLI11",
    "fiveproof_python": "pybind11::module;CLI11::CLI11",
    "fiveproof_blame": "fiveproof::convert",
    "fiveproof_nowhere": "",
}


def self_test():
    """A clean tree passes; each single offence added to it is found."""
    def offences_with(sources, links):
        with tempfile.TemporaryDirectory() as folder:
            root, lists = Path(folder) / "tree", Path(folder) / "links"
            for name, text in sources.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text, encoding="utf-8")
            lists.mkdir()
            for target, text in links.items():
                (lists / f"{target}.txt").write_text(text + "\n", encoding="utf-8")
            return check_includes(root) + list(check_circles(root)) + check_links(lists)

    wrong = []
    for offence in offences_with(CLEAN_SOURCES, CLEAN_LINKS):
        wrong.append(f"found in a clean tree: {offence}")
    for name, text in BAD_SOURCES.items():
        found = offences_with({**CLEAN_SOURCES, name: text}, CLEAN_LINKS)
        if len(found) != 1 or not found[0].startswith(name):
            wrong.append(f"{name} with {text.strip()}: expected one offence, found {found}")
    for name, text in CIRCLES.items():
        found = offences_with({**CLEAN_SOURCES, name: text}, CLEAN_LINKS)
        if len(found) != 1 or name not in found[0] or "circle" not in found[0]:
            wrong.append(f"{name} with {text.strip()}: expected one circle, found {found}")
    for target, text in BAD_LINKS.items():
        found = offences_with(CLEAN_SOURCES, {**CLEAN_LINKS, target: text})
        if len(found) != 1 or not found[0].startswith(target + ":"):
            wrong.append(f"{target} linking {text!r}: expected one offence, found {found}")
    if not offences_with(CLEAN_SOURCES, {}):
        wrong.append("missing link lists went unnoticed")
    for line in wrong:
        print(line)
    print(f"self-test: {len(BAD_SOURCES)} includes, {len(CIRCLES)} circles, {len(BAD_LINKS)} links, {len(wrong)} failures")
    return wrong


def main(arguments):
    if arguments == ["self-test"]:
        return 1 if self_test() else 0
    if len(arguments) == 3 and arguments[0] == "check":
        return 1 if check(Path(arguments[1]), Path(arguments[2])) else 0
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
