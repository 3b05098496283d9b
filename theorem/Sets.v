(* Sets of squares: four words of 64 squares each, of which the last is off the board. *)
From Coq Require Import Uint63 List Bool ZArith Lia.
Import ListNotations.
From Fiveproof Require Import Board Checker Bits Squares.
Open Scope uint63_scope.

(* A set is its bits. *)
Lemma mem_bit x z : mem x z = bit (get (x >> 6) z) (x land 63).
Proof. unfold mem. rewrite land_1, bit_moved. destruct (bit _ _); reflexivity. Qed.
(* What was in a set stays there. *)
Lemma add_keeps x q z : mem x z = true -> mem x (add q z) = true.
Proof.
  rewrite !mem_bit. unfold add. rewrite get_upd. intros H. destruct (same_index _ _); [ | auto ].
  rewrite lor_spec, H. reflexivity.
Qed.
(* A square of the board that is added is there. *)
Lemma add_here q z : on q -> mem q (add q z) = true.
Proof.
  assert (H : every squares (fun q => bit (1 << (q land 63)) (q land 63)) = true)
    by (vm_cast_no_check (eq_refl true)).
  intros O. rewrite mem_bit. unfold add. rewrite get_upd. unfold same_index. rewrite !eqb_reflx.
  simpl andb. cbv iota.
  rewrite lor_spec, (every_in _ _ q H (on_squares q O)). apply orb_true_r.
Qed.
(* Two sets are joined word by word. *)
Lemma get_both f (s t : set) i :
  get i (match s, t with Four a b c d, Four a' b' c' d' => Four (f a a') (f b b') (f c c') (f d d') end) = f
    (get i s) (get i t) :> int.
Proof. destruct s, t. unfold get. destruct (i land 2 =? 0), (i land 1 =? 0); reflexivity. Qed.
(* A square of either set is in the union. *)
Lemma union_has x y z : mem x y = true \/ mem x z = true -> mem x (union y z) = true.
Proof.
  rewrite !mem_bit. intros H. unfold union. rewrite (get_both Uint63.lor), lor_spec.
  apply orb_true_iff. exact H.
Qed.
(* A square that is not in the intersection is missing in one of the sets. *)
Lemma inter_lacks x y z : mem x (inter y z) = false -> mem x y = false \/ mem x z = false.
Proof.
  rewrite !mem_bit. unfold inter. rewrite (get_both Uint63.land), land_spec. apply andb_false_iff.
Qed.
(* Every square of the board is in the full set. *)
Lemma everything_has q : on q -> mem q everything = true.
Proof.
  assert (H : every squares (fun q => mem q everything) = true) by (vm_cast_no_check (eq_refl true)).
  intros O. exact (every_in _ _ q H (on_squares q O)).
Qed.
(* All squares of a list are added. *)
Lemma adds_has x l : forall z, mem x z = true \/ on x /\ In x l -> mem x (adds l z) = true.
Proof.
  induction l as [ | q l IH]; simpl; intros z [H | [O H]]; [ auto | destruct H | | ].
  - apply IH. left. apply add_keeps, H.
  - apply IH. destruct H as [-> | H]; [ left; apply add_here; auto | auto ].
Qed.
