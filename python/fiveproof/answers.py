"""What `fiveproof probe --json` and View.to_json() say, for type checkers.

    answer: fiveproof.answers.Probe = json.loads(view.to_json())

Written by tools/types_of_schema.py, from spec/probe.schema.json.
"""
from typing import Literal, NotRequired, TypedDict

Rule = Literal["freestyle", "standard", "renju"]

Colour = Literal["black", "white"]

Square = str

Squares = list[Square]

Standing = Literal["absent", "stored", "reply", "after-move"]

Count = int

Way = TypedDict("Way", {
    "root": Count,
    "claim": str,
    "symmetry": int,
    "moves": Squares,
    "line": Squares,
})

Weight = TypedDict("Weight", {
    "positions": Count,
    "plies": Count,
})

Kind = Literal["five", "straight four", "four", "broken three", "three", "three (3 replies)"]

Threat = TypedDict("Threat", {
    "kind": Kind,
    "category": Literal[0, 1, 2],
    "gain": Square,
    "cost": Squares,
    "rest": Squares,
})

StoredReply = TypedDict("StoredReply", {
    "reply": Square,
    "moves": Squares,
    "claims-sequence": bool,
    "symmetry": NotRequired[int],
    "positions": NotRequired[Count],
    "plies": NotRequired[Count],
})

LostReply = TypedDict("LostReply", {
    "reply": Square,
    "sequence": list[Threat],
})

Replies = TypedDict("Replies", {
    "total": Count,
    "stored": list[StoredReply],
    "lost": Squares,
    "lost-to": NotRequired[list[LostReply]],
    "fives": Squares,
    "open": Squares,
    "cut-short": bool,
})

Outcome = Literal["proved", "nothing-wins", "limit", "over"]

Search = TypedDict("Search", {
    "outcome": Outcome,
    "positions": NotRequired[Count],
    "standing": NotRequired[Standing],
    "way": NotRequired[Way],
    "ways": NotRequired[list[Way]],
    "below": NotRequired[Weight],
    "moves": NotRequired[Squares],
    "claims-sequence": NotRequired[bool],
    "makes-five": NotRequired[bool],
    "sequence-found": NotRequired[bool],
    "sequence": NotRequired[list[Threat]],
    "replies": NotRequired[Replies],
})

Probe = TypedDict("Probe", {
    "format": Literal["fiveproof-probe"],
    "version": Literal[1],
    "rule": Rule,
    "size": int,
    "attacker": Colour,
    "black": Squares,
    "white": Squares,
    "to-move": Colour,
    "effort": int,
    "in-proof": bool,
    "standing": Standing,
    "way": NotRequired[Way],
    "ways": NotRequired[list[Way]],
    "below": NotRequired[Weight],
    "moves": Squares,
    "claims-sequence": bool,
    "makes-five": bool,
    "sequence-found": NotRequired[bool],
    "sequence": NotRequired[list[Threat]],
    "replies": NotRequired[Replies],
    "search": NotRequired[Search],
})
