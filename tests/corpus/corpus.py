"""What the corpus consists of: entries, each a file and what is said of it in the index; and where the files are."""
import functools
import io
import pathlib
import tarfile
import tempfile
from dataclasses import dataclass

HERE = pathlib.Path(__file__).resolve().parent
# Right files are read by checkers, hardly by people, and stand in one archive.
ARCHIVE = HERE / "accept.tar"

# What is wrong with a file, and how a checker of ours ends: 2 it cannot be read as a proof, 1 it can, and is none.
CLASSES = {
    "malformed": 2,  # breaks a rule of its format
    "unsupported": 2,  # says that a reader of this version must not read it
    "no-claim": 2,  # claims nothing
    "false-claim": 1,  # the attacker does not win from the root
    "game-over": 1,  # the game has ended at the root: nothing is left to be won
    "other-claim": 1,  # is right, but not about what was expected (`expect`)
    "not-shown": 1,  # true perhaps, but this file does not show it
    "not-fit": 1,  # the claim is right, and something else in the file is wrong
    "none": 0,  # accept
}


@dataclass
class Entry:
    name: str
    form: str  # jsonl, jsonl.zst, fvp, cert
    content: bytes
    rule: str
    attacker: str
    wrong: str  # one of CLASSES
    reason: str
    expect: str = None  # the claim that the file must make, in the words of --expect
    kind: str = None  # where several files differ in rule set and colour alone

    @property
    def path(self):
        folder = f"accept/{self.form}" if self.wrong == "none" else f"reject/{self.form}/{self.wrong}"
        return f"{folder}/{self.name}.{self.form}"

    def line(self):
        """In the index."""
        value = {"file": self.path, "kind": self.kind or self.name, "format": self.form, "rule": self.rule,
                 "attacker": self.attacker, "class": self.wrong, "exit": CLASSES[self.wrong], "reason": self.reason}
        return value if self.expect is None else {**value, "expect": self.expect}


class Corpus:
    def __init__(self):
        self.entries = []

    def add(self, *arguments, **more):
        self.entries.append(Entry(*arguments, **more))


def packed(files):
    """The archive of these files; the same bytes for the same files, wherever it is made."""
    whole = io.BytesIO()
    with tarfile.open(fileobj=whole, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for path, content in sorted(files.items()):
            member = tarfile.TarInfo(path)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return whole.getvalue()


@functools.lru_cache(maxsize=None)
def unpacked():
    """A folder with what is in the archive, for as long as this program runs."""
    folder = tempfile.TemporaryDirectory(prefix="fiveproof-corpus-")
    with tarfile.open(ARCHIVE, "r:") as archive:
        archive.extractall(folder.name)
    return folder


def path_of(file):
    """Where a file of the index lies."""
    return pathlib.Path(unpacked().name if file.startswith("accept/") else HERE, file)
