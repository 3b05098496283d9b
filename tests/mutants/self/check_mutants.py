#!/usr/bin/env python3
"""The form of the mutants: what is found, what is not, and what is made of a change."""

import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
import leave_out  # noqa: E402
import mutants  # noqa: E402

PROGRAM = """\
namespace a {
// adds; add(x) in a comment is no statement
int Sum::add(int x) {
  if (x < 0) return 0;
  total_ += x;  // all of it
  total_ += x;
  return total_;
}
int Sum::take(int x) {
  if (x < 0) return 0;
  for (int i = 0; i < x; ++i) {
    total_ -= 1;
  }
  return total_;
}
}  // namespace a
"""


def entry(*lines):
    place = ["In: a.cpp", *lines]
    return "\n".join(["== base-x", "What: something", "Killed-by: ^base:", *place]) + "\n"


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        (self.root / "a.cpp").write_text(PROGRAM)

    def applied(self, text):
        (self.root / "base.mutants").write_text(text)
        (mutant,) = mutants.read_all(self.root)
        return mutant.apply(self.root)["a.cpp"]

    def assert_same_code(self, text, expected):
        self.assertEqual(mutants.tokens_of(text), mutants.tokens_of(expected))


class Applying(Folder):
    def test_white_space_and_comments_do_not_matter(self):
        text = self.applied(entry("- for (int i=0;", "-   i<x;  // each", "-   ++i) {", "+ for (;;) {"))
        self.assert_same_code(text, PROGRAM.replace("int i = 0; i < x; ++i", ";;"))
        self.assertIn("// all of it", text)

    def test_the_end_of_a_word_is_no_word(self):
        with self.assertRaisesRegex(mutants.DoesNotApply, "found 0 times"):
            self.applied(entry("- otal_ -= 1;"))

    def test_twice_is_not_once(self):
        with self.assertRaisesRegex(mutants.DoesNotApply, "found 2 times"):
            self.applied(entry("- if (x < 0) return 0;"))

    def test_a_unit_tells_them_apart(self):
        text = self.applied(entry("- if (x < 0) return 0;").replace("a.cpp", "a.cpp, Sum::take"))
        self.assert_same_code(text, "".join(PROGRAM.rsplit("if (x < 0) return 0;", 1)))
        with self.assertRaisesRegex(mutants.DoesNotApply, "there is no Sum::gone"):
            self.applied(entry("- total_ -= 1;").replace("a.cpp", "a.cpp, Sum::gone"))

    def test_what_stays_says_where(self):
        text = self.applied(entry("  total_ += x;", "+ f();", "  return total_;"))
        self.assert_same_code(text, PROGRAM.replace("  return", "  f(); return", 1))
        text = self.applied(entry("  total_ += x;", "- total_ += x;", "+ f();  // so", "  return total_;"))
        self.assert_same_code(text, PROGRAM.replace("total_ += x;\n  return", "f(); return", 1))

    def test_a_statement_goes_behind_those_that_stay(self):
        text = self.applied(entry("- int Sum::take(int x) {", "  if (x < 0) return 0;", "+ { int Sum::take(int x) {"))
        self.assert_same_code(text, PROGRAM.replace("int Sum::take(int x) {\n  if (x < 0) return 0;",
                                                    "if (x < 0) return 0; { int Sum::take(int x) {"))

    def test_what_has_no_place_is_refused(self):
        for wrong in ([], ["  return 0;"], ["return 0;"], ["+ return 0;", "In: a.cpp"]):
            with self.assertRaises((mutants.BadEntry, mutants.DoesNotApply)):
                self.applied(entry(*wrong))
        for wrong in (entry("- total_ -= 1;") * 2, entry("- x;").replace("What", "That"), "In: a.cpp\n"):
            with self.assertRaises(mutants.BadEntry):
                self.applied(wrong)


class Making(Folder):
    def made(self, after):
        places = mutants.places_of("a.cpp", PROGRAM, after)
        mutant = mutants.Mutant("base-x", "something", "^base:", places)
        (self.root / "base.mutants").unlink(missing_ok=True)
        mutants.add(mutant, self.root)
        self.assert_same_code(self.applied((self.root / "base.mutants").read_text()), after)
        return [place.text() for place in places]

    def test_the_statement_is_told_and_no_more(self):
        self.assertEqual(self.made(PROGRAM.replace("-= 1", "-= 2")),
                         ["In: a.cpp\n- total_ -= 1;\n+ total_ -= 2;"])
        self.assertEqual(self.made(PROGRAM.replace("i < x", "i < 9")),
                         ["In: a.cpp\n- for (int i = 0; i < x; ++i) {\n+ for (int i = 0; i < 9; ++i) {"])

    def test_the_unit_is_told_where_it_must_be(self):
        self.assertEqual(self.made(PROGRAM.replace("  if (x < 0) return 0;\n", "", 1)),
                         ["In: a.cpp, Sum::add\n- if (x < 0) return 0;"])

    def test_a_statement_comes_and_another_goes(self):
        self.assertEqual(self.made(PROGRAM.replace("-= 1;", "-= 1;\n    f();")),
                         ["In: a.cpp\n  total_ -= 1;\n+ f();"])
        both = PROGRAM.replace("total_ += x;\n  return", "return").replace("-= 1", "-= 2")
        self.assertEqual(len(self.made(both)), 2)

    def test_every_line_that_goes_comes_back(self):
        lines = PROGRAM.splitlines(keepends=True)
        for i, line in enumerate(lines):
            if mutants.tokens_of(line):
                with self.subTest(line=line):
                    self.made("".join(lines[:i] + lines[i + 1:]))

    def test_names_are_in_order_and_one_of_a_kind(self):
        for name in ("base-c", "base-a", "base-b", "base-a"):
            places = mutants.places_of("a.cpp", PROGRAM, PROGRAM.replace("1", "2"))
            mutants.add(mutants.Mutant(name, "something", "^base:", places), self.root)
        names = [mutant.name for mutant in mutants.read(self.root / "base.mutants")]
        self.assertEqual(names, ["base-a", "base-b", "base-c"])
        self.assertEqual(mutants.count_by_room(self.root), {"base": 3})


class LeavingOut(Folder):
    def found(self, text):
        (self.root / "a.cpp").write_text(text)
        texts, statements = leave_out.instrumented(["a.cpp"], self.root, {})
        for number in range(1, len(statements) + 1):
            self.assertEqual(texts["a.cpp"].count(f"fiveproof_left_out() != {number})"), 1)
        self.assertEqual(texts["a.cpp"].count("{"), texts["a.cpp"].count("}"))
        return [(statement.line, " ".join(mutants.tokens_of(statement.text))) for statement in statements]

    def test_each_statement_and_what_it_controls(self):
        self.assertEqual([line for line, _ in self.found(PROGRAM)], [4, 4, 5, 6, 10, 10, 11, 12])
        self.assertEqual(self.found("void f(int x) {\n  if (x)\n    g();\n  else\n    return;\n}\n"),
                         [(2, "if ( x ) g ( ) ; else return ;"), (3, "g ( ) ;"), (5, "return ;")])

    def test_declarations_stay_and_the_last_return(self):
        body = "T& a = b();\n  const int c{1};\n  int d[] = {1, 2};\n  a &= c;\n  a <<= d[0];"
        self.assertEqual([line for line, _ in self.found(f"int f() {{\n  {body}\n  return a;\n}}\n")], [5, 6])
        last = "  if (x) {\n    g();\n    return 1;\n  }\n  else return 2;\n"
        self.assertEqual(self.found("int f(int x) {\n" + last + "}\n"), [(3, "g ( ) ;")])

    def test_what_no_test_can_miss_has_a_reason(self):
        entry = "Why: it is asked again\nIn: a.cpp, Sum::take\n- if (x < 0) return 0;\n"
        (self.root / "harmless.txt").write_text(entry)
        reasons = leave_out.harmless(self.root / "harmless.txt", self.root)
        _, statements = leave_out.instrumented(["a.cpp"], self.root, reasons)
        self.assertEqual([s.line for s in statements if s.reason == "it is asked again"], [10, 10])
        (self.root / "harmless.txt").write_text(entry.replace(", Sum::take", ""))
        with self.assertRaises(mutants.DoesNotApply):
            leave_out.harmless(self.root / "harmless.txt", self.root)

    def test_what_the_compiler_runs_stays(self):
        self.assertEqual(self.found("constexpr int f() {\n  for (;;) g();\n}\nenum class E { a, b };\n"), [])

    def test_lambdas_have_statements_of_their_own(self):
        self.assertEqual(self.found("void f() {\n  each([&](int x) {\n    g(x);\n    return x;\n  });\n}\n"),
                         [(2, "each ( [ & ] ( int x ) { g ( x ) ; return x ; } ) ;"), (3, "g ( x ) ;")])


if __name__ == "__main__":
    unittest.main()
