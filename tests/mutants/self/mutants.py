"""Our own mutants: read, put into the program, and made from a change. README.md shows their form.

    for mutant in read_all():             # by room and name
        texts = mutant.apply(root)        # {file: its text with the defect}
    count_by_room()                       # {"base": 55, ...}

Statements are found by their tokens, so that neither white space, nor comments, nor what stands around them
matter.
"""

import bisect
import difflib
import functools
import re
import textwrap
from dataclasses import dataclass, field
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
ROOMS = ["base", "game", "dbsearch", "proof", "format", "verify", "kernel", "solve", "convert", "session",
         "remote", "explore", "blame", "engine", "cli"]


class BadEntry(Exception):
    """A file of mutants that does not say what it should."""


class DoesNotApply(Exception):
    """The statements are not there, or more than once."""


# -- C++ ------------------------------------------------------------------------------------------------

TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|(?:u8|[uUL])?R"(?P<raw>[^()\\\s]*)\(.*?\)(?P=raw)"'
                   r'|"(?:[^"\\\n]|\\.)*"'
                   r"|\d(?:[\w.]|'\w)*|\w+|'(?:[^'\\\n]|\\.)*'|::|->|\S", re.DOTALL)
COMMENT = ("//", "/*")
# No name of a unit stands in what begins like this, or comes from it.
CONTROL = {"if", "for", "while", "switch", "else", "do", "try", "catch", "return", "case", "default"}
MAKES_A_TYPE = {"namespace", "class", "struct", "union", "enum", "extern"}
BEFORE_A_BLOCK = {")", "]", "else", "do", "try", "const", "noexcept", "override", "final", "mutable"}


def tokens_of(text):
    return [m[0] for m in TOKEN.finditer(text) if not m[0].startswith(COMMENT)]


class Source:
    """A text, its tokens without comments, and how brackets hold them."""

    def __init__(self, text):
        self.text = text
        found = [m for m in TOKEN.finditer(text) if not m[0].startswith(COMMENT)]
        self.tokens = [m[0] for m in found]
        self.spans = [m.span() for m in found]
        # All in one string, in which a sequence of tokens is looked for; token i begins at _starts[i].
        self._joined = "\0" + "\0".join(self.tokens) + "\0"
        self._starts = [0]
        for token in self.tokens:
            self._starts.append(self._starts[-1] + len(token) + 1)

    def find(self, tokens):
        """The numbers of the tokens at which this sequence begins."""
        wanted, found, at = "\0" + "\0".join(tokens) + "\0", [], -1
        while (at := self._joined.find(wanted, at + 1)) >= 0:
            found.append(bisect.bisect_left(self._starts, at))
        return found

    @functools.cached_property
    def _brackets(self):
        """For each token the bracket that it is in, or -1; for each one that opens the one that closes it."""
        parents, closing, around = [], {}, [-1]
        for i, token in enumerate(self.tokens):
            if token in ")]}" and len(around) > 1:
                closing[around.pop()] = i
            parents.append(around[-1])
            if token in "([{":
                around.append(i)
        return parents, closing

    def parent(self, i):
        return self._brackets[0][i]

    def closing(self, i):
        return self._brackets[1][i]

    def opens(self, i, end):
        return self._brackets[1].get(i) == end

    def head(self, brace):
        """Where what this brace opens begins: after the statement, or the brace, before it."""
        at = brace
        while at > 0 and self.tokens[at - 1] not in "{};":
            at -= 1
        return at

    @functools.cached_property
    def blocks(self):
        """The braces that hold statements or declarations, not elements of a list; and what closes them."""
        found = {}
        for brace, end in sorted(self._brackets[1].items()):
            if self.tokens[brace] == "{" and self._is_block(brace, found):
                found[brace] = end
        return found

    def _is_block(self, brace, found):
        before = self.tokens[brace - 1] if brace else ";"
        if before in BEFORE_A_BLOCK:
            return True
        if before in "{};":
            return self.parent(brace) in found or self.parent(brace) < 0
        if before in ("(", ",", "="):
            return False
        head = self.tokens[self.head(brace):brace]
        return bool(MAKES_A_TYPE & set(head) or re.search(r"\) (?:\w+ )*-> [^()]*$", " ".join(head)))

    def ranges_of(self, unit):
        """[first token, last token] of the functions, classes and lambdas of this name, with their heads."""
        name = tokens_of(unit)
        for brace, end in self.blocks.items():
            first = self.head(brace)
            head = self.tokens[first:brace]
            is_named = any(head[k:k + len(name)] == name for k in range(len(head)))
            if is_named and head[0] not in CONTROL:
                yield first, end

    # What follows is for making an entry.

    def units_around(self, at):
        """The names of the units that a token is in, the innermost first."""
        around = [brace for brace, end in self.blocks.items() if self.head(brace) <= at <= end]
        for brace in sorted(around, reverse=True):
            head = self.tokens[self.head(brace):brace]
            if not head or head[0] in CONTROL:
                continue
            called = re.search(r"((?:\w+ :: )*~? ?\w+) \(", " ".join(head))
            types = [k for k, word in enumerate(head[:-1]) if word in MAKES_A_TYPE - {"extern"}]
            if called:
                yield called[1].replace(" ", "")
            elif types:
                yield head[types[-1] + 1]

    def _home(self, i, j):
        """The innermost block that holds the tokens [i, j), or -1."""
        def around(bracket):
            while bracket >= 0:
                yield bracket
                bracket = self.parent(bracket)
            yield -1
        if i == j:
            inside = i - 1 if i and self.tokens[i - 1] in "([{" else self.parent(i - 1) if i else -1
            shared = around(inside)
        else:
            shared = [bracket for bracket in around(self.parent(i))
                      if all(bracket in around(self.parent(k)) for k in range(i, j))]
        return next(b for b in shared if b < 0 or b in self.blocks)

    def statements_around(self, i, j):
        """[i, j) extended to whole statements, of one that holds others to its head. Nothing between two."""
        home = self._home(i, j)
        end = self.blocks.get(home, len(self.tokens))
        ends = set(self.blocks) | set(self.blocks.values())

        def is_last(k):
            return self.parent(k) == home and (self.tokens[k] == ";" or k in ends)

        first, last = i, j
        while first - 1 > home and not is_last(first - 1):
            first -= 1
        while first < last < end and not is_last(last - 1):
            last += 1
        return first, last

    def with_one_before(self, first):
        return self.statements_around(first - 1, first)[0] if first > 0 else first

    def with_one_after(self, last):
        return self.statements_around(last, last + 1)[1] if last < len(self.tokens) else last


# -- entries --------------------------------------------------------------------------------------------


IN = re.compile(r"In: ([^\s,]+)(?:, (.+))?$")


@dataclass
class Place:
    """A part of a file. Its lines are (sign, text): `-` goes, `+` comes, ` ` stays."""

    file: str
    unit: str = ""  # where the statements are not unique in the file
    lines: list = field(default_factory=list)

    def text(self):
        return "\n".join([f"In: {self.file}" + (f", {self.unit}" if self.unit else "")]
                         + [f"{sign} {line}".rstrip() for sign, line in self.lines])

    def runs(self):
        """(sign, text) of lines with the same sign that follow one another."""
        runs = []
        for sign, line in self.lines:
            if runs and runs[-1][0] == sign:
                runs[-1][1] += "\n" + line
            else:
                runs.append([sign, line])
        return runs

    def find(self, source):
        """The number of the token at which it begins."""
        wanted = [t for sign, text in self.runs() if sign != "+" for t in tokens_of(text)]
        if not wanted:
            raise DoesNotApply(f"{self.file}: nothing says where")
        found = source.find(wanted)
        if self.unit:
            ranges = list(source.ranges_of(self.unit))
            if not ranges:
                raise DoesNotApply(f"{self.file}: there is no {self.unit}")
            found = [at for at in found if any(a <= at and at + len(wanted) <= b + 1 for a, b in ranges)]
        if len(found) != 1:
            where = self.file + (f", {self.unit}" if self.unit else "")
            raise DoesNotApply(f"{where}: found {len(found)} times: {self.lines[0][1].strip()}")
        return found[0]

    def edits(self, source):
        """(from, to, text): what takes the place of which characters."""
        at, edits, gone = self.find(source), [], None
        for sign, text in self.runs():
            if sign == "+":
                where = source.spans[at - 1][1] if at else 0
                if gone:
                    gone[2] = text
                else:
                    edits.append([where, where, text])
                gone = None
                continue
            count = len(tokens_of(text))
            # Only what comes right behind it takes the place of what goes: behind statements that stay it has its own.
            gone = [source.spans[at][0], source.spans[at + count - 1][1], None] if sign == "-" and count else None
            edits += [gone] if gone else []
            at += count
        return edits


@dataclass
class Mutant:
    name: str
    what: str
    killed_by: str
    places: list

    @property
    def room(self):
        return self.name.split("-")[0]

    @property
    def files(self):
        return sorted({place.file for place in self.places})

    def text(self):
        return "\n".join([f"== {self.name}", f"What: {self.what}", f"Killed-by: {self.killed_by}",
                          *(place.text() for place in self.places)]) + "\n"

    def apply(self, root):
        """{file: its text with the defect}"""
        return {file: self.applied_to(file, source_of(Path(root) / file)) for file in self.files}

    def applied_to(self, file, source):
        edits = sorted(e for place in self.places if place.file == file for e in place.edits(source))
        text, end = "", 0
        for begin, stop, new in edits:
            if begin < end:
                raise DoesNotApply(f"{file}: two places overlap")
            # A line of its own, as a comment may end it.
            text += source.text[end:begin] + (f"\n{new}\n" if new else "")
            end = stop
        return text + source.text[end:]


@functools.lru_cache(maxsize=None)
def _read_source(path, _stamp):
    return Source(path.read_text())


def source_of(path):
    if not path.is_file():
        raise DoesNotApply(f"there is no {path.name}")
    return _read_source(path, path.stat().st_mtime_ns)


def read(path):
    """The mutants of one file, in its order."""
    found = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        at = f"{path.name}:{number}"
        if line.startswith("== "):
            found.append(Mutant(line[3:].strip(), "", "", []))
            if found[-1].room != path.stem:
                raise BadEntry(f"{at}: the name does not begin with {path.stem}")
        elif not line.strip() or line.startswith("#") and not (found and found[-1].places):
            continue
        elif not found:
            raise BadEntry(f"{at}: before the first entry")
        elif match := re.match(r"(What|Killed-by): (.+)", line):
            setattr(found[-1], match[1].lower().replace("-", "_"), match[2])
        elif match := IN.match(line):
            found[-1].places.append(Place(match[1], match[2] or ""))
        elif found[-1].places and line[:2] in ("  ", "- ", "+ "):
            found[-1].places[-1].lines.append((line[0], line[2:]))
        else:
            raise BadEntry(f"{at}: neither a field nor a line of a place: {line}")
    names = [mutant.name for mutant in found]
    for mutant in found:
        if any({sign for sign, _ in place.lines} <= {" "} for place in mutant.places):
            raise BadEntry(f"{path.name}: {mutant.name} has a place that changes nothing")
        if not (mutant.what and mutant.killed_by and mutant.places) or names.count(mutant.name) > 1:
            raise BadEntry(f"{path.name}: {mutant.name} is there twice, or lacks What:, Killed-by: or In:")
    return found


def read_all(folder=FOLDER):
    files = sorted(folder.glob("*.mutants"), key=lambda path: ROOMS.index(path.stem))
    return [mutant for path in files for mutant in sorted(read(path), key=lambda m: m.name)]


def count_by_room(folder=FOLDER):
    return {path.stem: len(read(path)) for path in sorted(folder.glob("*.mutants"))}


def add(mutant, folder=FOLDER):
    """Puts it into the file of its room, and says which that is."""
    if mutant.room not in ROOMS:
        raise BadEntry(f"{mutant.name}: a name begins with one of {', '.join(ROOMS)}")
    path = folder / f"{mutant.room}.mutants"
    head = f"# Defects of {mutant.room}. README.md says how they are read, and how one is added.\n"
    known = [other for other in (read(path) if path.exists() else []) if other.name != mutant.name]
    path.write_text("\n".join([head, *(m.text() for m in sorted([*known, mutant], key=lambda m: m.name))]))
    return path


# -- an entry from a change -----------------------------------------------------------------------------


def places_of(file, before, after):
    """What a change of `file` did, as places that are found once."""
    old, new = Source(before), Source(after)
    changes = _changes(old, new)
    while True:
        found = [_place(file, old, new, change) for change in changes]
        close = next((k for k in range(1, len(found)) if found[k][0] < found[k - 1][1]), None)
        if close is None:
            return [place for _, _, place in found]
        a, b = changes[close - 1:close + 1]
        changes[close - 1:close + 1] = [(a[0], b[1], a[2], b[3])]


def _changes(old, new):
    """(i, j, p, q): the tokens [i, j) have become [p, q), told line by line and cut to what differs."""
    def token_at(source, line_starts, line):
        return bisect.bisect_left(source.spans, (line_starts[line], 0))

    lines = [source.text.splitlines(keepends=True) for source in (old, new)]
    starts = [[0] for _ in lines]
    for known, of_file in zip(starts, lines):
        for line in of_file:
            known.append(known[-1] + len(line))
    changes = []
    for kind, i1, i2, j1, j2 in difflib.SequenceMatcher(None, *lines, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        i, j = token_at(old, starts[0], i1), token_at(old, starts[0], i2)
        p, q = token_at(new, starts[1], j1), token_at(new, starts[1], j2)
        while i < j and p < q and old.tokens[i] == new.tokens[p]:
            i, p = i + 1, p + 1
        while i < j and p < q and old.tokens[j - 1] == new.tokens[q - 1]:
            j, q = j - 1, q - 1
        if i < j or p < q:
            changes.append((i, j, p, q))
    return changes


def _place(file, old, new, change):
    """(first, last, place): the statements around a change, and so many beside them that they are unique."""
    i, j, p, q = change
    first, last = old.statements_around(i, j)
    if first == last:
        first = old.with_one_before(first)
    wider = [lambda a, b: (old.with_one_before(a), b), lambda a, b: (a, old.with_one_after(b))]
    for step in range(40):
        for unit in ["", *old.units_around(first)]:
            lines = _lines(old, (first, last), new, (p - (i - first), q + (last - j)))
            place = Place(file, unit, lines)
            try:
                place.find(old)
                return first, last, place
            except DoesNotApply:
                pass
        first, last = wider[step % 2](first, last)
    raise DoesNotApply(f"{file}: no unique place for {' '.join(old.tokens[i:j])}")


def _lines(old, old_range, new, new_range):
    def lines_of(source, first, last):
        if first == last:
            return []
        begin, end = source.spans[first][0], source.spans[last - 1][1]
        margin = source.text[source.text.rfind("\n", 0, begin) + 1:begin]
        text = (margin if not margin.strip() else "") + source.text[begin:end]
        return [line for line in text.splitlines() if tokens_of(line)]

    before, after = lines_of(old, *old_range), lines_of(new, *new_range)
    # Both at one margin, so that what stays is the same text.
    both = textwrap.dedent("\n".join(before + after)).splitlines()
    before, after = both[:len(before)], both[len(before):]
    lines = []
    for kind, i1, i2, j1, j2 in difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind == "equal":
            lines += [(" ", line) for line in before[i1:i2]]
        else:
            lines += [("-", line) for line in before[i1:i2]] + [("+", line) for line in after[j1:j2]]
    return lines
