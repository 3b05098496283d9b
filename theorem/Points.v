(* Where the attacker makes five: what is computed from the bits of two words is so on the board. *)
From Coq Require Import Uint63 List Bool ZArith Lia.
Import ListNotations.
From Fiveproof Require Import Board Checker Sound Bits Squares Stones Lines.
From Fiveproof Require Game.
Open Scope uint63_scope.

(* 1. Five points of the attacker. *)
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
(* A window's point: it is empty, all other places but the middle are the attacker's, none is the
   defender's. *)
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
  { intros n N. unfold e in N. rewrite rest_bit in N by auto. apply andb_true_iff in N.
    eapply span_small; [ exact I | apply N ]. }
  assert (Bj := He). unfold e in Bj. rewrite rest_bit in Bj by auto. apply andb_true_iff in Bj.
  destruct Bj as [J N].
  apply negb_true_iff, orb_false_iff in N. destruct N as [Na N5]. apply Uint63.eqb_false_spec in N5.
  apply is_in_iff in J.
  split; [ auto | split; [ auto | split; [ auto | split; [ | split ] ] ] ].
  - intros i Ii. apply (land_zero d (31 << k)); auto. rewrite mask_bit by auto. apply is_in_iff. auto.
  - intros i Ii Nij. destruct (bit e i) eqn:Ei.
    + destruct Nij. exact (single e i j Se Es Ei He).
    + unfold e in Ei. rewrite rest_bit in Ei by auto.
      rewrite (proj2 (is_in_iff i (span k)) Ii), andb_true_l in Ei.
      apply negb_false_iff, orb_true_iff in Ei.
      destruct Ei as [Ei | Ei]; [ auto | left; apply Uint63.eqb_spec; auto ].
  - intros S i Ii Ai. eapply sides_clear; eauto.
Qed.
(* A point of five is that of one of the five windows through q. *)
Lemma fifths_spec std a d j : bit (fifths std a d) j = true ->
  exists k, In k starts /\ bit (fifth std a d k) j = true.
Proof.
  unfold fifths. destruct (_ || _); [ rewrite bit_0; discriminate | ]. rewrite !lor_spec, !orb_true_iff.
  unfold starts. intros [[[[H | H] | H] | H] | H]; eexists; (split; [ | exact H ]); simpl; auto 6.
Qed.
(* Its bit is one of the eleven. *)
Lemma fifths_small std a d : small (fifths std a d).
Proof.
  intros j H. apply fifths_spec in H. destruct H as (k & I & H). apply (fifth_spec std a d k j I) in H.
  eapply span_small; [ exact I | apply is_in_iff, H ].
Qed.
(* A five point that the checker names is found in one of the four lines through q. *)
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
  apply H in I; [ | apply fifths_small ]. destruct I as [I | (j & J & E)];
    [ destruct I | exists Falling, j; auto ].
Qed.
(* Where the checker says that the attacker, having put q, makes five, he does. *)
Lemma rep_point std b be q x : Rep b be -> Game.free int on be q -> In x (five_points std b q) ->
  Game.point int on window cell (flank std) (gput A q be) x.
Proof.
  intros R [O Eq] I. apply five_points_spec in I. destruct I as (d & j & J & ->). apply fifths_spec in J.
  destruct J as (k & K & J). apply (fifth_spec std _ _ k j K) in J.
  destruct J as (Sj & N5 & Aj & Dn & An & St).
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
      assert (Nij : i <> j) by (intros ->; auto). unfold Game.put.
      destruct (dec (near d q i) q) as [ | Niq ]; [ auto | ].
      destruct (An i Ii Nij) as [-> | Ai].
      * destruct Niq. apply (fits_bits d q k 5 O K F (Span 5 Ii)). reflexivity.
      * rewrite Look in Ai by auto. apply holds_eq. exact Ai.
    + intros s [S Hs] E. apply in_map_iff in Hs. destruct Hs as (i & <- & Ii).
      assert (Si : In i (span k ++ sides k)) by (apply in_or_app; auto).
      assert (Niq : near d q i <> q).
      { intros Ei. apply (fits_bits d q k i O K F Si) in Ei. subst. exact (sides_not_5 k K Ii). }
      rewrite Game.put_other in E by auto.
      assert (Oi : on (near d q i)) by (apply (proj1 R); congruence).
      assert (Di := St S i Ii). rewrite !(look_window _ b be d q k) in Di by auto. rewrite E in Di.
      discriminate Di. reflexivity.
Qed.

(* 2. The five that a move makes. *)
Lemma rep_five std b be q : Rep b be -> Game.free int on be q -> makes_five std b q = true ->
  Game.five int window cell (flank std) A (gput A q be).
Proof.
  intros R [O Eq] M.
  assert (W : exists d k, In k starts /\
    let a := look A b d q lor 32 in let e := look D b d q in let w := 31 << k in
    a land w = w /\ e land w = 0 /\ (std = true -> a land (65 << (k - 1)) land (2047 lxor e) = 0)).
  { destruct b as [v h r f]. unfold makes_five in M. rewrite !orb_true_iff in M.
    assert (T : forall a e k, (a land (31 << k) =? 31 << k) && (e land (31 << k) =? 0) &&
      (if std then a land (65 << (k - 1)) land (2047 lxor e) =? 0 else true) = true ->
      a land (31 << k) = 31 << k /\ e land (31 << k) = 0 /\
        (std = true -> a land (65 << (k - 1)) land (2047 lxor e) = 0)).
    { intros a e k H. rewrite !andb_true_iff, !Uint63.eqb_spec in H. destruct H as [[H1 H2] H3].
      split; [ auto | split; [ auto | ] ]. intros ->. apply Uint63.eqb_spec. exact H3. }
    destruct M as [[[M | M] | M] | M];
      [ exists Vertical | exists Horizontal | exists Rising | exists Falling ];
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
    assert (B : bit ((look A b d q lor 32) land (31 << k)) i = true)
      by (rewrite Aw, mask_bit by auto; apply is_in_iff; auto).
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
