"""The module against the program: probe, threats and verify say the same, answer by answer."""

import json
import random
import tempfile
import unittest
from pathlib import Path

import fiveproof
from helpers import EXAMPLE, INPUTS, STANDARD, ask, asked_positions, at_random, renju, run, sequence_json, words_of


def way_json(proof, way):
    return {"root": way.root, "claim": str(proof.roots[way.root]), "symmetry": way.symmetry, "moves": way.moves,
            "line": way.line}


def weight_json(weight):
    return {"positions": weight.positions, "plies": weight.plies}


def stored_json(reply, full):
    said = {"reply": reply.reply, "moves": reply.moves, "claims-sequence": reply.claims_sequence}
    if full:
        said |= {"symmetry": reply.symmetry} | weight_json(reply.below)
    return said


def replies_json(replies, full):
    said = {
        "total": replies.total,
        "stored": [stored_json(reply, full) for reply in replies.stored],
        "lost": [reply.reply for reply in replies.lost],
        "fives": replies.fives,
        "open": replies.open,
        "cut-short": replies.cut_short,
    }
    if full:
        said["lost-to"] = [{"reply": r.reply, "sequence": sequence_json(r.sequence)} for r in replies.lost]
    return said


def view_json(proof, position, view, effort, full):
    """What the attributes of a view say, as the program writes it."""
    said = {
        "format": "fiveproof-probe", "version": 1, "rule": proof.rule, "size": proof.size, "attacker": proof.attacker,
        "black": position.black, "white": position.white, "to-move": position.to_move, "effort": effort,
        "in-proof": view.in_proof, "standing": view.standing, "moves": view.moves,
        "claims-sequence": view.claims_sequence, "makes-five": view.makes_five,
    }
    if view.sequence_found is not None:
        said |= {"sequence-found": view.sequence_found, "sequence": sequence_json(view.sequence)}
    if view.replies is not None:
        said["replies"] = replies_json(view.replies, full)
    if full:
        said["ways"] = [way_json(proof, way) for way in view.ways]
        if view.way is not None:
            said["way"] = way_json(proof, view.way)
        if view.below is not None:
            said["below"] = weight_json(view.below)
    return said


class ProbeTest(unittest.TestCase):
    def hold(self, file, number, seed, effort=1000, full=False):
        words = ["--full"] if full else []
        standings = set()
        with fiveproof.open(file) as proof:
            for position in asked_positions(proof, number, seed):
                with self.subTest(file=file.name, position=position):
                    said = ask("probe", file, "--json", "--effort", effort, *words, *words_of(position))
                    view = proof.probe(position, effort=effort, full=full)
                    self.assertEqual(json.loads(view.to_json()), said)
                    self.assertEqual(view_json(proof, position, view, effort, full), said)
                    standings.add(view.standing)
        return standings

    def test_the_example_says_what_the_program_says(self):
        self.assertEqual(self.hold(EXAMPLE, 48, 1), {"stored", "after-move", "reply", "absent"})

    def test_so_it_does_with_all_that_is_around(self):
        self.hold(EXAMPLE, 20, 2, full=True)

    def test_so_it_does_with_little_effort(self):
        self.hold(EXAMPLE, 12, 3, effort=1)

    def test_the_standard_game_says_what_the_program_says(self):
        self.assertIn("stored", self.hold(STANDARD, 12, 4))
        self.hold(STANDARD, 2, 5, full=True)

    def test_renju_says_what_the_program_says(self):
        self.hold(renju(), 8, 6, full=True)

    def test_roots_say_what_the_program_says(self):
        with fiveproof.open(STANDARD) as proof:
            position = proof.roots[0].position
            said = ask("probe", STANDARD, "--json", *words_of(position))
            self.assertEqual(view_json(proof, position, proof.probe(position), 1000, False), said)


def tree_json(steps):
    def branch(reply):
        rest = {"fours": reply.fours} if reply.position is None else {"position": reply.position}
        return {"reply": reply.reply} | rest

    return [
        {"move": step.move, "after-pass": step.after_pass, "replies": [branch(reply) for reply in step.replies]}
        for step in steps
    ]


def threats_json(position, rule, attacker, effort, found):
    said = {
        "format": "fiveproof-threats", "version": 1, "rule": rule, "size": position.size, "attacker": attacker,
        "black": position.black, "white": position.white, "to-move": position.to_move, "effort": effort,
        "method": found.method, "win": found.win, "cut-short": found.cut_short, "nodes": found.nodes,
        "defensive-nodes": found.defensive_nodes, "refuted": found.refuted, "sequence": sequence_json(found.sequence),
    }
    if found.fours is not None:
        said |= {"fours": found.fours, "tree": tree_json(found.tree)}
    return said


class ThreatsTest(unittest.TestCase):
    # The first is won by fours, the second by threes, the third only by threats that are answered one by one.
    POSITIONS = ("h8 a1 i8 a2 j8 a4", "g8 a1 h8 c3 i9 o15 i10 a14", "g8 a1 h8 c3 i8 o15", "")

    def hold(self, position, rule, attacker=None, effort=1000, words=(), **how):
        named = [] if attacker is None else ["--attacker", attacker]
        named += [] if effort is None else ["--effort", effort]
        said = ask("threats", "--json", "--rule", rule, "--size", position.size, *named, *words, *words_of(position),
                   codes=(0, 1, 2))
        found = fiveproof.threats(position, rule, attacker=attacker, effort=effort, **how)
        effort = effort or said["effort"]
        self.assertEqual(threats_json(position, rule, attacker or position.to_move, effort, found), said)
        return found

    def test_all_methods_under_all_rules(self):
        wins = set()
        for moves in self.POSITIONS:
            for rule in ("freestyle", "standard", "renju"):
                for method in ("db", "vcf", "vct"):
                    for attacker in (None, "white"):
                        with self.subTest(moves=moves, rule=rule, method=method, attacker=attacker):
                            found = self.hold(fiveproof.Position(moves), rule, attacker, words=["--method", method],
                                              method=method)
                            wins |= {(method, found.win)}
        self.assertEqual(wins, {(method, win) for method in ("db", "vcf", "vct") for win in (True, False)})

    def test_without_a_limit_it_goes_on(self):
        # 54,125 nodes.
        hard = fiveproof.Position("h5 c6 f11 d12 m3 l6 l11 h11 e6 j10 c7 f4 l5 m7 k6 g13 e9 i12 k8 k13 j9 c13 g3 c12 i4 c3 c5 h8")
        self.assertTrue(self.hold(hard, "freestyle", effort=None).win)
        self.assertFalse(self.hold(hard, "freestyle").win)

    def test_positions_at_random(self):
        chance = random.Random(7)
        for i in range(24):
            position = at_random(chance, chance.choice((5, 9, 15, 20)), 12 + chance.randrange(12))
            rule = ("freestyle", "standard", "renju")[i % 3]
            with self.subTest(position=position, rule=rule):
                self.hold(position, rule, chance.choice(("black", "white")), effort=chance.choice((1, 100, 1000, None)))

    def test_what_is_left_out_of_a_search(self):
        position = fiveproof.Position("h8 a1 i8 a2 j9 a4")
        self.hold(position, "freestyle", words=["--max-category", 1], max_category=1)
        self.hold(position, "freestyle", words=["--no-global-refutation"], global_refutation=False)
        self.hold(position, "standard", words=["--no-category-reduction"], category_reduction=False)
        self.hold(position, "standard", words=["--no-restricted-threes"], restricted_threes=False)
        self.hold(position, "renju", words=["--max-category", 1], max_category=1)


UNSTEADY = ("seconds", "peak-memory-bytes", "file", "file-format", "threads", "replies-per-second", "gaps-written")


def steady(report):
    """Without what differs from run to run."""
    if isinstance(report, dict):
        return {key: steady(value) for key, value in report.items() if key not in UNSTEADY}
    return [steady(value) for value in report] if isinstance(report, list) else report


class VerifyTest(unittest.TestCase):
    def hold(self, file, *words, **how):
        """Verdicts, report and gaps are those of the program."""
        with tempfile.TemporaryDirectory() as folder, fiveproof.open(file) as proof:
            gaps, report = Path(folder, "gaps.jsonl"), Path(folder, "report.json")
            lines = run("verify", file, "-q", "--gaps", gaps, "--report", report, *words).splitlines()
            said = json.loads(report.read_text())
            checked = proof.verify(**how)
            self.assertEqual(checked.lines, lines)
            self.assertEqual(steady(json.loads(checked.report())), steady(said))
            listed = [json.loads(line) for line in gaps.read_text().splitlines()][1:]
            self.assertEqual([gap_json(gap, proof.roots) for gap in checked.gaps], listed)
            self.assertEqual(len(checked.gaps), len(listed))
            self.assertEqual(sum(checked.gap_counts.values()), len(listed))
            self.hold_counts(checked, said)
            return checked

    def hold_counts(self, checked, said):
        """The attributes, one by one."""
        def flat(counts):
            return {key: value for key, value in counts.items() if key not in ("replies", "stones")} | counts["replies"]

        self.assertEqual(checked.counts, flat(said["total"]))
        self.assertEqual(checked.counts_by_stones, {counts["stones"]: flat(counts) for counts in said["by-ply"]})
        self.assertEqual(checked.gap_counts, {kind: count for kind, count in said["gaps"].items() if count})
        self.assertEqual(
            (checked.records, checked.unreached, checked.limited_gaps, checked.content_hash, checked.trust, checked.effort),
            tuple(said[key] for key in ("records", "unreached-positions", "gaps-due-to-a-limit", "content-hash", "trust",
                                        "effort")))
        self.assertEqual(checked.answer, ("yes", "no", "undecided")[said["exit-code"]])
        self.assertEqual(len(checked.verdicts), len(said["claims"]))
        for verdict, claim in zip(checked.verdicts, said["claims"]):
            self.assertEqual((verdict.claim.rule, verdict.claim.size, verdict.claim.attacker, str(verdict.claim.root)),
                             (claim["rule"], claim["size"], claim["attacker"], claim["root"]))
            self.assertEqual((verdict.outcome, verdict.positions, verdict.replies, str(verdict)),
                             (claim["outcome"], claim["positions"], claim["replies"], claim["verdict"]))
            self.assertEqual(verdict.gaps, {kind: count for kind, count in claim["gaps"].items() if count})
            self.assertEqual((verdict.proof, verdict.effort, verdict.trusted),
                             (said["content-hash"], said["effort"], said["trusted"]))

    def test_the_example_at_both_levels(self):
        for trust in ("dbsearch", "rules"):
            checked = self.hold(EXAMPLE, "--trust", trust, trust=trust)
            self.assertTrue(checked.accepted)
            self.assertEqual((checked.answer, checked.trust), ("yes", trust))
            self.assertEqual([verdict.outcome for verdict in checked.verdicts], ["verified"] * len(checked.verdicts))

    def test_a_damaged_copy_has_the_same_gaps(self):
        with tempfile.TemporaryDirectory() as folder:
            lines = run("convert", EXAMPLE, "-", "--to", "jsonl").splitlines(keepends=True)
            damaged = Path(folder, "damaged.jsonl")
            damaged.write_text("".join(line for i, line in enumerate(lines) if i % 200 != 150))
            for trust in ("dbsearch", "rules"):
                checked = self.hold(damaged, "--trust", trust, trust=trust)
                self.assertEqual((checked.accepted, checked.answer), (False, "no"))
                self.assertGreater(len(checked.gaps), 0)

    def test_little_effort_leaves_the_same_gaps(self):
        self.assertFalse(self.hold(EXAMPLE, "--effort", 5, effort=5).accepted)

    def test_a_wrong_expectation_is_no(self):
        wrong = "standard 15 black"
        checked = self.hold(EXAMPLE, "--expect", wrong, expect=wrong)
        self.assertEqual((checked.accepted, checked.answer, len(checked.objections)), (False, "no", 1))
        self.assertEqual({verdict.outcome for verdict in checked.verdicts}, {"verified"})

    def test_findings_alternatives_and_renju(self):
        for name in ("renju.jsonl", "three.jsonl", "four.jsonl"):
            self.hold(INPUTS / name)
            self.hold(INPUTS / name, "--strict", strict=True)

    def test_the_standard_game(self):
        claim = "standard 15 black"
        self.assertTrue(self.hold(STANDARD, "--expect", claim, expect=claim).accepted)

    def test_the_number_of_threads_changes_nothing(self):
        with fiveproof.open(EXAMPLE) as proof:
            reports = [json.loads(proof.verify(threads=threads, effort=20).report()) for threads in (1, 2, 3)]
            self.assertEqual(steady(reports[0]), steady(reports[1]))
            self.assertEqual(steady(reports[0]), steady(reports[2]))


def gap_json(gap, roots):
    """As a gap list has it."""
    said = {"kind": gap.kind}
    if gap.root is not None:
        said |= {"root": gap.root, "line": " ".join(gap.line)}
    said |= {"black": " ".join(gap.position.black), "white": " ".join(gap.position.white),
             "to-move": gap.position.to_move}
    if gap.by is not None:
        said["by"] = gap.by
    if gap.limit:
        said["limit"] = True
    if gap.shared != 1:
        said["shared"] = gap.shared
    if gap.root is not None and (moves := roots[gap.root].moves) is not None:
        said["moves"] = " ".join([*moves, *gap.line])
    return said


if __name__ == "__main__":
    unittest.main()
