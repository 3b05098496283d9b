(* What the board of bits says is so: the 23 facts that [Sound] supposes, proved. At the end: accepted records are won. *)
From Coq Require Import Uint63 List Bool ZArith Lia.
Import ListNotations.
From Fiveproof Require Import Board Checker Sound Bits Squares Symmetry.
From Fiveproof Require Game.
Open Scope uint63_scope.

Notation gboard := (Game.board int).
Notation gput := (Game.put int dec).

Ltac unequal H := apply Uint63.eqb_spec in H; discriminate H.

(* 1. Which square a bit speaks of. *)

(* The bits of the attacker begin at 5, those of the defender 25 further up. *)
Definition shift (c : Game.stone) : int := match c with A => 0 | D => 25 end.
Definition base (c : Game.stone) : int := match c with A => 5 | D => 30 end.
Definition word (d : direction) (i : int) (b : board) : int :=
  match b with Four v h r f =>
    line i match d with Vertical => v | Horizontal => h | Rising => r | Falling => f end end.
Definition holds (c : Game.stone) (o : option Game.stone) : bool :=
  match c, o with A, Some A => true | D, Some D => true | _, _ => false end.
(* A bit of c is set where c has the square, and both are where there is none. *)
Definition expected (c : Game.stone) (be : gboard) (d : direction) (i k : int) : bool :=
  if inside d i k then holds c (be (at_ d i k)) else true.
(* The board of bits b is the board be. *)
Definition Rep (b : board) (be : gboard) : Prop :=
  (forall q, be q <> None -> on q) /\
  forall c d i k, In i (below 16) -> In k (below 25) -> bit (word d i b) (shift c + k) = expected c be d i k.

Lemma holds_eq c o : holds c o = true <-> o = Some c.
Proof. destruct c, o as [[ | ] | ]; simpl; split; congruence. Qed.
Lemma holds_none o : holds A o = false -> holds D o = false -> o = None.
Proof. destruct o as [[ | ] | ]; simpl; congruence. Qed.

(* 2. A stone is put. *)

(* Both say the same of four: i and j are equal in their last two bits. *)
Definition same_index (i j : int) : bool :=
  Bool.eqb (i land 2 =? 0) (j land 2 =? 0) && Bool.eqb (i land 1 =? 0) (j land 1 =? 0).
Lemma get_upd {X} i j (g : X -> X) f : get i (upd j g f) = if same_index i j then g (get i f) else get i f.
Proof.
  destruct f. unfold get, upd, same_index.
  destruct (i land 2 =? 0), (j land 2 =? 0), (i land 1 =? 0), (j land 1 =? 0); reflexivity.
Qed.
Lemma line_mark i j x l : In i (below 16) -> In j (below 16) ->
  line i (mark j x l) = if i =? j then line i l lor x else line i l.
Proof.
  assert (H : every (below 16) (fun i => every (below 16) (fun j =>
    Bool.eqb (same_index (i >> 2) (j >> 2) && same_index i j) (i =? j))) = true) by (vm_cast_no_check (eq_refl true)).
  intros I J. assert (K := every_in _ _ j (every_in _ _ i H I) J). apply eqb_prop in K. rewrite <- K.
  unfold line, mark. rewrite get_upd. destruct (same_index (i >> 2) (j >> 2)); [ rewrite get_upd | ];
    destruct (same_index i j); reflexivity.
Qed.
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
  assert (H : every [A; D] (fun c => every [A; D] (fun c' => every (below 25) (fun k => every (below 15) (fun p =>
    Bool.eqb (bit (1 << (base c' + p)) (shift c + k)) ((k =? 5 + p) && holds c (Some c')))))) = true)
    by (vm_cast_no_check (eq_refl true)).
  assert (S : forall c, In c [A; D]) by (intros [ | ]; simpl; auto).
  intros K P. apply eqb_prop. exact (every_in _ _ p (every_in _ _ k (every_in _ _ c' (every_in _ _ c H (S c)) (S c')) K) P).
Qed.
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
        rewrite Game.put_other; auto. intros Eq. destruct (found_only d _ _ L K Q) as [_ Ek']. rewrite Eq in Ek'.
        apply Uint63.eqb_false_spec in Ek. auto.
    + rewrite R by auto. unfold expected. destruct (inside d i k) eqn:Q; [ | auto ].
      rewrite Game.put_other; auto. intros Eq. destruct (found_only d _ _ I K Q) as [Ei' _]. rewrite Eq in Ei'.
      apply Uint63.eqb_false_spec in Ei. auto.
Qed.
(* The empty board. *)
Lemma rep_empty_board : Rep empty nothing.
Proof.
  assert (H : every [A; D] (fun c => every directions (fun d => every (below 16) (fun i => every (below 25) (fun k =>
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
  assert (H' : every (below 16) (fun r => is_in (5 + 0) (below 63) && is_in (29 + 1) (below 63) && is_in r (below 63) && 
    (r + 5 =? 0 + (5 + r)) && (r + (29 + 1) =? 25 + (5 + r)) && is_in 5 (below 63)) = true) by (vm_cast_no_check (eq_refl true)).
  intros [_ R] I. assert (K := every_in _ _ q H I). cbv beta in K. rewrite !andb_true_iff, !is_in_iff in K.
  destruct K as [[[[C Ro] F] N] At]. apply eqb_prop in N. apply Uint63.eqb_spec in At.
  assert (L := every_in _ _ _ H' Ro). cbv beta in L. rewrite !andb_true_iff, !is_in_iff, !Uint63.eqb_spec in L.
  destruct L as [[[[[L0 L1] L2] L3] L4] L5].
  assert (RA := R A Vertical _ _ C F). assert (RD := R D Vertical _ _ C F). unfold expected in RA, RD.
  rewrite N, At in RA, RD. simpl shift in RA, RD. rewrite <- L3 in RA. rewrite <- L4 in RD.
  destruct b as [v h r f]. unfold takes. simpl word in RA, RD. rewrite land_1, land_2, bit_moved.
  rewrite (bit_shift _ 29 1), (bit_shift _ (row q) 5), (bit_shift _ (row q) (29 + 1)), RA, RD by (auto; apply is_in_iff; reflexivity).
  destruct (is_on q); [ | reflexivity ]. destruct (be q) as [[ | ] | ]; reflexivity.
Qed.
Lemma below_256 q : (q <? 240) = true -> In q (below 256).
Proof.
  intros H. apply in_below. apply ltb_spec in H. change (to_Z 240) with 240%Z in H. lia.
Qed.
Lemma rep_is_empty b be q : Rep b be -> is_empty b q = true -> Game.free int on be q.
Proof.
  intros R H. apply andb_true_iff in H. destruct H as [Q T]. apply Uint63.eqb_spec in T.
  rewrite (takes_spec b be q R (below_256 q Q)) in T. unfold Game.free, on.
  destruct (is_on q); [ | unequal T ]. destruct (be q) as [[ | ] | ]; [ unequal T | unequal T | auto ].
Qed.
Lemma rep_is_free b be q : Rep b be -> Game.free int on be q -> is_empty b q = true.
Proof.
  intros R [O E]. unfold is_empty. rewrite (below_240 q O), (takes_spec b be q R (below_256 q (below_240 q O))), E, O.
  reflexivity.
Qed.
Lemma rep_one b be be' : Rep b be -> Rep b be' -> forall q, be q = be' q.
Proof.
  assert (Off : forall b be q, Rep b be -> ~ on q -> be q = None).
  { intros b0 be0 q [On _] N. destruct (be0 q) eqn:E; [ | auto ]. destruct N. apply On. congruence. }
  intros R R' q. destruct (is_on q) eqn:O; [ | unfold on in Off; rewrite !(Off b) by (auto; congruence); auto ].
  assert (T := takes_spec b be q R (below_256 q (below_240 q O))).
  rewrite (takes_spec b be' q R' (below_256 q (below_240 q O))), O in T.
  destruct (be q) as [[ | ] | ], (be' q) as [[ | ] | ]; auto; unequal T.
Qed.
Lemma same_board b b' : same b b' = true -> b = b'.
Proof.
  assert (S : forall X (f : X -> X -> bool), (forall x y, f x y = true -> x = y) -> forall s t, same4 f s t = true -> s = t).
  { intros X f F [s1 s2 s3 s4] [t1 t2 t3 t4] H. simpl in H. rewrite !andb_true_iff in H. destruct H as [[[H1 H2] H3] H4].
    f_equal; auto. }
  apply S, S, S, Uint63.eqb_correct.
Qed.

(* 4. Eleven places of a line, and the windows in them. *)
Definition field (c : Game.stone) : int -> int -> int := match c with A => own | D => other end.
Lemma field_small c w p : small (field c w p).
Proof. destruct c; apply small_land. Qed.
Lemma field_bit c w p j : In p (below 15) -> In j (below 11) -> bit (field c w p) j = bit w (shift c + (p + j)).
Proof.
  assert (H : every [A; D] (fun c => every (below 15) (fun p => every (below 11) (fun j => 
    is_in p (below 63) && is_in (25 + p) (below 63) && is_in j (below 63) && (0 + (p + j) =? p + j) &&
    (25 + p + j =? 25 + (p + j))))) = true) by (vm_cast_no_check (eq_refl true)).
  intros P J. assert (S : In c [A; D]) by (destruct c; simpl; auto).
  assert (K := every_in _ _ j (every_in _ _ p (every_in _ _ c H S) P) J). cbv beta in K.
  rewrite !andb_true_iff, !is_in_iff, !Uint63.eqb_spec in K. destruct K as [[[[K1 K2] K3] K4] K5].
  assert (B : bit 2047 j = true) by (rewrite bit_2047; apply is_in_iff; exact J).
  destruct c; unfold field, own, other, shift; rewrite land_spec, B, andb_true_r, bit_shift by auto; congruence.
Qed.
(* What the bits of a window and of its flanks say. *)
Definition look (c : Game.stone) (b : board) (d : direction) (q : int) : int := field c (word d (line_of d q) b) (place d q).
Lemma places_bits p j : In p (below 15) -> In j (below 11) -> In (p + j) (below 25).
Proof.
  assert (H : every (below 15) (fun p => every (below 11) (fun j => is_in (p + j) (below 25))) = true)
    by (vm_cast_no_check (eq_refl true)).
  intros P J. apply is_in_iff. exact (every_in _ _ j (every_in _ _ p H P) J).
Qed.
Lemma look_bit c b be d q j : Rep b be -> on q -> In j (below 11) ->
  bit (look c b d q) j = expected c be d (line_of d q) (place d q + j).
Proof.
  intros [_ R] O J. destruct (found d q O) as (L & P & _). unfold look. rewrite field_bit by auto.
  apply R; auto. apply places_bits; auto.
Qed.
Lemma look_window c b be d q k j : Rep b be -> on q -> In k starts -> fits d (near d q k) = true ->
  In j (span k ++ sides k) -> on (near d q j) -> bit (look c b d q) j = holds c (be (near d q j)).
Proof.
  intros R O I F J Q. rewrite (look_bit c b be) by (auto; eapply span_bits; eauto). unfold expected.
  destruct (fits_bits d q k j O I F J) as (E & At & _). rewrite E, Q, (At Q). reflexivity.
Qed.
(* Five places without a stone of the defender, nor off the board, are a window. *)
Lemma look_fits b be d q k : Rep b be -> on q -> In k starts -> (forall j, In j (span k) -> bit (look D b d q) j = false) ->
  fits d (near d q k) = true.
Proof.
  intros R O I H. apply fits_inside; auto. intros j J.
  assert (K := H j J). rewrite (look_bit D b be) in K by (auto; eapply span_bits; eauto; apply in_or_app; auto).
  unfold expected in K. destruct (inside d (line_of d q) (place d q + j)); [ auto | discriminate ].
Qed.

(* 5. Five points of the attacker. *)
Lemma mask_bit k n : In k starts -> bit (31 << k) n = is_in n (span k).
Proof.
  assert (H : every starts (fun k => has_bits (31 << k) (span k)) = true) by (vm_cast_no_check (eq_refl true)).
  intros I. apply has_bits_spec. exact (every_in _ _ k H I).
Qed.
Lemma sides_bit k n : In k starts -> bit (65 << (k - 1)) n = is_in n (sides k).
Proof.
  assert (H : every starts (fun k => has_bits (65 << (k - 1)) (sides k)) = true) by (vm_cast_no_check (eq_refl true)).
  intros I. apply has_bits_spec. exact (every_in _ _ k H I).
Qed.
Lemma bit_32 n : bit 32 n = (n =? 5).
Proof. change 32 with (1 << 5). apply bit_one, is_in_iff. reflexivity. Qed.
(* No stone of his next to the ends, unless both bits are set: then the place is off the board. *)
Lemma sides_clear a d k i : In k starts -> a land (65 << (k - 1)) land (2047 lxor d) = 0 -> In i (sides k) ->
  bit a i = true -> bit d i = true.
Proof.
  intros I E S H. destruct (bit d i) eqn:Di; [ auto | ].
  assert (X : bit (2047 lxor d) i = true).
  { rewrite lxor_spec, Di, bit_2047. replace (is_in i (below 11)) with true; [ reflexivity | ].
    symmetry. apply is_in_iff. apply (span_bits k); auto. apply in_or_app. auto. }
  assert (Y := land_zero _ _ i E X). rewrite land_spec, H, (sides_bit k i I), andb_true_l in Y.
  apply is_in_not in Y. tauto.
Qed.
(* The empty places of a window, but for the middle. *)
Lemma rest_bit a k j : In k starts ->
  bit ((31 << k) lxor ((a lor 32) land (31 << k))) j = is_in j (span k) && negb (bit a j || (j =? 5)).
Proof.
  intros I. rewrite lxor_spec, land_spec, lor_spec, (mask_bit k j I), bit_32.
  destruct (is_in j (span k)), (bit a j), (j =? 5); reflexivity.
Qed.
Lemma span_small k j : In k starts -> is_in j (span k) = true -> In j (below 11).
Proof. intros I J. apply (span_bits k); auto. apply in_or_app. left. apply is_in_iff. exact J. Qed.
(* A window's point: it is empty, all other places but the middle are the attacker's, none is the defender's. *)
Lemma fifth_spec std a d k j : In k starts -> bit (fifth std a d k) j = true ->
  In j (span k) /\ j <> 5 /\ bit a j = false /\ (forall i, In i (span k) -> bit d i = false) /\
  (forall i, In i (span k) -> i <> j -> i = 5 \/ bit a i = true) /\
  (std = true -> forall i, In i (sides k) -> bit a i = true -> bit d i = true).
Proof.
  intros I. unfold fifth. set (e := (31 << k) lxor ((a lor 32) land (31 << k))).
  destruct (d land (31 << k) =? 0) eqn:Ed; [ | rewrite bit_0; discriminate ].
  destruct (e land (e - 1) =? 0) eqn:Es; [ | rewrite bit_0; discriminate ].
  apply Uint63.eqb_spec in Ed. apply Uint63.eqb_spec in Es. intros H.
  assert (He : bit e j = true /\ (std = true -> a land (65 << (k - 1)) land (2047 lxor d) = 0)).
  { destruct std; [ | split; [ exact H | discriminate ] ].
    destruct (a land (65 << (k - 1)) land (2047 lxor d) =? 0) eqn:E; [ | rewrite bit_0 in H; discriminate ].
    apply Uint63.eqb_spec in E. auto. }
  clear H. destruct He as [He Hs].
  assert (Se : small e).
  { intros n N. unfold e in N. rewrite rest_bit in N by auto. apply andb_true_iff in N. eapply span_small; [ exact I | apply N ]. }
  assert (Bj := He). unfold e in Bj. rewrite rest_bit in Bj by auto. apply andb_true_iff in Bj. destruct Bj as [J N].
  apply negb_true_iff, orb_false_iff in N. destruct N as [Na N5]. apply Uint63.eqb_false_spec in N5. apply is_in_iff in J.
  split; [ auto | split; [ auto | split; [ auto | split; [ | split ] ] ] ].
  - intros i Ii. apply (land_zero d (31 << k)); auto. rewrite mask_bit by auto. apply is_in_iff. auto.
  - intros i Ii Nij. destruct (bit e i) eqn:Ei.
    + destruct Nij. exact (single e i j Se Es Ei He).
    + unfold e in Ei. rewrite rest_bit in Ei by auto. rewrite (proj2 (is_in_iff i (span k)) Ii), andb_true_l in Ei.
      apply negb_false_iff, orb_true_iff in Ei. destruct Ei as [Ei | Ei]; [ auto | left; apply Uint63.eqb_spec; auto ].
  - intros S i Ii Ai. eapply sides_clear; eauto.
Qed.
Lemma fifths_spec std a d j : bit (fifths std a d) j = true -> exists k, In k starts /\ bit (fifth std a d k) j = true.
Proof.
  unfold fifths. destruct (_ || _); [ rewrite bit_0; discriminate | ]. rewrite !lor_spec, !orb_true_iff.
  unfold starts. intros [[[[H | H] | H] | H] | H]; eexists; (split; [ | exact H ]); simpl; auto 6.
Qed.
Lemma fifths_small std a d : small (fifths std a d).
Proof.
  intros j H. apply fifths_spec in H. destruct H as (k & I & H). apply (fifth_spec std a d k j I) in H.
  eapply span_small; [ exact I | apply is_in_iff, H ].
Qed.
Lemma five_points_spec std b q x : In x (five_points std b q) ->
  exists d j, bit (fifths std (look A b d q) (look D b d q)) j = true /\ x = near d q j.
Proof.
  assert (H : forall m s acc, small m -> In x (if m =? 0 then acc else bits eleven m q s acc) ->
    In x acc \/ exists j, bit m j = true /\ x = q + (j - 5) * s).
  { intros m s acc S. destruct (m =? 0); [ auto | ]. apply bits_spec. exact S. }
  destruct b as [v h r f]. unfold five_points. intros I.
  apply H in I; [ | apply fifths_small ]. destruct I as [I | (j & J & E)]; [ | exists Vertical, j; auto ].
  apply H in I; [ | apply fifths_small ]. destruct I as [I | (j & J & E)]; [ | exists Horizontal, j; auto ].
  apply H in I; [ | apply fifths_small ]. destruct I as [I | (j & J & E)]; [ | exists Rising, j; auto ].
  apply H in I; [ | apply fifths_small ]. destruct I as [I | (j & J & E)]; [ destruct I | exists Falling, j; auto ].
Qed.
Lemma rep_point std b be q x : Rep b be -> Game.free int on be q -> In x (five_points std b q) ->
  Game.point int on window cell (flank std) (gput A q be) x.
Proof.
  intros R [O Eq] I. apply five_points_spec in I. destruct I as (d & j & J & ->). apply fifths_spec in J.
  destruct J as (k & K & J). apply (fifth_spec std _ _ k j K) in J. destruct J as (Sj & N5 & Aj & Dn & An & St).
  assert (F := look_fits b be d q k R O K Dn). destruct (fits_cells d q k O K F) as [Ce Fl].
  assert (On : forall i, In i (span k) -> on (near d q i)).
  { intros i Ii. apply (fits_on d (near d q k) _ F). rewrite Ce. apply in_map. auto. }
  assert (Span : forall i, In i (span k) -> In i (span k ++ sides k)) by (intros; apply in_or_app; auto).
  assert (Look : forall c i, In i (span k) -> bit (look c b d q) i = holds c (be (near d q i))).
  { intros c i Ii. apply (look_window c b be d q k); auto. }
  assert (Nq : near d q j <> q).
  { intros E. apply N5. apply (fits_bits d q k j O K F (Span j Sj)). exact E. }
  split; [ | split ].
  - auto.
  - rewrite Game.put_other by auto. apply holds_none; rewrite <- Look; auto.
  - exists (Window d (near d q k) F). unfold cell, flank. simpl along. simpl first. rewrite Ce, Fl.
    split; [ apply in_map; auto | split ].
    + intros s Hs Ns. apply in_map_iff in Hs. destruct Hs as (i & <- & Ii).
      assert (Nij : i <> j) by (intros ->; auto). unfold Game.put. destruct (dec (near d q i) q) as [ | Niq ]; [ auto | ].
      destruct (An i Ii Nij) as [-> | Ai].
      * destruct Niq. apply (fits_bits d q k 5 O K F (Span 5 Ii)). reflexivity.
      * rewrite Look in Ai by auto. apply holds_eq. exact Ai.
    + intros s [S Hs] E. apply in_map_iff in Hs. destruct Hs as (i & <- & Ii).
      assert (Si : In i (span k ++ sides k)) by (apply in_or_app; auto).
      assert (Niq : near d q i <> q).
      { intros Ei. apply (fits_bits d q k i O K F Si) in Ei. subst. exact (sides_not_5 k K Ii). }
      rewrite Game.put_other in E by auto.
      assert (Oi : on (near d q i)) by (apply (proj1 R); congruence).
      assert (Di := St S i Ii). rewrite !(look_window _ b be d q k) in Di by auto. rewrite E in Di. discriminate Di. reflexivity.
Qed.

(* 6. The five that a move makes. *)
Lemma rep_five std b be q : Rep b be -> Game.free int on be q -> makes_five std b q = true ->
  Game.five int window cell (flank std) A (gput A q be).
Proof.
  intros R [O Eq] M.
  assert (W : exists d k, In k starts /\ let a := look A b d q lor 32 in let e := look D b d q in let w := 31 << k in
    a land w = w /\ e land w = 0 /\ (std = true -> a land (65 << (k - 1)) land (2047 lxor e) = 0)).
  { destruct b as [v h r f]. unfold makes_five in M. rewrite !orb_true_iff in M.
    assert (T : forall a e k, (a land (31 << k) =? 31 << k) && (e land (31 << k) =? 0) &&
      (if std then a land (65 << (k - 1)) land (2047 lxor e) =? 0 else true) = true ->
      a land (31 << k) = 31 << k /\ e land (31 << k) = 0 /\ (std = true -> a land (65 << (k - 1)) land (2047 lxor e) = 0)).
    { intros a e k H. rewrite !andb_true_iff, !Uint63.eqb_spec in H. destruct H as [[H1 H2] H3].
      split; [ auto | split; [ auto | ] ]. intros ->. apply Uint63.eqb_spec. exact H3. }
    destruct M as [[[M | M] | M] | M]; [ exists Vertical | exists Horizontal | exists Rising | exists Falling ];
      destruct M as [[[[M | M] | M] | M] | M]; apply T in M; eexists; (split; [ | exact M ]); simpl; auto 6. }
  clear M. destruct W as (d & k & K & Aw & Dw & St).
  assert (Dn : forall i, In i (span k) -> bit (look D b d q) i = false).
  { intros i Ii. apply (land_zero _ (31 << k)); auto. rewrite mask_bit by auto. apply is_in_iff. auto. }
  assert (F := look_fits b be d q k R O K Dn). destruct (fits_cells d q k O K F) as [Ce Fl].
  assert (On : forall i, In i (span k) -> on (near d q i)).
  { intros i Ii. apply (fits_on d (near d q k) _ F). rewrite Ce. apply in_map. auto. }
  exists (Window d (near d q k) F). unfold cell, flank. simpl along. simpl first. rewrite Ce, Fl. split.
  - intros s Hs. apply in_map_iff in Hs. destruct Hs as (i & <- & Ii). unfold Game.put.
    destruct (dec (near d q i) q) as [ | Niq ]; [ auto | ].
    assert (Si : In i (span k ++ sides k)) by (apply in_or_app; auto).
    assert (B : bit ((look A b d q lor 32) land (31 << k)) i = true) by (rewrite Aw, mask_bit by auto; apply is_in_iff; auto).
    rewrite land_spec, lor_spec, bit_32, andb_true_iff, orb_true_iff in B. destruct B as [[B | B] _].
    + rewrite (look_window _ b be d q k) in B by auto. apply holds_eq. exact B.
    + apply Uint63.eqb_spec in B. subst. destruct Niq. apply (fits_bits d q k 5 O K F Si). reflexivity.
  - intros s [S Hs] E. apply in_map_iff in Hs. destruct Hs as (i & <- & Ii).
    assert (Si : In i (span k ++ sides k)) by (apply in_or_app; auto).
    assert (Niq : near d q i <> q).
    { intros Ei. apply (fits_bits d q k i O K F Si) in Ei. subst. exact (sides_not_5 k K Ii). }
    rewrite Game.put_other in E by auto.
    assert (Oi : on (near d q i)) by (apply (proj1 R); congruence).
    assert (Ai : bit (look A b d q) i = true) by (rewrite (look_window _ b be d q k), E by auto; reflexivity).
    assert (Di := sides_clear _ _ k i K (St S) Ii). rewrite lor_spec, Ai in Di. specialize (Di eq_refl).
    rewrite (look_window _ b be d q k), E in Di by auto. discriminate.
Qed.

(* 7. The defender's windows with three stones. *)
Lemma third_more a d k q s acc t : In t acc -> In t (third a d k q s acc).
Proof. unfold third. intros I. destruct (a land (31 << k) =? 0); [ destruct (_ || _) | ]; simpl; auto. Qed.
Lemma thirds_more a d q s acc t : In t acc -> In t (thirds a d q s acc).
Proof. unfold thirds. intros I. destruct (_ || _); auto 6 using third_more. Qed.
Lemma rep_pairs_kept b q t acc : In t acc -> In t (pairs b q acc).
Proof. destruct b. unfold pairs. intros I. auto 6 using thirds_more. Qed.

(* What is computed of two empty places of a window: the word is found, and two other stones are. *)
Definition two_left (j1 j2 : int) : int := (1 << j1) lor (1 << j2).
Definition open_two (k j1 j2 : int) : bool :=
  let e := two_left j1 j2 in let e1 := e land (e - 1) in
  negb ((e1 =? 0) || negb (e1 land (e1 - 1) =? 0)) &&
  existsb (fun i1 => existsb (fun i2 => negb (is_in i1 [i2; 5; j1; j2]) && negb (is_in i2 [5; j1; j2])) (span k)) (span k) &&
  has_bits e [j1; j2].
Lemma open_two_ok k j1 j2 : In k starts -> In j1 (span k) -> In j2 (span k) -> j1 <> j2 -> j1 <> 5 -> j2 <> 5 ->
  open_two k j1 j2 = true.
Proof.
  assert (H : every starts (fun k => every (span k) (fun j1 => every (span k) (fun j2 =>
    (j1 =? j2) || (j1 =? 5) || (j2 =? 5) || open_two k j1 j2))) = true) by (vm_cast_no_check (eq_refl true)).
  intros K J1 J2 N1 N2 N3. assert (L := every_in _ _ j2 (every_in _ _ j1 (every_in _ _ k H K) J1) J2). cbv beta in L.
  apply Uint63.eqb_false_spec in N1. apply Uint63.eqb_false_spec in N2. apply Uint63.eqb_false_spec in N3.
  rewrite N1, N2, N3 in L. exact L.
Qed.
Lemma third_found a d k q s acc j1 j2 : In k starts -> In j1 (span k) -> In j2 (span k) -> j1 <> j2 -> j1 <> 5 -> j2 <> 5 ->
  (forall i, In i (span k) -> bit a i = false) -> bit d j1 = false -> bit d j2 = false ->
  (forall i, In i (span k) -> i <> 5 -> i <> j1 -> i <> j2 -> bit d i = true) ->
  In (pack q s k (two_left j1 j2)) (third a d k q s acc).
Proof.
  intros K J1 J2 N12 N15 N25 An D1 D2 Dn. unfold third.
  assert (L := open_two_ok k j1 j2 K J1 J2 N12 N15 N25). unfold open_two in L. rewrite !andb_true_iff in L.
  destruct L as [[L _] B]. apply negb_true_iff in L.
  assert (E : (31 << k) lxor ((d lor 32) land (31 << k)) = two_left j1 j2).
  { apply word_ext. intros n _. rewrite rest_bit, (has_bits_spec _ _ B) by auto.
    destruct (is_in n [j1; j2]) eqn:Q.
    - apply is_in_iff in Q. destruct Q as [<- | [<- | []]]; apply andb_true_iff; (split; [ apply is_in_iff; auto | ]);
        apply negb_true_iff, orb_false_iff; (split; [ auto | apply Uint63.eqb_false_spec; auto ]).
    - destruct (is_in n (span k)) eqn:Sn; [ | auto ]. apply is_in_not in Q. simpl in Q. apply negb_false_iff, orb_true_iff.
      destruct (n =? 5) eqn:N5; [ auto | left ]. apply Uint63.eqb_false_spec in N5. apply is_in_iff in Sn.
      apply Dn; auto; intros ->; apply Q; auto. }
  rewrite E, L.
  replace (a land (31 << k)) with 0; [ left; reflexivity | ].
  apply word_ext. intros n _. rewrite bit_0, land_spec, mask_bit by auto. destruct (is_in n (span k)) eqn:Sn; [ | rewrite andb_false_r; auto ].
  rewrite An; auto. apply is_in_iff. auto.
Qed.
Lemma stones_bit a d i : bit (d lxor (a land d)) i = bit d i && negb (bit a i).
Proof. rewrite lxor_spec, land_spec. destruct (bit a i), (bit d i); reflexivity. Qed.
Lemma thirds_found a d k q s acc j1 j2 : small d -> In k starts -> In j1 (span k) -> In j2 (span k) -> j1 <> j2 -> j1 <> 5 ->
  j2 <> 5 -> (forall i, In i (span k) -> bit a i = false) -> bit d j1 = false -> bit d j2 = false ->
  (forall i, In i (span k) -> i <> 5 -> i <> j1 -> i <> j2 -> bit d i = true) ->
  In (pack q s k (two_left j1 j2)) (thirds a d q s acc).
Proof.
  intros Sm K J1 J2 N12 N15 N25 An D1 D2 Dn. unfold thirds. set (w := d lxor (a land d)).
  assert (L := open_two_ok k j1 j2 K J1 J2 N12 N15 N25). unfold open_two in L. rewrite !andb_true_iff in L.
  destruct L as [[_ L] _]. apply existsb_exists in L. destruct L as (i1 & I1 & L). apply existsb_exists in L.
  destruct L as (i2 & I2 & L). apply andb_true_iff in L. rewrite !negb_true_iff, !is_in_not in L. simpl in L.
  destruct L as [M1 M2].
  assert (B1 : bit w i1 = true) by (unfold w; rewrite stones_bit, An, Dn; auto; intros ->; apply M1; auto).
  assert (B2 : bit w i2 = true) by (unfold w; rewrite stones_bit, An, Dn; auto; intros ->; apply M2; auto).
  assert (Sw : small w).
  { intros n N. unfold w in N. rewrite stones_bit in N. apply andb_true_iff in N. apply Sm, N. }
  rewrite (not_zero w i1 B1). destruct (w land (w - 1) =? 0) eqn:Z1.
  { destruct M1. left. symmetry. apply Uint63.eqb_spec in Z1. exact (single w i1 i2 Sw Z1 B1 B2). }
  simpl orb. cbv iota.
  assert (T : forall acc, In (pack q s k (two_left j1 j2)) (third a d k q s acc)) by (intros; apply third_found; auto).
  destruct K as [<- | [<- | [<- | [<- | [<- | []]]]]]; auto 6 using third_more.
Qed.
Lemma pairs_found b q d t acc : (forall acc, In t (thirds (look A b d q) (look D b d q) q (stride d) acc)) -> In t (pairs b q acc).
Proof.
  intros H. destruct b as [v h r f]. unfold pairs. destruct d; auto 6 using thirds_more; try (apply H);
    repeat (apply thirds_more; try apply H).
Qed.
(* The word of a window says where its two empty squares are, and its flanks. *)
Definition unpacks (d : direction) (q k j1 j2 : int) : bool :=
  let t := pack q (stride d) k (two_left j1 j2) in
  ((fst_ t =? near d q j1) && (snd_ t =? near d q j2) || (fst_ t =? near d q j2) && (snd_ t =? near d q j1)) &&
  every [((t >> 16) land 255, k - 1); ((t >> 24) land 255, k + 5)] (fun '(x, j) =>
    (x <? 256) && (negb (is_on x) || (x =? near d q j))).
Lemma unpacks_ok d q k j1 j2 : on q -> In k starts -> fits d (near d q k) = true -> In j1 (span k) -> In j2 (span k) -> j1 <> j2 ->
  unpacks d q k j1 j2 = true.
Proof.
  assert (H : for_squares (fun d q => every starts (fun k => negb (fits d (near d q k)) || every (span k) (fun j1 => every (span k) (fun j2 =>
    (j1 =? j2) || unpacks d q k j1 j2)))) = true) by (vm_cast_no_check (eq_refl true)).
  intros O K F J1 J2 N. assert (L := every_in _ _ k (for_squares_in _ d q H O) K). cbv beta in L.
  rewrite F in L. assert (M := every_in _ _ j2 (every_in _ _ j1 L J1) J2). cbv beta in M.
  apply Uint63.eqb_false_spec in N. rewrite N in M. exact M.
Qed.
Lemma dead_flank std d q k j1 j2 F t : on q -> In k starts -> unpacks d q k j1 j2 = true -> t = pack q (stride d) k (two_left j1 j2) ->
  forall b be, Rep b be -> alive std b t = false -> exists s, flank std (Window d (near d q k) F) s /\ be s = Some D.
Proof.
  intros O K U -> b be R Al. unfold unpacks in U. apply andb_true_iff in U. destruct U as [_ U]. unfold alive in Al.
  destruct std; [ | discriminate ]. apply negb_false_iff, orb_true_iff in Al. destruct (fits_cells d q k O K F) as [_ Fl].
  assert (Found : forall x j, (x <? 256) && (negb (is_on x) || (x =? near d q j)) = true -> In j (sides k) ->
    (takes b x =? 2) = true -> exists s, flank true (Window d (near d q k) F) s /\ be s = Some D).
  { intros x j H J T. apply andb_true_iff in H. destruct H as [Lt E]. apply Uint63.eqb_spec in T.
    rewrite (takes_spec b be x R (ltb_below 256 256 x eq_refl Lt)) in T. destruct (is_on x); [ | unequal T ].
    exists x. destruct (be x) as [[ | ] | ]; try unequal T. split; [ | auto ]. split; [ auto | ].
    simpl along. simpl first. rewrite Fl. apply Uint63.eqb_spec in E. rewrite E. apply in_map. auto. }
  destruct Al as [Al | Al]; [ apply Found with (2 := or_introl eq_refl) in Al | apply Found with (2 := or_intror (or_introl eq_refl)) in Al ];
    auto; revert U; unfold every; rewrite forallb_forall; intros U; [ refine (U (_, _) _) | refine (U (_, _) _) ]; simpl; auto.
Qed.
(* The bits of one of the defender's windows through q, all cells of which but the squares of some bits hold his stones. *)
Definition his (b : board) (d : direction) (q k : int) (empty : list int) : Prop :=
  In k starts /\ (forall i, In i (span k) -> bit (look A b d q) i = false) /\
  (forall i, In i empty -> In i (span k) /\ i <> 5 /\ bit (look D b d q) i = false) /\
  forall i, In i (span k) -> i <> 5 -> ~ In i empty -> bit (look D b d q) i = true.
Lemma window_bits b be q w (l : list int) : Rep b be -> Game.free int on be q -> cell w q ->
  (forall x, In x l -> cell w x /\ gput D q be x = None) ->
  (forall s, cell w s -> ~ In s l -> gput D q be s = Some D) ->
  exists k js, first w = near (along w) q k /\ l = map (near (along w) q) js /\ his b (along w) q k js.
Proof.
  intros R [O Eq] C Em Full. destruct (through w q C) as (k & K & Fk). destruct w as [d s F]. unfold cell in *. simpl along in *.
  simpl first in *. subst s. destruct (fits_cells d q k O K F) as [Ce _]. rewrite Ce in *.
  assert (Span : forall i, In i (span k) -> In i (span k ++ sides k)) by (intros; apply in_or_app; auto).
  assert (Look : forall c i, In i (span k) -> bit (look c b d q) i = holds c (be (near d q i))).
  { intros c i Ii. apply (look_window c b be d q k); auto. apply (fits_on d (near d q k) _ F). rewrite Ce. apply in_map. auto. }
  assert (Js : exists js, l = map (near d q) js /\ forall i, In i js -> In i (span k)).
  { clear Full. induction l as [ | x l IH]; [ exists []; split; [ auto | intros i [] ] | ].
    destruct IH as (js & -> & J); [ intros; apply Em; simpl; auto | ]. destruct (Em x (or_introl eq_refl)) as [Cx _].
    apply in_map_iff in Cx. destruct Cx as (j & <- & Ij). exists (j :: js). split; [ auto | ].
    intros i [<- | I]; auto. }
  destruct Js as (js & -> & J). exists k, js. split; [ auto | split; [ auto | ] ].
  assert (Is5 : forall i, In i (span k) -> (near d q i = q <-> i = 5)) by (intros i Ii; apply (fits_bits d q k i O K F (Span i Ii))).
  assert (Emp : forall i, In i js -> i <> 5 /\ be (near d q i) = None).
  { intros i Ii. destruct (Em _ (in_map (near d q) _ _ Ii)) as [_ E].
    assert (N : near d q i <> q) by (intros N; rewrite N, Game.put_here in E; discriminate).
    rewrite Game.put_other in E by auto. split; [ intros ->; apply N, Is5; auto | auto ]. }
  assert (Ful : forall i, In i (span k) -> i <> 5 -> ~ In i js -> be (near d q i) = Some D).
  { intros i Ii N5 Nj. rewrite <- (Full (near d q i)).
    - symmetry. apply Game.put_other. intros N. apply N5, Is5; auto.
    - apply in_map. auto.
    - intros M. apply in_map_iff in M. destruct M as (j & E & Ij). apply Nj.
      replace i with j; [ exact Ij | ]. apply (near_inj d q); eauto using span_bits, in_or_app. }
  split; [ auto | split; [ | split ] ].
  - intros i Ii. rewrite Look by auto. destruct (dec i 5) as [-> | N5].
    + replace (near d q 5) with q; [ rewrite Eq; auto | symmetry; apply Is5; auto ].
    + destruct (in_dec dec i js) as [Ij | Nj]; [ rewrite (proj2 (Emp i Ij)) | rewrite (Ful i Ii N5 Nj) ]; auto.
  - intros i Ii. destruct (Emp i Ii) as [N5 E]. split; [ auto | split; [ auto | ] ]. rewrite Look, E by auto. auto.
  - intros i Ii N5 Nj. rewrite Look, (Ful i Ii N5 Nj) by auto. auto.
Qed.
Lemma rep_pair std b be q w y z acc : Rep b be -> Game.free int on be q -> cell w q -> Game.pair int window cell (gput D q be) w y z ->
  exists t, In t (pairs b q acc) /\ entry std window (flank std) Rep t w y z.
Proof.
  intros R Fr C (N & Cy & Cz & Ey & Ez & Full).
  destruct (window_bits b be q w [y; z] R Fr C) as (k & js & Fw & L & (K & An & Em & Dn)).
  - intros x [<- | [<- | []]]; auto.
  - intros s Cs Ns. simpl in Ns. apply Full; auto.
  - destruct js as [ | j1 [ | j2 [ | ]]]; try discriminate L. injection L as -> ->.
    destruct (Em j1 (or_introl eq_refl)) as (J1 & N1 & D1). destruct (Em j2 (or_intror (or_introl eq_refl))) as (J2 & N2 & D2).
    assert (N12 : j1 <> j2) by (intros ->; auto).
    destruct w as [d s F]. simpl along in *. simpl first in *. subst s.
    assert (U := unpacks_ok d q k j1 j2 (proj1 Fr) K F J1 J2 N12).
    exists (pack q (stride d) k (two_left j1 j2)). split.
    + apply (pairs_found b q d). intros acc'. apply thirds_found; auto using field_small.
      * apply field_small.
      * intros i Ii N5 M1 M2. apply Dn; auto. simpl. intuition congruence.
    + split; [ | eapply dead_flank; eauto; apply Fr ].
      unfold unpacks in U. apply andb_true_iff in U. destruct U as [U _].
      rewrite orb_true_iff, !andb_true_iff, !Uint63.eqb_spec in U. tauto.
Qed.

(* 8. The defender's windows with two stones. *)
Lemma mem_bit x z : mem x z = bit (get (x >> 6) z) (x land 63).
Proof. unfold mem. rewrite land_1, bit_moved. destruct (bit _ _); reflexivity. Qed.
Lemma mem_add x q z : mem x z = true -> mem x (add q z) = true.
Proof.
  rewrite !mem_bit. unfold add. rewrite get_upd. intros H. destruct (same_index _ _); [ | auto ].
  rewrite lor_spec, H. reflexivity.
Qed.
Lemma mem_add_on q z : on q -> mem q (add q z) = true.
Proof.
  assert (H : every squares (fun q => bit (1 << (q land 63)) (q land 63)) = true) by (vm_cast_no_check (eq_refl true)).
  intros O. rewrite mem_bit. unfold add. rewrite get_upd. unfold same_index. rewrite !eqb_reflx. simpl andb. cbv iota.
  rewrite lor_spec, (every_in _ _ q H (on_squares q O)). apply orb_true_r.
Qed.
Lemma get_both f (s t : set) i :
  get i (match s, t with Four a b c d, Four a' b' c' d' => Four (f a a') (f b b') (f c c') (f d d') end) = f (get i s) (get i t) :> int.
Proof. destruct s, t. unfold get. destruct (i land 2 =? 0), (i land 1 =? 0); reflexivity. Qed.
Lemma mem_union_ x y z : mem x y = true \/ mem x z = true -> mem x (union y z) = true.
Proof.
  rewrite !mem_bit. intros H. unfold union. rewrite (get_both Uint63.lor), lor_spec. apply orb_true_iff. exact H.
Qed.
Lemma mem_inter_ x y z : mem x (inter y z) = false -> mem x y = false \/ mem x z = false.
Proof.
  rewrite !mem_bit. unfold inter. rewrite (get_both Uint63.land), land_spec. apply andb_false_iff.
Qed.
Lemma mem_everything_ q : on q -> mem q everything = true.
Proof.
  assert (H : every squares (fun q => mem q everything) = true) by (vm_cast_no_check (eq_refl true)).
  intros O. exact (every_in _ _ q H (on_squares q O)).
Qed.
Lemma mem_adds x l : forall z, mem x z = true \/ on x /\ In x l -> mem x (adds l z) = true.
Proof.
  induction l as [ | q l IH]; simpl; intros z [H | [O H]]; [ auto | destruct H | | ].
  - apply IH. left. apply mem_add, H.
  - apply IH. destruct H as [-> | H]; [ left; apply mem_add_on; auto | auto ].
Qed.
Definition near_two_step (m q s : int) (acc : set) : set := if m =? 0 then acc else adds (bits eleven m q s []) acc.
Lemma step_more x m q s acc : mem x acc = true -> mem x (near_two_step m q s acc) = true.
Proof. unfold near_two_step. intros H. destruct (m =? 0); [ auto | apply mem_adds; auto ]. Qed.
Lemma near_two_steps b q acc : near_two b q acc =
  let step d := near_two_step (seconds (look A b d q) (look D b d q)) q (stride d) in
  step Vertical (step Horizontal (step Rising (step Falling acc))).
Proof. destruct b. reflexivity. Qed.
Lemma rep_near_kept b q x acc : mem x acc = true -> mem x (near_two b q acc) = true.
Proof. intros H. rewrite near_two_steps. do 4 apply step_more. exact H. Qed.
(* What is computed of three empty places of a window: there is one more stone, and the places are found. *)
Definition three_left (j1 j2 j3 : int) : int := (1 << j1) lor (1 << j2) lor (1 << j3).
Definition open_three (k j1 j2 j3 : int) : bool :=
  let e := (31 << k) lxor three_left j1 j2 j3 in let e1 := e land (e - 1) in
  negb (e1 =? 0) && (e1 land (e1 - 1) =? 0) && bit ((31 << k) lxor e) j1 &&
  existsb (fun i => negb (is_in i [5; j1; j2; j3])) (span k) && has_bits (three_left j1 j2 j3) [j1; j2; j3].
Lemma open_three_ok k j1 j2 j3 : In k starts -> In j1 (span k) -> In j2 (span k) -> In j3 (span k) ->
  j1 <> j2 -> j1 <> j3 -> j2 <> j3 -> j1 <> 5 -> j2 <> 5 -> j3 <> 5 -> open_three k j1 j2 j3 = true.
Proof.
  assert (H : every starts (fun k => every (span k) (fun j1 => every (span k) (fun j2 => every (span k) (fun j3 =>
    is_in j1 [j2; j3; 5] || is_in j2 [j3; 5] || is_in j3 [5] || open_three k j1 j2 j3)))) = true)
    by (vm_cast_no_check (eq_refl true)).
  intros K J1 J2 J3 N12 N13 N23 N1 N2 N3.
  assert (L := every_in _ _ j3 (every_in _ _ j2 (every_in _ _ j1 (every_in _ _ k H K) J1) J2) J3). cbv beta in L.
  rewrite (proj2 (is_in_not j1 [j2; j3; 5])), (proj2 (is_in_not j2 [j3; 5])), (proj2 (is_in_not j3 [5])) in L
    by (simpl; intuition congruence).
  exact L.
Qed.
Lemma second_bits a d k n : In k starts -> bit (second a d k) n = true -> is_in n (span k) = true.
Proof.
  intros K. unfold second. destruct (a land (31 << k) =? 0); [ | rewrite bit_0; discriminate ].
  destruct (_ && _); [ | rewrite bit_0; discriminate ].
  rewrite lxor_spec, land_spec, mask_bit by auto. destruct (is_in n (span k)); [ auto | ]. rewrite andb_false_r. auto.
Qed.
Lemma seconds_small a d : small (seconds a d).
Proof.
  intros n. unfold seconds. destruct (_ =? 0); [ rewrite bit_0; discriminate | ]. rewrite !lor_spec, !orb_true_iff.
  intros [[[[H | H] | H] | H] | H]; apply second_bits in H; try (eapply span_small; [ | exact H ]); simpl; auto 6.
Qed.
Lemma second_found b d q k j1 j2 j3 : his b d q k [j1; j2; j3] -> j1 <> j2 -> j1 <> j3 -> j2 <> j3 ->
  bit (seconds (look A b d q) (look D b d q)) j1 = true.
Proof.
  intros (K & An & Em & Dn) N12 N13 N23.
  destruct (Em j1) as (J1 & N1 & D1); [ simpl; auto | ]. destruct (Em j2) as (J2 & N2 & D2); [ simpl; auto | ].
  destruct (Em j3) as (J3 & N3 & D3); [ simpl; auto | ].
  assert (L := open_three_ok k j1 j2 j3 K J1 J2 J3 N12 N13 N23 N1 N2 N3). unfold open_three in L. rewrite !andb_true_iff in L.
  destruct L as [[[[L1 L2] L3] L4] L5]. set (a := look A b d q) in *. set (e := look D b d q) in *.
  assert (E : (e lor 32) land (31 << k) = (31 << k) lxor three_left j1 j2 j3).
  { apply word_ext. intros n _. rewrite lxor_spec, land_spec, lor_spec, mask_bit, bit_32, (has_bits_spec _ _ L5) by auto.
    destruct (is_in n [j1; j2; j3]) eqn:Q.
    - apply is_in_iff in Q. destruct (Em n Q) as (Jn & Nn & Dn'). rewrite (proj2 (is_in_iff _ _) Jn), Dn'.
      rewrite (proj2 (Uint63.eqb_false_spec _ _) Nn). reflexivity.
    - apply is_in_not in Q. destruct (is_in n (span k)) eqn:Sn; [ | rewrite andb_false_r; reflexivity ].
      apply is_in_iff in Sn. destruct (n =? 5) eqn:N5; [ rewrite orb_true_r; reflexivity | ].
      apply Uint63.eqb_false_spec in N5. rewrite Dn by auto. reflexivity. }
  assert (S : bit (second a e k) j1 = true).
  { unfold second. replace (a land (31 << k)) with 0.
    - rewrite Uint63.eqb_refl, E, L1, L2. simpl andb. cbv iota. exact L3.
    - apply word_ext. intros n _. rewrite bit_0, land_spec, mask_bit by auto.
      destruct (is_in n (span k)) eqn:Sn; [ | rewrite andb_false_r; auto ]. rewrite An; auto. apply is_in_iff. auto. }
  unfold seconds. apply existsb_exists in L4. destruct L4 as (i & Ii & Ni). apply negb_true_iff, is_in_not in Ni. simpl in Ni.
  rewrite (not_zero (e lxor (a land e)) i).
  - rewrite !lor_spec. destruct K as [<- | [<- | [<- | [<- | [<- | []]]]]]; rewrite S, ?orb_true_r; reflexivity.
  - rewrite stones_bit, An, Dn; auto; simpl; tauto.
Qed.
Lemma near_two_found b q d j acc : on (near d q j) -> bit (seconds (look A b d q) (look D b d q)) j = true ->
  mem (near d q j) (near_two b q acc) = true.
Proof.
  intros O H.
  assert (S : forall acc, mem (near d q j) (near_two_step (seconds (look A b d q) (look D b d q)) q (stride d) acc) = true).
  { intros acc'. unfold near_two_step. rewrite (not_zero _ j H). apply mem_adds. right. split; [ exact O | ].
    apply bits_spec; [ apply seconds_small | ]. right. exists j. auto. }
  rewrite near_two_steps. destruct d; repeat (apply S || apply step_more).
Qed.
Lemma rep_near_two b be q w x acc : Rep b be -> Game.free int on be q -> cell w q ->
  (exists y z, x <> y /\ x <> z /\ y <> z /\ cell w x /\ cell w y /\ cell w z /\ gput D q be x = None /\ gput D q be y = None /\
    gput D q be z = None /\ forall s, cell w s -> s <> x -> s <> y -> s <> z -> gput D q be s = Some D) ->
  mem x (near_two b q acc) = true.
Proof.
  intros R Fr C (y & z & N1 & N2 & N3 & Cx & Cy & Cz & Ex & Ey & Ez & Full).
  destruct (window_bits b be q w [x; y; z] R Fr C) as (k & js & Fw & L & H).
  - intros u [<- | [<- | [<- | []]]]; auto.
  - intros s Cs Ns. simpl in Ns. apply Full; auto 7.
  - destruct js as [ | j1 [ | j2 [ | j3 [ | ]]]]; try discriminate L. injection L as -> -> ->.
    apply near_two_found; [ eapply on_cell; eauto | ].
    apply (second_found b _ q k j1 j2 j3 H); intros ->; auto.
Qed.

(* 9. All facts together; accepted records are won. *)
Theorem board_spec std : Board_spec std on window cell (flank std) Rep.
Proof.
  constructor.
  - exact rep_is_empty.
  - exact rep_is_free.
  - exact (rep_put A).
  - exact (rep_put D).
  - exact (rep_point std).
  - exact rep_pairs_kept.
  - exact (rep_pair std).
  - exact rep_near_kept.
  - exact rep_near_two.
  - exact mem_add_on.
  - intros x q z. apply mem_add.
  - exact mem_union_.
  - exact on_cell.
  - exact cell_dec.
Qed.
Theorem entry_spec std : Entry_spec std on window cell (flank std) Rep.
Proof.
  constructor.
  - exact rep_empty_board.
  - exact rep_one.
  - exact same_board.
  - exact (rep_five std).
  - exact mem_inter_.
  - exact mem_everything_.
  - exact on_squares.
  - exact enough.
  - exact (turned std).
Qed.

(* The attacker, to move, wins from the stones a of his and d of the defender. *)
Definition won (std : bool) (a d : list int) : Prop := Game.Wins int dec on window cell (flank std) (position a d).
(* The records before the i-th are won. *)
Definition known_won (std : bool) (known : positions) (i : int) : Prop := known_ok on window cell (flank std) known i.

Lemma nothing_known std known : known_won std known 0.
Proof. intros i H. apply ltb_spec in H. change (to_Z 0) with 0%Z in H. pose proof (to_Z_bounded i). lia. Qed.
Theorem entry_won std known i e : known_won std known i -> check_entry std known i e = true -> won std (atts e) (defs e).
Proof. intros K H. eapply entry_sound; eauto using apart, board_spec, entry_spec. Qed.
Theorem piece_won std known es i : known_won std known i -> check_piece std known i es = true ->
  known_won std known (upto i es).
Proof. apply piece_sound with (Rep := Rep); [ apply apart | apply board_spec | apply entry_spec ]. Qed.
