(* From the game of the checker (Game.v: squares of any kind, windows, attacker and defender) to the game of
   Rules.v (columns and rows, lines of five, Black and White). The attacker is Black. *)
From Coq Require Import ZArith List Bool Lia Uint63.
From Fiveproof Require Import Rules Decide.
From Fiveproof Require Game Board Checker Sound Squares.
Import ListNotations.
Close Scope uint63_scope.
Open Scope Z_scope.

(* What is asked of the squares and windows of a checker: each of its squares has a place on the board of
   Rules.v, and its windows are the lines of five there. *)
Record Places (r : rule) (n : Z) {sq window : Type} (on : sq -> Prop) (cell flank : window -> sq -> Prop)
  (place : sq -> square) : Prop := {
  on_or_off : forall q, on q \/ ~ on q;
  place_on : forall q, on q -> on_board n (place q);
  place_injective : forall p q, on p -> on q -> place p = place q -> p = q;
  place_onto : forall s, on_board n s -> exists q, on q /\ place q = s;
  (* The cells of a window are five squares in a row; in standard play its flanks are the squares next to
     them. *)
  line_of_window : forall w, exists s d, direction d /\
    (forall i, 0 <= i < 5 -> exists q, on q /\ cell w q /\ place q = step s d i) /\
    (r = Standard -> forall q, on q -> place q = step s d (-1) \/ place q = step s d 5 -> flank w q);
  (* Every five squares in a row are the cells of a window; it has flanks only in standard play, and only
     those. *)
  window_of_line : forall s d, direction d -> (forall i, 0 <= i < 5 -> on_board n (step s d i)) -> exists w,
    (forall q, cell w q -> on q /\ exists i, 0 <= i < 5 /\ place q = step s d i) /\
    (forall q, flank w q -> on q -> r = Standard /\ (place q = step s d (-1) \/ place q = step s d 5))
}.

Section Bridge.
Variable r : rule.
Variable n : Z.
Context {sq window : Type}.
Variable eq_dec : forall s t : sq, {s = t} + {s <> t}.
Variable on : sq -> Prop.
Variable cell flank : window -> sq -> Prop.
Variable place : sq -> square.
Hypothesis P : Places r n on cell flank place.

Definition colour_of (c : Game.stone) : colour := match c with Game.A => Black | Game.D => White end.

(* Both boards have the same stones, and the checker's has none off the board. *)
Definition alike (be : Game.board sq) (b : board) :=
  (forall q, on q -> option_map colour_of (be q) = b (place q)) /\ (forall q, ~ on q -> be q = None).

Lemma alike_stone be b c q : alike be b -> on q -> be q = Some c <-> stone n (colour_of c) b (place q).
Proof.
  intros [H _] O. unfold stone. rewrite <- (H q O). pose proof (place_on _ _ _ _ _ _ P q O).
  destruct (be q) as [[] | ], c; simpl; intuition congruence.
Qed.

Lemma alike_legal be b q : alike be b -> on q -> Game.free sq on be q <-> legal n b (place q).
Proof.
  intros [H _] O. unfold Game.free, legal. rewrite <- (H q O). pose proof (place_on _ _ _ _ _ _ P q O).
  destruct (be q); simpl; intuition congruence.
Qed.

Lemma alike_legal_square be b s : alike be b -> legal n b s -> exists q, place q = s /\ Game.free sq on be q.
Proof.
  intros H L. destruct (place_onto _ _ _ _ _ _ P s (proj1 L)) as (q & O & <-).
  exists q. split; [ reflexivity | ]. apply (alike_legal be b); assumption.
Qed.

Lemma alike_put be b c q : alike be b -> on q ->
  alike (Game.put sq eq_dec c q be) (put (colour_of c) (place q) b).
Proof.
  intros [H Off] O. split; intros p Op.
  - destruct (eq_dec p q) as [-> | N].
    + rewrite Game.put_here, put_here. reflexivity.
    + rewrite Game.put_other, put_other by
        (exact N || (intros E; apply N; exact (place_injective _ _ _ _ _ _ P p q Op O E))). apply H, Op.
  - rewrite Game.put_other; [ apply Off, Op | ]. intros ->. exact (Op O).
Qed.

Lemma five_alike be b c : alike be b -> Game.five sq window cell flank c be <-> five r n (colour_of c) b.
Proof.
  intros H. split.
  - intros (w & Cells & Flanks). destruct (line_of_window _ _ _ _ _ _ P w) as (s & d & D & C & F).
    exists s, d. split; [ exact D | split ].
    + intros i I. destruct (C i I) as (q & O & Cq & <-). apply (alike_stone be b); auto.
    + intros R. specialize (F R).
      assert (Not : forall i, i = -1 \/ i = 5 -> ~ stone n (colour_of c) b (step s d i)).
      { intros i I S. destruct (place_onto _ _ _ _ _ _ P _ (proj1 S)) as (q & O & E). rewrite <- E in S.
        apply (Flanks q); [ apply F; [ exact O | rewrite E; intuition congruence ] | ].
        apply (alike_stone be b); assumption. }
      split; apply Not; auto.
  - intros (s & d & D & S & Flanks).
    destruct (window_of_line _ _ _ _ _ _ P s d D) as (w & C & F); [ intros i I; exact (proj1 (S i I)) | ].
    exists w. split; intros q Q.
    + destruct (C q Q) as (O & i & I & E). apply (alike_stone be b c q);
      auto. unfold stone. rewrite E. apply S, I.
    + intros E. destruct (on_or_off _ _ _ _ _ _ P q) as [O | O].
      2: { destruct H as [_ Off]. rewrite (Off q O) in E. discriminate. }
      destruct (F q Q O) as (R & Next). apply (alike_stone be b) in E; auto.
      destruct (Flanks R) as [F1 F2]. destruct Next as [Next | Next]; rewrite Next in E; auto.
Qed.

(* What the attacker wins on the checker's board, Black wins on that of Rules.v. *)
Theorem bridge be : Game.Wins sq eq_dec on window cell flank be -> forall b, alike be b -> Wins r n b.
Proof.
  intros W. induction W as [be q F V | be q F [p E] N V IH]; intros b H;
    pose proof (alike_put be b Game.A q H (proj1 F)) as H1; simpl in H1.
  - apply by_five with (place q); [ apply (alike_legal be b); auto; apply F | ].
    apply (five_alike _ _ Game.A H1), V.
  - apply by_move with (place q).
    + apply (alike_legal be b); auto; apply F.
    + exists (place p). apply (alike_legal _ _ p H1); [ apply E | exact E ].
    + intros t T. destruct (alike_legal_square _ _ t H1 T) as (u & <- & U). intros Five.
      apply (N u U). apply (five_alike _ _ Game.D (alike_put _ _ Game.D u H1 (proj1 U))), Five.
    + intros t T. destruct (alike_legal_square _ _ t H1 T) as (u & <- & U).
      apply (IH u U). exact (alike_put _ _ Game.D u H1 (proj1 U)).
Qed.
End Bridge.

(* The board of the checker: 15 columns and 15 rows, a square being the number 16 * column + row
   (Squares.v). *)

Definition place (q : int) : square := (to_Z (Board.col q), to_Z (Board.row q)).
Definition number (s : square) : int := (16 * of_Z (fst s) + of_Z (snd s))%uint63.
Definition vector (d : Squares.direction) : Z * Z :=
  match d with
  | Squares.Vertical => (0, 1) | Squares.Horizontal => (1, 0)
  | Squares.Rising => (1, 1) | Squares.Falling => (1, -1)
  end.
Definition is_standard (r : rule) : bool := match r with Freestyle => false | Standard => true end.

Definition is_on_board (s : square) : bool :=
  (0 <=? fst s) && (fst s <? 15) && (0 <=? snd s) && (snd s <? 15).

Lemma is_on_board_spec s : is_on_board s = true <-> on_board 15 s.
Proof. unfold is_on_board, on_board. rewrite !andb_true_iff, !Z.leb_le, !Z.ltb_lt. tauto. Qed.

(* A square has one number, and a number on the board one square. There are 225 to be looked at. *)
Lemma place_number s : on_board 15 s -> Squares.on (number s) /\ place (number s) = s.
Proof.
  assert (H : forallb (fun s => Squares.is_on (number s) && (fst (place (number s)) =? fst s) &&
                                (snd (place (number s)) =? snd s)) (squares 15) = true)
    by (vm_cast_no_check (eq_refl true)).
  intros O. apply in_squares in O. rewrite forallb_forall in H. specialize (H s O).
  rewrite !andb_true_iff, !Z.eqb_eq in H. destruct H as [[H X] Y]. split; [ exact H | ].
  destruct s, (place _). simpl in *. congruence.
Qed.

Lemma number_place q : Squares.on q -> on_board 15 (place q) /\ number (place q) = q.
Proof.
  assert (H : forallb (fun q => is_on_board (place q) && Uint63.eqb (number (place q)) q)
                   Board.squares = true)
    by (vm_cast_no_check (eq_refl true)).
  intros O. rewrite forallb_forall in H. specialize (H q (Squares.on_squares q O)).
  rewrite andb_true_iff, is_on_board_spec, Uint63.eqb_spec in H. exact H.
Qed.

(* Five squares in a row are on the board if and only if the checker has a window there; then its cells are
   these, and the squares on either side are the same as far as they are on the board. 900 lines of five to be
   looked at. *)
Definition side_agrees (s d : Z * Z) (i : Z) (q : int) : bool :=
  if is_on_board (step s d i) then Uint63.eqb q (number (step s d i)) else negb (Squares.is_on q).
Definition line_agrees (d : Squares.direction) (s : square) : bool :=
  let line := map (step s (vector d)) [0; 1; 2; 3; 4] in
  Bool.eqb (forallb is_on_board line) (Squares.fits d (number s)) &&
  (negb (forallb is_on_board line) ||
   Checker.same_list (Squares.cells d (number s)) (map number line) &&
   side_agrees s (vector d) (-1) (number s - Squares.stride d)%uint63 &&
   side_agrees s (vector d) 5 (number s + 5 * Squares.stride d)%uint63).

Lemma lines_agree d s : on_board 15 s -> line_agrees d s = true.
Proof.
  assert (H : forallb (fun d => forallb (line_agrees d) (squares 15)) Squares.directions = true)
    by (vm_cast_no_check (eq_refl true)).
  intros O. apply in_squares in O. rewrite forallb_forall in H. specialize (H d (Squares.all_directions d)).
  rewrite forallb_forall in H. exact (H s O).
Qed.

Lemma side_agrees_spec s d i q p : side_agrees s d i q = true -> Squares.on p ->
  p = q <-> place p = step s d i.
Proof.
  unfold side_agrees. intros H O. destruct (number_place p O) as [Op Ep].
  destruct (is_on_board (step s d i)) eqn:B.
  - apply is_on_board_spec in B. apply Uint63.eqb_spec in H. subst q. split; [ intros -> | intros <- ].
    + apply place_number, B.
    + symmetry. exact Ep.
  - split.
    + intros ->. unfold Squares.on in O. rewrite O in H. discriminate.
    + intros E. rewrite E in Op. apply is_on_board_spec in Op. congruence.
Qed.

(* The line of five that begins at s, if it is on the board. *)
Lemma line_on_board d s : (forall i, 0 <= i < 5 -> on_board 15 (step s (vector d) i)) <->
  forallb is_on_board (map (step s (vector d)) [0; 1; 2; 3; 4]) = true.
Proof.
  rewrite forallb_forall. split.
  - intros H t T. apply in_map_iff in T. destruct T as (i & <- & I). apply is_on_board_spec, H. simpl in I.
    lia.
  - intros H i I. apply is_on_board_spec, H, in_map. assert (i = 0 \/ i = 1 \/ i = 2 \/ i = 3 \/ i = 4)
    by lia.
    simpl. intuition lia.
Qed.

(* What the checker's window and the line of Rules.v have to do with one another. *)
Lemma window_line d s : on_board 15 s -> Squares.fits d (number s) = true ->
  (forall q, In q (Squares.cells d (number s)) <->
    Squares.on q /\ exists i, 0 <= i < 5 /\ place q = step s (vector d) i) /\
  (forall i, 0 <= i < 5 -> on_board 15 (step s (vector d) i)) /\
  (forall q, Squares.on q ->
    In q [number s - Squares.stride d; number s + 5 * Squares.stride d]%uint63 <->
    place q = step s (vector d) (-1) \/ place q = step s (vector d) 5).
Proof.
  intros O F. pose proof (lines_agree d s O) as H. unfold line_agrees in H. rewrite F in H.
  destruct (forallb is_on_board _) eqn:L; [ | discriminate ]. assert (L' := proj2 (line_on_board d s) L).
    clear L. rename L' into L.
  simpl eqb in H. simpl negb in H. rewrite andb_true_l, orb_false_l, !andb_true_iff in H.
  destruct H as [[C S1] S2]. apply Sound.same_list_eq in C. rewrite C. split; [ | split; [ exact L | ] ].
  - intros q. rewrite map_map, in_map_iff. split.
    + intros (i & <- & I). assert (B : 0 <= i < 5) by (simpl in I; lia).
      destruct (place_number _ (L i B)) as [Oq E]. split; [ exact Oq | ]. exists i. auto.
    + intros (Oq & i & I & E). exists i. rewrite <- E. split; [ apply number_place, Oq | ].
      assert (i = 0 \/ i = 1 \/ i = 2 \/ i = 3 \/ i = 4) by lia. simpl. intuition lia.
  - intros q Oq. rewrite <- (side_agrees_spec _ _ _ _ q S1 Oq), <- (side_agrees_spec _ _ _ _ q S2 Oq). simpl.
    intuition congruence.
Qed.

Lemma vectors d : direction d <-> exists d', d = vector d'.
Proof.
  split.
  - intros [].
    + exists Squares.Horizontal. reflexivity.
    + exists Squares.Vertical. reflexivity.
    + exists Squares.Rising. reflexivity.
    + exists Squares.Falling. reflexivity.
  - intros [[] ->]; constructor.
Qed.

Theorem checker_places r : Places r 15 Squares.on Squares.cell (Squares.flank (is_standard r)) place.
Proof.
  split.
  - intros q. unfold Squares.on. destruct (Squares.is_on q); [ left | right ]; congruence.
  - intros q O. apply number_place, O.
  - intros p q P Q E. rewrite <- (proj2 (number_place p P)), E. apply number_place, Q.
  - intros s O. exists (number s). apply place_number, O.
  - intros [d f F]. assert (O : Squares.on f) by exact (Squares.fits_on d f f F (Squares.first_cell d f)).
    destruct (number_place f O) as [B N]. exists (place f), (vector d).
    assert (F' := F). rewrite <- N in F'. destruct (window_line d (place f) B F') as (C & L & S). rewrite N
      in C, S.
    split; [ apply vectors; eauto | split ].
    + intros i I. destruct (place_number _ (L i I)) as [Oq E]. exists (number (step (place f) (vector d) i)).
      split; [ exact Oq | split; [ | exact E ] ]. apply (proj2 (C _)). split; [ exact Oq | ]. exists i. auto.
    + intros R q Oq E. split; [ rewrite R; reflexivity | ]. exact (proj2 (S q Oq) E).
  - intros s d D L. apply vectors in D. destruct D as [d' ->].
    assert (O : on_board 15 s) by (rewrite <- (step_0 s (vector d')); apply L; lia).
    pose proof (lines_agree d' s O) as H. unfold line_agrees in H. rewrite (proj1 (line_on_board d' s)
      L) in H.
    apply andb_true_iff in H. destruct H as [H _]. apply eqb_prop in H. symmetry in H.
    destruct (window_line d' s O H) as (C & _ & S). exists (Squares.Window d' (number s) H). split.
    + intros q Q. exact (proj1 (C q) Q).
    + intros q [R Q] Oq. split; [ destruct r; [ discriminate | reflexivity ] | ]. exact (proj1 (S q Oq) Q).
Qed.

(* The attacker's stones a and the defender's stones d, on the board of Rules.v. *)
Definition board_of (a d : list int) : board := fun s =>
  if is_on_board s then option_map colour_of (Sound.position a d (number s)) else None.

Lemma alike_board_of a d : (forall q, In q (a ++ d) -> Squares.on q) ->
  alike Squares.on place (Sound.position a d) (board_of a d).
Proof.
  intros On. split.
  - intros q O. destruct (number_place q O) as [B N]. unfold board_of. rewrite N.
    apply is_on_board_spec in B. rewrite B. reflexivity.
  - intros q O. unfold Sound.position. rewrite !Sound.puts_keep; [ reflexivity | | ];
      intros I; apply O, On, in_or_app; auto.
Qed.

(* What a certificate says of its stones is true of them in Rules.v. *)
Theorem won_by_certificate r a d : (forall q, In q (a ++ d) -> Squares.on q) ->
  Game.Wins int Sound.dec Squares.on Squares.window Squares.cell (Squares.flank (is_standard r))
    (Sound.position a d) ->
  Wins r 15 (board_of a d).
Proof.
  intros On W. exact (bridge r 15 Sound.dec _ _ _ _ (checker_places r) _ W _ (alike_board_of a d On)).
Qed.

(* The board without stones. *)
Lemma board_of_nothing : same (board_of [] []) empty_board.
Proof. intros s. unfold board_of. destruct (is_on_board s); reflexivity. Qed.
