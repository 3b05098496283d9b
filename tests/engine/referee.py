#!/usr/bin/python3
"""Plays games between `fiveproof play` and an opponent, and judges them by rules of its own.

    referee.py --opponents OPPONENT-PROGRAM [options] FIVEPROOF
    referee.py --self-test

    --opponent NAMES   random, threats, self, or a command that speaks the protocol; several, with commas
    --rule NAMES       freestyle, standard, renju (default: freestyle)
    --size N           (default: 15)
    --colour NAME      black, white or both: which the program has (default: both)
    --games N          of each opponent, rule set and colour (default: 10)
    --turn MS          time for a move (default: 1000)
    --tolerance MS     beyond it, for the way through the pipes (default: 0)
    --openings N       random stones before the first move (default: 0)
    --pause MS         before the opponent is asked, as some are not ready at once after they have answered (default: 0)
    --scattered N      the opponent's first N moves are thrown near the others, so that no two games are the same (default: 0)
    --proved           every game has to be won, and every move has to be named by a record or a sequence
    --alone            without the proofs
    --seed N           of opponents and openings (default: 1)
    --games-to FILE    every game as a line, to be looked at

The moves are held against the rules by a board of its own, which shares nothing with the program. It exits 1 where the
program crashed, made an illegal move or was late, and with --proved where it did not win by a five or did not say why.
"""

import argparse
import os
import random
import re
import select
import shlex
import subprocess
import sys
import time

DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))
RULE_NUMBERS = {"freestyle": 0, "standard": 1, "renju": 4}


class Board:
    """Stones by their coordinates, and what the rules say of them. Colours are 0, Black, and 1."""

    def __init__(self, size, rule):
        self.size, self.rule, self.stones = size, rule, {}

    def is_inside(self, x, y):
        return 0 <= x < self.size and 0 <= y < self.size

    def run(self, x, y, dx, dy, colour):
        """The number of stones in a row through a stone."""
        count = 1
        for sign in (1, -1):
            step = 1
            while self.stones.get((x + sign * step * dx, y + sign * step * dy)) == colour:
                count, step = count + 1, step + 1
        return count

    def exactly(self, colour):
        return self.rule == "standard" or (self.rule == "renju" and colour == 0)

    def makes_five(self, x, y, colour):
        """Does the stone that is there, or would be, make a five?"""
        runs = [self.run(x, y, dx, dy, colour) for dx, dy in DIRECTIONS]
        return any(run == 5 or (run > 5 and not self.exactly(colour)) for run in runs)

    def fives_on_line(self, x, y, dx, dy):
        """The empty squares of the line on which one more black stone makes five in that line, holding (x, y)."""
        squares = []
        for k in range(-4, 5):
            square = (x + k * dx, y + k * dy)
            if k == 0 or not self.is_inside(*square) or square in self.stones:
                continue
            self.stones[square] = 0
            if self.run(x, y, dx, dy, 0) == 5 and self.between(x, y, dx, dy, k):
                squares.append(square)
            del self.stones[square]
        return squares

    def between(self, x, y, dx, dy, k):
        """Are all squares from (x, y) to k steps on black?"""
        sign = 1 if k > 0 else -1
        return all(self.stones.get((x + i * dx, y + i * dy)) == 0 for i in range(sign, k + sign, sign))

    def is_forbidden(self, x, y):
        """Renju: may Black not play there? By the words of the rules, tried out on the board."""
        self.stones[x, y] = 0
        try:
            if self.makes_five(x, y, 0):
                return False
            if any(self.run(x, y, dx, dy, 0) > 5 for dx, dy in DIRECTIONS):
                return True
            fours = threes = 0
            for dx, dy in DIRECTIONS:
                squares = self.fives_on_line(x, y, dx, dy)
                if len(squares) == 2:
                    # A straight four has its squares at both ends of one row; else there are two fours.
                    (ax, ay), (bx, by) = squares
                    fours += 1 if max(abs(ax - bx), abs(ay - by)) == 5 else 2
                else:
                    fours += len(squares)
                threes += self.is_three(x, y, dx, dy)
            return fours >= 2 or threes >= 2
        finally:
            del self.stones[x, y]

    def is_three(self, x, y, dx, dy):
        for k in range(-4, 5):
            square = (x + k * dx, y + k * dy)
            if k == 0 or not self.is_inside(*square) or square in self.stones:
                continue
            self.stones[square] = 0
            fives = self.fives_on_line(x, y, dx, dy)
            is_straight = (
                len(fives) == 2
                and max(abs(fives[0][0] - fives[1][0]), abs(fives[0][1] - fives[1][1])) == 5
                and self.between(x, y, dx, dy, k)
                and not self.makes_five(*square, 0)
            )
            del self.stones[square]
            if is_straight and not self.is_forbidden(*square):
                return True
        return False

    def why_illegal(self, x, y, colour):
        if not self.is_inside(x, y):
            return "off the board"
        if (x, y) in self.stones:
            return "occupied"
        if self.rule == "renju" and colour == 0 and self.is_forbidden(x, y):
            return "forbidden"
        return None


class Gone(Exception):
    """The program ended, or said nothing in time."""


class Program:
    """A process that speaks the protocol."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.rest, self.messages = b"", []

    def send(self, *lines):
        try:
            self.process.stdin.write("".join(line + "\n" for line in lines).encode())
            self.process.stdin.flush()
        except OSError as error:
            raise Gone("crash") from error

    def line(self, seconds):
        end = time.monotonic() + seconds
        while b"\n" not in self.rest:
            left = end - time.monotonic()
            if left <= 0 or not select.select([self.process.stdout], [], [], left)[0]:
                raise Gone("time")
            more = os.read(self.process.stdout.fileno(), 65536)
            if not more:
                raise Gone("crash")
            self.rest += more
        line, self.rest = self.rest.split(b"\n", 1)
        return line.decode(errors="replace").strip()

    def answer(self, seconds):
        """The next line that is no message; messages are kept."""
        self.messages = []
        while True:
            line = self.line(seconds)
            if not line.startswith(("MESSAGE", "DEBUG")):
                return line
            self.messages.append(line)

    def processor_seconds(self):
        """What its threads have had of a processor: on a machine that others use, this and not the clock is what a move
        takes. Nothing where the system does not say."""
        total = 0
        try:
            for task in os.listdir(f"/proc/{self.process.pid}/task"):
                with open(f"/proc/{self.process.pid}/task/{task}/schedstat", encoding="ascii") as file:
                    total += int(file.read().split()[0])
        except (OSError, ValueError, IndexError):
            return 0.0
        return total / 1e9

    def start(self, size, rule, turn):
        self.send(f"INFO rule {RULE_NUMBERS[rule]}", f"INFO timeout_turn {turn}", "INFO timeout_match 0", f"START {size}")
        began = time.monotonic()
        if self.answer(60) != "OK":
            raise Gone("no OK")
        self.start_seconds = time.monotonic() - began

    def end(self):
        """How long it takes to end, in seconds; None: it had to be killed."""
        began = time.monotonic()
        try:
            self.send("END")
            self.process.wait(10)
            return time.monotonic() - began
        except (Gone, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
            return None


def random_opening(count, size, rule, rng):
    """Moves by both in turn near the middle, none of which makes a five or is forbidden."""
    board, moves = Board(size, rule), []
    while len(moves) < count:
        x, y = (size // 2 + rng.randint(-3, 3) for _ in range(2))
        colour = len(moves) % 2
        if board.why_illegal(x, y, colour):
            continue
        board.stones[x, y] = colour
        if board.makes_five(x, y, colour):
            return random_opening(count, size, rule, rng)
        moves.append((x, y))
    return moves


def near_by(board, colour, rng):
    """A legal move within two squares of a stone; anywhere near the middle of an empty board."""
    stones = list(board.stones) or [(board.size // 2, board.size // 2)]
    while True:
        x, y = (at + rng.randint(-2, 2) for at in rng.choice(stones))
        if not board.why_illegal(x, y, colour):
            return x, y


class Game:
    """One game; `ours` is the colour of the program that is looked at."""

    def __init__(self, programs, ours, size, rule, options, opening, rng):
        self.programs, self.ours, self.options, self.rng = programs, ours, options, rng
        self.board, self.moves = Board(size, rule), []
        self.said, self.seconds, self.processor = [], [], []
        for x, y in opening:
            self.put(x, y)

    def put(self, x, y):
        self.board.stones[x, y] = len(self.moves) % 2
        self.moves.append((x, y))

    def ask(self, colour, is_first):
        """Sends what a manager sends to the one who is to move."""
        if not self.moves:
            self.programs[colour].send("BEGIN")
        elif is_first and len(self.moves) > 1:
            mover = len(self.moves) % 2
            lines = [f"{x},{y},{1 if i % 2 == mover else 2}" for i, (x, y) in enumerate(self.moves)]
            self.programs[colour].send("BOARD", *lines, "DONE")
        else:
            self.programs[colour].send("TURN {},{}".format(*self.moves[-1]))

    def play(self):
        """(result, reason), seen from our side: won, lost or drawn; and five, full, illegal, crash or time."""
        asked, scattered = set(), 0
        while True:
            colour = len(self.moves) % 2
            outcome = {True: "lost", False: "won"}[colour == self.ours]
            if len(self.moves) == self.board.size**2:
                return "drawn", "full"
            if colour != self.ours and scattered < self.options.scattered:
                scattered += 1
                self.put(*near_by(self.board, colour, self.rng))
                if self.board.makes_five(*self.moves[-1], colour):
                    return outcome.replace("won", "lost"), "five"
                continue
            processor = self.programs[colour].processor_seconds()
            if colour != self.ours:
                time.sleep(self.options.pause / 1000)
            began = time.monotonic()
            try:
                self.ask(colour, colour not in asked)
                answer = self.programs[colour].answer(20 + self.options.turn / 250)
            except Gone as gone:
                return outcome, str(gone)
            taken = time.monotonic() - began
            asked.add(colour)
            match = re.fullmatch(r"(\d+),(\d+)", answer)
            if colour == self.ours:
                self.seconds.append(taken)
                self.processor.append(self.programs[colour].processor_seconds() - processor)
                self.said.append(self.programs[colour].messages[-1] if self.programs[colour].messages else "")
                if taken * 1000 > self.options.turn + self.options.tolerance and not self.options.proved:
                    return outcome, "time"
            if not match:
                return outcome, f"illegal: {answer}"
            x, y = map(int, match.groups())
            why = self.board.why_illegal(x, y, colour)
            if why:
                return outcome, f"illegal: {why}"
            self.put(x, y)
            if self.board.makes_five(x, y, colour):
                return {True: "won", False: "lost"}[colour == self.ours], "five"

    def text(self):
        return " ".join(f"{x},{y}" for x, y in self.moves)


class Tally:
    """What came out of a number of games."""

    def __init__(self):
        self.results = {"won": 0, "drawn": 0, "lost": 0}
        self.faults, self.unnamed, self.plies = [], 0, 0
        self.slowest = self.slowest_proof = self.processor_proof = self.slowest_start = self.slowest_end = 0.0
        self.kinds = {"in the proof": 0, "in a sequence": 0, "on its own": 0}

    def add(self, game, result, reason):
        self.results[result] += 1
        self.plies += len(game.moves)
        if reason not in ("five", "full") and result == "lost":
            self.faults.append(f"{reason} after {game.text()}")
        for said, seconds, processor in zip(game.said, game.seconds, game.processor):
            self.slowest = max(self.slowest, seconds)
            kind = next((kind for kind in self.kinds if kind in said), None)
            if kind:
                self.kinds[kind] += 1
            if kind in ("in the proof", "in a sequence"):
                self.slowest_proof = max(self.slowest_proof, seconds)
                self.processor_proof = max(self.processor_proof, processor)
            elif game.options.proved:
                self.unnamed += 1

    def games(self):
        return sum(self.results.values())

    def text(self):
        kinds = ", ".join(f"{count} {kind}" for kind, count in self.kinds.items())
        results = ", ".join(f"{count} {result}" for result, count in self.results.items())
        return (
            f"{self.games()} games: {results}; {self.plies / self.games():.1f} plies; moves: {kinds}; slowest move "
            f"{self.slowest * 1000:.0f} ms, of those that are proved {self.slowest_proof * 1000:.0f} ms "
            f"({self.processor_proof * 1000:.0f} ms of a processor); start "
            f"{self.slowest_start * 1000:.0f} ms, end {self.slowest_end * 1000:.0f} ms; {len(self.faults)} faults"
        )


def play_group(options, opponent, rule, ours, log):
    tally = Tally()
    for number in range(options.games):
        seed = options.seed * 100_003 + number
        ours_command = [options.program, "play"] + (["--alone"] if options.alone else [])
        if opponent in ("random", "threats"):
            theirs_command = [options.opponents, opponent, str(seed)]
        else:
            theirs_command = ours_command if opponent == "self" else shlex.split(opponent)
        rng = random.Random(seed)
        opening = random_opening(options.openings, options.size, rule, rng)
        program, other = Program(ours_command), Program(theirs_command)
        programs = {ours: program, 1 - ours: other}
        try:
            for each in (program, other):
                each.start(options.size, rule, options.turn)
            game = Game(programs, ours, options.size, rule, options, opening, rng)
            result, reason = game.play()
            tally.add(game, result, reason)
            tally.slowest_start = max(tally.slowest_start, program.start_seconds)
            if options.proved and (result, reason) != ("won", "five"):
                tally.faults.append(f"not won by a five, but {result}, {reason}: {game.text()}")
            if log:
                log.write(f"{rule} {options.size} {opponent} {'black' if ours == 0 else 'white'} {result} {reason}: {game.text()}\n")
                log.flush()
        finally:
            ended = program.end()
            other.end()
        if ended is None:
            tally.faults.append("did not end")
        tally.slowest_end = max(tally.slowest_end, ended or 0)
    return tally


def self_test():
    """The rules of the board, where they are known."""
    board = Board(15, "renju")
    for x, y in ((6, 7), (8, 7), (7, 6), (7, 8)):
        board.stones[x, y] = 0
    assert board.is_forbidden(7, 7), "a double three"
    board.stones[5, 7] = 1
    assert not board.is_forbidden(7, 7), "one of the threes is blocked"
    board.stones = {(x, 3): 0 for x in (2, 3, 4, 6, 7)}
    assert board.is_forbidden(5, 3), "an overline"
    board.rule = "freestyle"
    assert board.makes_five(5, 3, 0)
    board.rule = "standard"
    assert not board.makes_five(5, 3, 0)
    board.rule, board.stones = "renju", {(x, 3): 0 for x in (2, 4, 5, 8)}
    assert board.is_forbidden(6, 3), "two fours on one line"
    board.stones = {(x, 3): 0 for x in (3, 4, 5)} | {(6, y): 0 for y in (4, 5, 6)}
    assert board.is_forbidden(6, 3), "two fours"
    board.stones = {(x, 3): 0 for x in (3, 4, 5)}
    assert not board.is_forbidden(6, 3), "a straight four"
    board.stones = {(x, 3): 0 for x in (2, 3, 4, 5)} | {(6, y): 0 for y in (4, 5, 6)}
    assert not board.is_forbidden(6, 3), "a five"
    board.stones = {(x, 0): 1 for x in range(6)}
    assert board.makes_five(2, 0, 1) and not board.makes_five(2, 0, 0)
    print("the referee knows its rules")


def parse(arguments):
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("program", nargs="?")
    parser.add_argument("--opponents")
    parser.add_argument("--opponent", default="random")
    parser.add_argument("--rule", default="freestyle")
    parser.add_argument("--size", type=int, default=15)
    parser.add_argument("--colour", default="both")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--turn", type=int, default=1000)
    parser.add_argument("--tolerance", type=int, default=0)
    parser.add_argument("--pause", type=int, default=0)
    parser.add_argument("--openings", type=int, default=0)
    parser.add_argument("--scattered", type=int, default=0)
    parser.add_argument("--proved", action="store_true")
    parser.add_argument("--alone", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games-to")
    parser.add_argument("--self-test", action="store_true")
    return parser.parse_args(arguments)


def main():
    options = parse(sys.argv[1:])
    if options.self_test:
        self_test()
        return 0
    if not options.program:
        print(__doc__, file=sys.stderr)
        return 2
    log = open(options.games_to, "a", encoding="utf-8") if options.games_to else None
    colours = {"black": [0], "white": [1], "both": [0, 1]}[options.colour]
    faults = 0
    for rule in options.rule.split(","):
        for opponent in options.opponent.split(","):
            for ours in colours:
                tally = play_group(options, opponent, rule, ours, log)
                print(f"{rule} {options.size}x{options.size}, {('black', 'white')[ours]} against {opponent}: {tally.text()}", flush=True)
                if tally.unnamed:
                    print(f"  {tally.unnamed} moves were not named by the proof")
                for fault in tally.faults:
                    print(f"  {fault}")
                faults += len(tally.faults) + tally.unnamed
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
