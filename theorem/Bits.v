(* Bits of words, and how a statement about finitely many words is decided by computing. *)
From Coq Require Import Uint63 List Bool ZArith Lia.
Import ListNotations.
From Fiveproof Require Import Board Checker.
Open Scope uint63_scope.

(* f holds of all members of l. *)
Definition every {A} (l : list A) (f : A -> bool) : bool := forallb f l.
(* What holds of all members holds of one. *)
Lemma every_in {A} (l : list A) f x : every l f = true -> In x l -> f x = true.
Proof. unfold every. rewrite forallb_forall. auto. Qed.

(* The words 0, 1, ..., n - 1. *)
Definition below (n : nat) : list int := map (fun i => of_Z (Z.of_nat i)) (seq 0 n).
(* A number less than n is in the list. *)
Lemma in_below n x : (to_Z x < Z.of_nat n)%Z -> In x (below n).
Proof.
  intros H. pose proof (to_Z_bounded x). apply in_map_iff. exists (Z.to_nat (to_Z x)). split.
  - rewrite Z2Nat.id by lia. apply of_to_Z.
  - apply in_seq. lia.
Qed.
(* The same of a bound that is a word itself. *)
Lemma ltb_below n m x : to_Z m = Z.of_nat n -> (x <? m) = true -> In x (below n).
Proof. intros E H. apply in_below. rewrite <- E. apply ltb_spec. auto. Qed.

(* The test says what Coq's own In does. *)
Lemma is_in_iff x l : is_in x l = true <-> In x l.
Proof.
  unfold is_in. rewrite existsb_exists. split.
  - intros (y & I & E). apply Uint63.eqb_spec in E. subst. auto.
  - intros I. exists x. split; [ auto | apply Uint63.eqb_refl ].
Qed.
(* And so when it fails. *)
Lemma is_in_not x l : is_in x l = false <-> ~ In x l.
Proof. rewrite <- is_in_iff. destruct (is_in x l); split; congruence. Qed.

(* Words are equal when their 63 bits are. *)
Lemma bit_high w n : ~ In n (below 63) -> bit w n = false.
Proof.
  intros H. apply bit_M. destruct (lebP digits n) as [ | N]; [ auto | ]. exfalso. apply H, in_below.
  change (to_Z digits) with 63%Z in N. lia.
Qed.
(* Words with the same 63 bits are the same. *)
Lemma word_ext v w : (forall n, In n (below 63) -> bit v n = bit w n) -> v = w.
Proof.
  intros H. apply bit_ext. intros n. destruct (in_dec Uint63.eqs n (below 63)); [ auto | ].
  rewrite !bit_high; auto.
Qed.

(* The bits of w are those of the list l; this is computed where w and l are given. *)
Definition has_bits (w : int) (l : list int) : bool :=
  every (below 63) (fun n => Bool.eqb (bit w n) (is_in n l)) && every l (fun n => is_in n (below 63)).
(* What was computed so holds of every bit. *)
Lemma has_bits_spec w l : has_bits w l = true -> forall n, bit w n = is_in n l.
Proof.
  intros H n. apply andb_true_iff in H. destruct H as [H K].
  destruct (in_dec Uint63.eqs n (below 63)) as [I | N].
  - apply eqb_prop. exact (every_in _ _ n H I).
  - rewrite bit_high by auto. symmetry. apply is_in_not. intros J. apply N, is_in_iff.
    exact (every_in _ _ n K J).
Qed.

(* 1 << s has bit s alone. *)
Lemma bit_one s n : In s (below 63) -> bit (1 << s) n = (n =? s).
Proof.
  assert (H : every (below 63) (fun s => has_bits (1 << s) [s]) = true) by (vm_cast_no_check (eq_refl true)).
  intros I. rewrite (has_bits_spec _ _ (every_in _ _ s H I)). simpl. apply orb_false_r.
Qed.
(* Nothing is added. *)
Lemma add_0 x : x + 0 = x.
Proof.
  apply to_Z_inj. rewrite add_spec, Z.add_0_r. apply Z.mod_small, to_Z_bounded.
Qed.
(* Bit 0 of a word moved down by n is its bit n. *)
Lemma bit_moved w n : bit (w >> n) 0 = bit w n.
Proof.
  rewrite bit_lsr, add_0. destruct (lebP 0 n) as [ | N]; [ auto | ].
  change (to_Z 0) with 0%Z in N. pose proof (to_Z_bounded n). lia.
Qed.
(* Bit j of a word moved down by i is its bit i + j. *)
Lemma bit_shift w i j : In i (below 63) -> In j (below 63) -> bit (w >> i) j = bit w (i + j).
Proof.
  assert (H : every (below 63) (fun i => every (below 63) (fun j => j <=? i + j)) = true)
    by (vm_cast_no_check (eq_refl true)).
  intros I J. rewrite bit_lsr, (every_in _ _ j (every_in _ _ i H I) J). auto.
Qed.
(* The lowest bit as a number. *)
Lemma land_1 w : w land 1 = if bit w 0 then 1 else 0.
Proof.
  apply word_ext. intros n _. rewrite land_spec, bit_1. destruct (n =? 0) eqn:E.
  - apply Uint63.eqb_spec in E. subst. destruct (bit w 0); auto.
  - rewrite andb_false_r. destruct (bit w 0); [ rewrite bit_1; auto | rewrite bit_0; auto ].
Qed.
(* The word 2 has bit 1 alone. *)
Lemma bit_2 n : bit 2 n = (n =? 1).
Proof. change 2 with (1 << 1). apply bit_one, is_in_iff. reflexivity. Qed.
(* The second bit as a number. *)
Lemma land_2 w : w land 2 = if bit w 1 then 2 else 0.
Proof.
  apply word_ext. intros n _. rewrite land_spec, bit_2. destruct (n =? 1) eqn:E.
  - apply Uint63.eqb_spec in E. subst. destruct (bit w 1); auto.
  - rewrite andb_false_r. destruct (bit w 1); [ rewrite bit_2; auto | rewrite bit_0; auto ].
Qed.
(* Where two words share no bit, one of them lacks each bit of the other. *)
Lemma land_zero v w n : v land w = 0 -> bit w n = true -> bit v n = false.
Proof.
  intros E H. assert (F : bit (v land w) n = false) by (rewrite E; apply bit_0).
  rewrite land_spec, H, andb_true_r in F. auto.
Qed.
(* A word with a bit is not zero. *)
Lemma not_zero w n : bit w n = true -> (w =? 0) = false.
Proof. intros H. apply Uint63.eqb_false_spec. intros ->. rewrite bit_0 in H. discriminate. Qed.

(* Words of eleven bits, as the board's windows are looked at. *)
Definition small (w : int) : Prop := forall n, bit w n = true -> In n (below 11).
(* 2047 has the bits 0 to 10. *)
Lemma bit_2047 n : bit 2047 n = is_in n (below 11).
Proof. apply has_bits_spec. reflexivity. Qed.
(* What is cut to eleven bits is small. *)
Lemma small_land w : small (w land 2047).
Proof. intros n H. rewrite land_spec, bit_2047 in H. apply andb_true_iff in H. apply is_in_iff, H. Qed.
(* A small word is one of 2048, so that statements about it can be decided. *)
Lemma small_below w : small w -> In w (below 2048).
Proof.
  intros S. replace w with (w land 2047).
  - apply in_below. rewrite land_spec'. change (to_Z 2047) with (Z.ones 11). rewrite Z.land_ones by lia.
    apply Z.mod_pos_bound. reflexivity.
  - apply word_ext. intros n _. rewrite land_spec, bit_2047. destruct (bit w n) eqn:E; [ | auto ].
    apply is_in_iff, S, E.
Qed.
(* No bit is left when the lowest is taken away: there was one at most. *)
Lemma single w i j : small w -> w land (w - 1) = 0 -> bit w i = true -> bit w j = true -> i = j.
Proof.
  assert (H : every (below 2048) (fun w => negb (w land (w - 1) =? 0) || every (below 11) (fun i =>
    every (below 11) (fun j => negb (bit w i && bit w j) || (i =? j)))) = true)
      by (vm_cast_no_check (eq_refl true)).
  intros S E I J. assert (K := every_in _ _ w H (small_below w S)). cbv beta in K. rewrite E in K.
  assert (L := every_in _ _ j (every_in _ _ i K (S i I)) (S j J)). cbv beta in L. rewrite I, J in L.
  apply Uint63.eqb_spec. exact L.
Qed.

(* The bits of w, lowest first, as [bits] finds them. *)
Fixpoint ones (n : nat) (w : int) : list int :=
  match n with O => [] | S n => if w =? 0 then [] else tail0 w :: ones n (w land (w - 1)) end.
(* Eleven steps find every bit of a small word, and no other. *)
Lemma ones_spec w j : small w -> (In j (ones eleven w) <-> bit w j = true).
Proof.
  assert (H : every (below 2048) (fun w => let l := ones eleven w in
    every l (bit w) && every (below 11) (fun j => negb (bit w j) || is_in j l)) = true)
    by (vm_cast_no_check (eq_refl true)).
  intros S. assert (K := every_in _ _ w H (small_below w S)). cbv beta zeta in K.
  apply andb_true_iff in K. destruct K as [K L]. split.
  - intros I. exact (every_in _ _ j K I).
  - intros B. assert (M := every_in _ _ j L (S j B)). cbv beta in M. rewrite B in M. apply is_in_iff. exact M.
Qed.
(* [bits] adds to acc the squares that lie off q by those bits. *)
Lemma bits_ones n : forall w q stride acc x,
  In x (bits n w q stride acc) <-> In x acc \/ exists j, In j (ones n w) /\ x = q + (j - 5) * stride.
Proof.
  induction n as [ | n IH]; intros w q stride acc x; simpl.
  - split; [ auto | intros [I | (j & [] & _)]; auto ].
  - destruct (w =? 0).
    + split; [ auto | intros [I | (j & [] & _)]; auto ].
    + rewrite IH. simpl. split.
      * intros [[<- | I] | (j & I & E)]; eauto.
      * intros [I | (j & [<- | I] & E)]; eauto.
Qed.
(* The squares of a small word: q moved by each of its bits. *)
Lemma bits_spec w q stride acc x : small w ->
  (In x (bits eleven w q stride acc) <-> In x acc \/ exists j, bit w j = true /\ x = q + (j - 5) * stride).
Proof.
  intros S. rewrite bits_ones. split; (intros [I | (j & I & E)]; [ auto | right; exists j ]);
    split; auto; apply (ones_spec w j S); auto.
Qed.

(* Both say the same of four: i and j are equal in their last two bits. *)
Definition same_index (i j : int) : bool :=
  Bool.eqb (i land 2 =? 0) (j land 2 =? 0) && Bool.eqb (i land 1 =? 0) (j land 1 =? 0).
(* Of four things, one is changed; the others stay. *)
Lemma get_upd {X} i j (g : X -> X) f : get i (upd j g f) = if same_index i j then g (get i f) else get i f.
Proof.
  destruct f. unfold get, upd, same_index.
  destruct (i land 2 =? 0), (j land 2 =? 0), (i land 1 =? 0), (j land 1 =? 0); reflexivity.
Qed.
