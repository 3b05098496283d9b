"""Proofs of five-in-a-row games: opened, asked and verified. docs/python.md shows how.

Squares are strings, "h8"; lists of squares are one string, "h8 a1", or strings in any iterable. Rule sets are "freestyle",
"standard" and "renju", colours "black" and "white". What is wrong with a file is a fiveproof.Error; what is wrong with
an argument a ValueError or a TypeError.
"""

import sys
from pathlib import Path
from typing import Literal


def _why_not(missing: ImportError) -> str:
    """A module of C++ is for one version of Python."""
    here = f"Python {sys.version_info[0]}.{sys.version_info[1]}, {sys.executable}"
    made = ", ".join(file.name for file in Path(__file__).parent.glob("_core.*.so")) or "nothing"
    how = "docs/python.md says how to build it"
    return f"fiveproof was not built for {here}: found {made} ({missing}); {how}"


try:
    from ._core import (
        Blame,
        BlameProgress,
        Choice,
        Claim,
        Fault,
        Finding,
        ForbiddenLine,
        ForbiddenPoint,
        Gap,
        Gaps,
        LostReply,
        Player,
        Position,
        Progress,
        Proof,
        Record,
        Records,
        Replies,
        Root,
        Solved,
        SolveProgress,
        StoredReply,
        StraightFour,
        Threat,
        ThreatReply,
        Threats,
        ThreatStep,
        Verdict,
        Verification,
        View,
        Way,
        Weight,
        __version__,
        blame,
        forbidden,
        open,
        player,
        solve,
        threats,
    )
except ImportError as _missing:
    raise ImportError(_why_not(_missing)) from _missing
from .errors import Error, NotFound
from .shown import numbered, svg

__all__ = [
    "Blame",
    "BlameProgress",
    "Choice",
    "Claim",
    "Error",
    "Fault",
    "Finding",
    "ForbiddenLine",
    "ForbiddenPoint",
    "Gap",
    "Gaps",
    "LostReply",
    "NotFound",
    "Player",
    "Position",
    "Progress",
    "Proof",
    "Record",
    "Records",
    "Replies",
    "Root",
    "SolveProgress",
    "Solved",
    "StoredReply",
    "StraightFour",
    "Threat",
    "ThreatReply",
    "ThreatStep",
    "Threats",
    "Verdict",
    "Verification",
    "View",
    "Way",
    "Weight",
    "__version__",
    "blame",
    "forbidden",
    "numbered",
    "open",
    "player",
    "solve",
    "svg",
    "threats",
]


def _with_stones(black: str, white: str, to_move: Literal["black", "white"], size: int) -> Position:
    """What a pickled Position is made with again: pickle finds functions of Python only."""
    return Position.from_stones(black, white, to_move=to_move, size=size)
