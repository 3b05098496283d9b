(* What scripts/theorem has Coq compute: the book of a certificate, piece after piece. Each piece is one
   boolean, so that it is computed once, by Qed. Closing.v says what follows from it. *)
From Coq Require Import Uint63 List Bool PArray.
Import ListNotations.
From Fiveproof Require Import Board Checker.
Open Scope uint63_scope.

(* The positions of all records, in their order; a piece asks for those of earlier ones. *)
Definition known_of (count : int) (words : list (list int)) : positions :=
  fill 0 (map (fun e => (atts e, defs e)) (entries_of words)) (make count ([], [])).

(* These words are the records from lo to hi - 1, and each of them is won if the earlier ones are. *)
Definition run (std : bool) (known : positions) (lo hi : int) (words : list (list int)) : bool :=
  let es := entries_of words in check_piece std known lo es && (upto lo es =? hi).
