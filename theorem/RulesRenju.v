(* The rules of renju, beside Rules.v: what Black may not play, and what it means that a colour wins. *)
From Coq Require Import ZArith Bool.
From Fiveproof Require Import Rules.
Open Scope Z_scope.

(* Black needs exactly five, White five or more. Black's row of six or more is an overline. *)
Definition renju_five (n : Z) (c : colour) (b : board) :=
  match c with Black => five Standard n Black b | White => five Freestyle n White b end.
Definition overline (n : Z) (b : board) :=
  exists s d, direction d /\ forall i, 0 <= i < 6 -> stone n Black b (step s d i).

(* A four of Black's on the line through his stone on s in the direction d: of the five squares from a to a +
   4, counted along the line from s, one is empty, that at e, and the others hold his stones, that on s among
   them. With a stone at e they are a five: neither of the squares next to them is his. *)
Definition four (n : Z) (b : board) (s d : Z * Z) (a e : Z) :=
  a <= 0 < a + 5 /\ a <= e < a + 5 /\ e <> 0 /\ legal n b (step s d e) /\
  (forall i, a <= i < a + 5 -> i <> e -> stone n Black b (step s d i)) /\
  ~ stone n Black b (step s d (a - 1)) /\ ~ stone n Black b (step s d (a + 5)).

(* The stones of that four. A four is known by its stones: if it can be completed on either side, it is one
   four. *)
Definition in_four (s d : Z * Z) (a e : Z) (t : square) :=
  exists i, a <= i < a + 5 /\ i <> e /\ t = step s d i.
Definition double_four (n : Z) (b : board) (s : square) := exists d a e d' a' e',
  direction d /\ four n b s d a e /\ direction d' /\ four n b s d' a' e' /\
  exists t, in_four s d a e t /\ ~ in_four s d' a' e' t.

(* A straight four: the stones from a to a + 3, completed at a - 1 and at a + 4. *)
Definition straight_four (n : Z) (b : board) (s d : Z * Z) (a : Z) :=
  four n b s d (a - 1) (a - 1) /\ four n b s d a (a + 4).

(* The stone on s makes a three on a line: no four there; and one more stone on the line, which makes no five
   and which Black may play, gives a straight four of which both are part. *)
Definition three (forbidden : board -> square -> Prop) (n : Z) (b : board) (s d : Z * Z) :=
  (forall a e, ~ four n b s d a e) /\
  exists j a, a <= j < a + 4 /\ j <> 0 /\
    legal n b (step s d j) /\
    ~ five Standard n Black (put Black (step s d j) b) /\ ~ forbidden b (step s d j) /\
    straight_four n (put Black (step s d j) b) s d a.

(* Black may not play s on b, if that makes no five but an overline, two fours, or threes on two lines.
   Whether there is a three is this same question for the next stone; it is asked k stones deep. *)
Fixpoint forbidden_within (k : nat) (n : Z) (b : board) (s : square) : Prop :=
  match k with
  | O => False
  | S k =>
    let b1 := put Black s b in
    ~ five Standard n Black b1 /\
    (overline n b1 \/ double_four n b1 s \/
     exists d d', direction d /\ direction d' /\ d <> d' /\
       three (forbidden_within k n) n b1 s d /\ three (forbidden_within k n) n b1 s d')
  end.

(* No more stones than the board has squares can be asked about (RenjuFacts.v: to ask deeper changes
   nothing). *)
Definition forbidden (n : Z) (b : board) (s : square) := forbidden_within (Z.to_nat (n * n)) n b s.

(* Black to move wins: as in Rules.v, by moves that he may play. *)
Inductive BlackWins (n : Z) (b : board) : Prop :=
  | black_five s :
      legal n b s ->
      renju_five n Black (put Black s b) ->
      BlackWins n b
  | black_move s :
      legal n b s -> ~ forbidden n b s ->
      (exists t, legal n (put Black s b) t) ->
      (forall t, legal n (put Black s b) t -> ~ renju_five n White (put White t (put Black s b))) ->
      (forall t, legal n (put Black s b) t -> BlackWins n (put White t (put Black s b))) ->
      BlackWins n b.

(* White to move wins. What is forbidden Black need not be answered: he loses by it, and also if nothing else
   is left. *)
Inductive WhiteWins (n : Z) (b : board) : Prop :=
  | white_five s :
      legal n b s ->
      renju_five n White (put White s b) ->
      WhiteWins n b
  | white_move s :
      legal n b s ->
      (exists t, legal n (put White s b) t) ->
      (forall t, legal n (put White s b) t -> ~ renju_five n Black (put Black t (put White s b))) ->
      (forall t, legal n (put White s b) t -> ~ forbidden n (put White s b) t ->
        WhiteWins n (put Black t (put White s b))) ->
      WhiteWins n b.
