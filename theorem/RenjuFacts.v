(* RulesRenju.v says what is meant: how deep one asks for a forbidden point makes no difference. And lemmas 1
   and 2 hold in renju, for either attacker. *)
From Coq Require Import ZArith Bool List Lia.
From Fiveproof Require Import Rules Decide Facts RulesRenju.
Open Scope Z_scope.

Section RenjuFacts.
Variable n : Z.

(* 1. The depth of the question. *)

Lemma three_only_asks (f g : board -> square -> Prop) b s d :
  (forall t, legal n b t -> f b t <-> g b t) -> three f n b s d <-> three g n b s d.
Proof.
  intros H. unfold three. split; intros (N & j & a & J & J0 & L & N5 & Allowed & S);
    (split; [ exact N | ]); exists j, a; rewrite (H _ L) in *; auto 10.
Qed.

Lemma forbidden_within_enough k : forall m b s, legal n b s -> (room n b <= k)%nat -> (room n b <= m)%nat ->
  forbidden_within k n b s <-> forbidden_within m n b s.
Proof.
  induction k as [ | k IH]; intros [ | m] b s L K M;
    pose proof (room_put n Black b s L) as Less; try lia.
  assert (Three : forall d, three (forbidden_within k n) n (put Black s b) s d <->
                            three (forbidden_within m n) n (put Black s b) s d).
  { intros d. apply three_only_asks. intros t T. apply IH; [ exact T | lia | lia ]. }
  simpl. split; intros (N & [O | [F | (d & d' & D & D' & Nd & T & T')]]); (split; [ exact N | ]); auto;
    right; right; exists d, d'; rewrite (Three d), (Three d') in *; auto.
Qed.

(* Asked at least as deep as there are empty squares, the answer is that of RulesRenju.v. *)
Theorem forbidden_at_any_depth k b s : 0 <= n -> legal n b s -> (room n b <= k)%nat ->
  forbidden_within k n b s <-> forbidden n b s.
Proof.
  intros N L K. apply forbidden_within_enough; [ exact L | exact K | ].
  unfold room, empties. apply Nat.le_trans with (length (squares n)).
  - induction (squares n) as [ | t l IH]; simpl; [ lia | ]. destruct (is_empty b t); simpl; lia.
  - assert (E : length (squares n) = (length (coordinates n) * length (coordinates n))%nat) by apply
    prod_length.
    rewrite E. unfold coordinates. rewrite map_length, seq_length, Z2Nat.inj_mul by exact N. lia.
Qed.

(* So the question may be put as renju players put it, about the next stone: no depth is left in it. *)
Theorem forbidden_unfolded b s : 0 <= n -> legal n b s ->
  let b1 := put Black s b in
  forbidden n b s <->
  ~ five Standard n Black b1 /\
  (overline n b1 \/ double_four n b1 s \/
   exists d d', direction d /\ direction d' /\ d <> d' /\
     three (forbidden n) n b1 s d /\ three (forbidden n) n b1 s d').
Proof.
  intros N L b1. rewrite <- (forbidden_at_any_depth (S (room n b)) b s N L) by lia.
  assert (Three : forall d, three (forbidden_within (room n b) n) n b1 s d <-> three (forbidden n) n b1 s d).
  { intros d. apply three_only_asks. intros t T. apply forbidden_at_any_depth; [ exact N | exact T | ].
    pose proof (room_put n Black b s L). unfold b1. lia. }
  simpl. fold b1. split; intros (N5 & [O | [F | (d & d' & D & D' & Nd & T & T')]]); (split; [ exact N5 | ]);
    auto;
    right; right; exists d, d'; apply Three in T, T'; auto.
Qed.

(* A five is never forbidden. *)
Theorem five_is_allowed b s : five Standard n Black (put Black s b) -> ~ forbidden n b s.
Proof. unfold forbidden. intros F. destruct (Z.to_nat (n * n)); simpl; tauto. Qed.

(* 2. Lemmas 1 and 2. *)

Lemma renju_five_point_stays c b s t : b s = None -> s <> t ->
  renju_five n c (put c t b) -> renju_five n c (put c t (put (other c) s b)).
Proof. destruct c; simpl; [ apply (five_point_stays Standard n Black) | apply (five_point_stays Freestyle n
  White) ]. Qed.

(* An empty square on which a stone of colour c makes a five. *)
Definition five_point (c : colour) (b : board) (p : square) := legal n b p /\ renju_five n c (put c p b).

Lemma five_point_stays_one c b s t : legal n b s -> s <> t ->
  five_point c b t -> five_point c (put (other c) s b) t.
Proof.
  intros L N [[O E] F]. split.
  - split; [ exact O | ]. rewrite put_other; auto.
  - apply renju_five_point_stays; auto. exact (proj2 L).
Qed.

(* The defender is to move, and loses: these are the last three premises of black_move and of white_move. *)
Definition white_loses (b : board) :=
  (exists t, legal n b t) /\ (forall t, legal n b t -> ~ renju_five n White (put White t b)) /\
  forall t, legal n b t -> BlackWins n (put White t b).
Definition black_loses (b : board) :=
  (exists t, legal n b t) /\ (forall t, legal n b t -> ~ renju_five n Black (put Black t b)) /\
  forall t, legal n b t -> ~ forbidden n b t -> WhiteWins n (put Black t b).

(* Lemma 1: the defender has no five point and the attacker has one. Every other reply loses. *)
Theorem lemma_1_black b p : (forall t, ~ five_point White b t) -> five_point Black b p ->
  BlackWins n (put White p b) -> white_loses b.
Proof.
  intros None_ P W. split; [ exists p; apply P | split ]; intros t T.
  - intros F. apply (None_ t). split; assumption.
  - destruct (square_dec t p) as [-> | N]; [ exact W | ].
    destruct (five_point_stays_one Black b t p T N P) as [L F]. apply black_five with p; assumption.
Qed.

Theorem lemma_1_white b p : (forall t, ~ five_point Black b t) -> five_point White b p ->
  (~ forbidden n b p -> WhiteWins n (put Black p b)) -> black_loses b.
Proof.
  intros None_ P W. split; [ exists p; apply P | split ]; intros t T.
  - intros F. apply (None_ t). split; assumption.
  - intros A. destruct (square_dec t p) as [-> | N]; [ exact (W A) | ].
    destruct (five_point_stays_one White b t p T N P) as [L F]. apply white_five with p; assumption.
Qed.

(* Lemma 2: the defender has no five point and the attacker has two. Every reply loses. *)
Theorem lemma_2_black b p q : (forall t, ~ five_point White b t) -> p <> q ->
  five_point Black b p -> five_point Black b q -> white_loses b.
Proof.
  intros None_ N P Q. apply lemma_1_black with p; auto.
  destruct (five_point_stays_one Black b p q (proj1 P) N Q) as [L F]. apply black_five with q; assumption.
Qed.

Theorem lemma_2_white b p q : (forall t, ~ five_point Black b t) -> p <> q ->
  five_point White b p -> five_point White b q -> black_loses b.
Proof.
  intros None_ N P Q. apply lemma_1_white with p; auto. intros _.
  destruct (five_point_stays_one White b p q (proj1 P) N Q) as [L F]. apply white_five with q; assumption.
Qed.

(* What loses for the defender wins for the attacker who plays there. *)
Theorem black_wins_by b s : legal n b s -> ~ forbidden n b s -> white_loses (put Black s b) -> BlackWins n b.
Proof. intros L A (E & N & V). apply black_move with s; assumption. Qed.

Theorem white_wins_by b s : legal n b s -> black_loses (put White s b) -> WhiteWins n b.
Proof. intros L (E & N & V). apply white_move with s; assumption. Qed.
End RenjuFacts.
