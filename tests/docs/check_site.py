#!/usr/bin/python3
"""The site that scripts/site makes: no link leads nowhere, nothing is asked of another server, and it is small.

    check_site.py check SITE [BASE]     # BASE: where it will be, as scripts/site was told
    check_site.py self-test             # what is wrong is found

Each link must name a file, as a browser finds no page in a folder on disk, and what stands behind # must be in it; positions
(#play/0/h8a1) are for pages with a board. Every page has a title and can be reached from the front page; those of ours have a
description, too, and none has the title of another. Only words that a reader clicks may lead elsewhere.
"""

import json
import posixpath
import re
import sys
import tempfile
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

MB = 1_000_000
MOST = 12 * MB  # in all
MOST_BEFORE_PROOF = MB  # what the front page loads, but for the proof
POSITION = re.compile(r"(play|walk|verify)/\d+/[a-z\d]*")
# What a browser loads by itself.
LOADED = {"script": "src", "img": "src", "iframe": "src", "source": "src", "embed": "src", "object": "data", "video": "src"}
IN_STYLE = re.compile(r"url\(\s*['\"]?([^)'\"]+)|@import\s+['\"]([^'\"]+)")
# Made by doxygen.
OTHERS = "api/"


class Page(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.links, self.loaded, self.absolute = [], [], []
        self.ids, self.metas = set(), {}
        self.title, self.lang, self.headings = "", "", 0
        self.inside = ""
        self.faults = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        has = dict(attributes)
        self.inside = tag
        for name in ("id", "name"):
            if has.get(name) and (name == "id" or tag == "a"):
                self.ids.add(has[name])
        if tag == "html":
            self.lang = has.get("lang", "")
        elif tag == "meta":
            self.metas[has.get("name") or has.get("property", "")] = has.get("content", "")
        elif tag == "h1":
            self.headings += 1
        elif tag == "link" and has.get("rel") == "canonical":
            self.absolute.append(has.get("href", ""))
        elif tag == "link":
            self.loaded.append(has.get("href", ""))
        elif tag in ("a", "area") and has.get("href"):
            self.links.append(has["href"])
        elif tag == "img" and "alt" not in has:
            self.faults.append(f"a picture without words for it: {has.get('src')}")
        elif tag == "iframe" and not has.get("title"):
            self.faults.append("a frame without a title")
        if LOADED.get(tag) in has:
            self.loaded.append(has[LOADED[tag]])
        for url in re.split(r",\s*", has.get("srcset") or ""):
            self.loaded += url.split()[:1]
        self.loaded += styled(has.get("style") or "")

    def handle_endtag(self, tag):
        self.inside = ""

    def handle_data(self, data):
        if self.inside == "title":
            self.title += data
        elif self.inside == "style":
            self.loaded += styled(data)


def styled(text):
    return [one or other for one, other in IN_STYLE.findall(text)]


class Site:
    def __init__(self, folder, base=""):
        self.folder, self.base = folder.resolve(), base
        self.files = {file.relative_to(self.folder).as_posix(): file for file in self.folder.rglob("*") if file.is_file()}
        self.pages = {name: Page(file.read_text()) for name, file in sorted(self.files.items()) if name.endswith(".html")}

    def place(self, page, url):
        """(file, what stands behind #) of a link that is relative; the file may not be there."""
        parts = urlsplit(url)
        path = unquote(parts.path)
        if not path:
            return page, unquote(parts.fragment)
        return posixpath.normpath(posixpath.join(posixpath.dirname(page), path)), unquote(parts.fragment)

    def faults_of_link(self, page, url, is_loaded):
        parts = urlsplit(url)
        if url.startswith("data:") or (not is_loaded and parts.scheme in ("http", "https", "mailto")):
            return
        if parts.scheme or url.startswith("/"):
            yield f"{page}: {'loads' if is_loaded else 'leads to'} {url[:80]}, which is not relative"
            return
        name, section = self.place(page, url)
        if name not in self.files or url.split("#")[0].endswith("/"):
            yield f"{page}: {url} leads nowhere"
        elif section and not is_loaded and name in self.pages:
            there = self.pages[name]
            if section not in there.ids and not (POSITION.fullmatch(section) and "page" in there.ids):
                yield f"{page}: {url}: {name} has no #{section}"

    def faults_of_page(self, name, page):
        if not page.title.strip() or not page.lang:
            yield f"{name}: no title, or no language"
        if "viewport" not in page.metas:
            yield f"{name}: no viewport: a phone shows it small"
        if not name.startswith(OTHERS):
            if not page.metas.get("description"):
                yield f"{name}: no description"
            if page.headings != 1:
                yield f"{name}: {page.headings} first headings"
            if bool(self.base) != ("og:image" in page.metas):
                yield f"{name}: a picture for previews where the address is {self.base or 'not known'}"
        for url in (*page.absolute, page.metas.get("og:image", self.base), page.metas.get("og:url", self.base)):
            if not self.base or not url.startswith(self.base) or (url != self.base and url[len(self.base):] not in self.files):
                if url:
                    yield f"{name}: {url} is not in the site at {self.base or 'no address'}"
        yield from (f"{name}: {fault}" for fault in page.faults)
        for url in page.links:
            yield from self.faults_of_link(name, url, False)
        for url in page.loaded:
            yield from self.faults_of_link(name, url, True)

    def reached(self):
        seen, todo = set(), ["index.html"]
        while todo:
            name = todo.pop()
            if name in seen or name not in self.pages:
                continue
            seen.add(name)
            todo += [self.place(name, url)[0] for url in self.pages[name].links if not urlsplit(url).scheme]
        return seen

    def bytes_before_proof(self):
        """Of the front page, its frame, and what both load."""
        seen, todo = set(), ["index.html"]
        while todo:
            name = todo.pop()
            if name not in seen and name in self.files:
                seen.add(name)
                loaded = self.pages[name].loaded if name in self.pages else []
                todo += [self.place(name, url)[0] for url in loaded if not urlsplit(url).scheme]
        return sum(self.files[name].stat().st_size for name in seen if not re.match(r"proofs/.*\.js", name))

    def faults(self):
        if "index.html" not in self.pages:
            yield "no index.html"
            return
        titles = {}
        for name, page in self.pages.items():
            yield from self.faults_of_page(name, page)
            if not name.startswith(OTHERS):
                titles.setdefault(page.title.strip(), []).append(name)
        yield from (f"{', '.join(names)} have one title: {title}" for title, names in titles.items() if len(names) > 1)
        for name, file in self.files.items():
            if name.endswith(".css"):
                for url in styled(file.read_text()):
                    yield from self.faults_of_link(name, url, True)
        yield from (f"{name}: no link leads here from the front page" for name in sorted(set(self.pages) - self.reached()))
        size = sum(file.stat().st_size for file in self.files.values())
        if size > MOST:
            yield f"{size:,} bytes, at most {MOST:,}"
        before = self.bytes_before_proof()
        if before > MOST_BEFORE_PROOF:
            yield f"the front page loads {before:,} bytes before the proof, at most {MOST_BEFORE_PROOF:,}"
        if self.base:
            manifest = json.loads(self.files["manifest.webmanifest"].read_text()) if "manifest.webmanifest" in self.files else {}
            wanted = [manifest.get("start_url", "a start_url"), *(icon["src"] for icon in manifest.get("icons", [{"src": "an icon"}]))]
            yield from (f"manifest.webmanifest: {name} is not in the site" for name in wanted if name not in self.files)
            listed = re.findall(r"<loc>(.*?)</loc>", self.files["sitemap.xml"].read_text()) if "sitemap.xml" in self.files else []
            if sorted(listed) != sorted(self.base + name for name in self.pages):
                yield f"sitemap.xml has {len(listed)} pages, the site {len(self.pages)}"


HEAD = '<html lang="en"><meta name="viewport" content="x"><meta name="description" content="x"><title>{}</title><h1>A</h1>'


def self_test():
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "a").mkdir()
        (folder / "a/b.html").write_text(HEAD.format("B") + '<div id="page"></div><a href="../index.html">up</a>')
        (folder / "site.css").write_text("a { background: url(data:x) }")
        front = folder / "index.html"

        def found(text):
            front.write_text(HEAD.format("A") + '<link rel="stylesheet" href="site.css"><a href="a/b.html#play/0/h8">b</a>' + text)
            return list(Site(folder).faults())

        assert found('<p id="x"></p><a href="#x">x</a><a href="https://example.org/">away</a>') == [], found("")
        for wrong in ('<a href="a/">folder</a>', '<a href="#y">y</a>', '<a href="/a/b.html">root</a>', '<a href="c.html">c</a>',
                      '<img src="https://example.org/x.png" alt="">', '<img src="site.css">', "<h1>Two</h1>",
                      '<script src="//example.org/x.js"></script>', "<style>a { background: url(https://example.org/x) }</style>",
                      '<p style="background: url(/x.png)"></p>', '<iframe src="a/b.html"></iframe>',
                      '<a href="index.html#play/0/h8">no board</a>', '<link rel="canonical" href="https://example.org/">',
                      '<meta property="og:image" content="https://example.org/x.png">'):
            assert len(found(wrong)) >= 1, wrong
        (folder / "lost.html").write_text(HEAD.format("B"))
        assert len(found("")) == 2  # reached from nowhere, and a title twice
        (folder / "lost.html").write_bytes(b"")
        (folder / "large.bin").write_bytes(bytes(MOST))
        assert any("at most" in fault for fault in found(""))


def main(words):
    if words[0] == "self-test":
        self_test()
        return 0
    site = Site(Path(words[1]), words[2] if len(words) > 2 else "")
    faults = list(site.faults())
    print("\n".join(faults[:100]))
    size = sum(file.stat().st_size for file in site.files.values())
    links = sum(len(page.links) + len(page.loaded) for page in site.pages.values())
    print(f"{len(site.pages)} pages, {links:,} links, {len(site.files)} files of {size / MB:.1f} MB; "
          f"{site.bytes_before_proof() / MB:.2f} MB before the proof; {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
