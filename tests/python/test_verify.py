"""A check while it runs: what the callback is told, what ends it, and what other threads do meanwhile."""

import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path

import fiveproof
from helpers import EXAMPLE, MODULE, ROOT

sys.path.insert(0, str(ROOT / "tests"))
from unproved import long_proof  # noqa: E402

SOON = 5  # seconds, on a machine that has other things to do


class Enough(Exception):
    pass


class VerifyTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.file = long_proof(cls.folder.name, 60_000)
        cls.proof = fiveproof.open(cls.file)

    @classmethod
    def tearDownClass(cls):
        cls.proof.close()
        cls.folder.cleanup()

    def test_the_callback_is_told_how_far_it_has_come(self):
        told = []
        with fiveproof.open(EXAMPLE) as proof:
            checked = proof.verify(progress=told.append)
        self.assertTrue(told)
        last = told[-1]
        self.assertEqual((last.positions_done, last.replies_done), (last.positions_total, last.replies_total))
        self.assertEqual(last.positions_total, checked.counts["positions"])
        done = [progress.replies_done for progress in told]
        self.assertEqual(done, sorted(done))

    def test_it_is_called_in_the_thread_that_asked(self):
        threads = []
        with fiveproof.open(EXAMPLE) as proof:
            proof.verify(progress=lambda progress: threads.append(threading.get_ident()), threads=2)
        self.assertEqual(set(threads), {threading.get_ident()})

    def test_what_the_callback_raises_ends_the_check(self):
        for raised in (Enough("no more"), KeyboardInterrupt(), SystemExit(3), StopIteration()):
            for trust in ("dbsearch", "rules"):
                begun = time.monotonic()

                def stop(progress, raised=raised):
                    raise raised

                with self.assertRaises(type(raised)) as caught:
                    self.proof.verify(progress=stop, trust=trust)
                self.assertIs(caught.exception, raised)
                self.assertLess(time.monotonic() - begun, SOON)

    def test_after_that_the_proof_is_as_before(self):
        def stop(progress):
            raise Enough

        before = self.proof.content_hash
        self.assertRaises(Enough, self.proof.verify, progress=stop)
        self.assertEqual(self.proof.content_hash, before)
        with fiveproof.open(EXAMPLE) as proof:
            self.assertRaises(Enough, proof.verify, progress=stop)
            self.assertTrue(proof.verify().accepted)

    def test_a_signal_ends_the_check(self):
        def handler(number, frame):
            raise Enough

        before = signal.signal(signal.SIGALRM, handler)
        try:
            for callback in (None, lambda progress: None):
                signal.setitimer(signal.ITIMER_REAL, 0.4)
                begun = time.monotonic()
                with self.assertRaises(Enough):
                    self.proof.verify(progress=callback)
                self.assertLess(time.monotonic() - begun, SOON)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)

    def test_ctrl_c_ends_the_check(self):
        code = (
            "import signal, sys; sys.path.insert(0, sys.argv[1]); import fiveproof\n"
            "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
            "proof = fiveproof.open(sys.argv[2])\n"
            "print('begun', flush=True)\n"
            "try: proof.verify()\n"
            "except KeyboardInterrupt: print('interrupted', flush=True)\n"
        )
        child = subprocess.Popen([sys.executable, "-c", code, MODULE, str(self.file)], stdout=subprocess.PIPE, text=True)
        self.assertEqual(child.stdout.readline(), "begun\n")
        time.sleep(1)
        begun = time.monotonic()
        child.send_signal(signal.SIGINT)
        out, _ = child.communicate(timeout=60)
        self.assertEqual((out, child.returncode), ("interrupted\n", 0))
        self.assertLess(time.monotonic() - begun, SOON)

    def test_other_threads_go_on_meanwhile(self):
        """The GIL is not held: somebody else counts while the check goes on."""
        counted, over = [0], threading.Event()

        def count():
            while not over.is_set():
                counted[0] += 1
                time.sleep(0.001)

        def stop(progress):
            if progress.seconds > 1:
                raise Enough

        other = threading.Thread(target=count)
        other.start()
        try:
            self.assertRaises(Enough, self.proof.verify, progress=stop)
        finally:
            over.set()
            other.join()
        self.assertGreater(counted[0], 50)

    def test_several_checks_at_once(self):
        """Of one proof and of others, with questions in between."""
        answers, failures = [], []

        def work(proof):
            try:
                answers.append(proof.verify(threads=1).accepted)
                position = proof.roots[0].position
                answers.append(proof.probe(position, full=True).standing == proof.probe(position).standing)
            except BaseException as failure:  # a thread that fails must not be taken for one that has nothing to say
                failures.append(failure)

        with fiveproof.open(EXAMPLE) as one, fiveproof.open(EXAMPLE) as other:
            threads = [threading.Thread(target=work, args=(proof,)) for proof in (one, one, other)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        self.assertEqual((failures, answers), ([], [True] * 6))

    def test_the_first_arrays_in_several_threads(self):
        """In an interpreter of its own, as nobody may have asked for one before."""
        code = (
            "import sys, threading; sys.path.insert(0, sys.argv[1]); import fiveproof\n"
            "proof = fiveproof.open(sys.argv[2]); all = threading.Barrier(4)\n"
            "def ask(): all.wait(); proof.records.arrays()\n"
            "threads = [threading.Thread(target=ask) for _ in range(4)]\n"
            "for thread in threads: thread.start()\n"
            "for thread in threads: thread.join()\n"
            "print('end')\n"
        )
        done = subprocess.run([sys.executable, "-c", code, MODULE, str(EXAMPLE)], capture_output=True, text=True, timeout=60)
        self.assertEqual((done.stdout, done.stderr), ("end\n", ""))

    def test_a_check_within_a_check(self):
        answers = []
        with fiveproof.open(EXAMPLE) as proof:
            def again(progress):
                if not answers:
                    answers.append(proof.verify(threads=1).accepted)

            answers.append(proof.verify(threads=1, progress=again).accepted)
        self.assertEqual(answers, [True, True])

    def test_closing_a_proof_ends_no_check(self):
        proof = fiveproof.open(EXAMPLE)
        self.assertTrue(proof.verify(progress=lambda progress: proof.close()).accepted)
        self.assertTrue(proof.closed)

    def test_gaps_are_gone_through_one_at_a_time(self):
        with fiveproof.open(EXAMPLE) as proof:
            checked = proof.verify(effort=1)
        first = iter(checked.gaps)
        kinds = [next(first).kind, next(first).kind]
        second = iter(checked.gaps)
        self.assertEqual([next(second).kind, next(second).kind], kinds)
        self.assertRaisesRegex(RuntimeError, "begun anew", next, first)
        self.assertEqual(2 + len(list(second)), len(checked.gaps))
        self.assertRaises(StopIteration, next, second)
        self.assertEqual(len(list(checked.gaps)), len(checked.gaps))

    def test_a_disk_that_is_not_there_is_an_error(self):
        with fiveproof.open(EXAMPLE) as proof:
            before = os.environ.get("TMPDIR")
            os.environ["TMPDIR"] = str(Path(self.folder.name, "nowhere"))
            try:
                with self.assertRaises(fiveproof.Error) as raised:
                    proof.verify(effort=1)
                self.assertEqual(raised.exception.code, "io")
            finally:
                os.environ.pop("TMPDIR") if before is None else os.environ.update(TMPDIR=before)


if __name__ == "__main__":
    unittest.main()
