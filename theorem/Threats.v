(* Where the defender has three stones in a window, or two: none is missed. *)
From Coq Require Import Uint63 List Bool ZArith Lia.
Import ListNotations.
From Fiveproof Require Import Board Checker Sound Bits Squares Stones Lines Sets.
From Fiveproof Require Game.
Open Scope uint63_scope.

(* 1. The defender's windows with three stones. *)
Lemma third_more a d k q s acc t : In t acc -> In t (third a d k q s acc).
Proof. unfold third. intros I. destruct (a land (31 << k) =? 0); [ destruct (_ || _) | ]; simpl; auto. Qed.
(* Nor at a line. *)
Lemma thirds_more a d q s acc t : In t acc -> In t (thirds a d q s acc).
Proof. unfold thirds. intros I. destruct (_ || _); auto 6 using third_more. Qed.
(* Nor at the board. *)
Lemma pairs_keep b q t acc : In t acc -> In t (pairs b q acc).
Proof. destruct b. unfold pairs. intros I. auto 6 using thirds_more. Qed.

(* What is computed of two empty places of a window: the word is found, and two other stones are. *)
Definition two_left (j1 j2 : int) : int := (1 << j1) lor (1 << j2).
Definition open_two (k j1 j2 : int) : bool :=
  let e := two_left j1 j2 in let e1 := e land (e - 1) in
  negb ((e1 =? 0) || negb (e1 land (e1 - 1) =? 0)) &&
  existsb (fun i1 =>
    existsb (fun i2 => negb (is_in i1 [i2; 5; j1; j2]) && negb (is_in i2 [5; j1; j2])) (span k)) (span k) &&
  has_bits e [j1; j2].
(* It is so for any two places of a window but the middle. *)
Lemma open_two_ok k j1 j2 : In k starts -> In j1 (span k) -> In j2 (span k) -> j1 <> j2 ->
  j1 <> 5 -> j2 <> 5 ->
  open_two k j1 j2 = true.
Proof.
  assert (H : every starts (fun k => every (span k) (fun j1 => every (span k) (fun j2 =>
    (j1 =? j2) || (j1 =? 5) || (j2 =? 5) || open_two k j1 j2))) = true) by (vm_cast_no_check (eq_refl true)).
  intros K J1 J2 N1 N2 N3. assert (L := every_in _ _ j2 (every_in _ _ j1 (every_in _ _ k H K) J1) J2).
  cbv beta in L.
  apply Uint63.eqb_false_spec in N1. apply Uint63.eqb_false_spec in N2. apply Uint63.eqb_false_spec in N3.
  rewrite N1, N2, N3 in L. exact L.
Qed.
(* A window with these two places empty, and all others the defender's, is found. *)
Lemma third_found a d k q s acc j1 j2 : In k starts -> In j1 (span k) -> In j2 (span k) -> j1 <> j2 ->
  j1 <> 5 -> j2 <> 5 ->
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
    - apply is_in_iff in Q. destruct Q as [<- | [<- | []]]; apply andb_true_iff;
        (split; [ apply is_in_iff; auto | ]);
        apply negb_true_iff, orb_false_iff; (split; [ auto | apply Uint63.eqb_false_spec; auto ]).
    - destruct (is_in n (span k)) eqn:Sn; [ | auto ]. apply is_in_not in Q. simpl in Q.
      apply negb_false_iff, orb_true_iff.
      destruct (n =? 5) eqn:N5; [ auto | left ]. apply Uint63.eqb_false_spec in N5. apply is_in_iff in Sn.
      apply Dn; auto; intros ->; apply Q; auto. }
  rewrite E, L.
  replace (a land (31 << k)) with 0; [ left; reflexivity | ].
  apply word_ext. intros n _. rewrite bit_0, land_spec, mask_bit by auto.
  destruct (is_in n (span k)) eqn:Sn; [ | rewrite andb_false_r; auto ].
  rewrite An; auto. apply is_in_iff. auto.
Qed.
(* The stones of the defender: his bits, but for what is off the board. *)
Lemma stones_bit a d i : bit (d lxor (a land d)) i = bit d i && negb (bit a i).
Proof. rewrite lxor_spec, land_spec. destruct (bit a i), (bit d i); reflexivity. Qed.
(* Such a window is found in its line. *)
Lemma thirds_found a d k q s acc j1 j2 : small d -> In k starts -> In j1 (span k) -> In j2 (span k) ->
  j1 <> j2 -> j1 <> 5 ->
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
  assert (T : forall acc, In (pack q s k (two_left j1 j2)) (third a d k q s acc))
    by (intros; apply third_found; auto).
  destruct K as [<- | [<- | [<- | [<- | [<- | []]]]]]; auto 6 using third_more.
Qed.
(* What is found in one line is found in the board. *)
Lemma pairs_found b q d t acc : (forall acc, In t (thirds (look A b d q) (look D b d q) q (stride d) acc)) ->
  In t (pairs b q acc).
Proof.
  intros H. destruct b as [v h r f]. unfold pairs. destruct d; auto 6 using thirds_more; try (apply H);
    repeat (apply thirds_more; try apply H).
Qed.
(* The word of a window says where its two empty squares are, and its flanks. *)
Definition unpacks (d : direction) (q k j1 j2 : int) : bool :=
  let t := pack q (stride d) k (two_left j1 j2) in
  ((fst_ t =? near d q j1) && (snd_ t =? near d q j2) ||
   (fst_ t =? near d q j2) && (snd_ t =? near d q j1)) &&
  every [((t >> 16) land 255, k - 1); ((t >> 24) land 255, k + 5)] (fun '(x, j) =>
    (x <? 256) && (negb (is_on x) || (x =? near d q j))).
(* It is so of all windows on the board and all places in them. *)
Lemma unpacks_ok d q k j1 j2 : on q -> In k starts -> fits d (near d q k) = true -> In j1 (span k) ->
  In j2 (span k) -> j1 <> j2 ->
  unpacks d q k j1 j2 = true.
Proof.
  assert (H : for_squares (fun d q => every starts (fun k => negb (fits d (near d q k)) ||
    every (span k) (fun j1 => every (span k) (fun j2 =>
    (j1 =? j2) || unpacks d q k j1 j2)))) = true) by (vm_cast_no_check (eq_refl true)).
  intros O K F J1 J2 N. assert (L := every_in _ _ k (for_squares_in _ d q H O) K). cbv beta in L.
  rewrite F in L. assert (M := every_in _ _ j2 (every_in _ _ j1 L J1) J2). cbv beta in M.
  apply Uint63.eqb_false_spec in N. rewrite N in M. exact M.
Qed.
(* A window that the checker holds for dead has a stone of the defender next to its end. *)
Lemma dead_flank std d q k j1 j2 F t : on q -> In k starts -> unpacks d q k j1 j2 = true ->
  t = pack q (stride d) k (two_left j1 j2) ->
  forall b be, Rep b be -> alive std b t = false ->
    exists s, flank std (Window d (near d q k) F) s /\ be s = Some D.
Proof.
  intros O K U -> b be R Al. unfold unpacks in U. apply andb_true_iff in U. destruct U as [_ U].
  unfold alive in Al.
  destruct std; [ | discriminate ]. apply negb_false_iff, orb_true_iff in Al.
  destruct (fits_cells d q k O K F) as [_ Fl].
  assert (Found : forall x j, (x <? 256) && (negb (is_on x) || (x =? near d q j)) = true -> In j (sides k) ->
    (takes b x =? 2) = true -> exists s, flank true (Window d (near d q k) F) s /\ be s = Some D).
  { intros x j H J T. apply andb_true_iff in H. destruct H as [Lt E]. apply Uint63.eqb_spec in T.
    rewrite (takes_spec b be x R (ltb_below 256 256 x eq_refl Lt)) in T. destruct (is_on x); [ | unequal T ].
    exists x. destruct (be x) as [[ | ] | ]; try unequal T. split; [ | auto ]. split; [ auto | ].
    simpl along. simpl first. rewrite Fl. apply Uint63.eqb_spec in E. rewrite E. apply in_map. auto. }
  destruct Al as [Al | Al];
    [ apply Found with (2 := or_introl eq_refl) in Al
    | apply Found with (2 := or_intror (or_introl eq_refl)) in Al ];
    auto; revert U; unfold every; rewrite forallb_forall; intros U;
      [ refine (U (_, _) _) | refine (U (_, _) _) ]; simpl; auto.
Qed.
(* In the bits: a window of the defender through q, empty at some bits, and else full of his stones. *)
Definition his (b : board) (d : direction) (q k : int) (empty : list int) : Prop :=
  In k starts /\ (forall i, In i (span k) -> bit (look A b d q) i = false) /\
  (forall i, In i empty -> In i (span k) /\ i <> 5 /\ bit (look D b d q) i = false) /\
  forall i, In i (span k) -> i <> 5 -> ~ In i empty -> bit (look D b d q) i = true.
(* A window of the board that is so is found so in the bits. *)
Lemma window_bits b be q w (l : list int) : Rep b be -> Game.free int on be q -> cell w q ->
  (forall x, In x l -> cell w x /\ gput D q be x = None) ->
  (forall s, cell w s -> ~ In s l -> gput D q be s = Some D) ->
  exists k js, first w = near (along w) q k /\ l = map (near (along w) q) js /\ his b (along w) q k js.
Proof.
  intros R [O Eq] C Em Full. destruct (through w q C) as (k & K & Fk). destruct w as [d s F].
  unfold cell in *. simpl along in *.
  simpl first in *. subst s. destruct (fits_cells d q k O K F) as [Ce _]. rewrite Ce in *.
  assert (Span : forall i, In i (span k) -> In i (span k ++ sides k)) by (intros; apply in_or_app; auto).
  assert (Look : forall c i, In i (span k) -> bit (look c b d q) i = holds c (be (near d q i))).
  { intros c i Ii. apply (look_window c b be d q k); auto. apply (fits_on d (near d q k) _ F). rewrite Ce.
    apply in_map. auto. }
  assert (Js : exists js, l = map (near d q) js /\ forall i, In i js -> In i (span k)).
  { clear Full. induction l as [ | x l IH]; [ exists []; split; [ auto | intros i [] ] | ].
    destruct IH as (js & -> & J); [ intros; apply Em; simpl; auto | ].
    destruct (Em x (or_introl eq_refl)) as [Cx _].
    apply in_map_iff in Cx. destruct Cx as (j & <- & Ij). exists (j :: js). split; [ auto | ].
    intros i [<- | I]; auto. }
  destruct Js as (js & -> & J). exists k, js. split; [ auto | split; [ auto | ] ].
  assert (Is5 : forall i, In i (span k) -> (near d q i = q <-> i = 5))
    by (intros i Ii; apply (fits_bits d q k i O K F (Span i Ii))).
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
    + destruct (in_dec dec i js) as [Ij | Nj];
        [ rewrite (proj2 (Emp i Ij)) | rewrite (Ful i Ii N5 Nj) ]; auto.
  - intros i Ii. destruct (Emp i Ii) as [N5 E]. split; [ auto | split; [ auto | ] ].
    rewrite Look, E by auto. auto.
  - intros i Ii N5 Nj. rewrite Look, (Ful i Ii N5 Nj) by auto. auto.
Qed.
(* Each window through q with three stones of the defender is noted with its empty squares. *)
Lemma rep_pair std b be q w y z acc : Rep b be -> Game.free int on be q -> cell w q ->
  Game.pair int window cell (gput D q be) w y z ->
  exists t, In t (pairs b q acc) /\ entry std window (flank std) Rep t w y z.
Proof.
  intros R Fr C (N & Cy & Cz & Ey & Ez & Full).
  destruct (window_bits b be q w [y; z] R Fr C) as (k & js & Fw & L & (K & An & Em & Dn)).
  - intros x [<- | [<- | []]]; auto.
  - intros s Cs Ns. simpl in Ns. apply Full; auto.
  - destruct js as [ | j1 [ | j2 [ | ]]]; try discriminate L. injection L as -> ->.
    destruct (Em j1 (or_introl eq_refl)) as (J1 & N1 & D1).
    destruct (Em j2 (or_intror (or_introl eq_refl))) as (J2 & N2 & D2).
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

(* 2. The defender's windows with two stones. *)
Definition near_two_step (m q s : int) (acc : set) : set :=
  if m =? 0 then acc else adds (bits eleven m q s []) acc.
(* No square is lost by it. *)
Lemma step_keeps x m q s acc : mem x acc = true -> mem x (near_two_step m q s acc) = true.
Proof. unfold near_two_step. intros H. destruct (m =? 0); [ auto | apply adds_has; auto ]. Qed.
(* Four lines are looked at. *)
Lemma near_two_steps b q acc : near_two b q acc =
  let step d := near_two_step (seconds (look A b d q) (look D b d q)) q (stride d) in
  step Vertical (step Horizontal (step Rising (step Falling acc))).
Proof. destruct b. reflexivity. Qed.
(* No square that was noted is lost. *)
Lemma near_two_keeps b q x acc : mem x acc = true -> mem x (near_two b q acc) = true.
Proof. intros H. rewrite near_two_steps. do 4 apply step_keeps. exact H. Qed.
(* What is computed of three empty places of a window: there is one more stone, and the places are found. *)
Definition three_left (j1 j2 j3 : int) : int := (1 << j1) lor (1 << j2) lor (1 << j3).
Definition open_three (k j1 j2 j3 : int) : bool :=
  let e := (31 << k) lxor three_left j1 j2 j3 in let e1 := e land (e - 1) in
  negb (e1 =? 0) && (e1 land (e1 - 1) =? 0) && bit ((31 << k) lxor e) j1 &&
  existsb (fun i => negb (is_in i [5; j1; j2; j3])) (span k) && has_bits (three_left j1 j2 j3) [j1; j2; j3].
(* It is so for any three places of a window but the middle. *)
Lemma open_three_ok k j1 j2 j3 : In k starts -> In j1 (span k) -> In j2 (span k) -> In j3 (span k) ->
  j1 <> j2 -> j1 <> j3 -> j2 <> j3 -> j1 <> 5 -> j2 <> 5 -> j3 <> 5 -> open_three k j1 j2 j3 = true.
Proof.
  assert (H : every starts (fun k => every (span k) (fun j1 =>
    every (span k) (fun j2 => every (span k) (fun j3 =>
    is_in j1 [j2; j3; 5] || is_in j2 [j3; 5] || is_in j3 [5] || open_three k j1 j2 j3)))) = true)
    by (vm_cast_no_check (eq_refl true)).
  intros K J1 J2 J3 N12 N13 N23 N1 N2 N3.
  assert (L := every_in _ _ j3 (every_in _ _ j2 (every_in _ _ j1 (every_in _ _ k H K) J1) J2) J3).
  cbv beta in L.
  rewrite (proj2 (is_in_not j1 [j2; j3; 5])), (proj2 (is_in_not j2 [j3; 5])), (proj2 (is_in_not j3 [5])) in L
    by (simpl; intuition congruence).
  exact L.
Qed.
(* Only squares of the window are noted. *)
Lemma second_bits a d k n : In k starts -> bit (second a d k) n = true -> is_in n (span k) = true.
Proof.
  intros K. unfold second. destruct (a land (31 << k) =? 0); [ | rewrite bit_0; discriminate ].
  destruct (_ && _); [ | rewrite bit_0; discriminate ].
  rewrite lxor_spec, land_spec, mask_bit by auto. destruct (is_in n (span k)); [ auto | ].
  rewrite andb_false_r. auto.
Qed.
(* So their bits are among the eleven. *)
Lemma seconds_small a d : small (seconds a d).
Proof.
  intros n. unfold seconds. destruct (_ =? 0); [ rewrite bit_0; discriminate | ].
  rewrite !lor_spec, !orb_true_iff.
  intros [[[[H | H] | H] | H] | H]; apply second_bits in H;
    try (eapply span_small; [ | exact H ]); simpl; auto 6.
Qed.
(* The empty places of a window with two of the defender's stones are found in its line. *)
Lemma second_found b d q k j1 j2 j3 : his b d q k [j1; j2; j3] -> j1 <> j2 -> j1 <> j3 -> j2 <> j3 ->
  bit (seconds (look A b d q) (look D b d q)) j1 = true.
Proof.
  intros (K & An & Em & Dn) N12 N13 N23.
  destruct (Em j1) as (J1 & N1 & D1); [ simpl; auto | ].
  destruct (Em j2) as (J2 & N2 & D2); [ simpl; auto | ].
  destruct (Em j3) as (J3 & N3 & D3); [ simpl; auto | ].
  assert (L := open_three_ok k j1 j2 j3 K J1 J2 J3 N12 N13 N23 N1 N2 N3). unfold open_three in L.
  rewrite !andb_true_iff in L.
  destruct L as [[[[L1 L2] L3] L4] L5]. set (a := look A b d q) in *. set (e := look D b d q) in *.
  assert (E : (e lor 32) land (31 << k) = (31 << k) lxor three_left j1 j2 j3).
  { apply word_ext. intros n _. rewrite lxor_spec, land_spec, lor_spec, mask_bit, bit_32,
      (has_bits_spec _ _ L5) by auto.
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
      destruct (is_in n (span k)) eqn:Sn; [ | rewrite andb_false_r; auto ]. rewrite An; auto.
      apply is_in_iff. auto. }
  unfold seconds. apply existsb_exists in L4. destruct L4 as (i & Ii & Ni).
  apply negb_true_iff, is_in_not in Ni. simpl in Ni.
  rewrite (not_zero (e lxor (a land e)) i).
  - rewrite !lor_spec. destruct K as [<- | [<- | [<- | [<- | [<- | []]]]]];
      rewrite S, ?orb_true_r; reflexivity.
  - rewrite stones_bit, An, Dn; auto; simpl; tauto.
Qed.
(* What is found in one line is noted for the board. *)
Lemma near_two_found b q d j acc : on (near d q j) -> bit (seconds (look A b d q) (look D b d q)) j = true ->
  mem (near d q j) (near_two b q acc) = true.
Proof.
  intros O H.
  assert (S : forall acc, mem (near d q j)
    (near_two_step (seconds (look A b d q) (look D b d q)) q (stride d) acc) = true).
  { intros acc'. unfold near_two_step. rewrite (not_zero _ j H). apply adds_has. right. split; [ exact O | ].
    apply bits_spec; [ apply seconds_small | ]. right. exists j. auto. }
  rewrite near_two_steps. destruct d; repeat (apply S || apply step_keeps).
Qed.
(* Each empty square of a window through q with two stones of the defender is noted. *)
Lemma rep_near_two b be q w x acc : Rep b be -> Game.free int on be q -> cell w q ->
  (exists y z, x <> y /\ x <> z /\ y <> z /\ cell w x /\ cell w y /\ cell w z /\ gput D q be x = None /\
    gput D q be y = None /\
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
