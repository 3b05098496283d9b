(* Eleven places of a line around a square, and the windows in them. *)
From Coq Require Import Uint63 List Bool ZArith Lia.
Import ListNotations.
From Fiveproof Require Import Board Checker Sound Bits Squares Stones.
From Fiveproof Require Game.
Open Scope uint63_scope.

(* The eleven bits of c's stones around place p of a line. *)
Definition field (c : Game.stone) : int -> int -> int := match c with A => own | D => other end.
(* There are eleven of them. *)
Lemma field_small c w p : small (field c w p).
Proof. destruct c; apply small_land. Qed.
(* Bit j of them is place p + j - 5 of the line. *)
Lemma field_bit c w p j : In p (below 15) -> In j (below 11) ->
  bit (field c w p) j = bit w (shift c + (p + j)).
Proof.
  assert (H : every [A; D] (fun c => every (below 15) (fun p => every (below 11) (fun j =>
    is_in p (below 63) && is_in (25 + p) (below 63) && is_in j (below 63) && (0 + (p + j) =? p + j) &&
    (25 + p + j =? 25 + (p + j))))) = true) by (vm_cast_no_check (eq_refl true)).
  intros P J. assert (S : In c [A; D]) by (destruct c; simpl; auto).
  assert (K := every_in _ _ j (every_in _ _ p (every_in _ _ c H S) P) J). cbv beta in K.
  rewrite !andb_true_iff, !is_in_iff, !Uint63.eqb_spec in K. destruct K as [[[[K1 K2] K3] K4] K5].
  assert (B : bit 2047 j = true) by (rewrite bit_2047; apply is_in_iff; exact J).
  destruct c; unfold field, own, other, shift;
    rewrite land_spec, B, andb_true_r, bit_shift by auto; congruence.
Qed.
(* What the bits of a window and of its flanks say. *)
Definition look (c : Game.stone) (b : board) (d : direction) (q : int) : int :=
  field c (word d (line_of d q) b) (place d q).
(* No place is beyond the 25 of a line. *)
Lemma places_bits p j : In p (below 15) -> In j (below 11) -> In (p + j) (below 25).
Proof.
  assert (H : every (below 15) (fun p => every (below 11) (fun j => is_in (p + j) (below 25))) = true)
    by (vm_cast_no_check (eq_refl true)).
  intros P J. apply is_in_iff. exact (every_in _ _ j (every_in _ _ p H P) J).
Qed.
(* A bit of c is set where he has the square, or where there is none. *)
Lemma look_bit c b be d q j : Rep b be -> on q -> In j (below 11) ->
  bit (look c b d q) j = expected c be d (line_of d q) (place d q + j).
Proof.
  intros [_ R] O J. destruct (found d q O) as (L & P & _). unfold look. rewrite field_bit by auto.
  apply R; auto. apply places_bits; auto.
Qed.
(* In a window, and on its flanks where they are on the board, each bit is a stone of c. *)
Lemma look_window c b be d q k j : Rep b be -> on q -> In k starts -> fits d (near d q k) = true ->
  In j (span k ++ sides k) -> on (near d q j) -> bit (look c b d q) j = holds c (be (near d q j)).
Proof.
  intros R O I F J Q. rewrite (look_bit c b be) by (auto; eapply span_bits; eauto). unfold expected.
  destruct (fits_bits d q k j O I F J) as (E & At & _). rewrite E, Q, (At Q). reflexivity.
Qed.
(* Five places without a stone of the defender, nor off the board, are a window. *)
Lemma look_fits b be d q k : Rep b be -> on q -> In k starts ->
  (forall j, In j (span k) -> bit (look D b d q) j = false) ->
  fits d (near d q k) = true.
Proof.
  intros R O I H. apply fits_inside; auto. intros j J.
  assert (K := H j J). rewrite (look_bit D b be) in K
    by (auto; eapply span_bits; eauto; apply in_or_app; auto).
  unfold expected in K. destruct (inside d (line_of d q) (place d q + j)); [ auto | discriminate ].
Qed.

(* The mask of a window has its five bits. *)
Lemma mask_bit k n : In k starts -> bit (31 << k) n = is_in n (span k).
Proof.
  assert (H : every starts (fun k => has_bits (31 << k) (span k)) = true)
    by (vm_cast_no_check (eq_refl true)).
  intros I. apply has_bits_spec. exact (every_in _ _ k H I).
Qed.
(* The mask of its flanks has the two next to them. *)
Lemma sides_bit k n : In k starts -> bit (65 << (k - 1)) n = is_in n (sides k).
Proof.
  assert (H : every starts (fun k => has_bits (65 << (k - 1)) (sides k)) = true)
    by (vm_cast_no_check (eq_refl true)).
  intros I. apply has_bits_spec. exact (every_in _ _ k H I).
Qed.
(* The middle bit is that of q. *)
Lemma bit_32 n : bit 32 n = (n =? 5).
Proof. change 32 with (1 << 5). apply bit_one, is_in_iff. reflexivity. Qed.
(* The empty places of a window, but for the middle. *)
Lemma rest_bit a k j : In k starts ->
  bit ((31 << k) lxor ((a lor 32) land (31 << k))) j = is_in j (span k) && negb (bit a j || (j =? 5)).
Proof.
  intros I. rewrite lxor_spec, land_spec, lor_spec, (mask_bit k j I), bit_32.
  destruct (is_in j (span k)), (bit a j), (j =? 5); reflexivity.
Qed.
(* The bits of a window are among the eleven. *)
Lemma span_small k j : In k starts -> is_in j (span k) = true -> In j (below 11).
Proof. intros I J. apply (span_bits k); auto. apply in_or_app. left. apply is_in_iff. exact J. Qed.
