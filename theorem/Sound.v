(* What the checker accepts is won. [Board_spec] and [Entry_spec] are what is used of the board of bits;
   Spec.v proves them. *)
From Coq Require Import Uint63 List Bool ZArith Lia.
Import ListNotations.
From Fiveproof Require Import Board Checker.
From Fiveproof Require Game.
Close Scope Z_scope.
Open Scope uint63_scope.

(* Two squares are the same or not. *)
Definition dec (s t : int) : {s = t} + {s <> t} := Uint63.eqs s t.
Notation A := Game.A. Notation D := Game.D.

Opaque fuel.
Section Sound.
Variable std : bool.
Variable on : int -> Prop.
Variable window : Type.
Variable cell flank : window -> int -> Prop.
Hypothesis apart : forall w s, cell w s -> flank w s -> False.
Notation gboard := (Game.board int).
Notation gput := (Game.put int dec).
Notation free := (Game.free int on).
Notation calm := (Game.calm int window cell flank).
Notation pair := (Game.pair int window cell).
Notation near2 := (Game.near2 int window cell).
Notation near3 := (Game.near3 int window cell).
Notation point := (Game.point int on window cell flank).
Notation four := (Game.four int window cell flank).
Notation five := (Game.five int window cell flank).
Notation wins_z := (Game.wins_z int dec on window cell flank).
Notation loses_z := (Game.loses_z int dec on window cell flank).
Notation Wins := (Game.Wins int dec on window cell flank).

Variable Rep : board -> gboard -> Prop.
(* t stands for the window w with the two empty squares y and z *)
Definition entry (t : int) (w : window) (y z : int) :=
  (fst_ t = y /\ snd_ t = z \/ fst_ t = z /\ snd_ t = y) /\
  forall b be, Rep b be -> alive std b t = false -> exists s, flank w s /\ be s = Some D.
Record Board_spec : Prop := {
  (* The checker finds those squares empty that are on the board and have no stone. *)
  rep_empty : forall b be q, Rep b be -> is_empty b q = true -> free be q;
  rep_free : forall b be q, Rep b be -> free be q -> is_empty b q = true;
  (* A stone is put. *)
  rep_A : forall b be q, Rep b be -> free be q -> Rep (putA q b) (gput A q be);
  rep_D : forall b be q, Rep b be -> free be q -> Rep (putD q b) (gput D q be);
  (* After the attacker's stone on q he makes five where the checker says so. *)
  rep_points : forall b be q x, Rep b be -> free be q -> In x (five_points std b q) -> point (gput A q be) x;
  (* After the defender's stone on q each window through q with three of his stones is noted, none dropped. *)
  rep_pairs_more : forall b q t acc, In t acc -> In t (pairs b q acc);
  rep_pairs : forall b be q w y z acc, Rep b be -> free be q -> cell w q -> pair (gput D q be) w y z ->
    exists t, In t (pairs b q acc) /\ entry t w y z;
  (* And so is each empty square of such a window with two of his stones. *)
  rep_near_more : forall b q x acc, mem x acc = true -> mem x (near_two b q acc) = true;
  rep_near : forall b be q w x acc, Rep b be -> free be q -> cell w q ->
    (exists y z, x <> y /\ x <> z /\ y <> z /\ cell w x /\ cell w y /\ cell w z /\
      gput D q be x = None /\ gput D q be y = None /\ gput D q be z = None /\
      forall s, cell w s -> s <> x -> s <> y -> s <> z -> gput D q be s = Some D) ->
    mem x (near_two b q acc) = true;
  (* Sets have what was put in. *)
  on_mem : forall q z, on q -> mem q (add q z) = true;
  mem_add : forall x q z, mem x z = true -> mem x (add q z) = true;
  mem_union : forall x y z, mem x y = true \/ mem x z = true -> mem x (union y z) = true;
  (* Windows lie on the board. *)
  on_cell : forall w q, cell w q -> on q;
  cell_dec : forall w q, cell w q \/ ~ cell w q
}.
Hypothesis B : Board_spec.

(* ts has every window of the defender with three stones; z2 has the empty squares of those with two. *)
Definition complete (be : gboard) (ts : list int) := forall w y z, pair be w y z ->
  exists t, In t ts /\ entry t w y z.
Definition complete2 (be : gboard) (z2 : set) := forall x, near2 be x -> mem x z2 = true.
(* The zone that was read; where none is asked for, no square is outside. *)
Definition Z (k : bool) (z : set) : int -> Prop := fun q => k = true -> mem q z = true.
(* The zone z' has all that z has. *)
Definition more (k : bool) (z z' : set) := k = true -> forall q, mem q z = true -> mem q z' = true.

Lemma more_refl k z : more k z z. Proof. intros _ q. auto. Qed.
Lemma more_trans k x y z : more k x y -> more k y z -> more k x z. Proof. unfold more. auto. Qed.
Lemma Z_more k z z' : more k z z' -> forall q, Z k z q -> Z k z' q. Proof. unfold more, Z. auto. Qed.

(* Sets and lists only grow, and have what was put in. *)
Lemma adds_more l : forall z q, mem q z = true -> mem q (adds l z) = true.
Proof. induction l as [ | x l IH]; simpl; intros z q H; auto. apply IH. apply (mem_add B); auto. Qed.
Lemma adds_in l : forall z q, on q -> In q l -> mem q (adds l z) = true.
Proof.
  induction l as [ | x l IH]; simpl; intros z q O H; [ tauto | ].
  destruct H as [-> | H]; [ | apply IH; auto ].
  apply adds_more. apply (on_mem B); auto.
Qed.
Lemma ends_more ts : forall z q, mem q z = true -> mem q (ends ts z) = true.
Proof. induction ts as [ | t ts IH]; simpl; intros z q H; auto. apply IH. do 2 apply (mem_add B). auto. Qed.
Lemma ends_in ts : forall z q t, on q -> In t ts -> fst_ t = q \/ snd_ t = q -> mem q (ends ts z) = true.
Proof.
  induction ts as [ | u ts IH]; simpl; intros z q t O H E; [ tauto | ].
  destruct H as [-> | H]; [ | eapply IH; eauto ].
  apply ends_more. destruct E as [<- | <-]; [ apply (on_mem B); auto | apply (mem_add B), (on_mem B); auto ].
Qed.
Lemma squares_of_more ts : forall acc q, In q acc -> In q (squares_of ts acc).
Proof. induction ts as [ | t ts IH]; simpl; intros acc q H; auto. apply IH. simpl. auto. Qed.
Lemma squares_of_in ts : forall acc t q, In t ts -> fst_ t = q \/ snd_ t = q -> In q (squares_of ts acc).
Proof.
  induction ts as [ | u ts IH]; simpl; intros acc t q H E; [ tauto | ].
  destruct H as [-> | H]; [ | eapply IH; eauto ].
  apply squares_of_more. simpl. tauto.
Qed.
Lemma in_without q ts t : In t ts -> fst_ t <> q -> snd_ t <> q -> In t (without q ts).
Proof.
  intros H N1 N2. apply filter_In. split; auto.
  rewrite (proj2 (Uint63.eqb_false_spec _ _) N1), (proj2 (Uint63.eqb_false_spec _ _) N2). auto.
Qed.
Lemma is_in_spec q l : is_in q l = true -> In q l.
Proof.
  unfold is_in. intros H. apply existsb_exists in H. destruct H as (x & I & E). apply Uint63.eqb_spec in E.
  subst. auto.
Qed.

(* The attacker's stone keeps the list of threes complete, without the windows it blocks. *)
Lemma complete_A be ts m : be m = None -> complete be ts -> complete (gput A m be) (without m ts).
Proof.
  intros E C w y z P. destruct (Game.pair_before _ dec _ _ _ _ _ _ _ E P) as (P' & N1 & N2).
  destruct (C w y z P') as (t & I & En). exists t. split; auto.
  destruct En as [[[<- <-] | [<- <-]] _]; apply in_without; auto.
Qed.
(* The zone has the empty squares of the defender's threes. *)
Lemma complete_near be ts z k q : complete be ts -> near3 be q -> Z k (if k then ends ts z else z) q.
Proof.
  intros C (w & y & P) K. subst k. destruct (C w q y P) as (t & I & [E _]).
  apply ends_in with t; auto; [ | tauto ]. destruct P as (_ & Cq & _). eapply (on_cell B); eauto.
Qed.
(* So does the defender's stone, with the windows through it. *)
Lemma complete_D b be ts r : Rep b be -> free be r -> complete be ts ->
  complete (gput D r be) (pairs b r (without r ts)).
Proof.
  intros R F C w y z P. destruct (F) as [_ E].
  destruct (Game.pair_after _ dec _ _ _ _ _ _ _ E P) as (Ny & Nz & Old).
  destruct (cell_dec B w r) as [Cr | Nr].
  - eapply (rep_pairs B); eauto.
  - destruct (C w y z (Old Nr)) as (t & I & En). exists t. split; auto. apply (rep_pairs_more B).
    destruct En as [[[<- <-] | [<- <-]] _]; apply in_without; auto.
Qed.
(* The same of the squares of windows with two. *)
Lemma complete2_A be z2 m : be m = None -> complete2 be z2 -> complete2 (gput A m be) z2.
Proof. intros E C x N. apply C. eapply Game.near2_before; eauto. Qed.
Lemma complete2_D b be z2 r : Rep b be -> free be r -> complete2 be z2 ->
  complete2 (gput D r be) (near_two b r z2).
Proof.
  intros R F C x (w & y & z & N1 & N2 & N3 & C1 & C2 & C3 & E1 & E2 & E3 & H).
  destruct (cell_dec B w r) as [Cr | Nr].
  - eapply (rep_near B) with (w := w); eauto. exists y, z. repeat split; auto.
  - apply (rep_near_more B), C.
    assert (M : forall u, gput D r be u = None -> be u = None).
    { intros u. unfold Game.put. destruct (dec u r); congruence. }
    exists w, y, z. repeat split; auto. intros s Hs A1 A2 A3. rewrite <- (H s Hs A1 A2 A3).
    rewrite Game.put_other; auto. intros ->. auto.
Qed.

(* Where the defender threatens to make five. *)
Definition status (s : where_) (be : gboard) : Prop :=
  match s with
  | Nowhere => calm be
  | There x => ~ five D be /\ forall w p, four be w p -> p = x
  | Many => True
  end.
(* A threat of the list is seen: its other square is named, or there are several. *)
Lemma threats_spec b s ts : forall acc x t, In t ts -> alive std b t = true ->
  (fst_ t = s /\ snd_ t = x \/ fst_ t = x /\ snd_ t = s) -> fst_ t <> snd_ t ->
  match threats std b s ts acc with Nowhere => False | There y => y = x | Many => True end.
Proof.
  assert (Keep : forall ts y,
    match threats std b s ts (There y) with Nowhere => False | There y' => y' = y | Many => True end).
  { induction ts0 as [ | t ts0 IH]; intros y; simpl; auto.
    destruct (fst_ t =? s), (snd_ t =? s), (alive std b t), (snd_ t =? y), (fst_ t =? y); simpl; auto;
      try apply IH. }
  assert (KeepM : forall ts, threats std b s ts Many = Many).
  { induction ts0 as [ | t ts0 IH]; simpl; auto.
    destruct (fst_ t =? s), (snd_ t =? s), (alive std b t); simpl; auto. }
  induction ts as [ | u ts IH]; intros acc x t I Al E N; [ destruct I | ].
  assert (Hit : u = t ->
    match threats std b s (u :: ts) acc with Nowhere => False | There y => y = x | Many => True end).
  { intros ->. simpl. rewrite Al.
    destruct E as [[E1 E2] | [E1 E2]].
    - rewrite E1, Uint63.eqb_refl, E2. destruct acc as [ | y | ]; auto; [ apply Keep | ].
      destruct (x =? y) eqn:Q; auto. apply Uint63.eqb_spec in Q. subst y. apply Keep.
    - assert (F : (fst_ t =? s) = false) by (apply Uint63.eqb_false_spec; congruence).
      rewrite F, E2, Uint63.eqb_refl, E1. destruct acc as [ | y | ]; auto; [ apply Keep | ].
      destruct (x =? y) eqn:Q; auto. apply Uint63.eqb_spec in Q. subst y. apply Keep. }
  destruct I as [E0 | I]; [ exact (Hit E0) | ].
  simpl.
  destruct (fst_ u =? s); [ | destruct (snd_ u =? s) ]; try (apply IH with t; auto);
    (destruct (alive std b u); [ | apply IH with t; auto ]);
    (destruct acc as [ | y | ]; [ apply IH with t; auto | | exact Logic.I ]);
    match goal with |- context [?a =? y] => destruct (a =? y) end; auto; apply IH with t; auto.
Qed.
(* After the defender's stone it is known where he threatens to make five. *)
Lemma status_reply b be ts r : Rep b be -> free be r -> calm be -> complete be ts ->
  status (threats std b r ts Nowhere) (gput D r be).
Proof.
  intros R F K C. destruct (F) as [_ E].
  assert (N5 : ~ five D (gput D r be)) by (apply Game.calm_safe with (on := on); auto).
  assert (H : forall w p, four (gput D r be) w p ->
    match threats std b r ts Nowhere with Nowhere => False | There y => y = p | Many => True end).
  { intros w p F4. destruct (Game.four_after _ dec _ _ _ _ _ _ _ E F4) as (Np & Fl & In_ & Out).
    destruct (cell_dec B w r) as [Cr | Nr]; [ | destruct (proj2 K w p (Out Nr)) ].
    destruct (C w p r (In_ Cr)) as (t & I & En & Al).
    assert (Alive : alive std b t = true).
    { destruct (alive std b t) eqn:Q; auto. destruct (Al b be R Q) as (s & Fs & Es). destruct (Fl s Fs Es). }
    apply threats_spec with t; auto; [ tauto | ]. destruct En as [[-> ->] | [-> ->]]; auto. }
  destruct (threats std b r ts Nowhere) as [ | x | ]; simpl.
  - split; auto.
  - split; auto. intros w p F4. symmetry. exact (H w p F4).
  - exact Logic.I.
Qed.

(* More is read, never less. *)
Lemma only_more n : forall k b ts z2 z z',
  (forall s p q, wins std n k b ts z2 s p q z = Some z' -> more k z z') /\
  (forall m p, loses std n k b ts z2 m p z = Some z' -> more k z z') /\
  (forall p rest, replies std n k b ts z2 p rest z = Some z' -> more k z z') /\
  (forall p r, reply std n k b ts z2 p z r = Some z' -> more k z z').
Proof.
  induction n as [ | n IH]; intros k b ts z2 z z'; [ repeat split; discriminate | ].
  assert (IHw : forall b ts z2 z z' s p q, wins std n k b ts z2 s p q z = Some z' -> more k z z')
    by (intros until q; apply IH).
  assert (IHl : forall b ts z2 z z' m p, loses std n k b ts z2 m p z = Some z' -> more k z z')
    by (intros until p; apply IH).
  assert (IHs : forall b ts z2 z z' p l, replies std n k b ts z2 p l z = Some z' -> more k z z')
    by (intros until l; apply IH).
  assert (IHr : forall b ts z2 z z' p r, reply std n k b ts z2 p z r = Some z' -> more k z z')
    by (intros until r; apply IH).
  assert (Read : forall m, more k z (read k [m] z)).
  { intros m K q H. subst k. simpl. apply (mem_add B). auto. }
  assert (Go : forall m p,
    (if is_empty b m then loses std n k b ts z2 m p (read k [m] z) else None) = Some z' -> more k z z').
  { intros m p H. destruct (is_empty b m); [ | discriminate ]. apply more_trans with (read k [m] z); auto.
    eapply IHl; eauto. }
  split; [ | split; [ | split ] ].
  - intros s p q. simpl. destruct s as [ | x | ]; [ | | discriminate ]; destruct p as [ | m bs nx];
      try discriminate; try apply Go.
    destruct (m =? x); apply Go.
  - intros m p. simpl.
    assert (Lim : forall ts l, more k z (if k then adds l (ends ts z) else z)).
    { intros ts' l K q H. subst k. apply adds_more, ends_more, H. }
    destruct (five_points std b m) as [ | x [ | y l]].
    + destruct (next p) as [ | g bs nx]; [ discriminate | ].
      destruct (is_empty (putA m b) g); [ | discriminate ].
      destruct (five_points std (putA m b) g) as [ | x [ | y l]]; try discriminate.
      match goal with |- (if ?c then _ else _) = _ -> _ => destruct c; [ discriminate | ] end.
      intros H. eapply more_trans; [ | eapply IHs; exact H ].
      intros K q Q. subst k. apply (mem_union B). right. apply ends_more.
      exact (adds_more (g :: x :: y :: l) z q Q).
    + intros H. eapply more_trans; [ apply (Lim (without m ts) [x]) | eapply IHr; exact H ].
    + destruct (x =? y); [ discriminate | ]. intros H. injection H as <-. exact (Lim (without m ts) [x; y]).
  - intros p rest. simpl. destruct rest as [ | r rest]; [ intros H; injection H as <-; apply more_refl | ].
    destruct (is_in r rest); [ apply IHs | ].
    destruct (reply std n k b ts z2 p z r) eqn:Q; [ | discriminate ].
    intros H. eapply more_trans; [ eapply IHr; exact Q | eapply IHs; exact H ].
  - intros p r. simpl. apply IHw.
Qed.

(* What the four functions accept is won, or lost for the defender, with the zone they answer. *)
Theorem sound n : forall k b be ts z2 z z', Rep b be -> complete be ts -> (k = true -> complete2 be z2) ->
  (forall s p q, status s be -> wins std n k b ts z2 s p q z = Some z' -> wins_z be (Z k z')) /\
  (forall m p, free be m -> calm (gput A m be) -> loses std n k b ts z2 m p z = Some z' ->
    loses_z (gput A m be) (Z k z')) /\
  (forall p rest, calm be -> replies std n k b ts z2 p rest z = Some z' ->
     forall r, In r rest -> free be r -> wins_z (gput D r be) (Z k z')) /\
  (forall p r, calm be -> free be r -> reply std n k b ts z2 p z r = Some z' ->
    wins_z (gput D r be) (Z k z')).
Proof.
  induction n as [ | n IH]; intros k b be ts z2 z z' R C C2; [ repeat split; discriminate | ].
  split; [ | split; [ | split ] ].
  - (* the attacker's move *)
    intros s p q St H.
    assert (Go : forall m p, calm (gput A m be) ->
      (if is_empty b m then loses std n k b ts z2 m p (read k [m] z) else None) = Some z' ->
        wins_z be (Z k z')).
    { intros m p' K L. destruct (is_empty b m) eqn:E; [ | discriminate ].
      assert (F : free be m) by (eapply (rep_empty B); eauto).
      apply Game.or_move with m; auto.
      - intros K'. subst k. apply (proj1 (proj2 (only_more n true b ts z2 (read true [m] z) z'))
          m p' L eq_refl).
        simpl. apply (on_mem B). destruct F; auto.
      - exact (proj1 (proj2 (IH k b be ts z2 _ z' R C C2)) m p' F K L). }
    assert (Empty : forall m p,
      (if is_empty b m then loses std n k b ts z2 m p (read k [m] z) else None) = Some z' -> be m = None).
    { intros m p' L. destruct (is_empty b m) eqn:E; [ | discriminate ]. eapply (rep_empty B); eauto. }
    simpl in H. destruct s as [ | x | ]; [ | | discriminate ].
    + destruct p as [ | m bs nx]; [ discriminate | ]. apply Go with m (Step m bs nx); auto.
      apply Game.calm_move; auto. eapply Empty; eauto.
    + destruct St as [N5 Q].
      assert (K : forall p,
        (if is_empty b x then loses std n k b ts z2 x p (read k [x] z) else None) = Some z' ->
        calm (gput A x be)).
      { intros p' L. apply Game.calm_parry; auto. eapply Empty; eauto. }
      destruct p as [ | m bs nx]; [ eapply Go; eauto | ].
      destruct (m =? x) eqn:E; [ apply Uint63.eqb_spec in E; subst m | ]; eapply Go; eauto.
  - (* the defender to move *)
    intros m p F K H. simpl in H. destruct (F) as [Om Em].
    assert (Cm : complete (gput A m be) (without m ts)) by (apply complete_A; auto).
    assert (Rm : Rep (putA m b) (gput A m be)) by (apply (rep_A B); auto).
    assert (C2m : k = true -> complete2 (gput A m be) z2) by (intros E; apply complete2_A; auto).
    destruct (five_points std b m) as [ | x [ | y l]] eqn:P.
    + destruct (next p) as [ | g bs nx]; [ discriminate | ].
      destruct (is_empty (putA m b) g) eqn:Eg; [ | discriminate ].
      assert (Fg : free (gput A m be) g) by (eapply (rep_empty B); eauto).
      destruct (five_points std (putA m b) g) as [ | x [ | y l]] eqn:P'; try discriminate.
      destruct ((x =? y) || _) eqn:Dis; [ discriminate | ].
      apply orb_false_iff in Dis. destruct Dis as [Nxy Nl]. apply Uint63.eqb_false_spec in Nxy.
      assert (Pt : forall u, In u (x :: y :: l) -> point (gput A g (gput A m be)) u).
      { intros u I. eapply (rep_points B); eauto. rewrite P'. auto. }
      set (f3 := match l with [] => x | w :: _ => w end).
      set (rest := g :: match l with [] => [x; y] | _ :: _ => [] end ++
        squares_of (without g (without m ts)) []) in *.
      set (z0 := if k then union z2 (ends (without m ts) (adds (g :: x :: y :: l) z)) else z) in *.
      assert (Mz : more k z0 z') by (exact (proj1 (proj2 (proj2 (only_more n _ _ _ _ _ _))) _ _ H)).
      assert (Eg' : gput A m be g = None) by (destruct Fg; auto).
      assert (Zin : forall u, on u -> In u (g :: x :: y :: l) -> Z k z' u).
      { intros u O I. apply (Z_more k z0); auto. intros E. unfold z0. rewrite E. apply (mem_union B). right.
        apply ends_more, adds_in; auto. }
      assert (On : forall u, In u (x :: y :: l) -> on u) by (intros u I; exact (proj1 (Pt u I))).
      assert (I3 : In f3 (x :: y :: l)) by (unfold f3; destruct l; simpl; auto).
      apply Game.and_threat
        with (on := on) (g := g) (f1 := x) (f2 := y) (f3 := f3) (replies := fun t => In t rest).
      * exact apart.
      * exact K.
      * exact Fg.
      * (* two five points stay *)
        intros t Ft Nt.
        destruct l as [ | w l].
        -- exists x, y. repeat split; auto; try (intros ->; apply Nt; simpl; tauto); apply Pt; simpl; auto.
        -- apply orb_false_iff in Nl. destruct Nl as [N1 N2]. apply Uint63.eqb_false_spec in N1.
           apply Uint63.eqb_false_spec in N2.
           destruct (dec x t) as [<- | Tx]; [ | destruct (dec y t) as [<- | Ty] ].
           ++ exists y, w. repeat split; auto; try (apply Pt; simpl; auto).
           ++ exists x, w. repeat split; auto; try (apply Pt; simpl; auto).
           ++ exists x, y. repeat split; auto; apply Pt; simpl; auto.
      * left. reflexivity.
      * intros u (w & v & Pa).
        destruct (complete_A _ _ g Eg' Cm w u v Pa) as (t & I & [E _]).
        right. apply in_or_app. right. apply squares_of_in with t; auto. tauto.
      * refine (Zin g _ _); [ destruct Fg; auto | simpl; auto ].
      * refine (Zin x _ _); [ apply On | ]; simpl; auto.
      * refine (Zin y _ _); [ apply On | ]; simpl; auto.
      * refine (Zin f3 _ _); [ apply On; auto | right; auto ].
      * intros u (w & v & Pa). apply (Z_more k z0); auto. intros E. unfold z0. rewrite E.
        apply (mem_union B). right.
        destruct (Cm w u v Pa) as (t & I & [E' _]). apply ends_in with t; auto; [ | tauto ].
        destruct Pa as (_ & Cu & _). eapply (on_cell B); eauto.
      * intros u N2. apply (Z_more k z0); auto. intros E. unfold z0. rewrite E. apply (mem_union B). left.
        apply (C2m E). eapply Game.near2_before; eauto.
      * intros t _. destruct (in_dec dec t rest); auto.
      * intros t Ft I. exact (proj1 (proj2 (proj2 (IH k _ _ _ _ _ z' Rm Cm C2m))) p rest K H t I Ft).
    + assert (Px : point (gput A m be) x) by (eapply (rep_points B); eauto; rewrite P; simpl; auto).
      set (z0 := if k then adds [x] (ends (without m ts) z) else z) in *.
      assert (Mz : more k z0 z') by (exact (proj2 (proj2 (proj2 (only_more n _ _ _ _ _ _))) _ _ H)).
      destruct (Px) as (Ox & Ex & _).
      apply Game.and_one with (on := on) (p := x); auto.
      * apply (Z_more k z0); auto. intros E. unfold z0. rewrite E. apply adds_in; simpl; auto.
      * intros u N3. apply (Z_more k z0); auto. intros E. unfold z0. rewrite E. apply adds_more.
        pose proof (complete_near _ _ z true u Cm N3 eq_refl) as M. exact M.
      * assert (Fx : free (gput A m be) x) by (split; auto).
        exact (proj2 (proj2 (proj2 (IH k _ _ _ _ _ z' Rm Cm C2m))) p x K Fx H).
    + destruct (x =? y) eqn:Nxy; [ discriminate | ]. apply Uint63.eqb_false_spec in Nxy. injection H as <-.
      assert (Px : point (gput A m be) x) by (eapply (rep_points B); eauto; rewrite P; simpl; auto).
      assert (Py : point (gput A m be) y) by (eapply (rep_points B); eauto; rewrite P; simpl; auto).
      apply Game.and_two with (on := on) (p := x) (q := y); auto.
      * intros E. rewrite E. exact (adds_in [x; y] _ x (proj1 Px) (or_introl eq_refl)).
      * intros E. rewrite E. exact (adds_in [x; y] _ y (proj1 Py) (or_intror (or_introl eq_refl))).
      * intros u N3 E. rewrite E. exact (adds_more [x; y] _ u (complete_near _ _ z true u Cm N3 eq_refl)).
  - (* all replies of a list *)
    intros p rest K H r I Fr. simpl in H. destruct rest as [ | s rest]; [ destruct I | ].
    destruct (is_in s rest) eqn:Q.
    + apply (proj1 (proj2 (proj2 (IH k b be ts z2 z z' R C C2))) p rest K H r); auto.
      destruct I as [-> | I]; auto. apply is_in_spec; auto.
    + destruct (reply std n k b ts z2 p z s) as [z1 | ] eqn:E; [ | discriminate ].
      destruct (dec s r) as [-> | N].
      * apply Game.wins_more with (Z k z1);
          [ apply Z_more; exact (proj1 (proj2 (proj2 (only_more n _ _ _ _ _ _))) _ _ H) | ].
        exact (proj2 (proj2 (proj2 (IH k b be ts z2 z z1 R C C2))) p r K Fr E).
      * destruct I as [-> | I]; [ congruence | ].
        exact (proj1 (proj2 (proj2 (IH k b be ts z2 z1 z' R C C2))) p rest K H r I Fr).
  - (* one reply *)
    intros p r K Fr H. simpl in H.
    refine (proj1 (IH k _ _ _ _ _ z' (rep_D B _ _ _ R Fr) (complete_D _ _ _ _ R Fr C) _) _ _ _ _ H).
    + intros E. rewrite E. apply complete2_D; auto.
    + apply status_reply; auto.
Qed.

(* A record. *)
Definition nothing : gboard := fun _ => None.
(* The stones of a list are put, one by one. *)
Definition puts (c : Game.stone) (l : list int) (be : gboard) : gboard :=
  fold_left (fun be q => gput c q be) l be.
(* The attacker's stones, then the defender's. *)
Definition position (a d : list int) : gboard := puts D d (puts A a nothing).
Record Entry_spec : Prop := {
  (* A record is set up from the empty board; a board of bits is one board. *)
  rep_start : Rep empty nothing;
  rep_unique : forall b be be', Rep b be -> Rep b be' -> forall q, be q = be' q;
  same_eq : forall b b', same b b' = true -> b = b';
  (* Its move makes five where the checker says so. *)
  five_made : forall b be q, Rep b be -> free be q -> makes_five std b q = true -> five A (gput A q be);
  (* Zones of several branches are met, each reply being one of the squares. *)
  mem_inter : forall x y z, mem x (inter y z) = false -> mem x y = false \/ mem x z = false;
  mem_everything : forall q, on q -> mem q everything = true;
  on_squares : forall q, on q -> In q squares;
  (* A window is more than three squares. *)
  enough : forall w x y z, exists s, cell w s /\ s <> x /\ s <> y /\ s <> z;
  (* A position is won when one of its images is. *)
  turned : forall s a d, (forall q, In q (a ++ d) -> on q) ->
    Wins (position a d) -> Wins (position (map (image s) a) (map (image s) d))
}.
Hypothesis E : Entry_spec.

(* The board of bits is set up as the lists say, on empty squares of the board. *)
Lemma places_A l : forall b be b', Rep b be -> places putA l b = Some b' -> Rep b' (puts A l be).
Proof.
  induction l as [ | q l IH]; simpl; intros b be b' R H; [ injection H as <-; auto | ].
  destruct (is_empty b q) eqn:F; [ | discriminate ]. eapply IH; [ | eassumption ].
  apply (rep_A B); auto. eapply (rep_empty B); eauto.
Qed.
Lemma places_D l : forall b be b', Rep b be -> places putD l b = Some b' -> Rep b' (puts D l be).
Proof.
  induction l as [ | q l IH]; simpl; intros b be b' R H; [ injection H as <-; auto | ].
  destruct (is_empty b q) eqn:F; [ | discriminate ]. eapply IH; [ | eassumption ].
  apply (rep_D B); auto. eapply (rep_empty B); eauto.
Qed.
Lemma places_A_on l : forall b be b', Rep b be -> places putA l b = Some b' -> forall q, In q l -> on q.
Proof.
  induction l as [ | x l IH]; simpl; intros b be b' R H q I; [ tauto | ].
  destruct (is_empty b x) eqn:F; [ | discriminate ].
  assert (Fx : free be x) by (eapply (rep_empty B); eauto).
  destruct I as [<- | I]; [ apply Fx | ]. eapply IH; [ | exact H | exact I ]. apply (rep_A B); eauto.
Qed.
Lemma places_D_on l : forall b be b', Rep b be -> places putD l b = Some b' -> forall q, In q l -> on q.
Proof.
  induction l as [ | x l IH]; simpl; intros b be b' R H q I; [ tauto | ].
  destruct (is_empty b x) eqn:F; [ | discriminate ].
  assert (Fx : free be x) by (eapply (rep_empty B); eauto).
  destruct I as [<- | I]; [ apply Fx | ]. eapply IH; [ | exact H | exact I ]. apply (rep_D B); eauto.
Qed.
Lemma set_up_on a d b : set_up a d = Some b -> forall q, In q (a ++ d) -> on q.
Proof.
  unfold set_up. destruct (places putA a empty) as [bA | ] eqn:Q; [ | discriminate ]. intros H q I.
  apply in_app_or in I. destruct I as [I | I].
  - exact (places_A_on a _ _ _ (rep_start E) Q q I).
  - exact (places_D_on d _ _ _ (places_A a _ _ _ (rep_start E) Q) H q I).
Qed.
Lemma set_up_rep a d b : set_up a d = Some b -> Rep b (position a d).
Proof.
  unfold set_up. destruct (places putA a empty) as [bA | ] eqn:Q; [ | discriminate ]. intros H.
  eapply places_D; [ | exact H ]. eapply places_A; [ | exact Q ]. apply (rep_start E).
Qed.
(* A square has a stone if and only if the list has it. *)
Lemma puts_keep c l : forall be q, ~ In q l -> puts c l be q = be q.
Proof.
  induction l as [ | x l IH]; simpl; intros be q N; auto. rewrite IH by tauto. apply Game.put_other.
  intros ->. auto.
Qed.
Lemma puts_in c l : forall be q, In q l -> puts c l be q = Some c.
Proof.
  induction l as [ | x l IH]; simpl; intros be q I; [ tauto | ].
  destruct (in_dec dec q l) as [J | N]; [ apply IH; auto | ]. rewrite puts_keep by auto.
  destruct I as [-> | I]; [ apply Game.put_here | tauto ].
Qed.

(* The defender's stones one by one. *)
Definition dead (be full : gboard) :=
  (forall w p, cell w p -> be p = None -> (forall s, cell w s -> s <> p -> be s = Some D) ->
    exists s, flank w s /\ full s = Some D) /\
  (forall w, (forall s, cell w s -> be s = Some D) -> exists s, flank w s /\ full s = Some D).
(* The defender's stones are put one by one: his threes and twos are noted, no four is alive. *)
Lemma pairs_of_spec full fbe d : Rep full fbe -> forall b be ts z2 b' ts' z2', Rep b be -> complete be ts ->
  complete2 be z2 ->
  dead be fbe -> pairs_of std full d b ts z2 = Some (b', ts', z2') ->
  Rep b' (puts D d be) /\ complete (puts D d be) ts' /\ complete2 (puts D d be) z2' /\ dead (puts D d be) fbe.
Proof.
  intros RF. induction d as [ | q d IH]; simpl; intros b be ts z2 b' ts' z2' R C C2 De H.
  - injection H as <- <- <-. auto.
  - destruct (is_empty b q) eqn:F; [ | discriminate ].
    assert (Fq : free be q) by (eapply (rep_empty B); eauto). destruct (Fq) as [_ Eq].
    destruct (threats std full q ts Nowhere) eqn:T; try discriminate.
    eapply IH; [ | | | | exact H ].
    + apply (rep_D B); auto.
    + apply complete_D; auto.
    + apply complete2_D; auto.
    + split.
      * intros w p Cp Ep Fp.
        assert (Np : p <> q) by (intros ->; rewrite Game.put_here in Ep; congruence).
        rewrite Game.put_other in Ep by auto.
        destruct (cell_dec B w q) as [Cq | Nq].
        -- assert (P : pair be w p q).
           { repeat split; auto. intros s Hs N1 N2. rewrite <- (Fp s Hs N1). rewrite Game.put_other; auto. }
           destruct (C w p q P) as (t & I & En & Al). apply (Al full fbe RF).
           destruct (alive std full t) eqn:Q; auto. exfalso.
           assert (Y := threats_spec full q ts Nowhere p t I Q). rewrite T in Y. apply Y.
           ++ destruct En as [[-> ->] | [-> ->]]; auto.
           ++ destruct En as [[-> ->] | [-> ->]]; auto.
        -- apply (proj1 De w p); auto. intros s Hs N. rewrite <- (Fp s Hs N). rewrite Game.put_other; auto.
           intros ->. auto.
      * intros w Fw. destruct (cell_dec B w q) as [Cq | Nq].
        -- apply (proj1 De w q); auto. intros s Hs N. rewrite <- (Fw s Hs). rewrite Game.put_other; auto.
        -- apply (proj2 De w). intros s Hs. rewrite <- (Fw s Hs). rewrite Game.put_other; auto.
           intros ->. auto.
Qed.
(* Without stones of the defender there is nothing to note. *)
Lemma no_stones a : (forall q, a q <> Some D) -> complete a [] /\ complete2 a none /\ forall f, dead a f.
Proof.
  intros N. split; [ | split ].
  - intros w y z (_ & _ & _ & _ & _ & F). destruct (enough E w y z z) as (s & C & N1 & N2 & _).
    destruct (N s). auto.
  - intros x (w & y & z & _ & _ & _ & _ & _ & _ & _ & _ & _ & F).
    destruct (enough E w x y z) as (s & C & N1 & N2 & N3). destruct (N s). auto.
  - intros f. split.
    + intros w p _ _ F. destruct (enough E w p p p) as (s & C & N1 & _). destruct (N s). auto.
    + intros w F. destruct (enough E w 0 0 0) as (s & C & _). destruct (N s). auto.
Qed.
(* On the board of the attacker's stones there are none. *)
Lemma no_D a m : forall q, gput A m (puts A a nothing) q <> Some D.
Proof.
  intros q. unfold Game.put at 1. destruct (dec q m); [ discriminate | ].
  destruct (in_dec dec q a) as [I | I];
    [ rewrite puts_in by auto; discriminate | rewrite puts_keep by auto; discriminate ].
Qed.

(* Every reply outside the zone is won. *)
Definition covered be (zone : set) := forall r, free be r -> mem r zone = false -> Wins (gput D r be).
(* A zone that was read covers so. *)
Lemma covered_by be z : wins_z be (Z true z) -> covered be z.
Proof. intros [_ K] r F M. apply K; auto. unfold Z. intros H. rewrite (H eq_refl) in M. discriminate. Qed.
(* What is outside one of several zones is covered. *)
Lemma meet_spec b be ts z2 : Rep b be -> complete be ts -> complete2 be z2 -> calm be ->
  forall bs zone, covered be zone -> covered be (meet std bs b ts z2 zone).
Proof.
  intros R C C2 K. fix IH 1. intros bs zone Co. destruct bs as [ | l p rest]; simpl; auto.
  destruct l as [ | x [ | y l]]; try (apply IH; auto).
  destruct (wins std fuel true b ts z2 Nowhere p Done none) as [z | ] eqn:W; [ | apply IH; auto ].
  apply IH. intros r F M. destruct (mem_inter E _ _ _ M) as [M' | M']; [ | apply Co; auto ].
  clear M. revert r F M'. apply covered_by.
  exact (proj1 (sound fuel true b be ts z2 none z R C (fun _ => C2)) Nowhere p Done K W).
Qed.

(* The records before the bound are on the board, and won. *)
Definition known_ok (known : positions) (bound : int) :=
  forall i, (i <? bound) = true ->
    let (a, d) := PArray.get known i in (forall q, In q (a ++ d) -> on q) /\ Wins (position a d).
(* Every reply of the zone is won: it is the image of an earlier record, or was played out. *)
Lemma all_replies_spec known bound e b be ts z2 zone : Rep b be -> complete be ts ->
  complete2 be z2 -> calm be ->
  known_ok known bound -> forall rs, all_replies std rs known bound e b ts z2 zone = true ->
  forall r, In r rs -> free be r -> mem r zone = true -> Wins (gput D r be).
Proof.
  intros R C C2 K Kn rs. induction rs as [ | s rs IH]; simpl; intros H r I F M; [ tauto | ].
  apply andb_true_iff in H. destruct H as [H H']. destruct I as [-> | I]; [ | apply IH; auto ].
  rewrite M in H. rewrite (rep_free B b be r R F) in H.
  destruct (find_stored r (stored e)) as [[s i] | ].
  - unfold is_stored in H. apply andb_true_iff in H. destruct H as [Lt H]. specialize (Kn i Lt).
    destruct (PArray.get known i) as [a d].
    destruct (set_up (map (image s) a) (map (image s) d)) as [b' | ] eqn:S; [ | discriminate ].
    apply (same_eq E) in H. subst b'. apply set_up_rep in S.
    eapply Game.same_wins; [ | apply (turned E s _ _ (proj1 Kn) (proj2 Kn)) ].
    intros q. eapply (rep_unique E); [ exact S | apply (rep_D B); auto ].
  - destruct (reply std fuel false b ts z2 (hint e) none r) as [z | ] eqn:Q; [ | discriminate ].
    refine (proj1 (proj2 (proj2 (proj2 (sound fuel false b be ts z2 none z R C _))) (hint e) r K F Q)).
    discriminate.
Qed.
(* The zone of the main plan covers the replies outside. *)
Lemma main_zone_spec e b0 be0 b be ts z2 : Rep b0 be0 -> free be0 (Checker.move e) ->
  Game.same int (gput A (Checker.move e) be0) be ->
  Rep b be -> complete be ts -> complete2 be z2 -> calm be -> covered be (main_zone std e b0 b ts z2).
Proof.
  intros R0 F0 S R C C2 K. unfold main_zone.
  assert (P : forall x, In x (five_points std b0 (Checker.move e)) -> point be x).
  { intros x I. destruct (rep_points B b0 be0 _ x R0 F0 I) as (O & Ex & w & Cw & Fw & Gw).
    split; [ auto | split; [ rewrite <- S; auto | ] ]. exists w.
    split; [ auto | split ]; intros s Hs; rewrite <- S; auto. }
  assert (V : forall r x, free be r -> r <> x -> point be x -> Wins (gput D r be)).
  { intros r x F N Px. eapply Game.point_wins; [ exact apart | ].
    apply Game.point_stays with (p := x); auto. apply F. }
  destruct (five_points std b0 (Checker.move e)) as [ | x [ | y l]].
  - destruct (wins std fuel true b ts z2 Nowhere (next (hint e)) Done none) as [z | ] eqn:W.
    + apply covered_by. exact (proj1 (sound fuel true b be ts z2 none z R C (fun _ => C2))
        Nowhere _ Done K W).
    + intros r [O _] M. rewrite (mem_everything E) in M; [ discriminate | auto ].
  - intros r F M. apply V with x; auto; [ | apply P; simpl; auto ].
    intros ->. rewrite (on_mem B) in M; [ discriminate | apply F ].
  - destruct (x =? y) eqn:N.
    + intros r [O _] M. rewrite (mem_everything E) in M; [ discriminate | auto ].
    + apply Uint63.eqb_false_spec in N. intros r F _. destruct (dec r x) as [-> | Nx].
      * apply V with y; auto. apply P; simpl; auto.
      * apply V with x; auto. apply P; simpl; auto.
Qed.

(* A record that is accepted is on the board, and won. *)
Theorem entry_sound known bound e : known_ok known bound -> check_entry std known bound e = true ->
  (forall q, In q (atts e ++ defs e) -> on q) /\ Wins (position (atts e) (defs e)).
Proof.
  intros Kn H. unfold check_entry in H.
  destruct (set_up (atts e) (defs e)) as [b0 | ] eqn:S; [ | discriminate ].
  split; [ eapply set_up_on; eauto | ].
  destruct (places putA (atts e) empty) as [bA | ] eqn:SA; [ | discriminate ].
  apply andb_true_iff in H. destruct H as [Em H].
  apply set_up_rep in S. set (be0 := position (atts e) (defs e)) in *. set (m := Checker.move e) in *.
  assert (F : free be0 m) by (eapply (rep_empty B); eauto).
  apply orb_true_iff in H. destruct H as [H | H].
  - apply Game.by_five with m; auto. eapply (five_made E); eauto.
  - apply andb_true_iff in H. destruct H as [Em' H].
    assert (RA : Rep bA (puts A (atts e) nothing)) by (eapply places_A; [ apply (rep_start E) | eauto ]).
    assert (FA : free (puts A (atts e) nothing) m) by (eapply (rep_empty B); eauto).
    assert (RAm := rep_A B _ _ _ RA FA). assert (Rfull := rep_A B _ _ _ S F).
    destruct (pairs_of std (putA m b0) (defs e) (putA m bA) [] none) as [[[b ts] z2] | ] eqn:Q;
      [ | discriminate ].
    destruct (no_stones _ (no_D (atts e) m)) as (Cn & C2n & Dn).
    destruct (pairs_of_spec _ _ (defs e) Rfull _ _ _ _ _ _ _ RAm Cn C2n (Dn _) Q) as (R & C & C2 & De).
    set (be := puts D (defs e) (gput A m (puts A (atts e) nothing))) in *.
    assert (Nm : ~ In m (defs e)).
    { intros I. destruct F as [_ F]. unfold be0, position in F. rewrite puts_in in F by auto. discriminate. }
    assert (Sa : Game.same int (gput A m be0) be).
    { intros q. unfold be, be0, position. destruct (dec q m) as [-> | N].
      - rewrite Game.put_here. rewrite puts_keep by auto. rewrite Game.put_here. reflexivity.
      - rewrite (Game.put_other _ dec A m) by auto.
        destruct (in_dec dec q (defs e)) as [I | I]; [ rewrite !puts_in by auto; reflexivity | ].
        rewrite !puts_keep with (l := defs e) by auto. rewrite Game.put_other by auto. reflexivity. }
    assert (K : calm be).
    { split.
      - intros (w & Fw & Gw). destruct (proj2 De w Fw) as (s & Fs & Es). apply (Gw s Fs). rewrite <- Sa. auto.
      - intros w p (Cp & Ep & Fp & Gp). destruct (proj1 De w p Cp Ep Fp) as (s & Fs & Es). apply (Gp s Fs).
        rewrite <- Sa. auto. }
    apply andb_true_iff in H. destruct H as [Ex H].
    apply Game.move with m; auto. apply Game.same_loses with be; [ apply Game.same_sym; auto | ].
    set (zone := match hint e with Step _ bs _ => _ | Done => _ end) in H.
    assert (Co : covered be zone).
    { unfold zone. destruct (hint e) eqn:Hi; [ | apply meet_spec; auto ];
        apply main_zone_spec with be0; auto. }
    apply existsb_exists in Ex. destruct Ex as (t & _ & Et).
    split; [ exists t; eapply (rep_empty B); eauto | split ].
    + intros. apply Game.calm_safe with (on := on); auto.
    + intros r Fr. destruct (mem r zone) eqn:Mr; [ | apply Co; auto ].
      eapply all_replies_spec; eauto. apply (on_squares E). apply Fr.
Qed.

(* The book: piece after piece, each on the supposition that the earlier ones are won. *)

(* Lists that are found equal are equal. *)
Lemma same_list_eq l : forall l', same_list l l' = true -> l = l'.
Proof.
  induction l as [ | x l IH]; intros [ | y l'] H; simpl in H; try discriminate; auto.
  apply andb_true_iff in H. destruct H as [X H]. apply Uint63.eqb_spec in X. subst. f_equal. auto.
Qed.
(* Before the next number are those before this one, and this one. *)
Lemma next_int i j : (i <? max_int) = true -> (j <? i + 1) = true -> (j <? i) = true \/ j = i.
Proof.
  rewrite !ltb_spec. intros H K.
  assert (S : to_Z (i + 1) = BinInt.Z.add (to_Z i) 1%Z).
  { rewrite add_spec. apply BinInt.Z.mod_small. pose proof (to_Z_bounded i).
    pose proof (to_Z_bounded max_int).
    assert (W : to_Z max_int = BinInt.Z.sub wB 1%Z) by reflexivity. change (to_Z 1) with 1%Z. lia. }
  rewrite S in K. destruct (BinInt.Z.eq_dec (to_Z j) (to_Z i)) as [Q | Q];
    [ right; apply to_Z_inj; auto | left; lia ].
Qed.
(* Records that are accepted, one after the other, are won. *)
Theorem piece_sound known es : forall i, known_ok known i -> check_piece std known i es = true ->
  known_ok known (upto i es).
Proof.
  induction es as [ | e es IH]; simpl; intros i Kn H; auto.
  rewrite !andb_true_iff in H. destruct H as [[[Lt S] H] H']. apply IH; auto.
  pose proof (entry_sound known i e Kn H) as W. intros j J.
  destruct (next_int i j Lt J) as [L | ->]; [ exact (Kn j L) | ].
  destruct (PArray.get known i) as [a d]. apply andb_true_iff in S. destruct S as [S1 S2].
  apply same_list_eq in S1. apply same_list_eq in S2. subst. exact W.
Qed.
End Sound.
