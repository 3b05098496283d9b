"""One program in which each statement of some files can be left out: the variable LEFT_OUT says which.

Declarations stay, since nothing that uses them would compile; a `return` with which a function must end; and
what the compiler runs itself.
"""

from dataclasses import dataclass

import mutants

BRANCHES = {"if", "for", "while", "switch"}
LEAVES = {"return", "break", "continue", "throw", "delete", "(", "*", "+", "-"}
PRELUDE = """#ifndef FIVEPROOF_LEFT_OUT
#define FIVEPROOF_LEFT_OUT
#include <cstdlib>
inline int fiveproof_left_out() {
  static const int number = std::getenv("LEFT_OUT") ? std::atoi(std::getenv("LEFT_OUT")) : 0;
  return number;
}
#endif
"""


# Statements that no test can miss, each with its reason.
HARMLESS = mutants.FOLDER / "harmless.txt"


@dataclass
class Statement:
    file: str
    line: int
    text: str
    reason: str = ""  # why no test can miss it


class Finder:
    """The statements of a source that can be left out, as [first, last) of its tokens."""

    def __init__(self, source):
        self.source, self.tokens, self.found = source, source.tokens, []
        constant = [(brace, end) for brace, end in source.blocks.items() if self._is_constant(brace)]
        bodies = [(brace, end) for brace, end in source.blocks.items() if self._is_body(brace)
                  and not any(b <= brace and end <= e for b, e in constant)]
        self.lambdas = [(brace, end) for brace, end in bodies if self._is_lambda(brace)]
        outer = [(b, e) for b, e in bodies if not any(b2 < b and e < e2 for b2, e2 in bodies)]
        last_ones = []
        for brace, end in bodies:
            last = self._statements(brace + 1, end)
            if last is not None and (brace, end) in outer + self.lambdas:
                last_ones.append((last, end))
        # With these functions end, and where one gives something it must give it there.
        self.found = [(a, b) for a, b in sorted(self.found, key=lambda r: (r[0], -r[1]))
                      if not (self._gives(a, b) and any(last <= a and b <= end for last, end in last_ones))]

    def _is_lambda(self, brace):
        """`[...] {` or `[...](...) {`"""
        before = brace - 1
        if self.tokens[before] == ")":
            before = next(i for i in range(before, -1, -1) if self.source.opens(i, before)) - 1
        return self.tokens[before] == "]"

    def _is_body(self, brace):
        head = self.tokens[self.source.head(brace):brace]
        return not mutants.MAKES_A_TYPE & set(head) or "(" in head

    def _is_constant(self, brace):
        """What the compiler runs cannot ask."""
        return {"constexpr", "consteval"} & set(self.tokens[self.source.head(brace):brace])

    def _gives(self, first, last):
        """Does it return something, other than from a lambda in it?"""
        inside = [(b, e) for b, e in self.lambdas if first <= b and e < last]
        return any(self.tokens[k] == "return" and self.tokens[k + 1] != ";"
                   and not any(b < k < e for b, e in inside) for k in range(first, last))

    def _statements(self, at, end):
        """Notes those between two braces, and says where the last one begins."""
        begin = None
        while at < end:
            begin = at
            at = self._statement(at, end)
        return begin

    def _statement(self, at, end):
        """Notes the one that begins here and what it controls without braces, and says where it ends."""
        token = self.tokens[at]
        if token in ("case", "default"):
            return self._until(":", at, end)
        if token in BRANCHES:
            last = self._controlled(self.source.closing(self.tokens.index("(", at)) + 1, end)
            if token == "if" and self.tokens[last] == "else":
                last = self._controlled(last + 1, end)
        elif token == "{":
            return self.source.closing(at) + 1
        else:
            last = self._until(";", at, end)
            if not self._is_expression(at, last):
                return last
        self.found.append((at, last))
        return last

    def _controlled(self, at, end):
        return self.source.closing(at) + 1 if self.tokens[at] == "{" else self._statement(at, end)

    def _until(self, token, at, end):
        home = self.source.parent(at)
        while at < end and (self.tokens[at] != token or self.source.parent(at) != home):
            at += 1
        return min(at + 1, end)

    def _is_expression(self, at, last):
        if self.tokens[at] in LEAVES:
            return True
        while at + 2 < last and self.tokens[at + 1] == "::":
            at += 2
        after, next_one = self.tokens[at + 1:at + 3]
        return after in {"(", ".", "->", "[", "=", "+", "-", "|", "^", "/", "%"} or (
            after in {"&", "*", "<", ">"} and next_one == "=") or after in {"<", ">"} and next_one == after


def harmless(path, root):
    """{(file, first token): reason}. An entry is `Why: ...` and a place as in a file of mutants."""
    reasons, place = {}, None

    def note():
        if place is not None:
            reasons[place.file, place.find(mutants.source_of(root / place.file))] = why

    for line in path.read_text().splitlines():
        if line.startswith("Why: "):
            note()
            why, place = line[5:], None
        elif match := mutants.IN.match(line):
            place = mutants.Place(match[1], match[2] or "")
        elif line.startswith("- "):
            place.lines.append(("-", line[2:]))
        elif line and not line.startswith("#"):
            raise mutants.BadEntry(f"{path.name}: neither Why:, nor In:, nor a statement: {line}")
    note()
    return reasons


def instrumented(files, root, reasons):
    """({file: its text with a switch around each statement}, the statements: the first has number 1)"""
    texts, statements = {}, []
    for file in files:
        source = mutants.Source((root / file).read_text())
        inserts, reason, covered = [], "", 0
        for first, last in Finder(source).found:
            begin, end = source.spans[first][0], source.spans[last - 1][1]
            line = source.text.count("\n", 0, begin) + 1
            if first >= covered:  # a reason holds for what is in the statement, too
                reason, covered = reasons.get((file, first), ""), last if (file, first) in reasons else 0
            statements.append(Statement(file, line, source.text[begin:end], reason))
            inserts.append((begin, 1, f"{{ if (fiveproof_left_out() != {len(statements)}) {{ "))
            inserts.append((end, 0, " } }"))
        text, at = "", 0
        for where, _, what in sorted(inserts, key=lambda i: i[:2]):
            text += source.text[at:where] + what
            at = where
        texts[file] = PRELUDE + text + source.text[at:]
    return texts, statements
