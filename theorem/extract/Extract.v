(* The checker as OCaml. What stands for 63-bit integers and for arrays is in uint63.ml and parray.ml. *)
From Coq Require Import Extraction ExtrOcamlBasic ExtrOCamlInt63 PArray.
From Fiveproof Require Import Board Checker.

Extraction Language OCaml.
Extract Constant PArray.array "'a" => "'a Parray.t".
Extract Inlined Constant PArray.get => "Parray.get".
Extraction "checker.ml" check_piece makes_five set_up image.
