(* Positions as pictures: the first string is row 0, X is a black stone and O a white one. *)
From Coq Require Import ZArith Bool List String Ascii.
From Fiveproof Require Import Rules.
Import ListNotations.
Open Scope Z_scope.

Definition picture (n : Z) (rows : list string) : board := fun s =>
  if (0 <=? fst s) && (fst s <? n) && (0 <=? snd s) && (snd s <? n) then
    match get (Z.to_nat (fst s)) (nth (Z.to_nat (snd s)) rows ""%string) with
    | Some "X"%char => Some Black
    | Some "O"%char => Some White
    | _ => None
    end
  else None.
