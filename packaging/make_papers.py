#!/usr/bin/python3
"""What has to lie beside the programs: what is inside (SPDX 2.3), whose work it is, and for Debian a list of changes.

    make_papers.py VERSION SECONDS CONTACT SOURCE FOLDER [--map LINK.map] [--page]

SECONDS since 1970 are the date of all of them. FOLDER is made anew: fiveproof.spdx.json, copyright, changelog.gz.
With --map what is linked in is taken from the map of a link, without it shared libraries are used; with --page the
page is inside, too.
"""

import argparse
import gzip
import hashlib
import json
import shutil
import time
from email.utils import formatdate
from pathlib import Path

from others import all_others, papers_of


def spdx_name(text):
    return "SPDXRef-" + "".join(c if c.isalnum() or c in ".-" else "-" for c in text)


def spdx_package(name, version, licence, url=None):
    package = {
        "SPDXID": spdx_name(name), "name": name, "versionInfo": version, "downloadLocation": "NOASSERTION",
        "filesAnalyzed": False, "licenseConcluded": licence, "licenseDeclared": licence, "copyrightText": "NOASSERTION",
    }
    if url:
        package["externalRefs"] = [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": url}]
    return package


def spdx(version, seconds, others, proofs=()):
    own = spdx_package("fiveproof", version, "MIT")
    if proofs:
        own["comment"] = "With it come the proofs " + ", ".join(proofs)
    packages = [own]
    packages += [spdx_package(other.name, other.version, other.licence, other.url) for other in others]
    relations = [("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-fiveproof")]
    relations += [("SPDXRef-fiveproof", "CONTAINS", spdx_name(other.name)) for other in others]
    # A name of its own for each content, as SPDX wants it.
    digest = hashlib.sha256(json.dumps([version, packages]).encode()).hexdigest()
    return {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"fiveproof-{version}", "documentNamespace": f"urn:sha256:{digest}",
        "creationInfo": {"created": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds)),
                         "creators": ["Tool: fiveproof-make_papers"]},
        "packages": packages,
        "relationships": [{"spdxElementId": a, "relationshipType": kind, "relatedSpdxElement": b} for a, kind, b in relations],
    }


def changelog(version, seconds, contact):
    return f"fiveproof ({version}) unstable; urgency=medium\n\n  * Changes are told in NEWS.md.\n\n -- {contact}  {formatdate(seconds)}\n"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("version")
    parser.add_argument("seconds", type=int)
    parser.add_argument("contact")
    parser.add_argument("source", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--map", type=Path)
    parser.add_argument("--page", action="store_true")
    wanted = parser.parse_args()
    others = all_others(wanted.map, wanted.source / "page" if wanted.page else None)
    shutil.rmtree(wanted.folder, ignore_errors=True)
    wanted.folder.mkdir(parents=True)
    proofs = wanted.source / "proofs"
    files = [*sorted(proofs.glob("*.fvp")), *sorted(proofs.glob("partial/renju15-*.fvp"))]
    document = spdx(wanted.version, wanted.seconds, others, [file.name for file in files])
    (wanted.folder / "fiveproof.spdx.json").write_text(json.dumps(document, indent=1) + "\n")
    # Debian's package may not repeat the licences that Debian has.
    papers = papers_of(others, has_common=bool(wanted.map))
    (wanted.folder / "copyright").write_text(f"fiveproof\n\n{(wanted.source / 'LICENSE').read_text()}\n{papers}")
    text = changelog(wanted.version, wanted.seconds, wanted.contact)
    (wanted.folder / "changelog.gz").write_bytes(gzip.compress(text.encode(), mtime=0))


if __name__ == "__main__":
    main()
