"""Proofs of five-in-a-row games: opened, asked and verified. docs/python.md shows how.

Squares are strings, "h8"; lists of squares are one string, "h8 a1", or strings in any iterable. Rule sets are "freestyle",
"standard" and "renju", colours "black" and "white". What is wrong with a file is a fiveproof.Error; what is wrong with
an argument a ValueError or a TypeError.
"""

from typing import Literal

from ._core import (
    Claim,
    Gap,
    Gaps,
    LostReply,
    Position,
    Progress,
    Proof,
    Record,
    Records,
    Replies,
    Root,
    StoredReply,
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
    open,
    threats,
)
from .errors import Error

__all__ = [
    "Claim",
    "Error",
    "Gap",
    "Gaps",
    "LostReply",
    "Position",
    "Progress",
    "Proof",
    "Record",
    "Records",
    "Replies",
    "Root",
    "StoredReply",
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
    "open",
    "threats",
]


def _with_stones(black: str, white: str, to_move: Literal["black", "white"], size: int) -> Position:
    """What a pickled Position is made with again: pickle finds functions of Python only."""
    return Position.from_stones(black, white, to_move=to_move, size=size)
