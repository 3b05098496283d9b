(* The lemmas on which a certificate is checked, for squares and windows of any kind. A window is where a five
   can be: its cells are the squares of the five, its flanks those that must not hold a stone of the same side
   (standard rules; free-style windows have none). The attacker is the side that wins, the defender the
   other. *)
From Coq Require Import List Bool.
Import ListNotations.

(* A stone of the attacker, or of the defender. *)
Inductive stone := A | D.

Section Game.
Variable sq : Type.
Variable eq_dec : forall s t : sq, {s = t} + {s <> t}.
Variable on : sq -> Prop.
Variable window : Type.
Variable cell flank : window -> sq -> Prop.
Hypothesis apart : forall w s, cell w s -> flank w s -> False.

(* 1. Boards, fives, and what is won. *)

Definition board : Type := sq -> option stone.
Definition put (c : stone) (s : sq) (b : board) : board := fun t => if eq_dec t s then Some c else b t.

(* A square on which may be played. *)
Definition free (b : board) s := on s /\ b s = None.

Definition five (c : stone) (b : board) :=
  exists w, (forall s, cell w s -> b s = Some c) /\ (forall s, flank w s -> b s <> Some c).

(* The attacker is to move, and wins. Bridge.v leads from here to Rules.v. *)
Inductive Wins (b : board) : Prop :=
  | by_five s : free b s -> five A (put A s b) -> Wins b
  | by_move s : free b s -> (exists t, free (put A s b) t) ->
      (forall t, free (put A s b) t -> ~ five D (put D t (put A s b))) ->
      (forall t, free (put A s b) t -> Wins (put D t (put A s b))) -> Wins b.

(* The defender is to move, and loses. *)
Definition Loses b := (exists t, free b t) /\ (forall t, free b t -> ~ five D (put D t b)) /\
  forall t, free b t -> Wins (put D t b).

(* A move wins if the defender loses after it. *)
Lemma move b s : free b s -> Loses (put A s b) -> Wins b.
Proof. intros F (E & N & V). apply by_move with s; auto. Qed.

(* Boards with the same stones; they are won and lost together. *)
Definition same (b b' : board) := forall s, b s = b' s.

Lemma same_put c s b b' : same b b' -> same (put c s b) (put c s b').
Proof. intros H t. unfold put. destruct (eq_dec t s); auto. Qed.

Lemma same_free b b' s : same b b' -> free b s -> free b' s.
Proof. unfold free. intros H [? E]. rewrite <- H. auto. Qed.

Lemma same_sym b b' : same b b' -> same b' b.
Proof. intros H s. auto. Qed.

Lemma same_five c b b' : same b b' -> five c b -> five c b'.
Proof. intros H (w & F & G). exists w. split; intros s Hs; rewrite <- H; auto. Qed.

Lemma same_wins b b' : same b b' -> Wins b -> Wins b'.
Proof.
  intros H W. revert b' H. induction W as [b s F V | b s F E N V IH]; intros b' H.
  - apply by_five with s; [ eapply same_free; eauto | eapply same_five; [ apply same_put;
    eassumption | auto ] ].
  - assert (P : same (put A s b) (put A s b')) by (apply same_put; auto).
    apply by_move with s.
    + eapply same_free; eauto.
    + destruct E as [t E]. exists t. eapply same_free; eauto.
    + intros t Ft Five. apply (N t).
      * eapply same_free; [ apply same_sym | ]; eauto.
      * eapply same_five; [ | exact Five ]. apply same_sym, same_put, P.
    + intros t Ft. apply (IH t).
      * eapply same_free; [ apply same_sym | ]; eauto.
      * apply same_put, P.
Qed.

Lemma same_loses b b' : same b b' -> Loses b -> Loses b'.
Proof.
  intros H ([t E] & N & V). split; [ | split ].
  - exists t. eapply same_free; eauto.
  - intros u Fu Five. apply (N u).
    + eapply same_free; [ apply same_sym | ]; eauto.
    + eapply same_five; [ | exact Five ]. apply same_sym, same_put, H.
  - intros u Fu. eapply same_wins; [ apply same_put; exact H | ]. apply V.
    eapply same_free; [ apply same_sym | ]; eauto.
Qed.

(* Stones on different squares may be put in either order. *)
Lemma swap c s d t b : s <> t -> same (put c s (put d t b)) (put d t (put c s b)).
Proof. intros H u. unfold put. destruct (eq_dec u s), (eq_dec u t); congruence. Qed.

Lemma put_here c s b : put c s b s = Some c.
Proof. unfold put. destruct (eq_dec s s); congruence. Qed.

Lemma put_other c s b t : t <> s -> put c s b t = b t.
Proof. unfold put. destruct (eq_dec t s); congruence. Qed.

Lemma free_put c s b t : free b t -> t <> s -> free (put c s b) t.
Proof. intros [O E] H. split; [ | rewrite put_other ]; auto. Qed.

Lemma free_back c s b t : free (put c s b) t -> free b t /\ t <> s.
Proof.
  intros [O E]. unfold put in E. destruct (eq_dec t s); [ discriminate | ]. repeat split; auto.
Qed.

(* 2. What either side threatens. *)

(* A four of the defender: a window that needs only the cell p. *)
Definition four b w p := cell w p /\ b p = None /\ (forall s, cell w s -> s <> p -> b s = Some D) /\
  (forall s, flank w s -> b s <> Some D).

(* The defender has no five, and can make none at once. *)
Definition calm b := ~ five D b /\ forall w p, ~ four b w p.

(* A window of the defender's with three stones and two empty cells, y and z. *)
Definition pair b w y z := y <> z /\ cell w y /\ cell w z /\ b y = None /\ b z = None /\
  forall s, cell w s -> s <> y -> s <> z -> b s = Some D.

(* Empty cells of windows of the defender's with three stones, and with two. A stone of his anywhere else
   gives him no four, and no window with three. *)
Definition near3 b y := exists w z, pair b w y z.
Definition near2 b x := exists w y z, x <> y /\ x <> z /\ y <> z /\
  cell w x /\ cell w y /\ cell w z /\ b x = None /\ b y = None /\ b z = None /\
  forall s, cell w s -> s <> x -> s <> y -> s <> z -> b s = Some D.

(* A five point of the attacker: with a stone there he has a five. *)
Definition point b p := on p /\ b p = None /\ exists w, cell w p /\
  (forall s, cell w s -> s <> p -> b s = Some A) /\ (forall s, flank w s -> b s <> Some A).

Lemma point_wins b p : point b p -> Wins b.
Proof.
  intros (O & E & w & C & F & G). apply by_five with p; [ split; auto | ]. exists w. split.
  - intros s Hs. destruct (eq_dec s p) as [-> | N]; [ apply put_here | rewrite put_other; auto ].
  - intros s Hs. rewrite put_other; [ auto | ]. intros ->. eapply apart; eauto.
Qed.

(* It stays one, wherever else the defender plays. *)
Lemma point_stays b p r : point b p -> r <> p -> b r = None -> point (put D r b) p.
Proof.
  intros (O & E & w & C & F & G) N Er. split; [ auto | split ].
  - rewrite put_other; auto.
  - exists w. split; [ auto | split ]; intros s Hs.
    + intros Np. rewrite put_other; [ auto | ]. intros ->. rewrite F in Er; congruence.
    + destruct (eq_dec s r) as [-> | Nr]; [ rewrite put_here; congruence | rewrite put_other; auto ].
Qed.

(* Where the board is calm no reply of the defender is a five. *)
Lemma calm_safe b t : calm b -> free b t -> ~ five D (put D t b).
Proof.
  intros [N Q] [_ E] (w & F & G).
  assert (Fl : forall s, flank w s -> b s <> Some D).
  { intros s Hs K. apply (G s Hs). destruct (eq_dec s t) as [-> | Ns]; [ congruence | rewrite put_other;
    auto ]. }
  assert (Ce : forall s, cell w s -> s <> t -> b s = Some D).
  { intros s Hs Ns. rewrite <- (F s Hs). rewrite put_other; auto. }
  assert (M : ~ ~ cell w t).
  { intros K. apply N. exists w. split; [ | auto ]. intros s Hs. apply Ce; [ auto | ]. intros ->. auto. }
  apply M. intros C. apply (Q w t). repeat split; auto.
Qed.

(* It stays calm after a reply that makes no four. *)
Lemma calm_reply b r : calm b -> free b r -> ~ near3 b r -> calm (put D r b).
Proof.
  intros K Fr Nr. split; [ apply calm_safe; auto | ]. intros w p (C & E & F & G).
  assert (Np : p <> r) by (intros ->; rewrite put_here in E; congruence).
  rewrite put_other in E; auto.
  assert (Fl : forall s, flank w s -> b s <> Some D).
  { intros s Hs L. apply (G s Hs). destruct (eq_dec s r) as [-> | Ns]; [ apply put_here | rewrite put_other;
    auto ]. }
  assert (M : ~ ~ cell w r).
  { intros L. apply (proj2 K w p). repeat split; auto. intros s Hs Ns. rewrite <- (F s Hs Ns), put_other;
    auto.
    intros ->. auto. }
  apply M. intros Cr. apply Nr. exists w, p. destruct Fr as [_ Er]. repeat split; auto.
  intros s Hs N1 N2. rewrite <- (F s Hs N2). rewrite put_other; auto.
Qed.

(* It becomes calm by the attacker's stone, where that parries all fours there are. *)
Lemma calm_parry b m : ~ five D b -> (forall w p, four b w p -> p = m) -> b m = None -> calm (put A m b).
Proof.
  intros N Q E. split.
  - intros (w & F & G). apply N. exists w. split; intros s Hs.
    + rewrite <- (F s Hs). rewrite put_other; auto. intros ->. specialize (F m Hs). rewrite put_here in F.
      congruence.
    + intros K. apply (G s Hs). rewrite put_other; auto. congruence.
  - intros w p (C & Ep & F & G).
    assert (Np : p <> m) by (intros ->; rewrite put_here in Ep; congruence).
    rewrite put_other in Ep by auto. apply Np, (Q w p). split; [ auto | split; [ auto | split ] ];
      intros s Hs.
    + intros Ns. rewrite <- (F s Hs Ns). rewrite put_other; auto. intros ->. specialize (F m Hs Ns).
      rewrite put_here in F. congruence.
    + intros K. apply (G s Hs). rewrite put_other; auto. congruence.
Qed.

Lemma calm_move b m : calm b -> b m = None -> calm (put A m b).
Proof. intros [N Q] E. apply calm_parry; auto. intros w p F. destruct (Q w p F). Qed.

(* A stone of the attacker adds nothing to the defender's windows: what they have after it, they had
   before. *)
Lemma pair_before b m w y z : b m = None -> pair (put A m b) w y z -> pair b w y z /\ m <> y /\ m <> z.
Proof.
  intros E (N & Cy & Cz & Ey & Ez & F).
  assert (Ny : y <> m) by (intros ->; rewrite put_here in Ey; congruence).
  assert (Nz : z <> m) by (intros ->; rewrite put_here in Ez; congruence).
  rewrite put_other in Ey, Ez by auto. repeat split; auto.
  intros s Hs N1 N2. rewrite <- (F s Hs N1 N2). rewrite put_other; auto. intros ->.
  specialize (F m Hs N1 N2). rewrite put_here in F. congruence.
Qed.

Lemma near3_before b m y : b m = None -> near3 (put A m b) y -> near3 b y.
Proof. intros E (w & z & P). exists w, z. eapply pair_before; eauto. Qed.

Lemma near2_before b m y : b m = None -> near2 (put A m b) y -> near2 b y.
Proof.
  intros E (w & u & v & N1 & N2 & N3 & C1 & C2 & C3 & E1 & E2 & E3 & F).
  assert (M1 : y <> m) by (intros ->; rewrite put_here in E1; congruence).
  assert (M2 : u <> m) by (intros ->; rewrite put_here in E2; congruence).
  assert (M3 : v <> m) by (intros ->; rewrite put_here in E3; congruence).
  rewrite put_other in E1, E2, E3 by auto. exists w, u, v. repeat split; auto.
  intros s Hs A1 A2 A3. rewrite <- (F s Hs A1 A2 A3). rewrite put_other; auto. intros ->.
  specialize (F m Hs A1 A2 A3). rewrite put_here in F. congruence.
Qed.

(* A stone of the defender adds only to the windows that it is in. *)
Lemma pair_after b r w y z : b r = None -> pair (put D r b) w y z ->
  y <> r /\ z <> r /\ (~ cell w r -> pair b w y z).
Proof.
  intros E (N & Cy & Cz & Ey & Ez & F).
  assert (Ny : y <> r) by (intros ->; rewrite put_here in Ey; congruence).
  assert (Nz : z <> r) by (intros ->; rewrite put_here in Ez; congruence).
  rewrite put_other in Ey, Ez by auto. repeat split; auto.
  intros s Hs N1 N2. rewrite <- (F s Hs N1 N2). rewrite put_other; auto. intros ->. auto.
Qed.

Lemma four_after b r w p : b r = None -> four (put D r b) w p -> p <> r /\
  (forall s, flank w s -> b s <> Some D) /\ (cell w r -> pair b w p r) /\ (~ cell w r -> four b w p).
Proof.
  intros E (C & Ep & F & G).
  assert (Np : p <> r) by (intros ->; rewrite put_here in Ep; congruence).
  rewrite put_other in Ep by auto.
  assert (Fl : forall s, flank w s -> b s <> Some D).
  { intros s Hs L. apply (G s Hs). destruct (eq_dec s r) as [-> | Ns]; [ apply put_here | rewrite put_other;
    auto ]. }
  split; [ auto | split; [ auto | split ] ].
  - intros Cr. repeat split; auto. intros s Hs N1 N2. rewrite <- (F s Hs N1). rewrite put_other; auto.
  - intros Nr. split; [ auto | split; [ auto | split; [ | auto ] ] ].
    intros s Hs Ns. rewrite <- (F s Hs Ns). rewrite put_other; auto. intros ->. auto.
Qed.

(* 3. Zones. A zone is a set of squares. A position is won with the zone z if it is won, and also with one
   more stone of the defender on any free square outside z; lost with it likewise. So a plan that wins with
   the zone z after the defender passes answers every reply outside z (Lemma 4). How a zone is found is the
   checker's affair: the lemmas below say which squares have to be in it. *)

Definition zone := sq -> Prop.
Definition wins_z b (z : zone) := Wins b /\ forall r, free b r -> ~ z r -> Wins (put D r b).
Definition loses_z b (z : zone) := Loses b /\ forall r, free b r -> ~ z r -> Loses (put D r b).

(* A larger zone claims less. *)
Lemma wins_more b (z z' : zone) : (forall q, z q -> z' q) -> wins_z b z -> wins_z b z'.
Proof. intros I [V K]. split; auto. Qed.

Lemma loses_more b (z z' : zone) : (forall q, z q -> z' q) -> loses_z b z -> loses_z b z'.
Proof. intros I [V K]. split; auto. Qed.

(* The attacker to move has a five point: it must be in the zone. *)
Lemma or_five b p (z : zone) : point b p -> z p -> wins_z b z.
Proof.
  intros P Z. split; [ eapply point_wins; eauto | ]. intros r [_ E] N. eapply point_wins. apply point_stays;
    eauto.
  intros ->. auto.
Qed.

(* The attacker's move must be in the zone, beside what is read after it. *)
Lemma or_move b m (z : zone) : free b m -> z m -> loses_z (put A m b) z -> wins_z b z.
Proof.
  intros F Z [L K]. split; [ eapply move; eauto | ]. intros r Fr N.
  assert (Nr : r <> m) by (intros ->; auto).
  apply move with m; [ apply free_put; auto | ].
  apply same_loses with (put D r (put A m b)); [ apply swap; auto | ].
  apply K; auto. apply free_put; auto.
Qed.

(* 4. The lemmas for the defender's move. In all of them the board is calm. *)

(* Lemma 2, without zones: against two five points every reply loses. *)
Lemma two b p q : calm b -> p <> q -> point b p -> point b q -> Loses b.
Proof.
  intros K N P Q. split; [ | split ].
  - exists p. destruct P as (? & ? & _). split; auto.
  - intros. apply calm_safe; auto.
  - intros t [O E]. destruct (eq_dec t p) as [-> | Np].
    + eapply point_wins. apply point_stays; eauto.
    + eapply point_wins. apply point_stays with (p := p); eauto.
Qed.

(* Lemma 2. The zone holds two five points, and where a stone would give the defender a four. *)
Lemma and_two b p q (z : zone) : calm b -> p <> q -> point b p -> point b q ->
  z p -> z q -> (forall y, near3 b y -> z y) -> loses_z b z.
Proof.
  intros K N P Q Zp Zq Z3. split; [ eapply two; eauto | ]. intros r Fr Nr. destruct (Fr) as [_ Er].
  apply two with p q; auto.
  - apply calm_reply; auto.
  - apply point_stays; auto. intros ->. auto.
  - apply point_stays; auto. intros ->. auto.
Qed.

(* Lemma 1: against one five point only the reply there has to be answered. *)
Lemma and_one b p (z : zone) : calm b -> point b p ->
  z p -> (forall y, near3 b y -> z y) -> wins_z (put D p b) z -> loses_z b z.
Proof.
  intros K P Zp Z3 [V Vz]. destruct (P) as (Op & Ep & _). split.
  - split; [ | split ].
    + exists p. split; auto.
    + intros. apply calm_safe; auto.
    + intros t [O E]. destruct (eq_dec t p) as [-> | Np]; [ auto | ].
      eapply point_wins. apply point_stays with (p := p); eauto.
  - intros r Fr Nr. assert (Np : r <> p) by (intros ->; auto). destruct (Fr) as [_ Er].
    assert (P' : point (put D r b) p) by (apply point_stays; auto).
    split; [ | split ].
    + exists p. destruct P' as (? & ? & _). split; auto.
    + intros. apply calm_safe; auto. apply calm_reply; auto.
    + intros t Ft. destruct (eq_dec t p) as [-> | Nt].
      * apply same_wins with (put D r (put D p b)); [ apply swap; auto | ]. apply Vz; auto. apply free_put;
        auto.
      * eapply point_wins. apply point_stays with (p := p); eauto. destruct Ft; auto.
Qed.

(* With t taken by the defender, two of the five points f1, f2, f3 are left (f3 may be one of the others). *)
Definition keeps b f1 f2 f3 t := exists p q, p <> q /\ p <> t /\ q <> t /\ point b p /\ point b q /\
  (p = f1 \/ p = f2 \/ p = f3) /\ (q = f1 \/ q = f2 \/ q = f3).

(* Lemma 3: a stone on g would give the attacker two five points or three. To be answered are the replies on
   g, those that leave fewer than two, and those that give the defender a four. *)
Lemma and_threat b g f1 f2 f3 (replies : sq -> Prop) (z : zone) : calm b -> free b g ->
  (forall t, free b t -> ~ replies t -> keeps (put A g b) f1 f2 f3 t) ->
  replies g -> (forall y, near3 (put A g b) y -> replies y) ->
  z g -> z f1 -> z f2 -> z f3 -> (forall y, near3 b y -> z y) -> (forall y, near2 (put A g b) y -> z y) ->
  (forall t, free b t -> replies t \/ ~ replies t) -> 
  (forall t, free b t -> replies t -> wins_z (put D t b) z) -> loses_z b z.
Proof.
  intros K Fg Keep Rg R3 Zg Z1 Z2 Z3 Zn3 Zn2 Dec V.
  destruct (Fg) as [Og Eg].
  assert (K1 : calm (put A g b)) by (apply calm_move; auto).
  assert (Out : forall t, free b t -> ~ replies t -> Loses (put D t (put A g b))).
  { intros t Ft Nt. destruct (Keep t Ft Nt) as (p & q & Npq & Np & Nq & P & Q & _).
    assert (Ng : t <> g) by (intros ->; auto).
    assert (E : put A g b t = None) by (rewrite put_other; destruct Ft; auto).
    apply two with p q; auto using point_stays. apply calm_reply; auto. apply free_put; auto. }
  split.
  - split; [ exists g; auto | split ].
    + intros. apply calm_safe; auto.
    + intros t Ft. destruct (Dec t Ft) as [Rt | Nt]; [ apply V; auto | ].
      assert (Ng : t <> g) by (intros ->; auto).
      apply move with g; [ apply free_put; auto | ].
      apply same_loses with (put D t (put A g b)); [ apply swap; auto | auto ].
  - intros r Fr Nr. assert (Ngr : r <> g) by (intros ->; auto).
    assert (Kr : calm (put D r b)) by (apply calm_reply; auto).
    split; [ exists g; apply free_put; auto | split ].
    + intros. apply calm_safe; auto.
    + intros t Ft. destruct (free_back _ _ _ _ Ft) as [Ft0 Ntr].
      destruct (Dec t Ft0) as [Rt | Nt].
      { apply same_wins with (put D r (put D t b)); [ apply swap; auto | ].
        apply V; auto. apply free_put; auto. }
      assert (Ngt : t <> g) by (intros ->; auto).
      destruct (Keep t Ft0 Nt) as (p & q & Npq & Np & Nq & P & Q & Ip & Iq).
      assert (Nrp : r <> p) by (intros ->; destruct Ip as [-> | [-> | ->]]; auto).
      assert (Nrq : r <> q) by (intros ->; destruct Iq as [-> | [-> | ->]]; auto).
      apply move with g; [ apply free_put; auto; apply free_put; auto | ].
      assert (S : same (put D t (put D r (put A g b))) (put A g (put D t (put D r b)))).
      { intros u. unfold put. destruct (eq_dec u t), (eq_dec u r), (eq_dec u g); congruence. }
      apply same_loses with (put D t (put D r (put A g b))); [ exact S | ].
      assert (Fr1 : free (put A g b) r) by (apply free_put; auto).
      assert (Ft1 : free (put D r (put A g b)) t) by (apply free_put; auto; apply free_put; auto).
      assert (Kr1 : calm (put D r (put A g b))).
      { apply calm_reply; auto. intros H. apply Nr, Zn3. eapply near3_before; eauto. }
      apply two with p q; auto.
      * apply calm_reply; auto. intros (w & y & (Nty & Ct & Cy & Et & Ey & F)).
        assert (Nyr : y <> r) by (intros ->; rewrite put_here in Ey; congruence).
        rewrite put_other in Ey by auto. rewrite put_other in Et by auto.
        destruct (free_back _ _ _ _ Ft1) as [[_ Et'] _].
        assert (M : ~ ~ cell w r).
        { intros L. apply Nt, R3. exists w, y. repeat split; auto. intros s Hs N1 N2.
          rewrite <- (F s Hs N1 N2). rewrite (put_other D r); auto. intros ->. auto. }
        apply M. intros Cr. apply Nr, Zn2. exists w, t, y. destruct Fr1 as [_ Er1]. repeat split; auto.
        intros s Hs N1 N2 N3. rewrite <- (F s Hs N2 N3). rewrite (put_other D r); auto.
      * apply point_stays; [ apply point_stays; auto; destruct Fr1; auto | auto | destruct Ft1; auto ].
      * apply point_stays; [ apply point_stays; auto; destruct Fr1; auto | auto | destruct Ft1; auto ].
Qed.

(* Lemma 4, for a record: every reply is outside the zone of a plan that wins after a pass, or is answered. *)
Lemma answers_all b (covers : zone -> Prop) : calm b -> (exists t, free b t) ->
  (forall z, covers z -> wins_z b z) ->
  (forall t, free b t -> (exists z, covers z /\ ~ z t) \/ Wins (put D t b)) -> Loses b.
Proof.
  intros K E V All. split; [ auto | split ].
  - intros. apply calm_safe; auto.
  - intros t Ft. destruct (All t Ft) as [(z & C & N) | W]; [ apply (V z C); auto | auto ].
Qed.

End Game.
