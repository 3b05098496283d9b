"""What Coq is given of a certificate: a file of all positions, a file a piece, and one that puts them together.

A piece has the records lo to hi - 1. It asks for nothing but the positions of earlier records, so that no piece needs another
one to be compiled.
"""

CHUNK = 4000  # words in a list: one long list would need more stack than there is
HEAD = """From Coq Require Import Uint63 List.
Import ListNotations.
From Fiveproof Require Import Book.
"""


def chunks(words):
    """`words`: the chunks as definitions, and all of them as one list of lists."""
    lines, names = [], []
    for start in range(0, len(words), CHUNK):
        names.append(f"c{len(names)}")
        chunk = words[start:start + CHUNK]
        lines.append(f"Definition {names[-1]} : list int := [")
        lines.append(";\n".join("; ".join(map(str, chunk[i:i + 8])) for i in range(0, len(chunk), 8)) + "].")
    lines.append(f"Definition words : list (list int) := [{'; '.join(names)}].\n")
    return "\n".join(lines)


def positions(words, count):
    return f"{HEAD}Open Scope uint63_scope.\n{chunks(words)}Definition known := known_of {count} words.\n"


def piece(words, is_standard, lo, hi):
    return f"""{HEAD}From Game Require Import Positions.
Open Scope uint63_scope.
{chunks(words)}Theorem checked : run {str(is_standard).lower()} known {lo} {hi} words = true.
Proof. vm_cast_no_check (eq_refl true). Qed.
"""


def bounds(sizes, count):
    """Cuts of records with these sizes into `count` pieces at most, about as large: [(lo, hi)]."""
    total, cuts, so_far = sum(sizes), [0], 0
    for i, size in enumerate(sizes, 1):
        so_far += size
        if so_far * count >= total * len(cuts) and i < len(sizes):
            cuts.append(i)
    return list(zip(cuts, cuts[1:] + [len(sizes)]))


def squares(stones):
    """A list as theorem/Board.v numbers squares: 16 * column + row, both from 0."""
    return "[" + "; ".join(map(str, stones)) + "]%uint63"


def closed(name, record, is_standard, cuts):
    """Piece after piece, then the bridge to Rules.v."""
    std, rule, last = str(is_standard).lower(), "Standard" if is_standard else "Freestyle", cuts[-1][1]
    black, white = squares(record.black), squares(record.white)
    lines = ["From Coq Require Import Uint63 List ZArith PArray.", "Import ListNotations.",
             "From Fiveproof Require Import Rules Board Checker Spec Bridge Closing.", "Open Scope uint63_scope.",
             "From Game Require Positions.",
             *(f"From Game Require Piece_{k}." for k in range(len(cuts))),
             f"Theorem known_0 : known_won {std} Positions.known 0.\nProof. apply nothing_known. Qed."]
    lines += [f"Theorem known_{k + 1} : known_won {std} Positions.known {hi}.\n"
              f"Proof. exact (won_up_to {std} Positions.known {lo} {hi} Piece_{k}.words known_{k} Piece_{k}.checked). Qed."
              for k, (lo, hi) in enumerate(cuts)]
    lines.append(f"Theorem root : PArray.get Positions.known {last - 1} = ({black}, {white}).\n"
                 f"Proof. vm_cast_no_check (@eq_refl (list int * list int) ({black}, {white})). Qed.")
    arguments = f"{rule} Positions.known {last - 1} {last}"
    known = f"known_{len(cuts)} eq_refl root"
    if record.black or record.white:
        lines.append(f"Theorem {name} : Wins {rule} 15%Z (board_of {black} {white}).\n"
                     f"Proof. exact (won_at {arguments} {black} {white} {known}). Qed.")
    else:
        lines.append(f"Theorem {name} : Wins {rule} 15%Z empty_board.\nProof. exact (won_from_the_start {arguments} {known}). Qed.")
    return "\n".join([*lines, ""])


def told(name):
    """What was proved, and on what it rests. Nothing of the integers is imported here, so that all names are told in full."""
    return f"""From Coq Require Import List ZArith.
Import ListNotations.
From Fiveproof Require Import Rules Bridge.
From Game Require Import Closed.
Open Scope Z_scope.
Check {name}.
Print Assumptions {name}.
"""
