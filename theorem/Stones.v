(* The board of bits: each bit of each word is what the square there says, before and after a stone is put. *)
From Coq Require Import Uint63 List Bool ZArith Lia.
Import ListNotations.
From Fiveproof Require Import Board Checker Sound Bits Squares.
From Fiveproof Require Game.
Open Scope uint63_scope.

Notation gboard := (Game.board int).
Notation gput := (Game.put int dec).
Ltac unequal H := apply Uint63.eqb_spec in H; discriminate H.

(* 1. Which square a bit speaks of. *)

(* The bits of the attacker begin at 5, those of the defender 25 further up. *)
Definition shift (c : Game.stone) : int := match c with A => 0 | D => 25 end.
Definition base (c : Game.stone) : int := match c with A => 5 | D => 30 end.
(* The word of line i in direction d. *)
Definition word (d : direction) (i : int) (b : board) : int :=
  match b with Four v h r f =>
    line i match d with Vertical => v | Horizontal => h | Rising => r | Falling => f end end.
(* The square has a stone of c. *)
Definition holds (c : Game.stone) (o : option Game.stone) : bool :=
  match c, o with A, Some A => true | D, Some D => true | _, _ => false end.
(* A bit of c is set where c has the square, and both are where there is none. *)
Definition expected (c : Game.stone) (be : gboard) (d : direction) (i k : int) : bool :=
  if inside d i k then holds c (be (at_ d i k)) else true.
(* The board of bits b is the board be. *)
Definition Rep (b : board) (be : gboard) : Prop :=
  (forall q, be q <> None -> on q) /\
  forall c d i k, In i (below 16) -> In k (below 25) -> bit (word d i b) (shift c + k) = expected c be d i k.

(* The test means what it says. *)
Lemma holds_eq c o : holds c o = true <-> o = Some c.
Proof. destruct c, o as [[ | ] | ]; simpl; split; congruence. Qed.
(* A square without a stone of either side is empty. *)
Lemma holds_none o : holds A o = false -> holds D o = false -> o = None.
Proof. destruct o as [[ | ] | ]; simpl; congruence. Qed.

(* 2. A stone is put. *)

(* A bit is set in one line of sixteen. *)
Lemma line_mark i j x l : In i (below 16) -> In j (below 16) ->
  line i (mark j x l) = if i =? j then line i l lor x else line i l.
Proof.
  assert (H : every (below 16) (fun i => every (below 16) (fun j =>
    Bool.eqb (same_index (i >> 2) (j >> 2) && same_index i j) (i =? j))) = true)
      by (vm_cast_no_check (eq_refl true)).
  intros I J. assert (K := every_in _ _ j (every_in _ _ i H I) J). apply eqb_prop in K. rewrite <- K.
  unfold line, mark. rewrite get_upd. destruct (same_index (i >> 2) (j >> 2)); [ rewrite get_upd | ];
    destruct (same_index i j); reflexivity.
Qed.
(* A stone on q sets one bit in one line of each direction. *)
Lemma word_put n d q i b : on q -> In i (below 16) -> word d i (put n q b) =
  if i =? line_of d q then word d i b lor (1 << (n + place d q)) else word d i b.
Proof.
  intros O I. destruct b as [v h r f]. destruct (found d q O) as (L & _).
  destruct d; simpl; apply line_mark; auto.
Qed.
(* Which bit is set. *)
Lemma bit_put c c' k p : In k (below 25) -> In p (below 15) ->
  bit (1 << (base c' + p)) (shift c + k) = (k =? 5 + p) && holds c (Some c').
Proof.
  assert (H : every [A; D] (fun c => every [A; D] (fun c' =>
    every (below 25) (fun k => every (below 15) (fun p =>
    Bool.eqb (bit (1 << (base c' + p)) (shift c + k)) ((k =? 5 + p) && holds c (Some c')))))) = true)
    by (vm_cast_no_check (eq_refl true)).
  assert (S : forall c, In c [A; D]) by (intros [ | ]; simpl; auto).
  intros K P. apply eqb_prop.
  exact (every_in _ _ p (every_in _ _ k (every_in _ _ c' (every_in _ _ c H (S c)) (S c')) K) P).
Qed.
(* The board of bits with a stone more is the board with that stone. *)
Lemma rep_put c b be q : Rep b be -> Game.free int on be q -> Rep (put (base c) q b) (gput c q be).
Proof.
  intros [On R] [O E]. split.
  - intros t N. destruct (dec t q) as [-> | Nt]; [ exact O | ]. apply On. rewrite Game.put_other in N; auto.
  - intros c' d i k I K. destruct (found d q O) as (L & P & In_ & At). rewrite word_put by auto.
    destruct (i =? line_of d q) eqn:Ei.
    + apply Uint63.eqb_spec in Ei. subst i. rewrite lor_spec, (bit_put c' c k (place d q)), R by auto.
      destruct (k =? 5 + place d q) eqn:Ek.
      * apply Uint63.eqb_spec in Ek. subst k. unfold expected. rewrite In_, At, E, Game.put_here.
        destruct c', c; reflexivity.
      * simpl. rewrite orb_false_r. unfold expected. destruct (inside d (line_of d q) k) eqn:Q; [ | auto ].
        rewrite Game.put_other; auto. intros Eq. destruct (found_only d _ _ L K Q) as [_ Ek'].
        rewrite Eq in Ek'.
        apply Uint63.eqb_false_spec in Ek. auto.
    + rewrite R by auto. unfold expected. destruct (inside d i k) eqn:Q; [ | auto ].
      rewrite Game.put_other; auto. intros Eq. destruct (found_only d _ _ I K Q) as [Ei' _].
      rewrite Eq in Ei'.
      apply Uint63.eqb_false_spec in Ei. auto.
Qed.
(* The empty board. *)
Lemma rep_empty_board : Rep empty nothing.
Proof.
  assert (H : every [A; D] (fun c => every directions (fun d =>
    every (below 16) (fun i => every (below 25) (fun k =>
    Bool.eqb (bit (word d i empty) (shift c + k)) (expected c nothing d i k))))) = true)
    by (vm_cast_no_check (eq_refl true)).
  split; [ intros q N; destruct (N eq_refl) | ]. intros c d i k I K.
  assert (S : In c [A; D]) by (destruct c; simpl; auto). apply eqb_prop.
  exact (every_in _ _ k (every_in _ _ i (every_in _ _ d (every_in _ _ c H S) (all_directions d)) I) K).
Qed.

(* 3. A square is read. *)
Lemma takes_spec b be q : Rep b be -> In q (below 256) -> takes b q = if is_on q then
  match be q with None => 0 | Some A => 1 | Some D => 2 end else 3.
Proof.
  assert (H : every (below 256) (fun q => is_in (col q) (below 16) && is_in (row q) (below 16) &&
    is_in (5 + row q) (below 25) && Bool.eqb (inside Vertical (col q) (5 + row q)) (is_on q) &&
    (at_ Vertical (col q) (5 + row q) =? q)) = true) by (vm_cast_no_check (eq_refl true)).
  assert (H' : every (below 16) (fun r => is_in (5 + 0) (below 63) && is_in (29 + 1) (below 63) &&
    is_in r (below 63) &&
    (r + 5 =? 0 + (5 + r)) && (r + (29 + 1) =? 25 + (5 + r)) && is_in 5 (below 63)) = true)
      by (vm_cast_no_check (eq_refl true)).
  intros [_ R] I. assert (K := every_in _ _ q H I). cbv beta in K. rewrite !andb_true_iff, !is_in_iff in K.
  destruct K as [[[[C Ro] F] N] At]. apply eqb_prop in N. apply Uint63.eqb_spec in At.
  assert (L := every_in _ _ _ H' Ro). cbv beta in L.
  rewrite !andb_true_iff, !is_in_iff, !Uint63.eqb_spec in L.
  destruct L as [[[[[L0 L1] L2] L3] L4] L5].
  assert (RA := R A Vertical _ _ C F). assert (RD := R D Vertical _ _ C F). unfold expected in RA, RD.
  rewrite N, At in RA, RD. simpl shift in RA, RD. rewrite <- L3 in RA. rewrite <- L4 in RD.
  destruct b as [v h r f]. unfold takes. simpl word in RA, RD. rewrite land_1, land_2, bit_moved.
  rewrite (bit_shift _ 29 1), (bit_shift _ (row q) 5), (bit_shift _ (row q) (29 + 1)), RA, RD
    by (auto; apply is_in_iff; reflexivity).
  destruct (is_on q); [ | reflexivity ]. destruct (be q) as [[ | ] | ]; reflexivity.
Qed.
(* A square below 240 is below 256. *)
Lemma below_256 q : (q <? 240) = true -> In q (below 256).
Proof.
  intros H. apply in_below. apply ltb_spec in H. change (to_Z 240) with 240%Z in H. lia.
Qed.
(* A square that the checker finds empty is on the board, and empty. *)
Lemma rep_is_empty b be q : Rep b be -> is_empty b q = true -> Game.free int on be q.
Proof.
  intros R H. apply andb_true_iff in H. destruct H as [Q T]. apply Uint63.eqb_spec in T.
  rewrite (takes_spec b be q R (below_256 q Q)) in T. unfold Game.free, on.
  destruct (is_on q); [ | unequal T ]. destruct (be q) as [[ | ] | ]; [ unequal T | unequal T | auto ].
Qed.
(* The checker finds each empty square of the board empty. *)
Lemma rep_is_free b be q : Rep b be -> Game.free int on be q -> is_empty b q = true.
Proof.
  intros R [O E]. unfold is_empty. rewrite (below_240 q O),
    (takes_spec b be q R (below_256 q (below_240 q O))), E, O.
  reflexivity.
Qed.
(* A board of bits is no two boards. *)
Lemma rep_one b be be' : Rep b be -> Rep b be' -> forall q, be q = be' q.
Proof.
  assert (Off : forall b be q, Rep b be -> ~ on q -> be q = None).
  { intros b0 be0 q [On _] N. destruct (be0 q) eqn:E; [ | auto ]. destruct N. apply On. congruence. }
  intros R R' q. destruct (is_on q) eqn:O;
    [ | unfold on in Off; rewrite !(Off b) by (auto; congruence); auto ].
  assert (T := takes_spec b be q R (below_256 q (below_240 q O))).
  rewrite (takes_spec b be' q R' (below_256 q (below_240 q O))), O in T.
  destruct (be q) as [[ | ] | ], (be' q) as [[ | ] | ]; auto; unequal T.
Qed.
(* Boards that the checker finds equal are equal. *)
Lemma same_board b b' : same b b' = true -> b = b'.
Proof.
  assert (S : forall X (f : X -> X -> bool), (forall x y, f x y = true -> x = y) ->
    forall s t, same4 f s t = true -> s = t).
  { intros X f F [s1 s2 s3 s4] [t1 t2 t3 t4] H. simpl in H. rewrite !andb_true_iff in H.
    destruct H as [[[H1 H2] H3] H4].
    f_equal; auto. }
  apply S, S, S, Uint63.eqb_correct.
Qed.
