(* Reads certificates (spec/certificate.md) of Black on 15x15 without forbidden moves. Nothing here is trusted:
   what is read wrongly is another certificate, and what is said of it in the end is what was checked. *)

exception Malformed of int * string * string  (* the byte, what was expected, what was found *)
exception Not_supported of string

type record = {
  black : string;  (* stones, a byte each: 16 * column + row *)
  white : string;
  move : int option;
  plan_at : int;  (* the plan is read anew when it is needed *)
  plan_end : int;
}

type root = { stones : record; black_to_move : bool }
type t = { text : string; standard : bool; roots : root list; records : record array }

let max_line = 1 lsl 20
let max_depth = 100

(* Where in the text we are; a line ends at stop. *)
type cursor = { text : string; mutable at : int; mutable stop : int; mutable from : int }

let is_sign c = c = '/' || c = ':' || c = '(' || c = ')'

(* The next word or sign lies from c.from to what is returned; an empty one at the end of the line. *)
let peek c =
  while c.at < c.stop && c.text.[c.at] = ' ' do c.at <- c.at + 1 done;
  c.from <- c.at;
  if c.at < c.stop && is_sign c.text.[c.at] then c.at + 1
  else begin
    let e = ref c.at in
    while !e < c.stop && c.text.[!e] <> ' ' && not (is_sign c.text.[!e]) do incr e done;
    !e
  end

let visible text = String.map (fun ch -> if ch < ' ' || ch > '~' then '?' else ch) text

let fail c expected =
  let e = peek c in
  let found =
    if e = c.at then "the end of the line"
    else "'" ^ visible (String.sub c.text c.at (min 40 (e - c.at))) ^ "'" in
  raise (Malformed (c.at, expected, found))

let word c = let e = peek c in let w = String.sub c.text c.at (e - c.at) in c.at <- e; w
let sees c ch = let e = peek c in e = c.at + 1 && c.text.[c.at] = ch
let at_end c = peek c = c.at
let take c ch = if sees c ch then c.at <- c.at + 1 else fail c (String.make 1 ch)

(* Goes to the next line. It ends with a line feed, the last one too: what was cut off does not pass for
   whole. *)
let next_line c start =
  c.at <- start;
  c.from <- start;
  match String.index_from_opt c.text start '\n' with
  | None ->
      raise (Malformed (String.length c.text, "a line that ends with a line feed", "the end of the file"))
  | Some e when e - start > max_line ->
      raise (Malformed (start, Printf.sprintf "a line of at most %d characters" max_line, "a longer one"))
  | Some e -> c.stop <- e

let square c =
  let e = peek c in
  let digit i = let d = Char.code c.text.[i] - 48 in if d >= 0 && d <= 9 then d else 100 in
  let column = if e > c.at then Char.code c.text.[c.at] - 97 else -1 in
  let row = match e - c.at with
    | 2 -> digit (c.at + 1)
    | 3 when c.text.[c.at + 1] <> '0' -> 10 * digit (c.at + 1) + digit (c.at + 2)
    | _ -> 0 in
  if column < 0 || column > 14 || row < 1 || row > 15 then fail c "a square";
  c.at <- e;
  16 * column + row - 1

(* Squares up to the sign, one at least. *)
let squares c sign =
  let rec go found = let q = square c in if sees c sign then List.rev (q :: found) else go (q :: found) in
  go []

let rec branches c depth =
  let rec go found =
    if sees c '(' then begin
      if depth = max_depth then fail c (Printf.sprintf "at most %d branches in each other" max_depth);
      c.at <- c.at + 1;
      let replies = squares c ':' in
      take c ':';
      let plan = steps c (depth + 1) in
      take c ')';
      go ((replies, plan) :: found)
    end else found in
  List.fold_left (fun rest (replies, plan) -> Checker.Branch (replies, plan, rest)) Checker.Nil (go [])

and steps c depth =
  let rec go found =
    if at_end c || sees c ')' then found
    else let m = square c in let after = branches c depth in go ((m, after) :: found) in
  List.fold_left (fun next (m, after) -> Checker.Step (m, after, next)) Checker.Done (go [])

(* With a move the plan begins with the branches behind it; without one with what is to be played. *)
let plan c = function
  | Some m -> let after = branches c 0 in Checker.Step (m, after, steps c 0)
  | None -> steps c 0

let end_line c expected = if not (at_end c) then fail c expected

let header c start name =
  next_line c start;
  if word c <> name then begin c.at <- start; fail c name end;
  let value_at = (ignore (peek c); c.at) in
  let value = word c in
  end_line c ("one word after " ^ name);
  let wrong expected = c.at <- value_at; fail c expected in
  (value, wrong)

let number (value, wrong) least most =
  let wrong () = wrong (Printf.sprintf "a number from %d to %d" least most) in
  let digits = String.length value in
  let significant = ref 0 in
  while !significant < digits && value.[!significant] = '0' do incr significant done;
  let length = digits - !significant in
  if digits = 0 || String.exists (fun ch -> ch < '0' || ch > '9') value || length > 10 then wrong ();
  let n = if length = 0 then 0 else int_of_string (String.sub value !significant length) in
  if n < least || n > most then wrong ();
  n

let one_of (value, wrong) words =
  if not (List.mem value words) then wrong (String.concat " or " words);
  value

let is_hash value =
  let is_digit ch = (ch >= '0' && ch <= '9') || (ch >= 'a' && ch <= 'f') in
  String.length value = 64 && String.for_all is_digit value

(* Whether the rule is standard; how many records are promised. *)
let read_header c =
  let after_line () = c.stop + 1 in
  ignore (number (header c 0 "fiveproof-certificate") 2 2);
  let proof, wrong = header c (after_line ()) "proof" in
  if proof <> "-" && not (is_hash proof) then wrong "64 hexadecimal digits or -";
  let rule = one_of (header c (after_line ()) "rule") [ "freestyle"; "standard"; "renju" ] in
  let size = number (header c (after_line ()) "size") 5 20 in
  let attacker = one_of (header c (after_line ()) "attacker") [ "black"; "white" ] in
  let records = number (header c (after_line ()) "records") 0 0xFFFFFFFF in
  if rule = "renju" then raise (Not_supported "renju");
  if size <> 15 then raise (Not_supported (Printf.sprintf "a board of %dx%d" size size));
  if attacker = "white" then raise (Not_supported "White as the attacker");
  (rule = "standard", records)

(* The stones of one side; seen has those of both. *)
let stones c seen =
  if sees c '-' then begin c.at <- c.at + 1; "" end
  else begin
    let found = Buffer.create 32 in
    while not (sees c '/') || Buffer.length found = 0 do
      let at = (ignore (peek c); c.at) in
      let q = square c in
      if Bytes.get seen q <> '\000' then begin c.at <- at; fail c "a square without a stone" end;
      Bytes.set seen q '\001';
      Buffer.add_char found (Char.chr q)
    done;
    Buffer.contents found
  end

type line = Root of root | Record of record | End

let read_line c =
  let kind_at = c.at in
  match word c with
  | "end" -> end_line c "the end of the line"; End
  | ("root" | "record") as kind ->
      let seen = Bytes.make 256 '\000' in
      let black = stones c seen in
      take c '/';
      let white = stones c seen in
      take c '/';
      let is_root = kind = "root" in
      let black_to_move, move =
        if is_root then begin
          let at = (ignore (peek c); c.at) in
          match word c with
          | "black" -> (true, None)
          | "white" -> (false, None)
          | _ -> c.at <- at; fail c "black or white"
        end
        else if sees c '-' then begin c.at <- c.at + 1; (true, None) end
        else (true, Some (square c)) in
      if not (at_end c) then take c ':';
      let plan_at = c.at in
      let of_defender = is_root && not black_to_move in
      ignore (plan c (if of_defender then Some 0 else move));
      end_line c "a square or the end of the line";
      let r = { black; white; move; plan_at; plan_end = c.stop } in
      if is_root then Root { stones = r; black_to_move } else Record r
  | _ -> c.at <- kind_at; fail c "root, record or end"

let read text =
  let c = { text; at = 0; stop = 0; from = 0 } in
  let standard, promised = read_header c in
  let rec go roots records count =
    next_line c (c.stop + 1);
    let start = c.at in
    match read_line c with
    | Root _ when count > 0 -> c.at <- start; fail c "a record: roots come first"
    | Root r -> go (r :: roots) records count
    | Record _ when count = promised ->
        c.at <- start;
        fail c (Printf.sprintf "no more than %d records" promised)
    | Record r -> go roots (r :: records) (count + 1)
    | End when count < promised -> c.at <- start; fail c (Printf.sprintf "record number %d" (count + 1))
    | End when c.stop + 1 < String.length text ->
        raise (Malformed (c.stop + 1, "the end of the file", "another line"))
    | End -> { text; standard; roots = List.rev roots; records = Array.of_list (List.rev records) } in
  go [] [] 0

let plan_of (t : t) r = plan { text = t.text; at = r.plan_at; stop = r.plan_end; from = r.plan_at } r.move
