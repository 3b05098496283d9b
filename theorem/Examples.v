(* Small positions, decided in both directions. tests/theorem/brute_force.py made this file: it chose the
   positions and decided them by its own search, written in Python. The proofs below run Decide.v. Black (X)
   is to move. *)
From Coq Require Import ZArith List String.
From Fiveproof Require Import Rules Decide Picture.
Import ListNotations.
Open Scope string_scope.

Lemma won r n b : wins r n b = true -> Wins r n b.
Proof. apply wins_spec. Qed.

Lemma not_won r n b : wins r n b = false -> ~ Wins r n b.
Proof. apply wins_not_spec. Qed.

Definition five_at_once := picture 5
  [".XOOX";
   "O.XXX";
   "OXOOX";
   ".OXO.";
   "XOOOX"].
Example five_at_once_freestyle : Wins Freestyle 5 five_at_once.  (* in 1 ply *)
Proof. apply won. vm_compute. reflexivity. Qed.
Example five_at_once_standard : Wins Standard 5 five_at_once.  (* in 1 ply *)
Proof. apply won. vm_compute. reflexivity. Qed.

Definition two_moves_of_his := picture 5
  [".OOO.";
   ".OOXX";
   "OOOXX";
   "X.OOX";
   "XXX.."].
Example two_moves_of_his_freestyle : Wins Freestyle 5 two_moves_of_his.  (* in 3 plies *)
Proof. apply won. vm_compute. reflexivity. Qed.
Example two_moves_of_his_standard : Wins Standard 5 two_moves_of_his.  (* in 3 plies *)
Proof. apply won. vm_compute. reflexivity. Qed.

Definition three_moves_of_his := picture 5
  ["XX..X";
   "O.O.O";
   ".OXXO";
   "OO..O";
   "XO.XX"].
Example three_moves_of_his_freestyle : Wins Freestyle 5 three_moves_of_his.  (* in 5 plies *)
Proof. apply won. vm_compute. reflexivity. Qed.
Example three_moves_of_his_standard : Wins Standard 5 three_moves_of_his.  (* in 5 plies *)
Proof. apply won. vm_compute. reflexivity. Qed.

Definition one_empty_square := picture 5
  ["XXXOO";
   "OXOOX";
   "XOXOX";
   "XXO.X";
   "OOOXO"].
Example one_empty_square_freestyle : ~ Wins Freestyle 5 one_empty_square.
Proof. apply not_won. vm_compute. reflexivity. Qed.
Example one_empty_square_standard : ~ Wins Standard 5 one_empty_square.
Proof. apply not_won. vm_compute. reflexivity. Qed.

Definition five_empty_squares := picture 5
  ["OXX.O";
   "OX..X";
   "OOXOX";
   "XXO.X";
   "O.OXO"].
Example five_empty_squares_freestyle : ~ Wins Freestyle 5 five_empty_squares.
Proof. apply not_won. vm_compute. reflexivity. Qed.
Example five_empty_squares_standard : ~ Wins Standard 5 five_empty_squares.
Proof. apply not_won. vm_compute. reflexivity. Qed.

Definition eight_empty_squares := picture 5
  ["OOX.O";
   ".X..X";
   "OOX.X";
   "XXO.O";
   "O.OX."].
Example eight_empty_squares_freestyle : ~ Wins Freestyle 5 eight_empty_squares.
Proof. apply not_won. vm_compute. reflexivity. Qed.
Example eight_empty_squares_standard : ~ Wins Standard 5 eight_empty_squares.
Proof. apply not_won. vm_compute. reflexivity. Qed.

Definition six_are_too_many := picture 6
  ["OXXX.O";
   ".OXOX.";
   "XXXOOX";
   "O..OOO";
   "OXXOOO";
   "OXXXOX"].
Example six_are_too_many_freestyle : Wins Freestyle 6 six_are_too_many.  (* in 1 ply *)
Proof. apply won. vm_compute. reflexivity. Qed.
Example six_are_too_many_standard : ~ Wins Standard 6 six_are_too_many.
Proof. apply not_won. vm_compute. reflexivity. Qed.

Definition exactly_five := picture 6
  ["XOOXXO";
   "OXOX..";
   "OOXOXX";
   "XOX.X.";
   "XXOX.O";
   "OXOOO."].
Example exactly_five_freestyle : Wins Freestyle 6 exactly_five.  (* in 3 plies *)
Proof. apply won. vm_compute. reflexivity. Qed.
Example exactly_five_standard : Wins Standard 6 exactly_five.  (* in 3 plies *)
Proof. apply won. vm_compute. reflexivity. Qed.

Definition no_win_on_six_rows := picture 6
  ["OOXOXO";
   ".X.X.X";
   "OXOX.X";
   "XOOXOO";
   "OX.OXX";
   "OOOXX."].
Example no_win_on_six_rows_freestyle : ~ Wins Freestyle 6 no_win_on_six_rows.
Proof. apply not_won. vm_compute. reflexivity. Qed.
Example no_win_on_six_rows_standard : ~ Wins Standard 6 no_win_on_six_rows.
Proof. apply not_won. vm_compute. reflexivity. Qed.
