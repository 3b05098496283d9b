#!/usr/bin/python3
"""The work of others that is inside our programs is known: a made-up map of a link, and what is made of it.

    check_others.py PACKAGING COMPILER

COMPILER says where its libraries are. Needs dpkg; without it the test is skipped (exit code 77).
"""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SKIPPED = 77


def file_of(compiler, name):
    return subprocess.run([compiler, f"-print-file-name={name}"], capture_output=True, text=True, check=True).stdout.strip()


def main():
    if not shutil.which("dpkg-query"):
        print("skipped, this is no Debian: dpkg is missing")
        sys.exit(SKIPPED)
    sys.path.insert(0, sys.argv[1])
    sys.dont_write_bytecode = True
    import make_papers
    import others

    archives = [file_of(sys.argv[2], name) for name in ("libzstd.a", "libcapnp.a", "libstdc++.a", "crt1.o")]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "packaging").mkdir()
        (folder / "packaging/own.a").touch()
        link_map = folder / "packaging/program.map"
        lines = [*archives, folder / "packaging/own.a", "/usr/lib/x86_64-linux-gnu/libm.so.6"]
        link_map.write_text("".join(f"LOAD {line}\n" for line in lines))
        inside = others.all_others(link_map, None)
        link_map.write_text(f"LOAD {folder}/nobodys.a\nLOAD /nobodys.a\n")
        try:
            others.linked(link_map)
            sys.exit("an archive that is of no package was passed over")
        except ValueError:
            pass
    names = {other.name for other in inside}
    wanted = {"libzstd-dev", "libcapnp-dev", "libc6-dev", "nlohmann-json3-dev", "libcli11-dev"}
    if not wanted < names or not any(each.startswith("libstdc++") for each in names) or len(names) != 6:
        sys.exit(f"inside are {sorted(names)}")
    document = make_papers.spdx("1.2.3", 86400, inside, ["a.fvp", "b.fvp"])
    if {package["name"] for package in document["packages"]} != names | {"fiveproof"}:
        sys.exit(f"SPDX lists {document['packages']}")
    if document["creationInfo"]["created"] != "1970-01-02T00:00:00Z" or len(document["relationships"]) != 7:
        sys.exit(f"SPDX says {document['creationInfo']}, {document['relationships']}")
    if document["packages"][0]["comment"] != "With it come the proofs a.fvp, b.fvp":
        sys.exit(f"SPDX says {document['packages'][0]}")
    papers = others.papers_of(inside, has_common=False)
    full = others.papers_of(inside, has_common=True)
    if "Version 3, 29 June 2007" in papers or "Version 3, 29 June 2007" not in full or "Version 2.1, February 1999" not in full:
        sys.exit("the licences that the papers name are not there in full")
    paper = "Format: x\n\nFiles:\n a/*\nCopyright: A\nLicense: M\n\nFiles: b/*\nCopyright: B\nLicense: N\n\nLicense: M\n m\n\nLicense: N\n n"
    if others.about(paper, re.compile(r"b/.*")) != "Files: b/*\nCopyright: B\nLicense: N\n\nLicense: N\n n":
        sys.exit(f"of one part of a package this is said: {others.about(paper, re.compile('b/.*'))}")
    if not all(f"Inside is {each} " in papers for each in names):
        sys.exit("papers are missing")
    print(f"{len(names)} packages are inside of the made-up program, each with its papers")


if __name__ == "__main__":
    main()
