(* The squares of the 15x15 board, its lines in four directions and its windows of five. A square is
   16 * column + row; row 15 and column 15 are off the board, so that a step over an edge never ends on it. *)
From Coq Require Import Uint63 List Bool ZArith Lia.
Import ListNotations.
From Fiveproof Require Import Board Checker Sound Bits.
Open Scope uint63_scope.

(* The squares of the board: columns 0 to 14, rows 0 to 14. *)
Definition is_on (q : int) : bool := (q <? 240) && negb (row q =? 15).
Definition on (q : int) : Prop := is_on q = true.

Inductive direction := Vertical | Horizontal | Rising | Falling.
(* All four, to compute over. *)
Definition directions := [Vertical; Horizontal; Rising; Falling].
(* How far the next square in a direction is. *)
Definition stride (d : direction) : int :=
  match d with Vertical => 1 | Horizontal => 16 | Rising => 17 | Falling => 15 end.

(* A window: five squares in a row, all on the board. *)
Definition steps : list int := [0; 1; 2; 3; 4].
(* The five squares from s on. *)
Definition cells (d : direction) (s : int) : list int := map (fun i => s + i * stride d) steps.
(* All of them are on the board. *)
Definition fits (d : direction) (s : int) : bool := forallb is_on (cells d s).
Record window := Window { along : direction; first : int; fitting : fits along first = true }.
(* The squares of a window. *)
Definition cell (w : window) (q : int) : Prop := In q (cells (along w) (first w)).
(* Standard rules: the two squares next to its ends, which may lie off the board. *)
Definition flank (std : bool) (w : window) (q : int) : Prop :=
  std = true /\ In q [first w - stride (along w); first w + 5 * stride (along w)].

(* The line of a square in a direction, and its place there. *)
Definition line_of (d : direction) (q : int) : int :=
  match d with Vertical => col q | Horizontal => row q | Rising => rising q | Falling => falling q end.
Definition place (d : direction) (q : int) : int := match d with Vertical => row q | _ => col q end.
(* The other way round: the square at bit k of line i, that is at place k - 5, and whether there is one. *)
Definition at_ (d : direction) (i k : int) : int :=
  let p := k - 5 in
  match d with
  | Vertical => 16 * i + p
  | Horizontal => 16 * p + i
  | Rising => 16 * p + ((p - i) land 15)
  | Falling => 16 * p + ((i - p) land 15)
  end.
Definition inside (d : direction) (i k : int) : bool := (5 <=? k) && (k <? 20) && is_on (at_ d i k).

(* There is no fifth direction. *)
Lemma all_directions d : In d directions.
Proof. destruct d; simpl; auto. Qed.
(* A square of the board is less than 240. *)
Lemma below_240 q : on q -> (q <? 240) = true.
Proof. intros H. apply andb_true_iff in H. apply H. Qed.
(* The checker's list has every square of the board. *)
Lemma on_squares q : on q -> In q squares.
Proof.
  assert (H : every (below 240) (fun q => implb (is_on q) (is_in q squares)) = true)
    by (vm_cast_no_check (eq_refl true)).
  intros O. assert (K := every_in _ _ q H (ltb_below 240 240 q eq_refl (below_240 q O))). cbv beta in K.
  rewrite O in K. apply is_in_iff. exact K.
Qed.

(* What is decided for every direction and every square of the board. *)
Definition for_squares (f : direction -> int -> bool) : bool :=
  every directions (fun d => every squares (f d)).
(* What was decided for all squares holds of one. *)
Lemma for_squares_in f d q : for_squares f = true -> on q -> f d q = true.
Proof. intros H O. exact (every_in _ _ q (every_in _ _ d H (all_directions d)) (on_squares q O)). Qed.

(* A square is found at its place on its line. *)
Lemma found d q : on q ->
  In (line_of d q) (below 16) /\ In (place d q) (below 15) /\ inside d (line_of d q) (5 + place d q) = true /\
  at_ d (line_of d q) (5 + place d q) = q.
Proof.
  assert (H : for_squares (fun d q => is_in (line_of d q) (below 16) && is_in (place d q) (below 15) &&
    inside d (line_of d q) (5 + place d q) && (at_ d (line_of d q) (5 + place d q) =? q)) = true)
    by (vm_cast_no_check (eq_refl true)).
  intros O. assert (K := for_squares_in _ d q H O). cbv beta in K.
  rewrite !andb_true_iff, !is_in_iff, Uint63.eqb_spec in K. tauto.
Qed.
(* And nowhere else. *)
Lemma found_only d i k : In i (below 16) -> In k (below 25) -> inside d i k = true ->
  line_of d (at_ d i k) = i /\ 5 + place d (at_ d i k) = k.
Proof.
  assert (H : every directions (fun d => every (below 16) (fun i =>
    every (below 25) (fun k => negb (inside d i k) ||
    (line_of d (at_ d i k) =? i) && (5 + place d (at_ d i k) =? k)))) = true)
      by (vm_cast_no_check (eq_refl true)).
  intros I K E. assert (L := every_in _ _ k (every_in _ _ i (every_in _ _ d H (all_directions d)) I) K).
  cbv beta in L.
  rewrite E in L. apply andb_true_iff in L. rewrite !Uint63.eqb_spec in L. exact L.
Qed.
(* The square of a bit that has one is on the board. *)
Lemma inside_on d i k : inside d i k = true -> on (at_ d i k).
Proof. intros H. apply andb_true_iff in H. apply H. Qed.

(* The checker looks at eleven places of a line, bit 5 being that of q. *)
Definition near (d : direction) (q j : int) : int := q + (j - 5) * stride d.
(* Different bits are different squares. *)
Lemma near_inj d q i j : In i (below 11) -> In j (below 11) -> near d q i = near d q j -> i = j.
Proof.
  assert (H : every directions (fun d => every (below 11) (fun i => every (below 11) (fun j =>
    negb ((i - 5) * stride d =? (j - 5) * stride d) || (i =? j)))) = true)
      by (vm_cast_no_check (eq_refl true)).
  intros I J E. apply add_cancel_l in E.
  assert (K := every_in _ _ j (every_in _ _ i (every_in _ _ d H (all_directions d)) I) J). cbv beta in K.
  rewrite E, Uint63.eqb_refl in K. apply Uint63.eqb_spec. exact K.
Qed.
(* Windows through q begin at bit 1 to 5; these are the bits of one, and of its flanks. *)
Definition starts : list int := [1; 2; 3; 4; 5].
Definition span (k : int) : list int := map (fun i => k + i) steps.
Definition sides (k : int) : list int := [k - 1; k + 5].

(* They are among the eleven. *)
Lemma span_bits k j : In k starts -> In j (span k ++ sides k) -> In j (below 11).
Proof.
  assert (H : every starts (fun k => every (span k ++ sides k) (fun j => is_in j (below 11))) = true)
    by (vm_cast_no_check (eq_refl true)).
  intros I J. apply is_in_iff. exact (every_in _ _ j (every_in _ _ k H I) J).
Qed.
(* The square q itself, bit 5, is never a flank. *)
Lemma sides_not_5 k : In k starts -> ~ In 5 (sides k).
Proof.
  assert (H : every starts (fun k => negb (is_in 5 (sides k))) = true) by (vm_cast_no_check (eq_refl true)).
  intros I. apply is_in_not, negb_true_iff. exact (every_in _ _ k H I).
Qed.
(* It is always one of the five. *)
Lemma five_in_span k : In k starts -> In 5 (span k).
Proof.
  assert (H : every starts (fun k => is_in 5 (span k)) = true) by (vm_cast_no_check (eq_refl true)).
  intros I. apply is_in_iff. exact (every_in _ _ k H I).
Qed.

(* Five bits of a line are a window if and only if all are inside, and then all seven are the squares
   meant. *)
Definition window_at (d : direction) (q k : int) : bool :=
  let s := near d q k in let i := line_of d q in let p := place d q in
  Bool.eqb (every (span k) (fun j => inside d i (p + j))) (fits d s) &&
  (negb (fits d s) ||
    same_list (cells d s) (map (near d q) (span k)) &&
    same_list [s - stride d; s + 5 * stride d] (map (near d q) (sides k)) &&
    every (span k ++ sides k) (fun j => Bool.eqb (inside d i (p + j)) (is_on (near d q j)) &&
      (negb (is_on (near d q j)) || (at_ d i (p + j) =? near d q j)) && Bool.eqb (near d q j =? q) (j =? 5))).
(* It is so for each square, direction and window. *)
Lemma window_at_ok d q k : on q -> In k starts -> window_at d q k = true.
Proof.
  assert (H : for_squares (fun d q => every starts (window_at d q)) = true)
    by (vm_cast_no_check (eq_refl true)).
  intros O I. exact (every_in _ _ k (for_squares_in _ d q H O) I).
Qed.
(* Five places of a line that are on the board are a window. *)
Lemma fits_inside d q k : on q -> In k starts ->
  (forall j, In j (span k) -> inside d (line_of d q) (place d q + j) = true) -> fits d (near d q k) = true.
Proof.
  intros O I H. assert (K := window_at_ok d q k O I). apply andb_true_iff in K. destruct K as [K _].
  apply eqb_prop in K. rewrite <- K. apply forallb_forall. exact H.
Qed.
(* The bits of a window are its squares, those next to them its flanks. *)
Lemma fits_cells d q k : on q -> In k starts -> fits d (near d q k) = true ->
  cells d (near d q k) = map (near d q) (span k) /\
  [near d q k - stride d; near d q k + 5 * stride d] = map (near d q) (sides k).
Proof.
  intros O I F. assert (K := window_at_ok d q k O I). unfold window_at in K. rewrite F in K.
  rewrite !andb_true_iff in K. simpl negb in K. rewrite orb_false_l, !andb_true_iff in K.
  destruct K as (_ & (C & S) & _).
  split; apply same_list_eq; auto.
Qed.
(* Each of the seven bits is the square at that distance of q, if that is on the board. *)
Lemma fits_bits d q k j : on q -> In k starts -> fits d (near d q k) = true -> In j (span k ++ sides k) ->
  inside d (line_of d q) (place d q + j) = is_on (near d q j) /\
  (on (near d q j) -> at_ d (line_of d q) (place d q + j) = near d q j) /\ (near d q j = q <-> j = 5).
Proof.
  intros O I F J. assert (K := window_at_ok d q k O I). unfold window_at in K. rewrite F in K.
  rewrite !andb_true_iff in K. simpl negb in K. rewrite orb_false_l, !andb_true_iff in K.
  destruct K as (_ & _ & E).
  assert (L := every_in _ _ j E J). cbv beta in L. rewrite !andb_true_iff in L. destruct L as [[L M] N].
  apply eqb_prop in L. apply eqb_prop in N. split; [ auto | split ].
  - intros Q. rewrite Q in M. apply Uint63.eqb_spec. exact M.
  - rewrite <- !Uint63.eqb_spec, N. tauto.
Qed.
(* The squares of a window are on the board. *)
Lemma fits_on d s q : fits d s = true -> In q (cells d s) -> on q.
Proof. intros F. apply forallb_forall. exact F. Qed.

(* A window's first square is one of its squares. *)
Lemma first_cell d s : In s (cells d s).
Proof. left. rewrite <- (add_0 s) at 2. destruct d; reflexivity. Qed.

(* Every window with the square q in it is one of those that begin at bit 1 to 5. *)
Lemma through w q : cell w q -> exists k, In k starts /\ first w = near (along w) q k.
Proof.
  assert (H : for_squares (fun d s => negb (fits d s) ||
    every steps (fun i => near d (s + i * stride d) (5 - i) =? s)) = true)
    by (vm_cast_no_check (eq_refl true)).
  destruct w as [d s F]. unfold cell. simpl along. simpl first. intros C.
  assert (O : on s) by (apply (fits_on d s s F), first_cell).
  assert (K := for_squares_in _ d s H O). cbv beta in K. rewrite F in K. simpl negb in K.
  rewrite orb_false_l in K.
  apply in_map_iff in C. destruct C as (i & <- & I). exists (5 - i). split.
  - revert i I. apply Forall_forall. repeat constructor; simpl; tauto.
  - symmetry. apply Uint63.eqb_spec. exact (every_in _ _ i K I).
Qed.
(* A square of a window is on the board. *)
Lemma on_cell w q : cell w q -> on q.
Proof. apply fits_on, fitting. Qed.
(* A square is in a window or not. *)
Lemma cell_dec w q : cell w q \/ ~ cell w q.
Proof. destruct (in_dec Uint63.eqs q (cells (along w) (first w))); auto. Qed.

(* The five cells differ from one another, and from the flanks. *)
Fixpoint no_twice (l : list int) : bool :=
  match l with [] => true | x :: l => negb (is_in x l) && no_twice l end.
(* The test says what Coq's own NoDup does. *)
Lemma no_twice_spec l : no_twice l = true -> NoDup l.
Proof.
  induction l as [ | x l IH]; simpl; [ constructor | ]. rewrite andb_true_iff, negb_true_iff, is_in_not.
  intros [N H]. constructor; auto.
Qed.
(* The seven squares of a window and its flanks differ. *)
Lemma seven w :
  NoDup ([first w - stride (along w); first w + 5 * stride (along w)] ++ cells (along w) (first w)).
Proof.
  assert (H : for_squares (fun d s => negb (fits d s) ||
    no_twice ([s - stride d; s + 5 * stride d] ++ cells d s)) = true)
    by (vm_cast_no_check (eq_refl true)).
  destruct w as [d s F]. simpl along. simpl first.
  assert (O : on s) by (apply (fits_on d s s F), first_cell).
  assert (K := for_squares_in _ d s H O). cbv beta in K. rewrite F in K. apply no_twice_spec. exact K.
Qed.
(* A square of a window is no flank of it. *)
Lemma apart std w q : cell w q -> flank std w q -> False.
Proof.
  intros C [_ Fl]. assert (N := seven w). revert C. unfold cell. simpl in Fl. simpl app in N.
  inversion_clear N as [ | ? ? N1 M]. inversion_clear M as [ | ? ? N2 _].
  destruct Fl as [<- | [<- | []]]; [ | exact N2 ]. intros C. apply N1. right. exact C.
Qed.
(* Besides any three squares a window has another one. *)
Lemma enough w x y z : exists s, cell w s /\ s <> x /\ s <> y /\ s <> z.
Proof.
  destruct (existsb (fun s => negb (is_in s [x; y; z])) (cells (along w) (first w))) eqn:E.
  - apply existsb_exists in E. destruct E as (s & C & N). apply negb_true_iff, is_in_not in N. exists s.
    split; [ exact C | ]. repeat split; intros ->; apply N; simpl; auto.
  - exfalso. assert (N := seven w). apply NoDup_cons_iff, proj2, NoDup_cons_iff, proj2 in N.
    assert (L : (length (cells (along w) (first w)) <= length [x; y; z])%nat).
    { apply NoDup_incl_length; [ exact N | ]. intros s C. apply is_in_iff.
      destruct (is_in s [x; y; z]) eqn:K; [ auto | ].
      rewrite <- E. apply existsb_exists. exists s. rewrite K. auto. }
    revert L. simpl. lia.
Qed.
