"""The pages of the site that are no pages of the project: the front page, a page for each proof, one for a reader's own
file, the manual, and a list of all.

A proof's page is what `fiveproof page` makes, taken apart: program, style and core lie in app/ once for all of them, and
each proof in a small script of its own, which a browser loads from disk, too, where it would not fetch a file.
"""

import html
import json
import math
import re
import shutil
import struct
import subprocess
import sys
import zlib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.append(str(ROOT / "packaging"))
from help_text import pages, told  # noqa: E402
from make_manual import is_meant, paragraphs  # noqa: E402

PROGRAM = ROOT / "build/release/cli/fiveproof"
AUDIT = ROOT / "build/release/verify/audit/fiveproof-audit"
TEMPLATE = ROOT / "build/page/page.html"
RULES = {"freestyle": "Free-style go-moku", "standard": "Standard go-moku", "renju": "Renju"}
SHELL = re.compile(r'content="(default-src [^"]*)">.*<style>(.*?)</style>.*<body>\s*(.*?)\s*</body>', re.DOTALL)
SCRIPT = re.compile(r"<script([^>]*)>(.*?)</script>", re.DOTALL)
# Of its own place a page may load scripts and styles; from disk, too, where a browser may not count them as its own.
OWN = "'self' file:"


def escaped(text):
    return html.escape(str(text))


def sentence(text):
    return escaped(text if text[-1] in ".?!" else f"{text}.")


def number(n):
    return f"{n:,}"


class Proof:
    """A bundled proof, and what `fiveproof info` says of it."""

    def __init__(self, file):
        self.path = file.relative_to(ROOT).as_posix()
        self.stem = file.stem
        self.bytes = file.stat().st_size
        told_of = json.loads(told(PROGRAM, "info", file, "--json"))
        self.rule, self.size, self.attacker = told_of["rule"], told_of["size"], told_of["attacker"]
        self.roots = [root["text"] for root in told_of["roots"]]
        self.records, self.hash, self.rows = told_of["records"], told_of["hash"], told_of["by-stones"]
        self.is_whole = self.roots == ["the empty board"]
        self.page = f"{self.path.removesuffix('.fvp')}.html"

    @property
    def game(self):
        return f"{RULES[self.rule]}, {self.size}×{self.size}"

    @property
    def claim(self):
        where = self.roots[0] if len(self.roots) == 1 else f"{len(self.roots)} positions"
        return f"{self.attacker.capitalize()} wins from {where}"

    @property
    def command(self):
        root = "" if self.is_whole else f" {self.roots[0]}"
        expect = f' --expect "{self.rule} {self.size} {self.attacker}{root}"' if len(self.roots) == 1 else ""
        return f"fiveproof verify {self.path}{expect}"

    @property
    def theorem(self):
        """Its statement, if spec/theorem.md has one of that name."""
        found = re.search(rf"^    Theorem {self.stem} : (.*)\.$", (ROOT / "spec/theorem.md").read_text(), re.MULTILINE)
        return found and found[1]


def bundled():
    partial = (ROOT / "proofs/partial").glob("renju15-*.fvp")
    return [Proof(file) for file in (*sorted((ROOT / "proofs").glob("*.fvp")), *sorted(partial))]


def front_matter(**words):
    return "---\n" + "".join(f"{key}: {json.dumps(value)}\n" for key, value in words.items()) + "---\n\n"


class App:
    """What pages with a board share: app/, and the body that loads it."""

    def __init__(self, folder):
        self.folder = folder / "app"
        self.folder.mkdir()
        found = SHELL.search(TEMPLATE.read_text())
        if not found:
            sys.exit(f"site: {TEMPLATE}: expected a policy, one style and a body, as page/src/page.html has them")
        policy, style, body = found.groups()
        self.policy = re.sub(r"(script|style|img)-src", rf"\1-src {OWN}", policy) + "; manifest-src 'self'"
        (self.folder / "page.css").write_text(style)
        self.body = SCRIPT.sub(self.moved, body)

    def moved(self, script):
        """A script without what is in it, and another that brings it. The proof's is PROOF, as each page has its own."""
        attributes, text = script[1], script[2].strip()
        name = re.search(r'id="(\w+)"', attributes)
        if name and name[1] == "proof":
            return "PROOF"
        if not name:
            (self.folder / "page.js").write_text(text + "\n")
            return '<script src="APP/page.js"></script>'
        (self.folder / f"{name[1]}.js").write_text(brought(name[1], text))
        return f'<script{attributes}></script>\n<script src="APP/{name[1]}.js"></script>'

    def front_matter(self, depth, proof="", **words):
        up = "../" * depth
        body = self.body.replace("APP/", f"{up}app/").replace("PROOF", proof)
        return front_matter(app=body, style=f"{up}app/page.css", policy=self.policy, **words)


def brought(element, text):
    return f'document.getElementById("{element}").textContent = "{text}";\n'


def data_of(proof):
    """The proof as a page has it: base64 of a file without annotations."""
    page = subprocess.run([PROGRAM, "page", ROOT / proof.path, "-q", "-o", "-", "--template", TEMPLATE],
                          capture_output=True, text=True, check=True).stdout
    return next(text.strip() for attributes, text in SCRIPT.findall(page) if 'id="proof"' in attributes)


def figures(proof, up):
    """What is below the board of a proof's page."""
    theorem = f'<code>{escaped(proof.theorem)}</code> (<a href="{up}spec/theorem.html">what is that?</a>)' if proof.theorem else (
        f'none; <a href="{up}spec/theorem-renju.html">what is missing</a>' if proof.rule == "renju" else "none")
    rows = [("Claim", f"{escaped(proof.claim)}, {escaped(proof.game)}"),
            ("Positions stored", number(proof.records)),
            ("File", f'<a href="{proof.stem}.fvp" download>{proof.stem}.fvp</a>, {number(proof.bytes)} bytes, '
                     f"{proof.bytes / proof.records:.2f} per position"),
            ("Content hash", f"<code>{proof.hash}</code>"),
            ("Theorem", theorem)]
    if len(proof.roots) > 1:
        links = (f'<a href="#play/{number}/">{escaped(root)}</a>' for number, root in enumerate(proof.roots))
        rows.insert(1, ("Positions claimed", ", ".join(links)))
    stones = "".join(f"<tr><td>{row['stones']}</td><td>{number(row['records'])}</td><td>{number(row['after-moves'])}</td></tr>"
                     for row in proof.rows if row["records"] or row["after-moves"])
    return "".join([
        '<h2 id="figures">Figures</h2>\n<dl class="figures">',
        *(f"<dt>{name}</dt><dd>{text}</dd>" for name, text in rows),
        "</dl>\n<details><summary>Positions by number of stones</summary>\n",
        '<table><thead><tr><th scope="col">stones</th><th scope="col">stored</th><th scope="col">after the moves</th></tr></thead>'
        f"<tbody>{stones}</tbody></table></details>\n",
        '<h2 id="verify">Verify it</h2>\n<p>Here: <a href="#verify/0/">Verify</a>, at both levels of trust. With the program, on '
        "your machine:</p>\n",
        f"<pre><code>{escaped(proof.command)}\n{escaped(proof.command)} --trust rules</code></pre>\n",
        f'<p><a href="{up}proofs/index.html">How it was found, and what the checks take.</a></p>\n'])


def proof_page(app, proof, folder):
    depth = proof.path.count("/")
    target = folder / proof.path
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(ROOT / proof.path, target)
    target.with_suffix(".js").write_text(brought("proof", data_of(proof)))
    tag = (f'<script id="proof" type="application/octet-stream" data-name="{target.name}"></script>\n'
           f'<script src="{proof.stem}.js"></script>')
    head = app.front_matter(depth, tag, title=f"{proof.game}: {proof.claim}", heading=proof.game,
                            description=f"{proof.claim} at {proof.game}: play against the proof, walk through it, verify it here. "
                                        f"{number(proof.records)} positions in {number(proof.bytes)} bytes.")
    target.with_suffix(".md").write_text(head + figures(proof, "../" * depth))


DROP = """<h2 id="others">Other formats</h2>
<p>What the page does not read the program does: <a href="manual/fiveproof-convert.html">fiveproof convert</a> makes a
<code>.fvp</code> of it. A library or an SGF file does not say what it claims: the page asks for the rule set, for who wins, and
for the moves that lead to the position from which he does.</p>
<p>The file is read in your browser and goes nowhere. What a verdict means is told in the
<a href="docs/tutorial.html">tutorial</a>, why most libraries have gaps in the
<a href="docs/faq.html#why-is-my-library-not-verified">questions</a>.</p>
"""


def drop_page(app, folder):
    tag = '<script id="proof" type="application/octet-stream"></script>'
    head = app.front_matter(0, tag, title="Open your file", heading="Open your file",
                            description="Drop a library, an SGF file or a proof of five-in-a-row: its verdict and its gaps, in the browser.")
    (folder / "open.md").write_text(head + DROP)


def claim_rows(proof):
    theorem = f'<a href="spec/theorem.html"><code>{escaped(proof.theorem)}</code></a>' if proof.theorem else (
        '<a href="spec/theorem-renju.html">not yet</a>' if proof.rule == "renju" else "no")
    roots = "" if len(proof.roots) == 1 else f' <span class="note">({escaped(", ".join(proof.roots))})</span>'
    cells = [("rule", RULES[proof.rule]), ("board", f"{proof.size}×{proof.size}"), ("claim", escaped(proof.claim) + roots),
             ("positions", number(proof.records)), ("bytes", number(proof.bytes)), ("theorem", theorem),
             ("links", f'<a href="{proof.page}#play/0/">play</a> <a href="{proof.page}#verify/0/">verify it here</a> '
                       f'<a href="{proof.path}" download>{proof.stem}.fvp</a>')]
    row = "".join(f'<td class="{name}" data-name="{name}">{text}</td>' for name, text in cells)
    return (f"<tbody><tr>{row}</tr>\n<tr><td colspan=\"7\" class=\"how\"><span>Content hash <code>{proof.hash}</code></span> "
            f"<span>Verified at both levels of trust: <code>{escaped(proof.command)}</code>, and again with "
            f"<code>--trust rules</code></span></td></tr></tbody>\n")


FRONT = """<h1>Black wins five-in-a-row. Try to beat him.</h1>
<p class="lead">On a board of 15×15 Black, who moves first, wins free-style and standard go-moku from the empty board against
every legal reply of White's: each proof has been checked reply by reply, and you can check it here.</p>
<iframe id="board" src="PAGE#play/0/" title="A game against the proof: you are White"></iframe>
<p class="note">You are White, and the proof of free-style go-moku answers.
<a id="here" href="PAGE#play/0/">This position has an address of its own</a>, which can be shared.
<noscript>To play needs JavaScript; nothing else on this page does.</noscript></p>
<script>
const board = document.getElementById("board");
const isPosition = (hash) => /^#(play|walk|verify)\\/\\d+\\//.test(hash);
if (isPosition(location.hash)) board.src = "PAGE" + location.hash;
addEventListener("message", ({ source, data }) => {
  if (source !== board.contentWindow || !data) return;
  // Before the board is there, the frame is low.
  if (data.height > 300) board.style.height = `${Math.min(data.height, 3000)}px`;
  if (!isPosition(String(data.hash))) return;
  document.getElementById("here").href = "PAGE" + data.hash;
  // The page's own address follows from White's first move on.
  if (isPosition(location.hash) || /[a-z]\\d+[a-z]\\d/.test(data.hash)) history.replaceState(null, "", data.hash);
});
</script>
<h2 id="claims">What is proved</h2>
<p>Each is verified at both <a href="docs/tutorial.html#6-what-do-you-trust">levels of trust</a>, by the command that stands
there, and can be verified in your browser. Renju is under way: after MOVES of White's 35 second moves Black's win is proved.
<a href="proofs/index.html">How the proofs were found</a>.</p>
<table class="claims"><thead><tr><th scope="col">rule</th><th scope="col">board</th><th scope="col">claim</th>
<th scope="col">positions</th><th scope="col">bytes</th><th scope="col">theorem</th><th scope="col">links</th></tr></thead>
ROWS</table>
<h2 id="more">Look closer</h2>
<ul class="ways">
<li><a href="open.html">Open your file</a>: is a library of yours a proof? Dropped here, it is checked in your browser.</li>
<li><a href="docs/tutorial.html">Tutorial</a>: from a board to a verdict in ten minutes.</li>
<li><a href="docs/faq.html">Questions</a>: is it solved, can it be beaten, what is a gap?</li>
<li><a href="docs/verdicts/index.html">Verdicts</a>: what published claims of renju are worth.</li>
<li><a href="docs/design.html">Design</a>: why a proof of the whole game takes 28 kB. <a href="docs/glossary.html">Glossary</a>: its
words.</li>
<li><a href="spec/theorem.html">Theorem</a>: the same, checked by Coq from 50 lines of rules.</li>
<li><a href="manual/index.html">Manual</a>: the commands of the program; <a href="project.html">how to build it</a>.</li>
<li><a href="spec/index.html">Specification</a>: the format byte for byte, the checking rule for rule;
<a href="api/index.html">public headers</a>.</li>
<li><a href="pages.html">All pages</a>, the notebook among them.</li>
</ul>
"""


def front_page(proofs, folder):
    first = next(proof for proof in proofs if proof.is_whole)
    moves = {root for proof in proofs if proof.rule == "renju" for root in proof.roots}
    text = FRONT.replace("PAGE", first.page).replace("MOVES", str(len(moves)))
    words = "Play against the proof that Black wins five-in-a-row on 15×15, and verify it in your browser."
    head = front_matter(title="Black wins five-in-a-row, and you can check it", front=True, description=words)
    (folder / "index.md").write_text(head + text.replace("ROWS", "".join(map(claim_rows, proofs))))


def help_footer(lines):
    for block in paragraphs(lines):
        if block[0].startswith("  "):
            yield "<pre><code>" + escaped("\n".join(line[2:] for line in block)) + "</code></pre>\n"
        else:
            text = "".join(escaped(line) + ("<br>" if after and is_meant(line, after) else "\n")
                           for line, after in zip(block, [*block[1:], None]))
            yield f"<p>{text}</p>\n"


def help_page(page, commands):
    yield f"<pre><code>{escaped(page.usage)}</code></pre>\n"
    for title, entries in page.groups:
        yield f"<h2>{escaped(title)}</h2>\n<dl class=\"options\">\n"
        for entry in entries:
            head = f"<code>{escaped(entry.head.replace(' TEXT REQUIRED', '').replace(' REQUIRED', ''))}</code>"
            if title == "Subcommands" and entry.names[0] in commands:
                head = f'<a href="fiveproof-{entry.names[0]}.html">{head}</a>'
            required = " (required)" if "REQUIRED" in entry.head else ""
            yield f"<dt>{head}{required}</dt><dd>{escaped(entry.text)}</dd>\n"
        yield "</dl>\n"
    if page.footer:
        yield '<h2>Notes</h2>\n'
        yield from help_footer(page.footer)


def manual(folder):
    folder = folder / "manual"
    folder.mkdir()
    commands = pages(PROGRAM)
    listed = []
    for command, page in commands.items():
        name = f"fiveproof-{command}" if command else "fiveproof"
        listed.append((name, f"fiveproof {command}".strip(), page.description))
        head = front_matter(title=listed[-1][1] if command else "The program", description=page.description)
        (folder / f"{name}.md").write_text(
            f"{head}# {listed[-1][1]}\n\n<p>{sentence(page.description)}</p>\n" + "".join(help_page(page, commands)))
    words = "Check a certificate, reply by reply, with a program of its own"
    listed.append(("fiveproof-audit", "fiveproof-audit", words))
    (folder / "fiveproof-audit.md").write_text(
        front_matter(title="fiveproof-audit", description=words) + f"# fiveproof-audit\n\n<p>{words}.</p>\n"
        f"<pre><code>{escaped(told(AUDIT, '--help'))}</code></pre>\n")
    rows = "".join(f'<dt><a href="{name}.html"><code>{shown}</code></a></dt><dd>{sentence(text)}</dd>\n'
                   for name, shown, text in listed)
    head = front_matter(title="Manual", description="The commands of fiveproof and their options.")
    version = told(PROGRAM, "--version").strip()
    (folder / "index.md").write_text(f"{head}# Manual\n\n<p>What <code>--help</code> prints, of {escaped(version)}.</p>\n"
                                     f'<dl class="options">\n{rows}</dl>\n')


def list_of_pages(folder):
    """Every page by its folder, so that none can be reached from nowhere."""
    by_folder = {}
    for page in sorted(folder.rglob("*.md")):
        text = page.read_text()
        title = re.search(r'^title: "(.*)"$', text, re.MULTILINE) or re.search(r"^# (.*)$", text, re.MULTILINE)
        place = page.relative_to(folder)
        by_folder.setdefault(place.parent.as_posix(), []).append((title[1].replace("`", ""), place))
    lines = []
    for name, found in by_folder.items():
        lines.append(f"\n## {'Here' if name == '.' else name}\n\n")
        lines += [f"- [{title}]({place})\n" for title, place in found]
    head = front_matter(title="All pages", description="Every page of the site, by folder.")
    (folder / "pages.md").write_text(f"{head}# All pages\n" + "".join(lines) + "\n"
                                     '## API\n\n- <a href="api/index.html">Public headers</a>\n')


def make(folder):
    """Everything into the folder in which the project's own pages are staged."""
    app = App(folder)
    proofs = bundled()
    front_page(proofs, folder)
    for proof in proofs:
        proof_page(app, proof, folder)
    drop_page(app, folder)
    manual(folder)
    list_of_pages(folder)


def finish_api(folder):
    """Without what doxygen makes too much of: lists of what stands on a class's own page anyway, links to classes that are
    private, and pictures for nobody."""
    listed = re.compile(r'(?: &#124;\n)?<a href="[^"]*-members\.html">[^<]*</a>')
    for page in folder.glob("*.html"):
        if page.name.endswith("-members.html") or page.name == "api_8md.html":  # the start page once more, as a file
            page.unlink()
            continue
        text = listed.sub("", page.read_text())
        if 'name="nested-classes"' not in text:
            text = text.replace('<a href="#nested-classes">Classes</a> &#124;\n', "")
        page.write_text(text)
    used = "".join(file.read_text() for file in folder.iterdir() if file.suffix in (".html", ".css"))
    for picture in (*folder.glob("*.png"), *folder.glob("*.svg")):
        if picture.name not in used:
            picture.unlink()


def icon(width):
    """A black stone on wood, as PNG."""
    middle, radius, wood = (width - 1) / 2, width * 0.34, (0xE6, 0xC6, 0x8D)

    def pixel(x, y):
        far = math.hypot(x - middle, y - middle)
        share = min(1, max(0, far - radius + 0.5))  # of wood
        return bytes(round(share * part) for part in wood)

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\0" + b"".join(pixel(x, y) for x in range(width)) for y in range(width))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, width, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b""))


def home_screen(site):
    """What a phone wants to know to put the site among its programs."""
    icons = []
    for name, width in (("icon.png", 180), ("icon-large.png", 512)):
        (site / name).write_bytes(icon(width))
        icons.append({"src": name, "sizes": f"{width}x{width}", "type": "image/png"})
    (site / "manifest.webmanifest").write_text(json.dumps(
        {"name": "fiveproof", "short_name": "fiveproof", "start_url": "index.html", "display": "standalone",
         "background_color": "#e6c68d", "icons": icons}, indent=1) + "\n")


def finish(site, base):
    """What comes last; a sitemap, and the way to a home screen, if it is known where the site will be."""
    finish_api(site / "api")
    (site / "sitemap.xml.gz").unlink(missing_ok=True)  # of mkdocs, which knows a part
    (site / "sitemap.xml").unlink(missing_ok=True)
    if base:
        home_screen(site)
        names = sorted(page.relative_to(site).as_posix() for page in site.rglob("*.html"))
        urls = "".join(f"<url><loc>{escaped(base + name)}</loc></url>\n" for name in names)
        (site / "sitemap.xml").write_text('<?xml version="1.0" encoding="UTF-8"?>\n'
                                          f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{urls}</urlset>\n')


if __name__ == "__main__":
    finish(Path(sys.argv[1]), sys.argv[2])
