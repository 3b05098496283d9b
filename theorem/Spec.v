(* All that [Sound] supposes of the board of bits, proved; so accepted records are won. *)
From Coq Require Import Uint63 List Bool ZArith Lia.
Import ListNotations.
From Fiveproof Require Import Board Checker Sound Bits Squares Symmetry Stones Lines Points Sets Threats.
From Fiveproof Require Game.
Open Scope uint63_scope.

(* What the checker reads on its board is so, and what it writes stays so. *)
Theorem board_spec std : Board_spec std on window cell (flank std) Rep.
Proof.
  constructor.
  - exact rep_is_empty.
  - exact rep_is_free.
  - exact (rep_put A).
  - exact (rep_put D).
  - exact (rep_point std).
  - exact pairs_keep.
  - exact (rep_pair std).
  - exact near_two_keeps.
  - exact rep_near_two.
  - exact add_here.
  - intros x q z. apply add_keeps.
  - exact union_has.
  - exact on_cell.
  - exact cell_dec.
Qed.
(* What a record needs beside that: the empty board, sets of squares, the eight images. *)
Theorem entry_spec std : Entry_spec std on window cell (flank std) Rep.
Proof.
  constructor.
  - exact rep_empty_board.
  - exact rep_one.
  - exact same_board.
  - exact (rep_five std).
  - exact inter_lacks.
  - exact everything_has.
  - exact on_squares.
  - exact enough.
  - exact (turned std).
Qed.

(* The attacker, to move, wins from the stones a of his and d of the defender. *)
Definition won (std : bool) (a d : list int) : Prop :=
  Game.Wins int dec on window cell (flank std) (position a d).
(* The records before the i-th are won. *)
Definition known_won (std : bool) (known : positions) (i : int) : Prop :=
  known_ok on window cell (flank std) known i.

(* Before the first record there is nothing to believe. *)
Lemma nothing_known std known : known_won std known 0.
Proof. intros i H. apply ltb_spec in H. change (to_Z 0) with 0%Z in H. pose proof (to_Z_bounded i). lia. Qed.
(* A record that is accepted, the earlier ones being won, is won. *)
Theorem entry_won std known i e : known_won std known i -> check_entry std known i e = true ->
  won std (atts e) (defs e).
Proof. intros K H. eapply entry_sound; eauto using apart, board_spec, entry_spec. Qed.
(* Records that are accepted one after the other are won. *)
Theorem piece_won std known es i : known_won std known i -> check_piece std known i es = true ->
  known_won std known (upto i es).
Proof. apply piece_sound with (Rep := Rep); [ apply apart | apply board_spec | apply entry_spec ]. Qed.
