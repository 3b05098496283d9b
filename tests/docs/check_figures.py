#!/usr/bin/python3
"""What pages say of the bundled proofs is what the program says of them now.

    check_figures.py check ROOT FIVEPROOF    # asks FIVEPROOF of each proof, and holds the pages against it
    check_figures.py update ROOT FIVEPROOF   # writes what is true into the pages; lines are not wrapped anew
    check_figures.py self-test               # what is wrong is found

SAID has, for each page, its sentences and rows with {proof.figure} in place of each figure. A sentence must stand there
exactly once, however its lines are wrapped. Figures that an earlier version of a bundled proof had (EARLIER) may stand
only in a paragraph that says so in one of the words of SAYS_SO; pages of what was true on a day are left alone.
Times are measured on a quiet machine and are no business of this test.
"""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

PROOFS = {"free": "proofs/freestyle15.fvp", "standard": "proofs/standard15.fvp",
          "from-nothing": "proofs/partial/freestyle15-from-nothing.fvp",
          "renju": "proofs/partial/renju15-second-moves.fvp", "example": "examples/example.fvp"}
RENJU = "proofs/partial/renju15-*.fvp"
# Whose replies are counted, which takes a check: five seconds of a processor for each of the two whole games.
CHECKED = ("free", "standard", "example")
ROWS = range(36)

SAID = {
    "proofs/README.md": [
        "| positions stored, each with Black to move | {free.records} | {standard.records} |",
        "| legal replies checked | {free.replies} | {standard.replies} |",
        "| bytes | {free.bytes} | {standard.bytes} |",
        "| longest line, in plies (`fiveproof info` tells it) | {free.longest} | {standard.longest} |",
        "freestyle15 {free.hash}",
        "standard15 {standard.hash}",
        *(f"\n| {n} | {{free.at-{n}}} | * | {{standard.at-{n}}} | * |" for n in ROWS),
        "| all even | {free.records} | * | {standard.records} | * |",
        "| all | {free.all} | * | {standard.all} | * |",
        "| free-style | * | {free.records} |",
        "| standard rules | * | {standard.records} |",
        "`trim --smallest` makes {free.records} of them",
        "{from-nothing.roots} of 35 with 336 million db-searches",
        "Those {from-nothing.roots} are `partial/freestyle15-from-nothing.fvp`",
        "Proved are {renju-all.roots} of the 35 second moves",
    ],
    "README.md": ["are in this repository, {free.kB} and {standard.kB} kB,", "renju: {renju-all.roots} of White's 35 first replies"],
    "examples/README.md": [
        "| stored positions | {example.records} |",
        "| replies that a check answers | {example.replies} |",
        "| of these stored / replayed / searched | {example.stored} / {example.replayed} / {example.searched} |",
        "| bytes | {example.bytes} |",
    ],
    "bench/whole-game.md": ["The {from-nothing.roots} second moves of the first run"],
    "docs/tutorial.md": ["Instead of 2 records it has {free.records};"],
    "docs/design.md": [
        "the proof is a file of {free.bytes} bytes",
        "The proof of the whole game has {free.records} positions with Black to move, and at the moves he makes there "
        "White has {free.replies} legal replies.",
        "Altogether {free.stored} replies are answered by a record, and {free.records} records are enough for that.",
        "Of all {free.replies} replies only",
        "{free.records} are left ([proofs]",
        "| walks, many predictions mixed, `--smallest` | {free.bytes} | * |",
    ],
    "docs/faq.md": [
        "the proofs are in this repository, {free.records} and {standard.records} positions,",
        "and all of free-style {free.records}.",
        "The longest stored line of the free-style proof has {free.longest} moves",
        "of the {standard.records} positions of the standard proof",
        "Here Black's win is proved after {renju-all.roots} of them",
    ],
    "spec/theorem-renju.md": ["of which {renju-all.roots} of 35 second moves are there"],
    "NEWS.md": ["Black wins after {renju-all.roots} of the 35 second moves",
                "takes {free.records} positions and {free.kB} kB"],
}

# What earlier versions of bundled proofs were: `git log -- proofs` has the files.
EARLIER = {
    "free-style as it was found (until c85adaee)":
        ["151,639", "147,467", "32,634,028", "101,083", "100,732", "62,198", "563,304", "101 kB", "101,000 bytes", "6d37183c"],
    "the first free-style game (40014307)": ["151,689", "32,644,976", "563,566"],
    "free-style made smaller once (7b4baf59)": ["74,684", "71,585", "29,847", "cec583b8"],
    "free-style made smaller twice (55434c11)": ["74,028", "71,003", "30,258", "1618839c"],
    "free-style made smaller three times (d66a1f28)": ["72,960", "70,061", "29,588", "04799df2"],
    "standard as it was found (until 55434c11)":
        ["129,573", "124,623", "27,794,358", "92,137", "92 kB", "521,027", "ecddf1b0"],
    "free renju begun (1da5da58, ff286213)": ["25,595", "187,536", "108,594", "7f8eb2ce", "d1578e59"],
}
SAYS_SO = re.compile(r"\bas (it was )?found\b|\bfound with\b|\bearlier (proof|version|free-style proof)\b|\bc85adaee\b")
# What was true on a day: dated pages, news, a decision with "the figure that decided".
OF_A_DAY = ("docs/notebook/", "docs/decisions/", "NEWS.md")
READ = {".md", ".hpp", ".cpp"}


def text_of(value):
    return f"{value:,}" if isinstance(value, int) else value


def run_json(command):
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)


def facts_of(root, program):
    """`free.records` and so on, as a page writes them."""
    facts = {}
    for name, file in PROOFS.items():
        info = run_json([program, "info", "--json", root / file])
        found = {"records": info["records"], "all": info["records"] + info["after-moves"], "hash": info["hash"],
                 "bytes": (root / file).stat().st_size, "longest": len(info["longest-line"]["moves"]),
                 "roots": len(info["roots"]), "kB": round((root / file).stat().st_size / 1000)}
        found |= {f"at-{n}": 0 for n in ROWS}
        for row in info["by-stones"]:
            found[f"at-{row['stones']}"] = row["records"]
            found[f"at-{row['stones'] + 1}"] = row["after-moves"]
        if name in CHECKED:
            with tempfile.NamedTemporaryFile(suffix=".json") as report:
                subprocess.run([program, "verify", "-q", root / file, "--report", report.name], check=True,
                               stdout=subprocess.DEVNULL)
                found |= replies_of(json.loads(Path(report.name).read_text()))
        facts |= {f"{name}.{key}": text_of(value) for key, value in found.items()}
    return facts


def replies_of(report):
    replies = report["total"]["replies"]
    return {"replies": replies["total"], **{key: replies[key] for key in ("stored", "replayed", "searched")}}


def pattern_of(sentence):
    """Words may stand in several lines, a row of a table in one; * is what nobody holds against anything."""
    gap = " +" if sentence.strip().startswith("|") else r"\s+"
    start = r"(?m:^)" if sentence.startswith("\n") else ""
    words = [re.sub(r"\\\{[\w.\\-]+\\\}", r"([0-9a-f,]+)", re.escape(word)) if word != "*" else r"[^|\n]+?"
             for word in sentence.split()]
    return re.compile(start + gap.join(words))


def hold_page(name, text, sentences, facts):
    """(what is wrong, the text as it should be)"""
    faults = []
    for sentence in sentences:
        found = list(pattern_of(sentence).finditer(text))
        if len(found) != 1:
            faults.append(f"{name}: stands there {len(found)} times, not once: {sentence.strip()}")
            continue
        for group, fact in reversed(list(enumerate(re.findall(r"\{([\w.-]+)\}", sentence), 1))):
            said = found[0][group]
            if said != facts[fact]:
                line = text.count("\n", 0, found[0].start(group)) + 1
                faults.append(f"{name}:{line}: {fact} is {facts[fact]}, and the page says {said}")
                text = text[:found[0].start(group)] + facts[fact] + text[found[0].end(group):]
    return faults, text


def earlier_in(name, text, facts):
    """Figures of earlier proofs in paragraphs that do not say so."""
    if not any(figure in text for figures in EARLIER.values() for figure in figures):
        return []
    faults, line = [], 1
    for paragraph in re.split(r"(\n[ \t]*\n)", text):
        if not SAYS_SO.search(paragraph):
            for of, figures in EARLIER.items():
                for figure in figures:
                    if figure not in facts.values() and re.search(rf"(?<![\w,.]){re.escape(figure)}(?!,?\d)", paragraph):
                        at = line + paragraph[:paragraph.find(figure)].count("\n")
                        faults.append(f"{name}:{at}: {figure} is of {of}; the paragraph does not say so")
        line += paragraph.count("\n")
    return faults


def measured_rows(root, facts):
    """In bench/results, a row that names a bundled file has as many records as that file, or is of another one."""
    for path in sorted((root / "bench/results").glob("*.json")):
        result = json.loads(path.read_text())
        titles = [column["title"] for column in result["columns"]]
        for row in result["rows"]:
            for key, file in PROOFS.items():
                if row[0] == Path(file).name and "records" in titles:
                    said = text_of(row[titles.index("records")])
                    if said != facts[f"{key}.records"]:
                        yield f"{path.relative_to(root)}: {row[0]} has {facts[f'{key}.records']} records, and a row says {said}"


def renju_moves(root, program):
    """Second moves of renju after which a bundled proof claims a win, by file."""
    claims = {path.name: run_json([program, "info", "--json", path])["roots"] for path in sorted(root.glob(RENJU))}
    return {name: [claim["text"].split()[-1] for claim in roots] for name, roots in claims.items()}


def renju_rows(root, moves):
    """Each second move that is said to be won stands in the file that its row names, and the other way round."""
    said = re.findall(r"^\| (\w+) \| Black wins \|.*\| `?([\w.-]*)`? \|$", (root / "proofs/README.md").read_text(), re.M)
    claimed = [(move, name) for name, all_moves in moves.items() for move in all_moves]
    for move, name in sorted(set(said) ^ set(claimed)):
        yield f"proofs/README.md: renju h8 {move} of {name}: {'no such claim' if (move, name) in said else 'no such row'}"


def pages_of_one_run(root):
    """Pages that one run has made say how many defects they have: as many as there are rows."""
    text = (root / "docs/self-mutants.md").read_text()
    head = re.search(r"(\d+) of (\d+) deliberate defects", text)
    rows = [line for line in text.splitlines() if re.match(r"\| [a-z0-9]+-", line)]
    if not head or int(head[2]) != len(rows):
        yield f"docs/self-mutants.md: {len(rows)} rows, and the head says {head[2] if head else 'nothing'}"
    for page in ("docs/self-mutants.md", "docs/coverage.md"):
        if not re.search(r"as they were at\s+that\s+commit", (root / page).read_text()):
            yield f"{page}: does not say that it is of one commit"


def check(root, program, update):
    facts, faults, moves = facts_of(root, program), [], renju_moves(root, program)
    facts["renju-all.roots"] = str(len({move for all_moves in moves.values() for move in all_moves}))
    for name, sentences in SAID.items():
        found, text = hold_page(name, (root / name).read_text(), sentences, facts)
        if update and text != (root / name).read_text():
            (root / name).write_text(text)
            found = [fault for fault in found if "stands there" in fault]
        faults += found
    listed = [file for top in sorted(root.iterdir()) if top.name not in {"build", ".git"}
              for file in ([top] if top.is_file() else sorted(top.rglob("*")))]
    for file in listed:
        name = file.relative_to(root).as_posix()
        if file.is_file() and file.suffix in READ and "node_modules" not in file.parts and not name.startswith(OF_A_DAY):
            faults += earlier_in(name, file.read_text(errors="replace"), facts)
    faults += measured_rows(root, facts)
    faults += renju_rows(root, moves)
    return faults + list(pages_of_one_run(root))


def self_test():
    facts = {"free.records": "59,080", "free.hash": "e4b7", "free.at-4": "6,144"}
    sentences = ["makes {free.records} of them", "\n| 4 | {free.at-4} | * |", "hash {free.hash}"]
    right = "It makes\n59,080 of them, hash e4b7\n\n| 4 | 6,144 | 7,227 |\n"
    wrong = right.replace("59,080", "59,081").replace("6,144", "7,227")
    failures = []
    if hold_page("page", right, sentences, facts) != ([], right):
        failures.append("a page that is right is refused")
    found, mended = hold_page("page", wrong, sentences, facts)
    if [fault.split(":")[1] for fault in found] != ["2", "4"] or mended != right:
        failures.append(f"two wrong figures: {found}, {mended!r}")
    if len(hold_page("page", "nothing", sentences, facts)[0]) != 3 or len(hold_page("page", right * 2, sentences, facts)[0]) != 3:
        failures.append("a sentence that is gone, or stands there twice, is not missed")
    stale = "One.\n\nA game of\n151,639 positions takes 101 kB.\n"
    if [fault.split()[0] for fault in earlier_in("page", stale, facts)] != ["page:4:", "page:4:"]:
        failures.append(f"figures of an earlier proof: {earlier_in('page', stale, facts)}")
    if earlier_in("page", stale.replace("A game", "The game as it was found,"), facts):
        failures.append("a paragraph that says of which proof it is is refused")
    if earlier_in("page", "1,151,639 and 151,639,000 and 0.101 kB.5", facts):
        failures.append("parts of other figures are taken for figures")
    if not earlier_in("page", "One as it was found.\n\nOne of 72,960.\n", facts):
        failures.append("what one paragraph says excuses the next")
    return failures


def main():
    mode = sys.argv[1]
    faults = self_test() if mode == "self-test" else check(Path(sys.argv[2]).resolve(), sys.argv[3], mode == "update")
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
