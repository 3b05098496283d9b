(* The checker: plans are played out, every reply that the lemmas leave. *)
From Coq Require Import Uint63 List Bool PArray.
Import ListNotations.
From Fiveproof Require Import Board.
Open Scope uint63_scope.

Inductive plan := Done | Step (m : int) (after : branches) (next : plan)
with branches := Nil | Branch (replies : list int) (p : plan) (rest : branches).

Definition next (p : plan) := match p with Done => Done | Step _ _ n => n end.
Definition is_in (q : int) (l : list int) := existsb (Uint63.eqb q) l.
Fixpoint branch (r : int) (bs : branches) (other : plan) : plan :=
  match bs with Nil => other | Branch l p rest => if is_in r l then p else branch r rest other end.
Definition after (p : plan) (r : int) := match p with Done => Done | Step _ bs n => branch r bs n end.

Definition fst_ (t : int) := t land 255.
Definition snd_ (t : int) := (t >> 8) land 255.
Definition without (q : int) (ts : list int) :=
  filter (fun t => negb ((fst_ t =? q) || (snd_ t =? q))) ts.

(* Where the defender makes five after his stone s: nowhere, there, or at two squares at least. *)
Inductive where_ := Nowhere | There (x : int) | Many.
Definition alive (std : bool) (b : board) (t : int) : bool :=
  if std then negb ((takes b ((t >> 16) land 255) =? 2) || (takes b ((t >> 24) land 255) =? 2)) else true.
Fixpoint threats (std : bool) (b : board) (s : int) (ts : list int) (acc : where_) : where_ :=
  match ts with [] => acc | t :: ts =>
    let hit x := if alive std b t then
                   match acc with Nowhere => threats std b s ts (There x)
                                | There y => if x =? y then threats std b s ts acc else Many
                                | Many => Many end
                 else threats std b s ts acc in
    if fst_ t =? s then hit (snd_ t) else if snd_ t =? s then hit (fst_ t) else threats std b s ts acc end.

Definition ends (ts : list int) (z : set) : set := fold_left (fun z t => add (fst_ t) (add (snd_ t) z)) ts z.
Definition is_empty (b : board) (q : int) := (q <? 240) && (takes b q =? 0).  (* lines are taken modulo 16 *)
Fixpoint squares_of (ts : list int) (acc : list int) : list int :=
  match ts with [] => acc | t :: ts => squares_of ts (fst_ t :: snd_ t :: acc) end.

(* [wins]: the attacker to move; [loses]: the defender to move, the attacker having just played the first move
   of p. ts: the defender's windows with three stones; z2: squares of those with two; k: is a zone asked for?
   z: what was read so far. The answer is what was read in all, or None. *)
Section Rule.
Variable std : bool.
Definition read (k : bool) (l : list int) (z : set) : set := if k then adds l z else z.

Fixpoint wins (n : nat) (k : bool) (b : board) (ts : list int) (z2 : set) (s : where_) (p pending : plan)
  (z : set) : option set :=
  match n with O => None | S n =>
    let go m q :=
      if is_empty b m then loses n k b ts z2 m q (read k [m] z) else None in
    match s with
    | Many => None
    | There x => match p with Step m _ _ => if m =? x then go m p else go x pending | Done => go x pending end
    | Nowhere => match p with Step m _ _ => go m p | Done => None end
    end end
with loses (n : nat) (k : bool) (b : board) (ts : list int) (z2 : set) (m : int) (p : plan) (z : set)
  : option set :=
  (* m is not on b yet *)
  match n with O => None | S n =>
    let z' ts l := if k then adds l (ends ts z) else z in
    match five_points std b m with
    | x :: y :: _ => if x =? y then None else Some (z' (without m ts) [x; y])
    | [x] =>
        let ts := without m ts in
        reply n k (putA m b) ts z2 p (z' ts [x]) x
    | [] =>
        match next p with
        | Done => None
        | Step g _ _ =>
            let ts := without m ts in
            let b := putA m b in
            if is_empty b g then
              match five_points std b g with
              | x :: y :: l =>
                  if (x =? y) || (match l with [] => false | w :: _ => (w =? x) || (w =? y) end)
                  then None else
                  let ts3 := without g ts in
                  let rest := g :: (match l with [] => [x; y] | _ => [] end) ++ squares_of ts3 [] in
                  replies n k b ts z2 p rest (if k then union z2 (ends ts (adds (g :: x :: y :: l) z)) else z)
              | _ => None
              end
            else None
        end
    end end
with replies (n : nat) (k : bool) (b : board) (ts : list int) (z2 : set) (p : plan) (rest : list int)
  (z : set) : option set :=
  match n with O => None | S n =>
    match rest with
    | [] => Some z
    | r :: rest => if is_in r rest then replies n k b ts z2 p rest z else
        match reply n k b ts z2 p z r with Some z => replies n k b ts z2 p rest z | None => None end
    end end
with reply (n : nat) (k : bool) (b : board) (ts : list int) (z2 : set) (p : plan) (z : set) (r : int)
  : option set :=
  match n with O => None | S n =>
    let s := threats std b r ts Nowhere in
    let ts := pairs b r (without r ts) in
    let z2 := if k then near_two b r z2 else z2 in
    wins n k (putD r b) ts z2 s (after p r) p z
  end.

(* A record: stones, his move, what his replies are stored as, the plan. *)
Record entry := { atts : list int; defs : list int; move : int; stored : list int; hint : plan }.
Definition fuel : nat := 2000.

Fixpoint places (f : int -> board -> board) (l : list int) (b : board) : option board :=
  match l with [] => Some b | q :: l => if is_empty b q then places f l (f q b) else None end.
Definition set_up (a d : list int) : option board :=
  match places putA a empty with Some b => places putD d b | None => None end.
(* The defender's stones one by one: None if he has a five point. full: the board with all of them. *)
Fixpoint pairs_of (full : board) (d : list int) (b : board) (ts : list int) (z2 : set)
  : option (board * list int * set) :=
  match d with
  | [] => Some (b, ts, z2)
  | q :: d => if is_empty b q then match threats std full q ts Nowhere with
              | Nowhere => pairs_of full d (putD q b) (pairs b q (without q ts)) (near_two b q z2)
              | _ => None
              end else None
  end.

(* The plan of each branch that answers two replies or more, after a pass: what all zones have in common. *)
Fixpoint meet (bs : branches) (b : board) (ts : list int) (z2 : set) (zone : set) : set :=
  match bs with
  | Nil => zone
  | Branch (_ :: _ :: _) p rest =>
      match wins fuel true b ts z2 Nowhere p Done none with
      | Some z => meet rest b ts z2 (inter z zone)
      | None => meet rest b ts z2 zone
      end
  | Branch _ _ rest => meet rest b ts z2 zone
  end.
Definition everything : set := Four (0-1) (0-1) (0-1) (0-1).

Definition image (s q : int) : int :=
  let x := if s land 1 =? 0 then col q else 14 - col q in
  let y := if s land 2 =? 0 then row q else 14 - row q in
  if s land 4 =? 0 then 16 * x + y else 16 * y + x.

Definition same4 {A} (f : A -> A -> bool) (s t : four A) : bool :=
  match s, t with Four a b c d, Four e g h i => f a e && f b g && f c h && f d i end.
Definition same (s t : board) : bool := same4 (same4 (same4 Uint63.eqb)) s t.

(* replies stored: [r; s; i0; i1; i2; ...]: b + r is the image under s of record i *)
Fixpoint find_stored (r : int) (l : list int) : option (int * int) :=
  match l with
  | q :: s :: i0 :: i1 :: i2 :: l => if q =? r then Some (s, (i0 * 200 + i1) * 200 + i2) else find_stored r l
  | _ => None
  end.
Definition positions := array (list int * list int).
Definition is_stored (known : positions) (bound : int) (b : board) (s i : int) : bool :=
  (i <? bound) && (let (a, d) := known.[i] in
    match set_up (map (image s) a) (map (image s) d) with Some b' => same b b' | None => false end).

(* Some window through m is full of the attacker once he is there. *)
Definition makes_five (b : board) (m : int) : bool :=
  match b with Four v h r f =>
    let five w p := let a := own w p lor 32 in let d := other w p in
      let win k := let w := 31 << k in (a land w =? w) && (d land w =? 0) &&
         (if std then a land (65 << (k - 1)) land (2047 lxor d) =? 0 else true) in
      win 1 || win 2 || win 3 || win 4 || win 5 in
    five (line (col m) v) (row m) || five (line (row m) h) (col m) || five (line (rising m) r) (col m)
      || five (line (falling m) f) (col m) end.

(* Each reply of the zone: stored, or played out. *)
Fixpoint all_replies (rs : list int) (known : positions) (bound : int) (e : entry) (b : board) (ts : list int)
  (z2 zone : set) : bool :=
  match rs with
  | [] => true
  | r :: rs =>
      (if mem r zone then
         if is_empty b r then
           match find_stored r (stored e) with
           | Some (s, i) => is_stored known bound (putD r b) s i
           | None => match reply fuel false b ts z2 (hint e) none r with Some _ => true | None => false end
           end
         else true
       else true) && all_replies rs known bound e b ts z2 zone
  end.

(* After the record's move: the zone of the main plan. *)
Definition main_zone (e : entry) (b0 b : board) (ts : list int) (z2 : set) : set :=
  match five_points std b0 (move e) with
  | x :: y :: _ => if x =? y then everything else none
  | [x] => add x none
  | [] =>
      match wins fuel true b ts z2 Nowhere (next (hint e)) Done none with Some z => z | None => everything end
  end.
Definition check_entry (known : positions) (bound : int) (e : entry) : bool :=
  match set_up (atts e) (defs e), places putA (atts e) empty with
  | Some b0, Some bA =>
    is_empty b0 (move e) &&
    (makes_five b0 (move e) ||
     (is_empty bA (move e) &&
      match pairs_of (putA (move e) b0) (defs e) (putA (move e) bA) [] none with
      | None => false
      | Some (b, ts, z2) =>
          let zone := main_zone e b0 b ts z2 in
          let zone := match hint e with Step _ bs _ => meet bs b ts z2 zone | Done => zone end in
          existsb (is_empty b) squares && all_replies squares known bound e b ts z2 zone
      end))
  | _, _ => false
  end.

(* Reading: bytes, the last one first; seven to a word. *)
Record state := {
  made : list entry; frames : list (plan * branches); is_replies : bool; cur : list int;
  lists : list (list int)
}.
Definition step (st : state) (t : int) : state :=
  let 'Build_state dn fr rp cu ls := st in
  if t <? 240 then
    if rp then Build_state dn fr rp (t :: cu) ls
    else match fr with (p, bs) :: fr => Build_state dn ((Step t bs p, Nil) :: fr) rp cu ls | [] => st end
  else if t =? 250 then  (* ) : a branch begins *)
    Build_state dn ((Done, Nil) :: fr) false [] ls
  else if t =? 251 then Build_state dn fr true [] ls  (* : *)
  else if t =? 252 then  (* ( *)
    match fr with
    | (p, _) :: (q, bs) :: fr => Build_state dn ((q, Branch cu p bs) :: fr) false [] ls
    | _ => st
    end
  else if t =? 253 then Build_state dn fr true [] (if rp then cu :: ls else ls)  (* a list begins *)
  else if t =? 254 then  (* a record is complete *)
    match fr, ls with
    | (p, bs) :: _, [d; [m]; s] =>
        let e := {| atts := cu; defs := d; move := m; stored := s; hint := Step m bs p |} in
        Build_state (e :: dn) [(Done, Nil)] false [] []
    | _, _ => st
    end
  else st.
Definition start := Build_state [] [(Done, Nil)] false [] [].
Definition read_word (st : state) (w : int) : state :=
  step (step (step (step (step (step (step st (w land 255)) ((w >> 8) land 255)) ((w >> 16) land 255))
    ((w >> 24) land 255)) ((w >> 32) land 255)) ((w >> 40) land 255)) ((w >> 48) land 255).
Definition entries_of (words : list (list int)) : list entry :=
  made (fold_left (fun st c => fold_left read_word c st) words start).

(* A piece of a book: records one after the other, the first of them the i-th. The stones of each are those
   that [known] has. *)
Fixpoint same_list (l l' : list int) : bool :=
  match l, l' with [], [] => true | x :: l, y :: l' => (x =? y) && same_list l l' | _, _ => false end.
Fixpoint check_piece (known : positions) (i : int) (es : list entry) : bool :=
  match es with
  | [] => true
  | e :: es =>
      (i <? max_int) && (let (a, d) := known.[i] in same_list a (atts e) && same_list d (defs e)) &&
      check_entry known i e && check_piece known (i + 1) es
  end.
(* The number after the last record. *)
Fixpoint upto (i : int) (es : list entry) : int := match es with [] => i | _ :: es => upto (i + 1) es end.
End Rule.

Fixpoint fill (i : int) (es : list (list int * list int)) (a : positions) : positions :=
  match es with [] => a | e :: es => fill (i + 1) es a.[i <- e] end.
