(* Coq's primitive integers: 63 bits without a sign, which are those of OCaml with another order.
   tests/theorem/check_arithmetic.py holds each function against Coq's own. *)
type t = int

let of_int (x : int) : t = x [@@inline]
let add (x : int) (y : int) = x + y [@@inline]
let sub (x : int) (y : int) = x - y [@@inline]
let mul (x : int) (y : int) = x * y [@@inline]
let equal (x : int) (y : int) = x = y [@@inline]
let l_and (x : int) (y : int) = x land y [@@inline]
let l_or (x : int) (y : int) = x lor y [@@inline]
let l_xor (x : int) (y : int) = x lxor y [@@inline]

(* What OCaml does when it shifts by 63 and more is not said; a count from 2^62 is negative here. *)
let l_sl (x : int) (y : int) = if y >= 0 && y < 63 then x lsl y else 0 [@@inline]
let l_sr (x : int) (y : int) = if y >= 0 && y < 63 then x lsr y else 0 [@@inline]
let lt (x : int) (y : int) = x lxor min_int < y lxor min_int [@@inline]
let le (x : int) (y : int) = x lxor min_int <= y lxor min_int [@@inline]

(* How many zeros there are below the lowest one; 63 of zero. *)
let tail0 (x : int) =
  let rec go x n = if n >= 63 || x land 1 = 1 then n else go (x lsr 1) (n + 1) in
  go x 0
