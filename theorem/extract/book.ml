(* Which records a claim needs, and in which order they are checked. Nothing here is trusted either: a stored
   reply that is found wrongly is one that the checker refuses. *)
(* A position as one number: an exclusive or of one for each stone. *)
let numbers =
  let state = Random.State.make [| 15 |] in
  Array.init 512 (fun _ -> Int64.to_int (Random.State.int64 state Int64.max_int))

let number_of_black q = numbers.(q) [@@inline]
let number_of_white q = numbers.(256 + q) [@@inline]
let fold f text start = Seq.fold_left (fun sum c -> f sum (Char.code c)) start (String.to_seq text)
let number images (r : Certificate.record) =
  let sum_of number text = fold (fun sum q -> sum lxor number images.(q)) text in
  sum_of number_of_black r.black (sum_of number_of_white r.white 0)

let is_on q = q land 15 < 15 && q < 240
let images = Array.init 8 (fun s -> Array.init 256 (fun q -> if is_on q then Checker.image s q else q))

module Table = Hashtbl.Make (struct
  type t = int

  let equal (x : int) y = x = y
  let hash x = x land max_int
end)

type t = { certificate : Certificate.t; places : (int * int) Table.t }

(* The first record of a position counts. *)
let make (certificate : Certificate.t) =
  let places = Table.create (8 * Array.length certificate.records) in
  Array.iteri
    (fun i r ->
      Array.iteri
        (fun s images ->
          let n = number images r in
          if not (Table.mem places n) then Table.add places n (i, s))
        images)
    certificate.records;
  { certificate; places }

let find t r = Option.map fst (Table.find_opt t.places (number images.(0) r))
let list_of text = fold (fun l q -> q :: l) text [] |> List.rev
let squares = List.concat_map (fun x -> List.init 15 (fun y -> (16 * x) + y)) (List.init 15 Fun.id)

let taken (r : Certificate.record) =
  let t = Bytes.make 256 '\000' in
  let mark text = String.iter (fun c -> Bytes.set t (Char.code c) '\001') text in
  mark r.black;
  mark r.white;
  t

let makes_five_of t (r : Certificate.record) q =
  match Checker.set_up (list_of r.black) (list_of r.white) with
  | Some b -> Checker.makes_five t.certificate.standard b q
  | None -> false

(* What is played, and the plan from there on. A record may leave its move to the plan, which a five point comes
   before. *)
let move_and_plan t (r : Certificate.record) =
  let plan = Certificate.plan_of t.certificate r in
  match (r.move, plan) with
  | Some m, _ -> (m, plan)
  | None, _ -> (
      let t' = taken r in
      match (List.find_opt (fun q -> Bytes.get t' q = '\000' && makes_five_of t r q) squares, plan) with
      | Some m, _ | None, Checker.Step (m, _, _) -> (m, plan)
      | None, Checker.Done -> (255, plan))

(* The replies after which a position is stored, with the record and the symmetry. *)
let stored_replies t (r : Certificate.record) =
  match r.move with
  | Some m when Bytes.get (taken r) m = '\000' && not (makes_five_of t r m) ->
      let t' = taken r in
      Bytes.set t' m '\001';
      let n = number images.(0) r lxor number_of_black m in
      List.filter_map
        (fun q ->
          if Bytes.get t' q <> '\000' then None
          else Option.map (fun (i, s) -> (q, i, s)) (Table.find_opt t.places (n lxor number_of_white q)))
        squares
  | _ -> []

let count_of_stones (r : Certificate.record) = String.length r.black + String.length r.white

(* The records that are reached from these, those with most stones first, each with its stored replies. *)
let reached t first =
  let found = Hashtbl.create 1000 in
  let rec go = function
    | [] -> ()
    | i :: rest when Hashtbl.mem found i -> go rest
    | i :: rest ->
        let replies = stored_replies t t.certificate.records.(i) in
        Hashtbl.add found i replies;
        go (List.fold_left (fun rest (_, j, _) -> j :: rest) rest replies) in
  go first;
  let order = Array.of_seq (Hashtbl.to_seq found) in
  let stones i = count_of_stones t.certificate.records.(i) in
  Array.sort (fun (i, _) (j, _) -> compare (-stones i, i) (-stones j, j)) order;
  order
