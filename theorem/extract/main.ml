(* fiveproof-theorem: the checker of this folder, extracted, over a certificate. Its verdict is that of
   check_piece, of which Spec.piece_won speaks: of every record it was asked about, the stones are compared with
   those in [known]. What is printed is read from [known] and from what check_piece was given, not from the
   file. *)
let program = "fiveproof-theorem"
let usage =
  "Usage: fiveproof-theorem CERTIFICATE\n\n\
   Checks a proof that Black wins five-in-a-row on 15x15, free-style or standard, by the checker that\n\
   theorem/Sound.v speaks of, extracted from Coq. CERTIFICATE is what `fiveproof convert PROOF CERTIFICATE`\n\
   writes; -: standard input. One line per claim on standard output, computed from what was checked.\n\n\
   Exit code: 0 every claim verified; 1 not; 2 usage, unreadable, not supported, no claim.\n"

exception Unusable of string

let most_bytes = 1 lsl 30

let read_file path =
  let ch = if path = "-" then stdin else open_in_bin path in
  set_binary_mode_in ch true;
  let kept = Buffer.create (1 lsl 20) in
  let piece = Bytes.create (1 lsl 16) in
  let rec go () =
    let n = input ch piece 0 (Bytes.length piece) in
    if n > 0 then begin
      if Buffer.length kept + n > most_bytes then raise (Unusable "longer than 1 GiB");
      Buffer.add_subbytes kept piece 0 n;
      go ()
    end in
  go ();
  if path <> "-" then close_in ch;
  Buffer.contents kept

let name q = Printf.sprintf "%c%d" (Char.chr (97 + (q lsr 4))) ((q land 15) + 1)

(* [known.(i)] in words. *)
let statement standard (black, white) =
  let names l = String.concat " " (List.map name (List.sort compare l)) in
  let side word l = if l = [] then "" else word ^ " " ^ names l ^ ", " in
  let position =
    if black = [] && white = [] then "the empty board"
    else side "black" black ^ side "white" white ^ "black to move" in
  (if standard then "standard" else "freestyle") ^ " 15x15: black wins from " ^ position

(* Rules.v says who makes a five next, not that nobody had one before: such a position is not asked about. *)
let is_over standard (black, white) =
  let side stones =
    let has q = List.mem q stones in
    let on x y = x >= 0 && x < 15 && y >= 0 && y < 15 && has ((16 * x) + y) in
    List.exists
      (fun q ->
        List.exists
          (fun (dx, dy) ->
            let at i = on ((q lsr 4) + (i * dx)) ((q land 15) + (i * dy)) in
            at 0 && at 1 && at 2 && at 3 && at 4 && not (standard && (at (-1) || at 5)))
          [ (1, 0); (0, 1); (1, 1); (1, -1) ])
      stones in
  side black || side white

(* By digits to the base 200, as the checker reads it. *)
let stored_list index_of replies =
  List.concat_map
    (fun (q, i, s) ->
      let k = index_of i in
      [ q; s; k / 40000; k / 200 mod 200; k mod 200 ])
    replies

let most_records = 4_194_303  (* Coq's arrays have no more *)

let stones_of (r : Certificate.record) = (Book.list_of r.black, Book.list_of r.white)

(* Are all these records established, one after the other? The first that is not, or none; and what was
   known. *)
let check (book : Book.t) order =
  if Array.length order > most_records then
    raise (Unusable (Printf.sprintf "more than %d records" most_records));
  let records = book.certificate.records in
  let index = Hashtbl.create (Array.length order) in
  Array.iteri (fun k (i, _) -> Hashtbl.replace index i k) order;
  let known = Parray.of_array (Array.map (fun (i, _) -> stones_of records.(i)) order) ([], []) in
  let entry k (i, replies) =
    let atts, defs = Parray.get known k in
    let move, hint = Book.move_and_plan book records.(i) in
    { Checker.atts; defs; move; stored = stored_list (Hashtbl.find index) replies; hint } in
  let rec go k =
    if k = Array.length order then None
    else if Checker.check_piece book.certificate.standard known k [ entry k order.(k) ] then go (k + 1)
    else Some k in
  (go 0, known)

(* The line for a root, and whether it is verified. A root is stored as a record; one that is not has a plan of
   its own. *)
let verdict (book : Book.t) (root : Certificate.root) =
  if not root.black_to_move then raise (Certificate.Not_supported "a claim with White to move");
  let { Certificate.standard; records; _ } = book.certificate in
  let book, first =
    match Book.find book root.stones with
    | Some i -> (book, i)
    | None ->
        let certificate = { book.certificate with records = Array.append records [| root.stones |] } in
        ({ book with certificate }, Array.length records) in
  let order = Book.reached book [ first ] in
  let not_verified position reason =
    (false, Printf.sprintf "NOT VERIFIED %s; %s" (statement standard position) reason) in
  match check book order with
  | Some _, _ -> not_verified (stones_of root.stones) "not established"
  | None, known ->
      let proved = Parray.get known (Array.length order - 1) in
      if is_over standard proved then not_verified proved "the game is over"
      else
        let said = statement standard proved in
        (true, Printf.sprintf "VERIFIED %s; %d positions; trusted: %s" said (Array.length order) program)

let check_text text =
  let certificate = Certificate.read text in
  if certificate.roots = [] then raise (Unusable "nothing claimed: no root");
  let verdicts = List.map (verdict (Book.make certificate)) certificate.roots in
  List.iter (fun (_, line) -> print_endline line) verdicts;
  if List.for_all fst verdicts then 0 else 1

let visible = String.map (fun ch -> if ch < ' ' || ch > '~' then '?' else ch)

let line_of text at =
  let count = ref 1 in
  String.iteri (fun i ch -> if i < at && ch = '\n' then incr count) text;
  !count

let run path =
  let shown = if path = "-" then "standard input" else visible path in
  let fail message = Printf.eprintf "%s: %s: %s\n" program shown message; 2 in
  let text = ref "" in
  try text := read_file path; check_text !text with
  | Certificate.Malformed (at, expected, found) ->
      fail (Printf.sprintf "line %d, byte %d: expected %s, found %s" (line_of !text at) at expected found)
  | Certificate.Not_supported what ->
      fail ("not supported: expected Black to win and to move, freestyle or standard, 15x15, found " ^ what)
  | Unusable what -> fail what
  | Sys_error what -> fail (visible what)
  | Out_of_memory -> fail "out of memory"
  | Stack_overflow -> fail "nested too deeply"

let () =
  Sys.set_signal Sys.sigpipe Sys.Signal_ignore;
  let code =
    match Array.to_list Sys.argv |> List.tl with
    | [ "--help" ] | [ "-h" ] -> print_string usage; 0
    | [ path ] when path = "-" || (path <> "" && path.[0] <> '-') -> run path
    | _ -> prerr_string usage; 2 in
  match flush stdout with
  | () -> exit code
  | exception Sys_error what ->
      prerr_endline (program ^ ": " ^ what);
      exit 2
