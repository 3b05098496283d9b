(* The rules of five-in-a-row, and what "Black wins" means. To believe the theorems that end this folder, it
   is enough to read this page and to trust Coq. *)
From Coq Require Import ZArith Bool.
Open Scope Z_scope.

(* Free-style: five or more stones in a row win. Standard: exactly five. *)
Inductive rule := Freestyle | Standard.
Inductive colour := Black | White.

(* A square is its column and its row, both counted from 0. A board says which stone lies on a square, if
   any. *)
Definition square : Type := Z * Z.
Definition board : Type := square -> option colour.
Definition empty_board : board := fun _ => None.

(* The board has n columns and n rows. A move is legal on an empty square of it. *)
Definition on_board (n : Z) (s : square) := 0 <= fst s < n /\ 0 <= snd s < n.
Definition legal (n : Z) (b : board) (s : square) := on_board n s /\ b s = None.

(* The board b, and a stone of colour c on s. *)
Definition put (c : colour) (s : square) (b : board) : board :=
  fun t => if (fst t =? fst s) && (snd t =? snd s) then Some c else b t.

(* A stone of colour c lies on the square s of the board. *)
Definition stone (n : Z) (c : colour) (b : board) (s : square) := on_board n s /\ b s = Some c.

(* Lines run in four directions; step s d i is the square i steps from s in the direction d. *)
Inductive direction : Z * Z -> Prop :=
  | along_row : direction (1, 0) | along_column : direction (0, 1)
  | rising : direction (1, 1) | falling : direction (1, -1).
Definition step (s d : Z * Z) (i : Z) : square := (fst s + i * fst d, snd s + i * snd d).

(* Colour c has a five: five stones in a row; in standard play, without a sixth at either end. *)
Definition five (r : rule) (n : Z) (c : colour) (b : board) :=
  exists s d, direction d /\ (forall i, 0 <= i < 5 -> stone n c b (step s d i)) /\
    (r = Standard -> ~ stone n c b (step s d (-1)) /\ ~ stone n c b (step s d 5)).

(* Black is to move, and wins: he makes a five; or he has a move after which White can move, and whatever
   White plays makes no five for White and leaves a position that Black wins. This is the least such relation:
   a position is won only if it is won in finitely many moves. A full board is a draw. *)
Inductive Wins (r : rule) (n : Z) (b : board) : Prop :=
  | by_five s :
      legal n b s ->
      five r n Black (put Black s b) ->
      Wins r n b
  | by_move s :
      legal n b s ->
      (exists t, legal n (put Black s b) t) ->
      (forall t, legal n (put Black s b) t -> ~ five r n White (put White t (put Black s b))) ->
      (forall t, legal n (put Black s b) t -> Wins r n (put White t (put Black s b))) ->
      Wins r n b.
