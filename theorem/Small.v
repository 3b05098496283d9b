(* A closed theorem about a position of seven plies, from a record as certificates have them: Black makes a
   four, then two threes at once, then a straight four. The same way leads to the theorems about the whole
   game. *)
From Coq Require Import ZArith List Bool String Uint63 PArray.
From Fiveproof Require Import Rules Decide Facts Picture Board Checker Sound Squares Spec Bridge.
Import ListNotations.
Open Scope string_scope.

Definition small : Rules.board := picture 15
  ["O.............O";
   "...............";
   "............O..";
   "...............";
   "..O............";
   "...............";
   "...............";
   "O.......XX.....";
   ".......X.......";
   ".......X.......";
   "...............";
   "...............";
   "...............";
   ".OXXX..........";
   "..............O"].

(* The same stones, and Black's plan, as the checker numbers squares. *)
Definition sq (column row : int) : int := (16 * column + row)%uint63.
Open Scope uint63_scope.
Definition black : list int := [sq 8 7; sq 9 7; sq 7 8; sq 7 9; sq 2 13; sq 3 13; sq 4 13].
Definition white : list int :=
  [sq 1 13; sq 0 0; sq 14 0; sq 14 14; sq 0 7; sq 12 2; sq 2 4].
Definition threes : plan :=
  Step (sq 7 7) (Branch [sq 5 7; sq 6 7; sq 10 7] (Step (sq 7 6) Nil Done) Nil) (Step (sq 6 7) Nil Done).
Definition record : Checker.entry :=
  {| atts := black; defs := white; Checker.move := sq 5 13; stored := [];
    hint := Step (sq 5 13) Nil threes |}.

(* The book has this record only. *)
Definition known : positions := fill 0 [(black, white)] (make 1 ([], [])).

Definition agree (x y : option colour) : bool :=
  match x, y with
  | None, None | Some Black, Some Black | Some White, Some White => true
  | _, _ => false
  end.

(* The picture has the stones of the record. *)
Lemma small_is_black_white : Decide.same (board_of black white) small.
Proof.
  assert (H : forallb (fun s : square => agree (board_of black white s) (small s)) (Decide.squares 15) = true)
    by (vm_cast_no_check (eq_refl true)).
  intros s. destruct (is_on_board s) eqn:O.
  - apply is_on_board_spec, in_squares in O. rewrite forallb_forall in H. specialize (H s O). unfold agree in
    H.
    destruct (board_of black white s) as [[] | ], (small s) as [[] | ]; congruence.
  - unfold board_of, small, picture, is_on_board in *. rewrite O. reflexivity.
Qed.

Lemma accepted_freestyle : check_piece false known 0 [record] = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma accepted_standard : check_piece true known 0 [record] = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma small_won r : check_piece (is_standard r) known 0 [record] = true -> Wins r 15 small.
Proof.
  intros H. apply wins_same with (1 := small_is_black_white).
  pose proof (piece_won (is_standard r) known [record] 0 (nothing_known _ _) H 0 eq_refl) as K.
  assert (E : PArray.get known 0 = (black, white)) by (vm_cast_no_check (eq_refl (black, white))).
  rewrite E in K. destruct K as [On W]. exact (won_by_certificate r black white On W).
Qed.

Theorem small_freestyle : Wins Freestyle 15 small.
Proof. apply small_won, accepted_freestyle. Qed.

Theorem small_standard : Wins Standard 15 small.
Proof. apply small_won, accepted_standard. Qed.
