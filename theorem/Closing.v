(* From pieces that Coq has computed to the theorem about Rules.v: what scripts/theorem puts together. *)
From Coq Require Import Uint63 List Bool ZArith PArray.
Import ListNotations.
From Fiveproof Require Import Rules Facts Board Checker Squares Spec Bridge Book.
Open Scope uint63_scope.

(* The records of one piece more are won. *)
Theorem won_up_to std known lo hi words :
  known_won std known lo -> run std known lo hi words = true -> known_won std known hi.
Proof.
  unfold run. intros W H. apply andb_true_iff in H. destruct H as [H U].
  apply Uint63.eqb_spec in U. rewrite <- U. apply piece_won; assumption.
Qed.

(* Record i is won, and this is its position. *)
Theorem won_at r known i n a d :
  known_won (is_standard r) known n -> (i <? n) = true -> PArray.get known i = (a, d) ->
  Wins r 15%Z (board_of a d).
Proof.
  intros K L E. specialize (K i L). rewrite E in K. apply won_by_certificate; apply K.
Qed.

(* Record i is won, and is the empty board. *)
Theorem won_from_the_start r known i n :
  known_won (is_standard r) known n -> (i <? n) = true -> PArray.get known i = ([], []) ->
  Wins r 15%Z empty_board.
Proof.
  intros K L E. apply wins_same with (board_of [] []); [ apply board_of_nothing | ].
  exact (won_at r known i n [] [] K L E).
Qed.
