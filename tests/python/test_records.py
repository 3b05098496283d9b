"""Opening a proof, its records one by one and as arrays, made of records and written again."""

import gc
import itertools
import json
import tempfile
import tracemalloc
import unittest
from pathlib import Path

import fiveproof
import numpy as np
from fiveproof import Position, Proof
from helpers import EXAMPLE, ROOT, STANDARD, ask, image, renju, run


def lines_of(text):
    return [json.loads(line) for line in text.splitlines()]


class RecordsTest(unittest.TestCase):
    def test_every_format_of_ours_gives_the_same_proof(self):
        with tempfile.TemporaryDirectory() as folder, fiveproof.open(EXAMPLE) as first:
            said = ask("info", EXAMPLE, "--json")
            self.assertEqual((first.rule, first.size, first.attacker), (said["rule"], said["size"], said["attacker"]))
            self.assertEqual(first.content_hash, said["hash"])
            self.assertEqual(len(first.records), said["records"])
            self.assertEqual([str(root) for root in first.roots], [root["text"] for root in said["roots"]])
            for name in ("a.jsonl", "a.jsonl.zst", "b.fvp"):
                file = Path(folder, name)
                run("convert", EXAMPLE, file)
                for spelled in (file, str(file), bytes(file)):
                    with fiveproof.open(spelled) as again:
                        self.assertEqual(again.content_hash, first.content_hash)
                        self.assertEqual(again.file, str(file))

    def test_records_are_those_that_convert_writes(self):
        for file in (EXAMPLE, STANDARD, renju()):
            written = [line for line in lines_of(run("convert", file, "-", "--to", "jsonl"))[1:] if "finding" not in line]
            with fiveproof.open(file) as proof:
                self.assertEqual(len(proof.records), len(written))
                for record, line in itertools.zip_longest(proof.records, written):
                    position = record.position
                    self.assertEqual(" ".join(position.black), line["black"])
                    self.assertEqual(" ".join(position.white), line["white"])
                    self.assertEqual(record.move, line.get("move"))
                    self.assertEqual(position.to_move, proof.attacker)

    def test_arrays_say_what_records_say(self):
        for file in (EXAMPLE, STANDARD, renju()):
            with fiveproof.open(file) as proof:
                count, size = len(proof.records), proof.size
                boards, moves = proof.records.arrays()
                self.assertEqual((boards.shape, boards.dtype), ((count, size, size), np.int8))
                self.assertEqual((moves.shape, moves.dtype), ((count, 2), np.int16))
                for record, board, (row, column) in zip(proof.records, boards, moves):
                    self.assertEqual(Position.from_array(board, to_move=proof.attacker), record.position)
                    move = None if row < 0 else f"{'abcdefghijklmnopqrst'[column]}{row + 1}"
                    self.assertEqual(move, record.move)
                for rows in (1, 7, count - 1, count, count + 1):
                    batches = list(proof.records.batches(rows)) if rows > 1 else [proof.records.arrays(0, 1)]
                    whole = boards if rows > 1 else boards[:1]
                    self.assertTrue(np.array_equal(np.concatenate([b for b, _ in batches]), whole))
                    self.assertTrue(np.array_equal(np.concatenate([m for _, m in batches]), moves[: len(whole)]))

    def test_bounds_are_those_of_slices(self):
        with fiveproof.open(EXAMPLE) as proof:
            boards, _ = proof.records.arrays()
            for start, stop in itertools.product((None, 0, 3, -5, 10**9, -(10**9)), repeat=2):
                some, moves = proof.records.arrays(start, stop)
                self.assertTrue(np.array_equal(some, boards[start:stop]), (start, stop))
                self.assertEqual(len(some), len(moves))
            positions = [record.position for record in proof.records]
            for start, stop, step in itertools.product((None, 0, 3, -5, 10**9), (None, 9, -2), (None, 1, 7, -1, -400)):
                some = [record.position for record in proof.records[start:stop:step]]
                self.assertEqual(some, positions[start:stop:step], (start, stop, step))
            self.assertRaises(ValueError, lambda: proof.records[::0])
            last = len(proof.records) - 1
            self.assertEqual(proof.records[-1].position, proof.records[last].position)
            for wrong in (last + 1, -last - 2):
                self.assertRaises(IndexError, proof.records.__getitem__, wrong)

    def test_iterating_holds_no_more_than_one_record(self):
        with fiveproof.open(STANDARD) as proof:
            tracemalloc.start()
            for record in proof.records:
                pass
            _, peak = tracemalloc.get_traced_memory()
            tracemalloc.stop()
            self.assertGreater(len(proof.records), 10_000)
            self.assertLess(peak, 100_000)

    def test_a_small_budget_changes_nothing(self):
        with fiveproof.open(STANDARD) as all_in_memory, fiveproof.open(STANDARD, memory=1) as on_disk:
            self.assertEqual(all_in_memory.content_hash, on_disk.content_hash)
            for a, b in zip(all_in_memory.records.arrays(), on_disk.records.arrays()):
                self.assertTrue(np.array_equal(a, b))
            self.assertTrue(all(a.move == b.move for a, b in zip(all_in_memory.records, on_disk.records)))

    def test_find_knows_a_position_in_every_orientation(self):
        with fiveproof.open(STANDARD) as proof:
            for index in range(0, len(proof.records), len(proof.records) // 40):
                for symmetry in range(8):
                    turned = image(proof.records[index].position, symmetry)
                    self.assertIn(index, proof.records.find(turned))
            self.assertEqual(proof.records.find(Position("a1 a2 a3 a4")), [])
            self.assertEqual(proof.records.find(Position.from_stones(to_move="white")), [])

    def test_a_proof_of_records_is_the_proof(self):
        with tempfile.TemporaryDirectory() as folder, fiveproof.open(EXAMPLE) as proof:
            roots = [root.position if root.moves is None else root.moves for root in proof.roots]
            made = Proof.from_records(proof.records, rule=proof.rule, attacker=proof.attacker, roots=roots)
            self.assertEqual(made.content_hash, proof.content_hash)
            pairs = [(image(r.position, 3), r.move and turned(r)) for r in proof.records]
            self.assertEqual(
                Proof.from_records(pairs, rule=proof.rule, attacker=proof.attacker, roots=roots).content_hash,
                proof.content_hash,
            )
            self.assertIsNone(made.file)
            for name in ("x.fvp", "x.jsonl", "x.jsonl.zst"):
                made.save(Path(folder, name))
                self.assertEqual(ask("info", Path(folder, name), "--json")["hash"], proof.content_hash)
            small = Path(folder, "small.fvp")
            made.save(small, smallest=True)
            self.assertLess(small.stat().st_size, Path(folder, "x.fvp").stat().st_size)
            run("verify", small)

    def test_what_the_module_writes_is_what_the_program_writes(self):
        with tempfile.TemporaryDirectory() as folder, fiveproof.open(STANDARD) as proof:
            for name in ("x.fvp", "x.jsonl", "x.jsonl.zst"):
                proof.save(Path(folder, name))
                run("convert", STANDARD, Path(folder, "theirs-" + name))
                self.assertEqual(Path(folder, name).read_bytes(), Path(folder, "theirs-" + name).read_bytes())

    def test_foreign_files_need_what_they_do_not_say(self):
        tree = ROOT / "tests/cli/inputs/tree.json"
        with fiveproof.open(tree, rule="standard") as proof:
            self.assertEqual(proof.content_hash, ask("info", tree, "--rule", "standard", "--json")["hash"])
        with self.assertRaises(fiveproof.Error) as raised:
            fiveproof.open(tree)
        self.assertEqual((raised.exception.code, raised.exception.file), ("usage", str(tree)))

    def test_roots_can_be_claimed_instead(self):
        with fiveproof.open(EXAMPLE, roots=["h8 a1", ["h8", "a2"]]) as proof:
            self.assertEqual([root.moves for root in proof.roots], [["h8", "a1"], ["h8", "a2"]])
        with fiveproof.open(EXAMPLE, roots=[]) as proof:
            self.assertEqual(proof.roots, [])
            self.assertRaisesRegex(ValueError, "nothing is claimed", proof.verify)


def turned(record):
    """The move of the record on the board of image(..., 3): both axes mirrored."""
    column, row = "abcdefghijklmno".index(record.move[0]), int(record.move[1:]) - 1
    return f"{'abcdefghijklmno'[14 - column]}{15 - row}"


class ClosingTest(unittest.TestCase):
    def test_a_closed_proof_answers_nothing(self):
        proof = fiveproof.open(EXAMPLE)
        records, batches = iter(proof.records), proof.records.batches(2)
        next(records), next(batches)
        held = proof.records
        proof.close()
        proof.close()
        self.assertTrue(proof.closed)
        for question in (
            lambda: proof.rule, lambda: proof.size, lambda: proof.roots, lambda: proof.content_hash,
            lambda: proof.records, lambda: proof.probe(Position()), proof.verify, lambda: proof.save("x.fvp"),
            lambda: next(records), lambda: next(batches), lambda: len(held), lambda: held[0], lambda: held.arrays(),
            lambda: held.batches(), lambda: iter(held), lambda: held.find(Position()), proof.__enter__,
        ):
            self.assertRaisesRegex(ValueError, "closed", question)
        self.assertEqual(repr(proof), "<Proof, closed>")

    def test_what_was_answered_outlives_the_proof(self):
        proof = fiveproof.open(EXAMPLE)
        records, root = proof.records, proof.roots[0]
        record, view = records[0], proof.probe(root.position, full=True)
        checked = proof.verify()
        gaps = checked.gaps
        del proof, checked
        gc.collect()
        self.assertEqual(len(list(records)), len(records))
        self.assertEqual(record.position, records[0].position)
        self.assertTrue(view.to_json())
        self.assertEqual(len(list(gaps)), len(gaps))


if __name__ == "__main__":
    unittest.main()
