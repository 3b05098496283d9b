"""Whatever is passed, the interpreter lives: ValueError, TypeError or fiveproof.Error."""

import copy
import inspect
import itertools
import os
import pickle
import random
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import fiveproof
import numpy as np
from fiveproof import Error, Position, Proof
from helpers import EXAMPLE, MODULE, at_random

WRONG = (ValueError, TypeError)  # UnicodeEncodeError is a ValueError; an OverflowError is not wanted
HUGE = (2**31, 2**63, 2**64, 2**200)


class Rude:
    """Something that answers everything with an exception."""

    def __iter__(self):
        raise Rude.Failure

    def __fspath__(self):
        raise Rude.Failure

    def __array__(self, *args):
        raise Rude.Failure

    def __index__(self):
        raise Rude.Failure

    def __len__(self):
        raise Rude.Failure

    class Failure(Exception):
        pass


# One of everything.
ANYTHING = (
    None, True, 0, -1, 1, 15, *HUGE, -(2**70), 1.5, float("nan"), "", "h8", "zz", "\0", "\udc80", "ÿ", "h8 h8", "x" * 10_000,
    b"", b"h8", (), [], {}, ("h8",), ["h8", 3], [None], {"h8": 1}, object(), Rude(), Rude, Position, Position("h8"),
    Position(size=5), np.zeros((15, 15), np.int8), np.zeros(3), np.int8(3), len, Exception("?"), ..., iter(["a1"]),
)

# __iter__ of an iterator gives what it is given; __eq__ does not know what to say of it.
TAKE_ANY = {"__iter__", "__eq__"}


class ArgumentsTest(unittest.TestCase):
    def test_squares_that_there_are_not(self):
        for wrong in ("p1", "a16", "a0", "h", "8", "hh8", "h8 h8", "a1,,;", "h08", "h8\0", "ÿ1", "h\udc80", "\udc80"):
            with self.subTest(square=wrong):
                self.assertRaises(WRONG, Position, wrong)
                self.assertRaises(WRONG, Position, [wrong])
                self.assertRaises(WRONG, Position.from_stones, wrong, to_move="black")
                self.assertRaises(WRONG, Position().play, wrong)
        for wrong in ("", " ", "h8 i9", "h8i9", " h8"):
            self.assertRaises(ValueError, Position().play, wrong)
        self.assertRaises(ValueError, Position, "f6", size=5)

    def test_occupied_squares(self):
        self.assertRaises(ValueError, Position("h8").play, "h8")
        self.assertRaises(ValueError, Position, "h8 a1 h8")
        self.assertRaises(ValueError, Position.from_stones, "h8", "h8", to_move="black")
        self.assertRaises(ValueError, Position.from_stones, "h8 h8", "", to_move="black")

    def test_sizes_that_there_are_not(self):
        for wrong in (0, 4, 21, -1, 2**31 - 1, -(2**31), True):
            self.assertRaises(ValueError, Position, size=wrong)
            self.assertRaises(ValueError, Position.from_stones, to_move="black", size=wrong)
            self.assertRaises(ValueError, fiveproof.open, EXAMPLE, size=wrong)
            self.assertRaises(ValueError, Proof.from_records, [], rule="freestyle", size=wrong)
        for wrong in (*HUGE, "15", 15.0, None):
            self.assertRaises(TypeError, Position, size=wrong)

    def test_words_that_there_are_not(self):
        position = Position("h8")
        for wrong in ("", "Black", "gomoku", "black\0", "\0", "ÿ"):
            self.assertRaises(ValueError, Position.from_stones, to_move=wrong)
            self.assertRaises(ValueError, position.winner, wrong)
            self.assertRaises(ValueError, position.legal_moves, wrong)
            self.assertRaises(ValueError, fiveproof.threats, position, wrong)
            self.assertRaises(ValueError, fiveproof.threats, position, "renju", attacker=wrong)
            self.assertRaises(ValueError, fiveproof.threats, position, "renju", method=wrong)
            for name in ("rule", "attacker", "format", "prefer"):
                self.assertRaises(ValueError, fiveproof.open, EXAMPLE, **{name: wrong})
        with fiveproof.open(EXAMPLE) as proof:
            for wrong in ("", "rule", "Rules", "\0"):
                self.assertRaises(ValueError, proof.verify, trust=wrong)
            for wrong in ("nonsense", "freestyle 15", "freestyle 99 black", "freestyle 15 black z9", "\0"):
                self.assertRaises(ValueError, proof.verify, expect=wrong)

    def test_endless_lists_of_squares_end(self):
        for endless in (itertools.repeat("h8"), itertools.cycle(["a1", "b2"]), (f"a{i}" for i in itertools.count(1))):
            self.assertRaises(ValueError, Position, endless)

    def test_what_an_iterator_raises_is_raised(self):
        for call in (
            lambda: Position(Rude()),
            lambda: Position.from_stones(Rude(), to_move="black"),
            lambda: fiveproof.open(Rude()),
            lambda: fiveproof.open(EXAMPLE, roots=Rude()),
            lambda: Proof.from_records(Rude(), rule="freestyle"),
            lambda: Proof.from_records([], rule="freestyle", roots=Rude()),
        ):
            self.assertRaises(Rude.Failure, call)

    def test_arrays_that_are_no_boards(self):
        good = np.zeros((15, 15), np.int8)
        for wrong in (good.astype(float), good.astype(np.int64), good.astype(np.uint8), good.astype(bool),
                      good.astype(object), good.astype("U1"), good.tolist(), None, b"\0" * 225, memoryview(good), "h8"):
            self.assertRaises(TypeError, Position.from_array, wrong, to_move="black")
        for shape in ((), (15,), (225,), (15, 14), (4, 4), (21, 21), (0, 0), (1, 15, 15), (15, 15, 1), (15, 0), (3, 5, 15)):
            self.assertRaises(ValueError, Position.from_array, np.zeros(shape, np.int8), to_move="black")
        for cell in (3, -1, 127, -128):
            cells = good.copy()
            cells[14, 14] = cell
            self.assertRaisesRegex(ValueError, r"\[14, 14\]", Position.from_array, cells, to_move="black")
        masked = np.ma.masked_array(good, mask=good == 0)
        structured = np.zeros((15, 15), np.dtype([("a", np.int8)]))
        for wrong in (structured, np.zeros((15, 15), "i1,i1")):
            self.assertRaises(TypeError, Position.from_array, wrong, to_move="black")
        self.assertEqual(Position.from_array(masked, to_move="black"), Position())

    def test_efforts_threads_and_sizes_beyond_all_bounds(self):
        position = Position("h8 a1 i8")
        with fiveproof.open(EXAMPLE) as proof:
            root = proof.roots[0].position
            for wrong in (0, 2**32, 2**63):
                self.assertRaises(ValueError, fiveproof.threats, position, "freestyle", effort=wrong)
                self.assertRaises(ValueError, proof.probe, root, effort=wrong)
                self.assertRaises(ValueError, proof.verify, effort=wrong)
            self.assertTrue(fiveproof.threats(position, "freestyle", effort=None))
            for wrong in (-1, 2**64, 1.5, "1"):
                self.assertRaises(TypeError, fiveproof.threats, position, "freestyle", effort=wrong)
            for wrong in (-1, 2**64, 1.5, "1", None):
                self.assertRaises(TypeError, proof.probe, root, effort=wrong)
                self.assertRaises(TypeError, proof.verify, effort=wrong)
            for wrong in (-1, 1025, 2**31 - 1):
                self.assertRaises(ValueError, proof.verify, threads=wrong)
            for wrong in (0, -1, -(2**63)):
                self.assertRaises(ValueError, proof.records.batches, wrong)
            boards, moves = next(iter(proof.records.batches(2**63 - 1)))
            self.assertEqual(len(boards), len(proof.records))
            for wrong in (*HUGE[1:], "0", 1.5):
                self.assertRaises(TypeError, proof.records.__getitem__, wrong)
                self.assertRaises(TypeError, proof.records.arrays, wrong)
            self.assertRaises(TypeError, proof.records.arrays, slice(0, 3))
            self.assertRaises(TypeError, proof.records.__getitem__, slice("a", 3))
            self.assertEqual(len(proof.records[-(2**80) : 2**80]), len(proof.records))
            self.assertRaises(TypeError, proof.verify, progress=3)
        self.assertRaises(ValueError, fiveproof.open, EXAMPLE, memory=0)
        for wrong in (-1, 2**64, "1G"):
            self.assertRaises(TypeError, fiveproof.open, EXAMPLE, memory=wrong)
            self.assertRaises(TypeError, fiveproof.open, EXAMPLE, max_records=wrong)

    def test_what_a_search_would_not_look_at_is_refused(self):
        position = Position("h8")
        for wrong in (-1, 3, 2**31 - 1):
            self.assertRaises(ValueError, fiveproof.threats, position, "freestyle", max_category=wrong)
        self.assertRaises(ValueError, fiveproof.threats, position, "renju", max_category=0)
        for name in ("global_refutation", "category_reduction", "restricted_threes"):
            self.assertRaises(ValueError, fiveproof.threats, position, "renju", **{name: False})
            self.assertRaises(ValueError, fiveproof.threats, position, "freestyle", method="vcf", **{name: False})
        self.assertRaises(ValueError, fiveproof.threats, position, "freestyle", method="vct", max_category=1)

    def test_boards_of_another_size(self):
        with fiveproof.open(EXAMPLE) as proof:
            for size in (5, 14, 20):
                self.assertRaisesRegex(ValueError, "15x15", proof.probe, Position(size=size))
                self.assertRaisesRegex(ValueError, "15x15", proof.records.find, Position(size=size))

    def test_records_that_do_not_fit(self):
        good = Position("h8 a1")
        for wrong in (
            Position("h8"), (good,), (good, "i9", 3), [good, "i9"], (good, 3), (good, b"i9"), ("h8", "i9"), 3, None,
            (None, None), (Position, None), (good, Rude()),
        ):
            with self.subTest(record=wrong):
                self.assertRaises(WRONG, Proof.from_records, [wrong], rule="freestyle")
        for wrong in ((Position("h8"), "i9"), (Position(size=14), None), (good, "p1"), (good, ""), (good, "h8 i9"),
                      (good, "\udc80")):
            self.assertRaises(ValueError, Proof.from_records, [wrong], rule="freestyle")
        for wrong in ("h8", 3, None, ["p1"], [3], [Position(size=14)], [["h8", "h8"]], [None]):
            self.assertRaises(WRONG, Proof.from_records, [], rule="freestyle", roots=wrong)

    def test_everything_for_everything(self):
        """Each argument of each function in turn."""
        whole = fiveproof.open(EXAMPLE)
        position, record = Position("h8 a1"), whole.records[0]
        # One record, as it is checked once for each wrong argument.
        proof = Proof.from_records([record], rule="freestyle", roots=[record.position])
        with tempfile.TemporaryDirectory() as folder:
            out = str(Path(folder, "x.fvp"))
            calls = (
                (Position, [], dict(moves="", size=15)),
                (Position.from_stones, [], dict(black="", white="", to_move="black", size=15)),
                (Position.from_array, [], dict(array=position.to_array(), to_move="black")),
                (position.play, ["i9"], {}),
                (position.winner, ["renju"], {}),
                (position.legal_moves, ["renju"], {}),
                (position.__eq__, [position], {}),
                (fiveproof._with_stones, ["h8", "", "black", 15], {}),
                (fiveproof.threats, [position, "renju"], dict(attacker="black", method="db", effort=1, max_category=2,
                                                              global_refutation=True)),
                (fiveproof.open, [], dict(file=str(EXAMPLE), format="fvp", rule="freestyle", size=15, attacker="black",
                                          roots=None, prefer="all", memory=10**6, max_records=10**6)),
                (Proof.from_records, [[record]], dict(rule="freestyle", size=15, attacker="black", roots=(), memory=10**6)),
                (proof.probe, [position], dict(effort=1, full=False)),
                (proof.verify, [], dict(trust="dbsearch", effort=1, threads=1, strict=False, expect=None, progress=None)),
                (proof.save, [out], dict(smallest=False)),
                (proof.records.find, [position], {}),
                (proof.records.arrays, [], dict(start=0, stop=1)),
                (proof.records.batches, [1], {}),
                (proof.records.__getitem__, [0], {}),
                (Error, ["?"], dict(code="io", file="x", offset=3)),
            )
            here = os.getcwd()
            os.chdir(folder)  # for what is saved under any name
            try:
                tried = 0
                for call, places, names in calls:
                    for wrong in ANYTHING:
                        for i in range(len(places)):
                            tried += self.survives(call, places[:i] + [wrong] + places[i + 1 :], names)
                        for name in names:
                            tried += self.survives(call, places, {**names, name: wrong})
                self.assertGreater(tried, 1000)
            finally:
                os.chdir(here)
        self.assertTrue(whole.verify().accepted)

    def survives(self, call, places, names):
        try:
            call(*places, **names)
        except (*WRONG, Error, IndexError, Rude.Failure):
            pass
        except Exception as other:
            self.fail(f"{call}({places}, {names}): {other!r}")
        return 1


class ObjectsTest(unittest.TestCase):
    """Objects without a value, with another class, or of a class that somebody has changed: there are none."""

    def setUp(self):
        self.kinds = [kind for _, kind in inspect.getmembers(fiveproof._core, inspect.isclass)]
        self.assertGreater(len(self.kinds), 20)

    def test_what_only_the_module_makes_cannot_be_made(self):
        base = Position.__base__
        for kind in self.kinds:
            with self.subTest(kind=kind.__name__):
                for new in (object.__new__, base.__new__, kind.__new__):
                    self.assertRaises(TypeError, new, kind)
                if kind is not Position:
                    self.assertRaises(TypeError, kind)
                    self.assertRaises(TypeError, kind, 1, a=2)

    def test_nobody_derives_from_them(self):
        for kind in self.kinds:
            self.assertRaises(TypeError, type, "Derived", (kind,), {})

    def test_nobody_gives_an_object_another_class(self):
        with fiveproof.open(EXAMPLE) as proof:
            objects = [proof, proof.records, proof.records[0], iter(proof.records), Position(), proof.roots[0]]
            for one in objects:
                for kind in [*self.kinds, Position.__base__, object]:
                    with self.assertRaises(TypeError):
                        one.__class__ = kind

    def test_nobody_changes_a_class_or_an_object(self):
        for kind in self.kinds:
            for name in ("play", "__init__", "__eq__", "__class__", "anything"):
                self.assertRaises(TypeError, setattr, kind, name, None)
        position = Position("h8")
        for name in ("size", "to_move", "black", "white", "anything"):
            self.assertRaises(AttributeError, setattr, position, name, 3)
        position.black.append("a1")
        self.assertRaises(TypeError, position.__init__, "a1")
        self.assertEqual(position, Position("h8"))

    def test_methods_want_an_object_of_their_class(self):
        for kind in self.kinds:
            for name, member in vars(kind).items():
                for wrong in ANYTHING:
                    if isinstance(wrong, kind):
                        continue
                    with self.subTest(kind=kind.__name__, name=name, wrong=wrong):
                        if isinstance(member, property):
                            self.assertRaises(TypeError, member.fget, wrong)
                        elif callable(member) and not isinstance(member, staticmethod) and name not in TAKE_ANY:
                            self.assertRaises(TypeError, member, wrong)

    def test_only_positions_are_copied(self):
        with fiveproof.open(EXAMPLE) as proof:
            for one in (proof, proof.records, proof.records[0], iter(proof.records), proof.roots[0], proof.verify()):
                for make in (pickle.dumps, copy.copy, copy.deepcopy):
                    self.assertRaises(TypeError, make, one)

    def test_errors_can_be_handed_on(self):
        with self.assertRaises(Error) as raised:
            fiveproof.open("nowhere.fvp")
        again = pickle.loads(pickle.dumps(raised.exception))
        for error in (raised.exception, again):
            self.assertEqual((error.code, error.file, error.offset), ("io", "nowhere.fvp", None))
            self.assertIn("nowhere.fvp", str(error))


class FilesTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def file(self, name, content):
        path = Path(self.folder.name, os.fsdecode(name))
        path.write_bytes(content)
        return path

    def test_errors_name_code_file_and_place(self):
        whole = EXAMPLE.read_bytes()
        cases = (
            ("cut.fvp", whole[:-10], "malformed"),
            ("no.fvp", b"not a proof", "malformed"),
            ("empty.fvp", b"", "malformed"),
            ("no.jsonl", b"{}\n", "malformed"),
            ("no.jsonl.zst", b"not packed", "malformed"),
            ("later.jsonl", b'{"format":"fiveproof","version":9,"rule":"freestyle","size":15,"attacker":"black","roots":[]}\n',
             "unsupported"),
        )
        for name, content, code in cases:
            path = self.file(name, content)
            with self.subTest(file=name), self.assertRaises(Error) as raised:
                fiveproof.open(path)
            self.assertEqual((raised.exception.code, raised.exception.file), (code, str(path)))
        with self.assertRaises(Error) as raised:
            fiveproof.open(self.file("line.jsonl", b'{"format":"fiveproof","version":1,\n'))
        self.assertIsInstance(raised.exception.offset, int)
        with self.assertRaises(Error) as raised:
            fiveproof.open(EXAMPLE, max_records=3)
        self.assertEqual(raised.exception.code, "limit")
        with self.assertRaises(Error) as raised:
            fiveproof.open(EXAMPLE, rule="renju")
        self.assertEqual(raised.exception.code, "usage")
        for wrong in (self.folder.name, "/dev/null", "/proc/self/mem"):
            self.assertRaises(Error, fiveproof.open, wrong, format="fvp")
        self.assertRaisesRegex(ValueError, "does not tell the format", fiveproof.open, "x.unknown")
        self.assertRaises(ValueError, fiveproof.open, "x\0.fvp")

    def test_names_that_are_no_text(self):
        path = self.file(b"\xff\n\x1b.fvp", b"not a proof")
        for spelled in (path, os.fsencode(path)):
            with self.assertRaises(Error) as raised:
                fiveproof.open(spelled)
            self.assertNotIn("\n", str(raised.exception))
        path.write_bytes(EXAMPLE.read_bytes())
        with fiveproof.open(path) as proof:
            self.assertEqual(proof.file, str(path))
            self.assertIn('"file"', proof.verify().report())
        self.assertRaises(ValueError, fiveproof.open, os.fsdecode(b"\xff") + ".unknown")

    def test_a_dash_is_a_file_like_any_other(self):
        code = (
            "import sys; sys.path.insert(0, sys.argv[1]); import fiveproof\n"
            "try: fiveproof.open('-', format='fvp')\n"
            "except fiveproof.Error as error: print(error.code)\n"
        )
        done = subprocess.run([sys.executable, "-c", code, MODULE], cwd=self.folder.name, stdin=subprocess.PIPE,
                              capture_output=True, text=True, timeout=60)
        self.assertEqual(done.stdout, "io\n")

    def test_damaged_files_are_an_error_or_another_proof(self):
        whole = EXAMPLE.read_bytes()
        chance = random.Random(11)
        refused = 0
        for _ in range(300):
            bytes_ = bytearray(whole)
            for _ in range(chance.randrange(1, 4)):
                bytes_[chance.randrange(len(bytes_))] ^= 1 << chance.randrange(8)
            if chance.random() < 0.3:
                del bytes_[chance.randrange(len(bytes_)) :]
            path = self.file("damaged.fvp", bytes(bytes_))
            try:
                with fiveproof.open(path) as proof:
                    proof.records.arrays()
            except Error as error:
                refused += 1
                self.assertIn(error.code, ("malformed", "unsupported", "limit"))
        self.assertGreater(refused, 250)

    def test_any_bytes_as_any_format(self):
        chance = random.Random(12)
        formats = ("fvp jsonl jsonl.zst lib db sgf rseq rv2 rv2-store rif psq rec moves openings terminator dot csv").split()
        texts = (b"", b"\0" * 100, EXAMPLE.read_bytes()[:200], b"(;GM[4]SZ[15];B[hh])", b"h8 a1\n", b"[]", b"{}",
                 bytes(chance.randrange(256) for _ in range(500)))
        for format, text in itertools.product(formats, texts):
            path = self.file("any.bin", text)
            for how in ({}, dict(rule="renju", size=15, attacker="white", roots=["h8"])):
                try:
                    with fiveproof.open(path, format=format, **how) as proof:
                        list(proof.records), proof.content_hash, proof.losses, proof.oddities
                except Error:
                    pass

    def test_what_cannot_be_written(self):
        with fiveproof.open(EXAMPLE) as proof:
            self.assertRaises(ValueError, proof.save, Path(self.folder.name, "x.lib"))
            self.assertRaises(ValueError, proof.save, Path(self.folder.name, "x"))
            self.assertRaises(ValueError, proof.save, Path(self.folder.name, "x.jsonl"), smallest=True)
            with self.assertRaises(Error) as raised:
                proof.save(Path(self.folder.name, "nowhere", "x.fvp"))
            self.assertEqual(raised.exception.code, "io")
            for name in ("x.fvp", "x.jsonl"):
                os.mkdir(Path(self.folder.name, name))
                self.assertRaises(Error, proof.save, Path(self.folder.name, name))
                os.rmdir(Path(self.folder.name, name))
        self.assertEqual(os.listdir(self.folder.name), [])


class PositionsTest(unittest.TestCase):
    """Positions that no game has."""

    def test_any_stones_can_be_asked_about(self):
        chance = random.Random(13)
        with fiveproof.open(EXAMPLE) as proof:
            for i in range(60):
                position = at_random(chance, 15, chance.randrange(0, 226), chance.choice(("black", "white")))
                proof.probe(position, effort=20, full=i % 4 == 0)
                proof.records.find(position)
                for rule in ("freestyle", "standard", "renju"):
                    position.winner(rule), position.legal_moves(rule)
                    for method in ("db", "vcf", "vct"):
                        for attacker in ("black", "white"):
                            fiveproof.threats(position, rule, attacker=attacker, method=method, effort=20)
        for size in range(5, 21):
            for stones in (0, 1, size * size - 1, size * size):
                position = at_random(chance, size, stones)
                position.canonical(), hash(position), position.to_array(), str(position)
                for rule in ("freestyle", "standard", "renju"):
                    fiveproof.threats(position, rule, effort=20)

    def test_nonsense_is_never_accepted(self):
        """Records and roots at random, moves onto stones, fives on the board: checked, and refused."""
        chance = random.Random(14)
        for i in range(40):
            size = chance.choice((5, 9, 15))
            attacker = chance.choice(("black", "white"))
            rule = ("freestyle", "standard", "renju")[i % 3]

            def position():
                return at_random(chance, size, chance.randrange(0, size * size + 1), attacker)

            def square():
                return f"{'abcdefghijklmno'[chance.randrange(size)]}{chance.randrange(size) + 1}"

            records = [(position(), chance.choice((None, square()))) for _ in range(20)]
            roots = [at_random(chance, size, chance.randrange(0, 8), chance.choice(("black", "white"))) for _ in range(2)]
            proof = Proof.from_records(records, rule=rule, size=size, attacker=attacker, roots=roots)
            for trust in ("dbsearch", "rules"):
                checked = proof.verify(trust=trust, effort=20, threads=1)
                self.assertFalse(checked.accepted)
                self.assertGreater(len(list(checked.gaps)), 0)
            for root in roots + [record for record, _ in records[:3]]:
                proof.probe(root, effort=20, full=True)

    def test_a_proof_of_nothing_claims_nothing(self):
        proof = Proof.from_records([], rule="freestyle")
        self.assertEqual(len(proof.records), 0)
        self.assertEqual([a.shape for a in proof.records.arrays()], [(0, 15, 15), (0, 2)])
        self.assertEqual(list(proof.records), [])
        self.assertRaises(ValueError, proof.verify)
        self.assertEqual(proof.probe(Position()).standing, "absent")


class EndTest(unittest.TestCase):
    """The interpreter ends in the middle of things."""

    def end(self, code):
        head = "import sys; sys.path.insert(0, sys.argv[1]); import fiveproof, os, threading\n"
        return subprocess.run([sys.executable, "-c", head + code, MODULE, str(EXAMPLE)], capture_output=True, text=True,
                              timeout=120)

    def test_with_everything_still_open(self):
        done = self.end(
            "proof = fiveproof.open(sys.argv[2]); records = iter(proof.records); next(records)\n"
            "checked = proof.verify(effort=1); gaps = iter(checked.gaps); next(gaps)\n"
            "batches = proof.records.batches(3); next(batches); print('end')\n"
        )
        self.assertEqual((done.stdout, done.stderr, done.returncode), ("end\n", "", 0))

    def test_while_daemon_threads_are_at_work(self):
        """They are not waited for by Python itself."""
        for work in ("proof.verify()", "proof.verify(progress=lambda progress: None)", "proof.probe(position, full=True)",
                     "proof.records.arrays()", "fiveproof.threats(position, 'renju', method='vct', effort=100_000)",
                     "fiveproof.open(sys.argv[2])"):
            with self.subTest(work=work):
                done = self.end(
                    "proof = fiveproof.open(sys.argv[2]); position = proof.records[7].position; begun = threading.Event()\n"
                    "def go_on():\n"
                    f"    while begun.set() or True: {work}\n"
                    "threads = [threading.Thread(target=go_on, daemon=True) for _ in range(3)]\n"
                    "for thread in threads: thread.start()\n"
                    "begun.wait(); threading.Event().wait(0.5); print('end')\n"
                )
                self.assertEqual((done.stdout, done.returncode), ("end\n", 0), done.stderr)

    def test_in_a_child_of_a_fork(self):
        done = self.end(
            "proof = fiveproof.open(sys.argv[2]); proof.verify()\n"
            "child = os.fork()\n"
            "if child == 0: os._exit(0 if proof.verify().accepted else 1)\n"
            "print(os.waitpid(child, 0)[1], proof.verify().accepted)\n"
        )
        self.assertEqual((done.stdout, done.stderr, done.returncode), ("0 True\n", "", 0))


if __name__ == "__main__":
    unittest.main()
